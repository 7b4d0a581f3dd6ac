package balance_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/ridge"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// conflictingDemos is a dataset without physics: three groups of demonstrators who want different things of the same
// states, the second with noise of its own, so that no policy suits all.
func conflictingDemos(noisy float64) (*demos.Dataset, demos.Groups) {
	r := seed.Of("disagreeing").Rand()
	d, g := &demos.Dataset{}, demos.Groups{Names: []string{"a", "b", "c"}, N: []int{8, 5, 3}, Frames: make([]int, 3)}
	noise := []float64{.05, noisy, .1}
	for i, n := range g.N {
		for range n {
			var e demos.Episode
			for range 30 {
				var o scenes.Observation
				var a scenes.Action
				x, y := r.NormFloat64(), r.NormFloat64()
				o.Robot[scenes.RobotJoints], o.Robot[scenes.RobotJoints+1] = float32(x), float32(y)
				want := []float64{math.Tanh(x), math.Tanh(x + y), -math.Tanh(y)}[i]
				for c := range a {
					a[c] = float32(want + noise[i]*r.NormFloat64())
				}
				e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
			}
			d.Episodes = append(d.Episodes, e)
			g.Of = append(g.Of, int32(i))
			g.Frames[i] += 30
		}
	}
	return d, g
}

func ridgeConfig() ridge.Config {
	c := ridge.DefaultConfig()
	c.Features, c.Width, c.Chunk, c.Execute, c.Lambda, c.Steps = 60, 2, 1, 1, 1e-3, 300
	return c
}

// What ours learns on a ridge, with the exact hypergradient through the whole inner problem: its reference losses are
// the exact least ones to 2 %, on training data and held out, and the ascent ends where the exact min-max problem
// rests, to .02 in every weight.
func TestOursAgainstExactAnswers(t *testing.T) {
	t.Parallel()
	d, g := conflictingDemos(.4)
	for _, share := range []float64{0, .3} {
		key := seed.Of("ridge")
		r, err := ridge.New(d, g, ridgeConfig(), share, key)
		if err != nil {
			t.Fatal(err)
		}
		m := balance.Ours{EtaT: 60, Beta1: 1, Beta2: .5, MetaSteps: 0, HeldOut: share}.Start(g)
		_, log, err := ridge.Train(context.Background(), d, g, m, ridgeConfig(), key)
		if err != nil {
			t.Fatal(err)
		}
		ref := make([]float64, 3)
		for i := range ref {
			least, alpha, err := r.Least(i)
			if err != nil {
				t.Fatal(err)
			}
			run := log.References[i]
			ref[i] = run.Reached[i]
			if math.Abs(ref[i]-least) > .02*least {
				t.Errorf("held out %v, group %d: reached %v at %.3f, the least is %v at %.3f", share, i, ref[i],
					run.Alpha[len(run.Alpha)-1], least, alpha)
			}
			if share == 0 && alpha[i] < .95 {
				t.Errorf("group %d: the least training loss at weights %.3f, not its specialist's", i, alpha)
			}
		}
		if share > 0 {
			continue // the exact equilibrium is of training losses
		}
		want, _, err := r.Equilibrium(ref)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range log.Alpha[len(log.Alpha)-1] {
			if math.Abs(a-want[i]) > .02 {
				t.Errorf("weights %.4f, at the equilibrium %.4f", log.Alpha[len(log.Alpha)-1], want)
				break
			}
		}
	}
}

