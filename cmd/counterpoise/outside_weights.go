package main

import (
	"context"
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/pools"
	"counterpoise/policies/balance"
	"counterpoise/policies/given"
)

// addWeights reads the files of weights, checks them against the datasets of a plan, and adds to the plan an experiment
// for each of its experiments that they are about (bench.Weighted).
func (p *program) addWeights(ctx context.Context, plan *bench.Plan, o runFlags) error {
	all, err := given.Read(o.weights...)
	if err != nil {
		return misuse{err}
	}
	progress, end := counter(p.err, "datasets listed, to check the weights")
	list, err := pools.List(ctx, pools.Keys(plan.Cells()), p.outside.pools, o.workers, progress)
	end()
	if err != nil {
		return err
	}
	p.outside.pools = list
	covered, err := p.cover(plan, all, list)
	if err != nil {
		return misuse{err}
	}
	var added []bench.Experiment
	var methods []balance.Given
	for _, w := range all {
		m, err := balance.Named(w.Method())
		if err != nil {
			return err
		}
		methods = append(methods, m.(balance.Given))
		if _, has := p.outside.weights.Of(w.Method()); !has {
			p.outside.weights = append(p.outside.weights, w)
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
	// One that the folder keeps under the name, of other weights, gives way.
	p.outside.experiments = append(slices.DeleteFunc(p.outside.experiments, func(e bench.Experiment) bool {
		return slices.ContainsFunc(added, func(a bench.Experiment) bool { return a.Name == e.Name })
	}), added...)
	for _, e := range added {
		p.outside.sizes[e.Name] = plan.Size
		delete(p.outside.files, e.Name)
	}
	plan.Experiments = append(plan.Experiments, added...)
	plan.Weights, p.outside.asked = o.weights, all
	return nil
}

// dataOf is weights, and demonstrations of all trials.
type dataOf struct{ method, task, recipe string }

// cover returns in how many trials of the plan weights have a dataset. Weights that do not fit a dataset, that lack
// some trials of one, or that are of none in the plan are errors; datasets beyond the plan are a note.
func (p *program) cover(plan *bench.Plan, all given.Library, list []pools.Pool) (map[dataOf]int, error) {
	covered := map[dataOf]int{}
	for _, w := range all {
		missing, used := map[dataOf]int{}, map[string]bool{}
		for _, pool := range list {
			of := dataOf{w.Method(), pool.Task, pool.Recipe}
			if w.Datasets[pool.Digest] == nil {
				missing[of] = pool.Trial
				continue
			}
			if err := w.Check(pool.Digest, pool.Frames()); err != nil {
				return nil, fmt.Errorf("%w (%v)", err, pool.Key)
			}
			covered[of]++
			used[pool.Digest] = true
		}
		if len(used) == 0 {
			return nil, fmt.Errorf("weights %s are of none of the %d datasets of %s at %d trials and seed %d: "+
				"%s demos pools %s with the same flags writes these, with their digests", w.Name, len(list), plan.Name,
				plan.Size.Trials, plan.Size.Seed, p.name, argument(*plan))
		}
		for _, pool := range list {
			of := dataOf{w.Method(), pool.Task, pool.Recipe}
			trial, lacks := missing[of]
			if n := covered[of]; lacks && n > 0 && n < plan.Size.Trials {
				return nil, fmt.Errorf("weights %s have %d of the %d trials of %s %s, and none of trial %d: weigh the "+
					"others too, or run with --trials %d", w.Name, n, plan.Size.Trials, of.task, of.recipe, trial, n)
			}
		}
		if n := len(w.Datasets) - len(used); n > 0 {
			fmt.Fprintf(p.err, "weights %s: %d of their %d datasets are not in this plan, and are left out\n",
				w.Name, n, len(w.Datasets))
		}
	}
	return covered, nil
}
