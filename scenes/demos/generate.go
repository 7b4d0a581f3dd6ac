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

// Version identifies the behaviour of the expert and the simulator. It is part of every random key and of every
// card. A change that alters demonstrations must raise it.
const Version = "4"

// maxAttempts is the number of times that a demonstration that does not end as its style says is repeated with a new
// random key before generation stops with an error. Such attempts are discarded: a person discards a failed
// demonstration, and a style that is meant to end wrongly must not add right ones by chance. A style that ends as it
// says in 80 % of the attempts reaches the limit with probability 1e-14.
const maxAttempts = 20

// Options configure Stream. Only Seed and the presence of NewRenderer change the dataset.
type Options struct {
	Seed     uint64
	Workers  int                   // number of goroutines; values below 1 mean 1
	Progress func(done, total int) // called after each demonstration, never concurrently; may be nil
	// NewRenderer creates one renderer per worker. With nil, the episodes have no pictures.
	NewRenderer func() (Renderer, error)
}

// Renderer draws the camera pictures of an observation. One goroutine uses a renderer at a time.
type Renderer interface {
	// Render sets o.Static and o.Gripper to the pictures of the two cameras. It reuses slices that have the right
	// size and allocates others.
	Render(s *scenes.Snapshot, o *scenes.Observation) error
	Close() error
}

// Generate simulates a recipe without pictures and returns the dataset in memory. progress may be nil.
func Generate(ctx context.Context, r Recipe, seed uint64, workers int,
	progress func(done, total int)) (*Dataset, error) {
	d := &Dataset{}
	card, err := Stream(ctx, r, Options{Seed: seed, Workers: workers, Progress: progress}, (*datasetSink)(d))
	if err != nil {
		return nil, err
	}
	d.Card = card
	return d, nil
}

// datasetSink appends episodes to a dataset.
type datasetSink Dataset

func (m *datasetSink) Add(e *Episode) error {
	m.Episodes = append(m.Episodes, *e)
	return nil
}

// Stream simulates a recipe and passes the demonstrations to sink in the order of the recipe. It holds at most
// jobsAhead·workers+1 demonstrations in memory. The dataset depends on the recipe, the seed and the renderer,
// and not on the number of workers. The returned card has the counts and the content hash.
func Stream(ctx context.Context, r Recipe, o Options, sink Sink) (Card, error) {
	task, err := scenes.ParseTask(r.Task)
	if err != nil {
		return Card{}, fmt.Errorf("demos: %w", err)
	}
	jobs := r.jobs(task, o.Seed)
	hash, count := newDigest(), counter{}
	deliver := func(i int, e *Episode) error {
		hash.add(e)
		count.add(e)
		if err := sink.Add(e); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(i+1, len(jobs))
		}
		return nil
	}
	if err := runJobs(ctx, task, jobs, o, deliver); err != nil {
		return Card{}, err
	}
	return Card{
		Format: CardFormat, Version: Version, Task: r.Task, Recipe: r.String(), Seed: o.Seed,
		Groups: count.rows, Hash: hash.sum(),
	}, nil
}

// job identifies one demonstration to simulate.
type job struct {
	task, behaviour, style string
	number                 int // index of the behaviour in Task.Behaviours
	index                  int // index in the pool of this behaviour and style
	seed                   uint64
}

// jobs lists the demonstrations of a recipe, in the order in which Stream delivers them.
func (r Recipe) jobs(task scenes.Task, seed uint64) []job {
	var jobs []job
	for _, c := range r.Counts {
		b := slices.Index(task.Behaviours(), c.Behaviour)
		for i := range c.N {
			jobs = append(jobs, job{r.Task, c.Behaviour, c.Style, b, i, seed})
		}
	}
	return jobs
}

// jobsAhead is the number of demonstrations per worker that may be simulated or waiting while an earlier one is
// still running. It bounds memory; a value of 1 makes workers wait for the slowest demonstration.
const jobsAhead = 2

