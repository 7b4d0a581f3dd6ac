package runner

import (
	"context"
	"reflect"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/network"
)

// untrained is a few cells of untrained policies, with few rollouts, and one arm of the same trial.
func untrained(t *testing.T) []record.Cell {
	t.Helper()
	p, err := bench.NewPlan("chance", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	var cells []record.Cell
	for _, c := range p.ChanceCells() {
		if c.Trial < 2 {
			c.Rollouts = 3
			cells = append(cells, c)
		}
	}
	return cells
}

// Records of untrained policies do not depend on the number of workers, nor on whether the run was stopped and resumed;
// initialisations differ.
func TestUntrainedCellsAreDeterministic(t *testing.T) {
	t.Parallel()
	cells := untrained(t)
	make := func(store *memoryStore, cells []record.Cell, workers int) {
		if err := Run(context.Background(), cells, store, NewCellRunner(workers, nil, ""), workers,
			&countingWatcher{}); err != nil {
			t.Fatal(err)
		}
	}
	one, three, resumed := &memoryStore{}, &memoryStore{}, &memoryStore{}
	make(one, cells, 1)
	make(three, cells, 3)
	make(resumed, cells[2:3], 1)
	make(resumed, cells, 2)
	for _, store := range []*memoryStore{one, three, resumed} {
		for h, r := range store.records {
			r.Duration = record.Duration{}
			store.records[h] = r
		}
	}
	if !reflect.DeepEqual(one.records, three.records) || !reflect.DeepEqual(one.records, resumed.records) {
		t.Error("the records of untrained policies depend on the workers, or on an interruption")
	}
	for _, c := range cells {
		r := one.records[c.Hash()]
		if len(r.Training.Alpha)+len(r.Training.Loss)+len(r.Training.References) > 0 || r.Training.Config.Steps != 0 ||
			!r.HasVerdicts("earned") || len(r.Rollouts[0].Steps) != 3 {
			t.Errorf("%s: %+v", c, r)
		}
	}
}

// The policy of an untrained cell is the one that the arms of its trial start from: trained for no step, it has other
// weights than after one.
func TestUntrainedPolicyHasTheInitialWeights(t *testing.T) {
	t.Parallel()
	c := untrained(t)[0]
	cr := &cellRunner{}
	cr.datasets.capacity = 1
	s, err := cr.prepare(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	a, course, err := trainPolicy(context.Background(), c, s, nil)
	if err != nil || len(course.Groups) == 0 {
		t.Fatalf("%+v, %v", course, err)
	}
	arm := c
	arm.Method, arm.Steps = "natural", 1
	s.config.Steps = 1
	natural, err := balance.Named(arm.Method)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := trainPolicy(context.Background(), arm, s, natural)
	if err != nil {
		t.Fatal(err)
	}
	far, weights := 0, 0
	for i, w := range modelOf(t, a).Weights {
		for j, v := range modelOf(t, b).Weights[i] {
			// Adam's first step moves every weight that has a gradient by the rate, 1e-3.
			if d := float64(v - w[j]); d > 1.01e-3 || d < -1.01e-3 {
				far++
			}
			weights++
		}
	}
	if far > 0 || reflect.DeepEqual(modelOf(t, a).Weights, modelOf(t, b).Weights) {
		t.Errorf("%d of %d weights are further than one step from the initial ones", far, weights)
	}
}

func modelOf(t *testing.T, p policies.Policy) *network.Model {
	t.Helper()
	n, ok := p.(*policies.Neural)
	if !ok {
		t.Fatalf("a policy of type %T", p)
	}
	return n.Model()
}
