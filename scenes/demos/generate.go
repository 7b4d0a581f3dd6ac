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
const Version = "3"

// maxAttempts is how often an optimal demonstration is started anew when it fails: people leave out failed attempts
// too. An expert that succeeds in 99 of 100 starts never gets there. Other styles are taken as they come.
const maxAttempts = 20

// Options say how to generate. None of them changes the dataset except Seed and whether pictures are drawn.
type Options struct {
	Seed     uint64
	Workers  int                   // at least one is used
	Progress func(done, total int) // called after each demonstration, never twice at a time; may be nil
	// Renderer makes one painter for each worker; nil draws no pictures.
	NewRenderer func() (Renderer, error)
}

// Renderer draws the pictures of an observation. A painter is used by one goroutine at a time.
type Renderer interface {
	// Paint fills o.Static and o.Ego with what the cameras see. Slices of the right size are written over, others made.
	Render(s *scenes.Snapshot, o *scenes.Observation) error
	Close() error
}

// Generate acts out a recipe without pictures and keeps the dataset in memory. progress may be nil.
func Generate(ctx context.Context, r Recipe, seed uint64, workers int, progress func(done, total int)) (*Dataset, error) {
	d := &Dataset{}
	card, err := Stream(ctx, r, Options{Seed: seed, Workers: workers, Progress: progress}, (*memory)(d))
	if err != nil {
		return nil, err
	}
	d.Card = card
	return d, nil
}

// memory is a dataset as a sink.
type memory Dataset

func (m *memory) Add(e *Episode) error {
	m.Episodes = append(m.Episodes, *e)
	return nil
}

// Stream acts out a recipe and hands the demonstrations to sink, in the recipe's order whatever the number of workers.
// It keeps a few demonstrations a worker in memory, however large the dataset. The dataset depends on the recipe, the
// seed and the painter alone.
func Stream(ctx context.Context, r Recipe, o Options, sink Sink) (Card, error) {
	task, err := scenes.Tasks.Get(r.Task)
	if err != nil {
		return Card{}, fmt.Errorf("demos: %w", err)
	}
	jobs := r.jobs(task, o.Seed)
	hash, count := newDigest(), tally{}
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

// job is one demonstration to be acted out.
type job struct {
	task, behaviour, style string
	number                 int // of the behaviour, in the task
	index                  int // in the pool of the behaviour and style
	seed                   uint64
}

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

// ahead is how many demonstrations a worker may be ahead of the one that is delivered next.
const ahead = 2

// runJobs acts out all jobs and delivers the episodes in order.
func runJobs(ctx context.Context, task scenes.Task, jobs []job, o Options, deliver func(int, *Episode) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := max(1, o.Workers)
	next := make(chan int)
	room := make(chan struct{}, ahead*workers) // a place for each episode begun and not delivered
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

// work acts out jobs until there are no more, on a tabletop of its own.
func work(ctx context.Context, task scenes.Task, jobs []job, o Options, next <-chan int, done []chan *Episode) (err error) {
	s := stageHand{task: task, table: scenes.NewTabletop()}
	if o.NewRenderer != nil {
		if s.painter, err = o.NewRenderer(); err != nil {
			return fmt.Errorf("demos: no pictures: %w", err)
		}
		defer s.painter.Close()
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

// stageHand is a worker's tabletop and painter.
type stageHand struct {
	task    scenes.Task
	table   *scenes.Tabletop
	painter Renderer // nil without pictures
}

// demonstrate acts out one demonstration, an optimal one again if it fails.
func (s *stageHand) demonstrate(ctx context.Context, j job) (*Episode, error) {
	key := seed.Of("demonstration", Version, j.seed, j.task, j.behaviour, j.style, j.index)
	for attempt := range maxAttempts {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		e, err := s.act(j, key.With("attempt", attempt))
		if err != nil {
			return nil, fmt.Errorf("demos: %s %s %s, demonstration %d: %w", j.task, j.behaviour, j.style, j.index, err)
		}
		if e.Success || j.style != expert.Optimal {
			return e, nil
		}
	}
	return nil, fmt.Errorf("demos: %s %s, demonstration %d failed %d times: the expert does not master this behaviour", j.task, j.behaviour, j.index, maxAttempts)
}

// act records one attempt.
func (s *stageHand) act(j job, key seed.Key) (*Episode, error) {
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
		o, err := s.look()
		if err != nil {
			return nil, err
		}
		e.Observations = append(e.Observations, o)
		e.Actions = append(e.Actions, a)
		if err := s.table.Step(a); err != nil {
			return nil, err
		}
		e.Success = e.Success || s.task.Success(s.table)
	}
	return e, nil
}

// look observes the tabletop, with pictures if there is a painter.
func (s *stageHand) look() (o scenes.Observation, err error) {
	s.table.Observe(&o)
	if s.painter != nil {
		snapshot := s.table.Snapshot()
		err = s.painter.Render(&snapshot, &o)
	}
	return o, err
}
