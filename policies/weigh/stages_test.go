package weigh

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/train"
)

// Methods of two stages end with the weights, curves and warnings of the full training, to the last bit, by every
// learner and whatever the loss of the first stage is; the second stage is not trained.
func TestSecondStageIsLeftOut(t *testing.T) {
	t.Parallel()
	r := newToyReader()
	g := groupsOf(t, r)
	c, err := ReadCorpus(t.Context(), r, g, CorpusOptions{}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	cfg := train.DefaultConfig()
	cfg.Hidden, cfg.Steps, cfg.Batch = 8, 6, 8
	policy, err := NewPolicyLearner(t.Context(), r, g, PolicyOptions{Config: cfg, Progress: ignore})
	if err != nil {
		t.Fatal(err)
	}
	methods := []string{"zero:Stages=2,Weights=mean", "ours:MetaSteps=3,Stages=2,Loss=gaussian",
		"ours:HeldOut=.3,MetaSteps=3", "remix", "doremi", "remix-paper:Stages=2", "zero", "natural"}
	for name, learn := range map[string]Learner{"ridge": c.Learner(6), "mlp": c.NetworkLearner(6), "state": policy} {
		for _, method := range methods {
			runs := 0
			counted := func(ctx context.Context, m mixture.Mixture, key seed.Key) (*mixture.Log, error) {
				log, err := learn(ctx, m, key)
				if runs++; err == nil && log.First != nil {
					t.Errorf("%s: %s: a second stage was trained", name, method)
				}
				return log, err
			}
			o := Options{Methods: []string{method}, Seeds: 1, Seed: 1, Workers: 1, Progress: ignore}
			all, err := Run(t.Context(), g, counted, o)
			if err != nil || runs != 1 {
				t.Fatalf("%s: %s: %d trainings, %v", name, method, runs, err)
			}
			if want := fullTraining(t, g, method, learn); !reflect.DeepEqual(all[0], want) {
				t.Errorf("%s: %s: %+v, want %+v", name, method, all[0], want)
			}
		}
	}
}

// fullTraining returns what a method finds with the first seed in a training of all its stages.
func fullTraining(t *testing.T, g *Groups, method string, learn Learner) Result {
	t.Helper()
	m, err := balance.Named(method)
	if err != nil {
		t.Fatal(err)
	}
	mix := m.Start(g.Groups)
	log, err := learn(t.Context(), mix, seed.Of("weigh", uint64(1), 0))
	if err != nil {
		t.Fatal(err)
	}
	found, last := log.Weighing(), slices.Clone(mix.Alpha())
	path := append(slices.Clip(found.Alpha), last)
	swing := found.Swing()
	for _, search := range log.References {
		swing = max(swing, search.Swing())
	}
	return Result{
		Method: method, Groups: g.Names, Weights: [][]float64{last}, References: len(log.References),
		Steps: indices(len(path)), Alpha: [][][]float64{path}, Collapsed: [][]mixture.Collapse{found.Collapses()},
		Swing: []float64{swing}, Searches: [][]mixture.Search{mixture.Searches(mix)},
	}
}
