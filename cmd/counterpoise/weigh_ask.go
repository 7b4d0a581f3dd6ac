package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/results"
	"counterpoise/scenes/demos"
)

// asked is what a method answered.
type asked struct {
	name  string
	seeds [][]float64 // [seed][group], the weights that the policy ended with
	runs  int         // made before the policy's own, for references
	results.Course
}

// weighed is the whole command.
func (p program) weighed(ctx context.Context, path string, s scale) error {
	name, err := demos.Detect(path)
	if err != nil {
		return err
	}
	r, err := demos.OpenAny(path)
	if err != nil {
		return err
	}
	defer r.Close()
	return p.weighReader(ctx, path, name, r, s)
}

// weighReader is the command on an open dataset, of a format by name.
func (p program) weighReader(ctx context.Context, path, format string, r demos.Reader, s scale) error {
	g, err := p.group(ctx, r, s.by)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	g.format = format
	for _, name := range s.methods {
		if err := suits(name, g.Groups); err != nil {
			return err
		}
	}
	learn, err := p.learner(ctx, r, g, s)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return fmt.Errorf("can't write to folder %s: %w; choose another with --out", s.out, err)
	}
	all, err := p.ask(ctx, g, s, learn)
	if err != nil {
		return err
	}
	if err := keepWeights(path, g, s, all); err != nil {
		return err
	}
	p.showWeights(g, s, all)
	return nil
}

// ask trains once for each method and seed, s.workers at a time. What a training finds has its place, whenever it ends.
func (p program) ask(ctx context.Context, g *grouped, s scale, learn learner) ([]asked, error) {
	all := make([]asked, len(s.methods))
	for i, name := range s.methods {
		all[i] = asked{name: name, seeds: make([][]float64, s.seeds)}
		all[i].Course = results.Course{Method: name, Groups: g.Names, Alpha: make([][][]float64, s.seeds)}
	}
	total := len(all) * s.seeds
	progress, end := counter(p.err, "trainings")
	defer end()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wait sync.WaitGroup
	var mu sync.Mutex
	done, next := 0, make(chan int)
	for range min(s.workers, total) {
		wait.Go(func() {
			for job := range next {
				a, n := &all[job/s.seeds], job%s.seeds
				if err := a.ask(ctx, g, n, learn, seed.Of("weigh", s.seed, n)); err != nil {
					stop(fmt.Errorf("%s: %w", a.name, err))
				}
				mu.Lock()
				done++
				progress(done, total)
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

// ask trains with one seed.
func (a *asked) ask(ctx context.Context, g *grouped, n int, learn learner, key seed.Key) error {
	m, err := balance.Named(a.name)
	if err != nil {
		return err
	}
	mix := m.Start(g.Groups)
	found := len(mix.Alpha()) == 0 // no weights yet: runs before the policy's own find them
	log, err := learn(ctx, mix, key)
	if err != nil {
		return err
	}
	a.seeds[n] = slices.Clone(mix.Alpha())
	for _, w := range a.seeds[n] {
		if w-w != 0 {
			return fmt.Errorf("the weights became %v", a.seeds[n])
		}
	}
	path := append(told(log, found).Alpha, a.seeds[n])
	a.Alpha[n] = thinned(path)
	if n == 0 { // the others have as many
		a.Steps, a.runs = thinned(count(len(path))), len(log.References)
	}
	return nil
}

// told is the run whose weights are worth looking at: the main one, or the last before it where that finds the weights that
// the main one uses.
func told(log *mixture.Log, found bool) *mixture.Log {
	if n := len(log.References); found && n > 0 {
		return log.References[n-1]
	}
	return log
}

// moves is whether weights over training are ever further from the first than what is printed shows.
func moves(path [][]float64) bool {
	for _, alpha := range path {
		for g, v := range alpha {
			if math.Abs(v-path[0][g]) > 5e-4 {
				return true
			}
		}
	}
	return false
}

// coursePoints are the points of a curve in figures and files.
const coursePoints = 101

// thinned is at most coursePoints of the values, evenly spaced, with the first and the last.
func thinned[T any](v []T) []T {
	if len(v) <= coursePoints {
		return v
	}
	out := make([]T, coursePoints)
	for i := range out {
		out[i] = v[i*(len(v)-1)/(coursePoints-1)]
	}
	return out
}

func count(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

// mean and sd are over seeds, by group; sd has n-1 below and is nil of a single seed.
func (a *asked) mean() []float64 { return meanOf(a.seeds) }

func (a *asked) sd() []float64 {
	if len(a.seeds) < 2 {
		return nil
	}
	m := a.mean()
	sd := make([]float64, len(m))
	for g := range sd {
		for _, w := range a.seeds {
			sd[g] += (w[g] - m[g]) * (w[g] - m[g]) / float64(len(a.seeds)-1)
		}
		sd[g] = math.Sqrt(sd[g])
	}
	return sd
}

// course is the mean over seeds of the weights at each point.
func (a *asked) course() [][]float64 {
	out := make([][]float64, len(a.Steps))
	for t := range out {
		var at [][]float64
		for _, run := range a.Alpha {
			at = append(at, run[t])
		}
		out[t] = meanOf(at)
	}
	return out
}

// meanOf is the mean of rows.
func meanOf(rows [][]float64) []float64 {
	m := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			m[i] += v
		}
	}
	for i := range m {
		m[i] /= float64(len(rows))
	}
	return m
}
