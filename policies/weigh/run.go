package weigh

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
)

// Options say which methods weigh the groups, and with how many seeds.
type Options struct {
	Methods  []string              // as balance.Named takes them
	Seeds    int                   // trainings of each method, at least 1
	Seed     uint64                // from which the seeds of all trainings are derived
	Workers  int                   // trainings at a time, at least 1; changes no result
	Progress func(done, total int) // trainings; called by one goroutine at a time
}

// Run trains once for each method and seed. Seed n of every method has the same key, so methods are paired by seed.
// It stops at the first error and when ctx is done.
func Run(ctx context.Context, g *Groups, learn Learner, o Options) ([]Result, error) {
	all := make([]Result, len(o.Methods))
	for i, name := range o.Methods {
		all[i] = Result{
			Method: name, Groups: g.Names,
			Weights: make([][]float64, o.Seeds), Alpha: make([][][]float64, o.Seeds),
			Collapsed: make([][]mixture.Collapse, o.Seeds), Swing: make([]float64, o.Seeds),
			Searches: make([][]mixture.Search, o.Seeds),
		}
	}
	total := len(all) * o.Seeds
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wait sync.WaitGroup
	var mu sync.Mutex
	done, next := 0, make(chan int)
	for range min(o.Workers, total) {
		wait.Go(func() {
			for job := range next {
				// A job writes to its own places in a result, so the order in which jobs end does not matter.
				r, n := &all[job/o.Seeds], job%o.Seeds
				if err := r.train(ctx, g, n, learn, seed.Of("weigh", o.Seed, n)); err != nil {
					stop(fmt.Errorf("%s: %w", r.Method, err))
				}
				mu.Lock()
				done++
				o.Progress(done, total)
				mu.Unlock()
			}
		})
	}
	for job := range total {
		if ctx.Err() != nil {
			break
		}
		next <- job
	}
	close(next)
	wait.Wait()
	return all, context.Cause(ctx)
}

// train trains with seed n and stores the weights in place n of the result. Weights that are not finite are an error.
func (r *Result) train(ctx context.Context, g *Groups, n int, learn Learner, key seed.Key) error {
	m, err := balance.Named(r.Method)
	if err != nil {
		return err
	}
	mix := m.Start(g.Groups)
	log, err := find(ctx, mix, learn, key)
	if err != nil {
		return err
	}
	r.Weights[n] = slices.Clone(mix.Alpha())
	for _, w := range r.Weights[n] {
		if w-w != 0 { // NaN or an infinity
			return fmt.Errorf("the weights became %v", r.Weights[n])
		}
	}
	// The curve ends with the weights that were found.
	path := append(slices.Clip(log.Alpha), r.Weights[n])
	r.Alpha[n], r.Collapsed[n], r.Swing[n] = thinned(path), log.Collapses(), log.Swing()
	r.Searches[n] = mixture.Searches(mix)
	for _, search := range log.References {
		r.Swing[n] = max(r.Swing[n], search.Swing())
	}
	if n == 0 { // the other seeds have as many steps
		r.Steps, r.References = thinned(indices(len(path))), len(log.References)
	}
	return nil
}

// find makes the run in which a mixture finds its weights, and those before it, and returns its log. Of two stages
// (mixture.Staged) that is the first; the second trains a policy under the weights, which nobody asked for. The first
// has the initial weights and the batches of the main run, so that it may be the main run itself.
func find(ctx context.Context, mix mixture.Mixture, learn Learner, key seed.Key) (*mixture.Log, error) {
	s, ok := mix.(mixture.Staged)
	if !ok {
		return learn(ctx, mix, key)
	}
	log, err := learn(ctx, s.First(), key)
	if err == nil {
		s.Weigh(log)
	}
	return log, err
}

// curvePoints is the number of points of a curve of weights: enough for a figure, and a file of some kilobytes.
const curvePoints = 101

// thinned returns at most curvePoints of the values, evenly spaced, the first and the last among them.
func thinned[T any](v []T) []T {
	if len(v) <= curvePoints {
		return v
	}
	out := make([]T, curvePoints)
	for i := range out {
		out[i] = v[i*(len(v)-1)/(curvePoints-1)]
	}
	return out
}

// indices returns 0, 1, ..., n-1.
func indices(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}
