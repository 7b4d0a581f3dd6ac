package demos

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// Version names the demonstrator and the simulator behind it. It is part of every seed and card; raise it when a
// change moves the demonstrations.
const Version = "1"

// maxAttempts is how often a demonstration is started anew when it fails: people leave out failed attempts too.
// An expert that succeeds in 99 of 100 starts never gets there.
const maxAttempts = 20

// Generate acts out a recipe with the given number of workers (at least one). The dataset depends on recipe and seed
// alone. progress, if not nil, is called after each demonstration, by one goroutine at a time.
func Generate(ctx context.Context, r Recipe, seed uint64, workers int, progress func(done, total int)) (*Dataset, error) {
	task, err := scenes.Tasks.Get(r.Task)
	if err != nil {
		return nil, fmt.Errorf("demos: %w", err)
	}
	jobs := r.jobs(task, seed)
	d := &Dataset{Episodes: make([]Episode, len(jobs))}
	if err := runJobs(ctx, task, jobs, d.Episodes, workers, progress); err != nil {
		return nil, err
	}
	d.Card = newCard(r, seed, d.Episodes)
	return d, nil
}

// job is one demonstration to be acted out.
type job struct {
	task, behaviour string
	number          int // of the behaviour, in the task
	index           int // in the behaviour's pool
	seed            uint64
}

func (r Recipe) jobs(task scenes.Task, seed uint64) []job {
	var jobs []job
	for _, c := range r.Counts {
		b := slices.Index(task.Behaviours(), c.Behaviour)
		for i := range c.N {
			jobs = append(jobs, job{r.Task, c.Behaviour, b, i, seed})
		}
	}
	return jobs
}

// runJobs fills episodes[i] with job i.
func runJobs(ctx context.Context, task scenes.Task, jobs []job, episodes []Episode, workers int, progress func(done, total int)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range max(1, workers) {
		wg.Go(func() {
			w := scenes.NewTabletop()
			for i := range next {
				e, err := demonstrate(ctx, w, task, jobs[i])
				if err != nil {
					cancel(err)
					return
				}
				episodes[i] = *e
				mu.Lock()
				if done++; progress != nil {
					progress(done, len(jobs))
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range jobs {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}

// demonstrate acts out one demonstration, again if it fails.
func demonstrate(ctx context.Context, w *scenes.Tabletop, task scenes.Task, j job) (*Episode, error) {
	key := seed.Of("demonstration", Version, j.seed, j.task, j.behaviour, "optimal", j.index)
	for attempt := range maxAttempts {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e, err := act(w, task, j, key.With("attempt", attempt))
		if err != nil {
			return nil, fmt.Errorf("demos: %s %s, demonstration %d: %w", j.task, j.behaviour, j.index, err)
		}
		if e.Success {
			return e, nil
		}
	}
	return nil, fmt.Errorf("demos: %s %s, demonstration %d failed %d times: the expert does not master this behaviour", j.task, j.behaviour, j.index, maxAttempts)
}

// act records one attempt.
func act(w *scenes.Tabletop, task scenes.Task, j job, key seed.Key) (*Episode, error) {
	r := key.Rand()
	if err := task.Reset(w, j.number, r); err != nil {
		return nil, err
	}
	ex, err := expert.New(j.task, w, j.number, r)
	if err != nil {
		return nil, err
	}
	e := &Episode{Task: j.task, Behaviour: j.behaviour, Style: "optimal", Index: j.index}
	for range task.Horizon() {
		a, _, done := ex.Act(w)
		if done {
			break
		}
		var o scenes.Observation
		w.Observe(&o)
		e.Observations = append(e.Observations, o)
		e.Actions = append(e.Actions, a)
		if err := w.Step(a); err != nil {
			return nil, err
		}
		e.Success = e.Success || task.Success(w)
	}
	return e, nil
}