// runJobs simulates all jobs on o.Workers goroutines and calls deliver with the episodes in order, on the
// calling goroutine. The first error of a worker or of deliver cancels the other workers and is returned; nothing is
// delivered after it.
func runJobs(ctx context.Context, task scenes.Task, jobs []job, o Options, deliver func(int, *Episode) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := max(1, min(o.Workers, len(jobs)))
	next := make(chan int)
	room := make(chan struct{}, jobsAhead*workers) // one token per episode that is started and not yet delivered
	done := make([]chan *Episode, len(jobs))
	for i := range done {
		done[i] = make(chan *Episode, 1)
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			if err := work(ctx, task, jobs, o, next, done); err != nil {
				cancel(err)
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for i := range jobs {
			select {
			case room <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range jobs {
		select {
		case e := <-done[i]:
			if ctx.Err() != nil {
				break // both were ready
			}
			if err := deliver(i, e); err != nil {
				cancel(err)
			}
			<-room
		case <-ctx.Done():
		}
	}
	wg.Wait()
	return context.Cause(ctx)
}

// work simulates jobs on a tabletop of its own until next is closed. It sends episode i to done[i].
func work(ctx context.Context, task scenes.Task, jobs []job, o Options, next <-chan int,
	done []chan *Episode) (err error) {
	s := demonstrator{task: task, table: scenes.NewTabletop()}
	if o.NewRenderer != nil {
		if s.renderer, err = o.NewRenderer(); err != nil {
			return fmt.Errorf("demos: no pictures: %w", err)
		}
		defer s.renderer.Close()
	}
	for i := range next {
		e, err := s.demonstrate(ctx, jobs[i])
		if err != nil {
			return err
		}
		done[i] <- e
	}
	return nil
}

// demonstrator is the state of one worker: its tabletop and its renderer.
type demonstrator struct {
	task     scenes.Task
	table    *scenes.Tabletop
	renderer Renderer // nil without pictures
}

// demonstrate simulates one demonstration. It repeats one that does not end as its style says, with a new random key,
// up to maxAttempts times. The key has no knobs of the task: demonstrations that differ in a knob are as alike as it
// lets them be.
func (s *demonstrator) demonstrate(ctx context.Context, j job) (*Episode, error) {
	style, err := expert.Styles.Get(j.style)
	if err != nil {
		return nil, fmt.Errorf("demos: %w", err)
	}
	key := seed.Of("demonstration", Version, j.seed, scenes.TaskName(j.task), j.behaviour, j.style, j.index)
	for attempt := range maxAttempts {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e, err := s.attempt(j, key.With("attempt", attempt))
		if err != nil {
			return nil, fmt.Errorf("demos: %s %s %s, demonstration %d: %w", j.task, j.behaviour, j.style, j.index, err)
		}
		if e.Success == style.Succeeds() {
			return e, nil
		}
	}
	ended := "succeeded"
	if style.Succeeds() {
		ended = "failed"
	}
	return nil, fmt.Errorf("demos: %s %s %s, demonstration %d %s %d times, which is not what the style is meant to do",
		j.task, j.behaviour, j.style, j.index, ended, maxAttempts)
}

// attempt records one attempt of at most Task.Horizon control steps.
func (s *demonstrator) attempt(j job, key seed.Key) (*Episode, error) {
	r := key.Rand()
	if err := s.task.Reset(s.table, j.number, r); err != nil {
		return nil, err
	}
	ex, err := expert.New(j.task, j.style, s.table, j.number, r)
	if err != nil {
		return nil, err
	}
	e := &Episode{Task: j.task, Behaviour: j.behaviour, Style: j.style, Index: j.index}
	for range s.task.Horizon() {
		a, _, done := ex.Act(s.table)
		if done {
			break
		}
		o, err := s.observe()
		if err != nil {
			return nil, err
		}
		e.Observations = append(e.Observations, o)
		e.Actions = append(e.Actions, a)
		if err := s.table.Step(a); err != nil {
			return nil, err
		}
		e.Success = e.Success || s.task.Outcome(s.table).Earned == scenes.Right
	}
	return e, nil
}

// observe returns the observation of the tabletop, with pictures if there is a renderer. With noise on the observations
// the pictures show what the numbers say, as those of rollouts do.
func (s *demonstrator) observe() (o scenes.Observation, err error) {
	s.table.Observe(&o)
	if s.renderer != nil {
		snapshot := s.table.Snapshot()
		if s.table.Inexact() {
			snapshot = scenes.SnapshotOf(&o)
		}
		err = s.renderer.Render(&snapshot, &o)
	}
	return o, err
}
