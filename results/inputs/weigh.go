package inputs

import (
	"context"
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/pools"
	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/policies/weightfile"
)

// List generates the datasets of a plan, some at a time, without those that are known already; Weigh checks weights
// against them. Progress is called after each. It stops when ctx ends.
func (s *Set) List(ctx context.Context, plan bench.Plan, workers int, progress func(done, total int)) error {
	list, err := pools.List(ctx, pools.Keys(plan.Cells()), s.pools, workers, progress)
	if err == nil {
		s.pools = list
	}
	return err
}

// Weigh adds weights: to the plan an experiment for each of its experiments that they are about (bench.Weighted), and
// to the set both. Other weights that the folder keeps under the same name are replaced. List has to be called before.
//
// Weights that do not fit a dataset, that lack some trials of one, or that are of none in the plan (ForeignError) are
// errors. Of datasets beyond the plan Weigh returns notes.
func (s *Set) Weigh(plan *bench.Plan, all weightfile.Library) (notes []string, err error) {
	covered, notes, err := cover(plan, all, s.pools)
	if err != nil {
		return nil, err
	}
	var added []bench.Experiment
	var methods []balance.Given
	for _, w := range all {
		m, err := balance.Named(w.Method())
		if err != nil {
			return nil, err
		}
		methods = append(methods, m.(balance.Given))
		if _, has := s.weights.Of(w.Method()); !has {
			s.weights = append(s.weights, w)
		}
	}
	for _, e := range plan.Experiments {
		w, ok := bench.Weighted(e, methods, func(task, recipe string, w balance.Given) bool {
			return covered[dataOf{w.String(), task, recipe}] == plan.Size.Trials
		})
		if ok {
			added = append(added, w)
		}
	}
	s.Release()
	s.replace(plan.Size, added...)
	plan.Experiments = append(plan.Experiments, added...)
	s.asked = all
	return notes, s.adopt()
}

// ForeignError is the error of weights that are of none of a plan's datasets.
type ForeignError struct {
	Weights  string // their name
	Plan     string
	Datasets int // of the plan
	Size     record.Size
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("weights %s are of none of the %d datasets of %s at %d trials and seed %d", e.Weights,
		e.Datasets, e.Plan, e.Size.Trials, e.Size.Seed)
}

// dataOf is weights, and demonstrations of all trials.
type dataOf struct{ method, task, recipe string }

// cover returns in how many trials of the plan weights have a dataset, with notes about datasets beyond it.
func cover(plan *bench.Plan, all weightfile.Library, list []pools.Pool) (
	covered map[dataOf]int, notes []string, err error,
) {
	covered = map[dataOf]int{}
	for _, w := range all {
		missing, used := map[dataOf]int{}, map[string]bool{}
		for _, pool := range list {
			of := dataOf{w.Method(), pool.Task, pool.Recipe}
			if w.Datasets[pool.Digest] == nil {
				missing[of] = pool.Trial
				continue
			}
			if err := w.Check(pool.Digest, pool.Frames()); err != nil {
				return nil, nil, fmt.Errorf("%w (%v)", err, pool.Key)
			}
			covered[of]++
			used[pool.Digest] = true
		}
		if len(used) == 0 {
			return nil, nil, &ForeignError{w.Name, plan.Name, len(list), plan.Size}
		}
		for _, pool := range list {
			of := dataOf{w.Method(), pool.Task, pool.Recipe}
			trial, lacks := missing[of]
			if n := covered[of]; lacks && n > 0 && n < plan.Size.Trials {
				return nil, nil, fmt.Errorf("weights %s have %d of the %d trials of %s %s, and none of trial %d: "+
					"weigh the others too, or run with --trials %d", w.Name, n, plan.Size.Trials, of.task, of.recipe,
					trial, n)
			}
		}
		if n := len(w.Datasets) - len(used); n > 0 {
			notes = append(notes, fmt.Sprintf("weights %s: %d of their %d datasets are not in this plan, and are left "+
				"out", w.Name, n, len(w.Datasets)))
		}
	}
	return covered, notes, nil
}

// Missing returns an error for the first of some cells whose weights come from outside and are not in the set: to be
// told before the other cells are made, which may take days.
func (s *Set) Missing(cells []record.Cell) error {
	for _, c := range cells {
		if c.Untrained() {
			continue
		}
		m, err := balance.Named(c.Method)
		if err != nil {
			return err
		}
		w, ok := m.(balance.Given)
		if !ok {
			continue
		}
		if _, has := s.weights.Of(w.String()); !has {
			return &MissingError{w.String(), c}
		}
	}
	return nil
}

// MissingError is the error of weights from outside that a cell needs and that are not at hand.
type MissingError struct {
	Method string
	Cell   record.Cell // the first that needs them
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("the weights of %s are not here; give their file with --weights, or keep it in the folder %s "+
		"beside the records (first needed by %s %s)", e.Method, weightsFolder, e.Cell.Task, e.Cell.Recipe)
}