// The same through the trainer of networks, whose look-ahead is one step and whose batches are noisy: on training
// data every search ends with most of the weight on its own group, and lower on it than plain cloning does.
func TestOursThroughTheTrainer(t *testing.T) {
	t.Parallel()
	d, g := conflictingDemos(.4)
	c := train.DefaultConfig()
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = 32, 1, 1, 96, 300
	key := seed.Of("network")
	natural, err := balance.Named("natural")
	if err != nil {
		t.Fatal(err)
	}
	plain, _, err := train.Train(context.Background(), d, g, natural.Start(g), c, key, train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reached, err := train.Losses(plain, c, d, g)
	if err != nil {
		t.Fatal(err)
	}
	m := balance.Ours{EtaT: 2.25, Beta1: .1, Beta2: 10, MetaSteps: 300}.Start(g)
	_, log, err := train.Train(context.Background(), d, g, m, c, key, train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range log.References {
		if a := run.Alpha[len(run.Alpha)-1]; a[i] < .7 {
			t.Errorf("the search for group %d ended at weights %.3f", i, a)
		}
		if run.Reached[i] > reached[i] {
			t.Errorf("group %d: the search reached %v, plain cloning %v", i, run.Reached[i], reached[i])
		}
	}
}

// Every method trains a policy through the one call that the benchmark makes, references and proxies included, and a
// ridge.
func TestEveryMethodTrains(t *testing.T) {
	d, g := conflictingDemos(.4)
	c := train.DefaultConfig()
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = 16, 1, 1, 24, 12
	rc := ridgeConfig()
	rc.Steps, rc.Features = 5, 20
	for _, name := range append(balance.Methods.Names(), "fixed:.2,.3,.5", "ours:HeldOut=.3,MetaSteps=0",
		"ours:MetaSteps=3,Stages=2,Loss=gaussian", "ours:MetaSteps=3,Minimum=retrained,Tolerance=.01") {
		m, err := balance.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		_, log, err := train.Train(context.Background(), d, g, m.Start(g), c, seed.Of("all"), train.Options{})
		if err != nil || len(log.Alpha) != c.Steps {
			t.Errorf("%s: %v", name, err)
		}
		_, log, err = ridge.Train(context.Background(), d, g, m.Start(g), rc, seed.Of("all"))
		if err != nil || len(log.Alpha) != rc.Steps {
			t.Errorf("%s on a ridge: %v", name, err)
		}
	}
}

// cancelAfter is a context that is cancelled after so many calls of Err.
type cancelAfter struct {
	context.Context
	left int
}

func (p *cancelAfter) Value(any) any { return nil }
func (p *cancelAfter) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// Every method's training, stopped again and again, gives the weights of one that was not, its reference runs'
// included.
func TestEveryMethodResumes(t *testing.T) {
	d, g := conflictingDemos(.4)
	c := train.DefaultConfig()
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = 4, 1, 1, 12, 8
	for _, name := range append(balance.Methods.Names(), "ours:MetaSteps=7", "ours:HeldOut=.3,MetaSteps=0",
		"ours:MetaSteps=7,Stages=2,Weights=mean", "remix-paper:Stages=2,Loss=bins",
		"ours:MetaSteps=7,Theta=fixed,Tolerance=.01", "ours:MetaSteps=7,Theta=step,Unroll=3,Minimum=ahead",
		"ours:MetaSteps=7,Minimum=retrained,HeldOut=.3") {
		if name == "ours" {
			continue // 500 steps a search
		}
		m, err := balance.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		_, want, err := train.Train(context.Background(), d, g, m.Start(g), c, seed.Of("all"), train.Options{})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "x.checkpoint")
		var got *mixture.Log
		for err = context.Canceled; errors.Is(err, context.Canceled); {
			_, got, err = train.Train(&cancelAfter{context.Background(), 5}, d, g, m.Start(g), c, seed.Of("all"),
				train.Options{Checkpoint: file})
		}
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another log after stopping", name)
		}
	}
}

// The first of two stages is bit for bit the run of the same method with one stage, reference runs included, and the
// second is plain training under the constant weights that the first ended with.
func TestTwoStagesThroughTheTrainer(t *testing.T) {
	d, g := conflictingDemos(.4)
	c := train.DefaultConfig()
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = 8, 1, 1, 24, 20
	trained := func(name string) (*network.Model, *mixture.Log) {
		m, err := balance.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		model, log, err := train.Train(context.Background(), d, g, m.Start(g), c, seed.Of("all"), train.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return model, log
	}
	_, one := trained("ours:EtaT=20,MetaSteps=5")
	policy, two := trained("ours:EtaT=20,MetaSteps=5,Stages=2")
	if !reflect.DeepEqual(one.Alpha, two.First.Alpha) || !reflect.DeepEqual(one.Loss, two.First.Loss) ||
		!reflect.DeepEqual(one.References, two.References) {
		t.Error("the first stage is not the run with one stage")
	}
	again, log := trained(fmt.Sprintf("fixed:%v,%v,%v", two.Alpha[0][0], two.Alpha[0][1], two.Alpha[0][2]))
	if !reflect.DeepEqual(two.Alpha, log.Alpha) || !reflect.DeepEqual(policy.Weights, again.Weights) {
		t.Error("the second stage is not plain training under its weights")
	}
	if reflect.DeepEqual(two.Alpha[0], one.Alpha[0]) || two.First.Reached == nil || len(two.References) != 3 {
		t.Errorf("weights %v, %d reference runs", two.Alpha[0], len(two.References))
	}
}
