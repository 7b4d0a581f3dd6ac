package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// Evaluation says how a policy is evaluated by itself, outside a plan. It has the rollouts of a cell without
// the cell: no method, no dataset and no record.
type Evaluation struct {
	Task     string // as scenes.ParseTask reads it
	Rollouts int    // of each behaviour, from 1
	Seed     uint64 // with Trial: rollout r starts from the state that it has in this trial of a run with this seed
	Trial    int
	Workers  int // rollout batches that run side by side, from 1; no outcome depends on it
	// NewRenderer creates a renderer per worker, for policies that observe pictures.
	NewRenderer func() (Renderer, error)
	Progress    func(done, total int) // required; called with numbers of rollouts, by one goroutine at a time
	// Batch is the number of rollouts that advance together, 1 to MaxBatch; 0 is 16. It changes no outcome.
	Batch int
	// Done are rollouts of this evaluation that were played before, which are not played again.
	Done []record.Part
	// Keep is called with rollouts that have been played, by one goroutine at a time; nil drops them. Its error ends
	// the evaluation.
	Keep func(record.Part) error
}

// MaxBatch is the largest Evaluation.Batch.
const MaxBatch = batchSize

// Actor is what an evaluation needs of a policy, of this program (policies.Policy) or behind a server (remote.Client).
// An Actor may also implement policies.Historian and policies.Situated.
type Actor interface {
	policy
	Execute() int
	Pictures() bool
}

// Evaluate plays rollouts of every behaviour, in the task's order. Rollout r of a behaviour has the same
// initial state as in a record of that task, seed and trial, so results can be compared rollout by rollout.
// Results after an error are incomplete.
func Evaluate(ctx context.Context, p Actor, e Evaluation) ([]record.Outcomes, error) {
	if err := e.checkRenderer(p); err != nil {
		return nil, err
	}
	return evaluate(ctx, p, p.Execute(), e)
}

// checkRenderer sets NewRenderer to nil for a policy that observes no pictures, and returns an error if another policy
// lacks it.
func (e *Evaluation) checkRenderer(p Actor) error {
	if !p.Pictures() {
		e.NewRenderer = nil
	} else if e.NewRenderer == nil {
		return errors.New("the policy observes pictures, and there is nothing to draw them with")
	}
	return nil
}

// Show plays some rollouts of an evaluation, one at a time. observe is called with the tabletop at the start of each
// and after each control step; it must not change the tabletop. The endings are those of Evaluate unless the policy
// answers a question differently when it is asked again.
func Show(ctx context.Context, p Actor, e Evaluation, rollouts []record.Rollout,
	observe func(record.Rollout, *scenes.Tabletop)) ([]record.Ending, error) {
	task, err := scenes.ParseTask(e.Task)
	if err == nil {
		err = e.checkRenderer(p)
	}
	if err != nil {
		return nil, err
	}
	var renderer Renderer
	if e.NewRenderer != nil {
		if renderer, err = e.NewRenderer(); err != nil {
			return nil, err
		}
		defer renderer.Close()
	}
	return show(ctx, newRolloutBatch(task, p, p.Execute(), renderer), task, e.cell().StartKey(), rollouts, observe)
}

// FirstObservation returns the observation at the start of rollout 0 of the task's first behaviour, with pictures or
// without. A client of a remote policy sends it as a first question, before the rollouts begin (remote.Open).
func (e Evaluation) FirstObservation(pictures bool) (o scenes.Observation, err error) {
	task, err := scenes.ParseTask(e.Task)
	if err != nil {
		return o, err
	}
	var renderer Renderer
	if pictures {
		if renderer, err = e.NewRenderer(); err != nil {
			return o, err
		}
		defer renderer.Close()
	}
	t := newTaskEnvironment(task, renderer)
	if err := t.Reset(0, e.cell().StartKey().With(task.Behaviours()[0]).With(0)); err != nil {
		return o, fmt.Errorf("rollout 0 can't start: %w", err)
	}
	err = t.Observe(&o)
	return o, err
}

// cell returns a cell with the fields that decide the states that rollouts start from.
func (e Evaluation) cell() record.Cell {
	return record.Cell{Task: e.Task, Seed: e.Seed, Trial: e.Trial}
}

// evaluationBatch is the default number of rollouts of a job. Smaller batches make more calls of the policy; larger
// ones leave workers idle at the end.
const evaluationBatch = 16

// rolloutJob is a batch of the rollouts of a behaviour; the results are written to a part of the behaviour's
// list. first is the number of its first rollout, and len(results) how many there are.
type rolloutJob struct {
	behaviour, first int
	key              seed.Key
	results          []rolloutResult
}

// evaluate distributes the rollouts of every behaviour over workers. Workers write to disjoint parts of the results,
// so that only the progress needs a lock. The first error stops the other workers. execute is the number of
// actions of a chunk that are executed before the next call of the policy.
func evaluate(ctx context.Context, p policy, execute int, e Evaluation) ([]record.Outcomes, error) {
	task, err := scenes.ParseTask(e.Task)
	if err != nil {
		return nil, err
	}
	results := make([][]rolloutResult, len(task.Behaviours()))
	jobs, done, err := e.jobs(task, results)
	if err != nil {
		return nil, err
	}
	// The first error is the cause that all workers see; later ones are dropped.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	var wait sync.WaitGroup
	total := e.Rollouts * len(results)
	for range min(e.Workers, len(jobs)) {
		wait.Go(func() {
			err := e.work(ctx, task, p, execute, jobs, func(j rolloutJob) error {
				mu.Lock()
				defer mu.Unlock()
				done += len(j.results)
				e.Progress(done, total)
				if e.Keep == nil {
					return nil
				}
				return e.Keep(record.Part{First: j.first, Outcomes: outcomes(task, j.behaviour, j.results)})
			})
			if err != nil {
				stop(err)
			}
		})
	}
	wait.Wait()
	var all []record.Outcomes
	for behaviour := range results {
		all = append(all, outcomes(task, behaviour, results[behaviour]))
	}
	return all, context.Cause(ctx)
}

// jobs allocates the results of every behaviour, fills in those that are done, counts them, and returns a closed
// channel with the jobs that fill in the rest. The channel holds all jobs and is closed at once, so that workers stop
// without another signal.
func (e Evaluation) jobs(task scenes.Task, results [][]rolloutResult) (_ <-chan rolloutJob, done int, err error) {
	start, size := e.cell().StartKey(), cmp.Or(e.Batch, evaluationBatch)
	if size < 1 || size > MaxBatch {
		return nil, 0, fmt.Errorf("%d rollouts at a time, expected 1 to %d", size, MaxBatch)
	}
	var all []rolloutJob
	for b, name := range task.Behaviours() {
		results[b] = make([]rolloutResult, e.Rollouts)
		played := fillIn(results[b], name, e.Done)
		for first := 0; first < e.Rollouts; {
			end := first
			for end < e.Rollouts && !played[end] && end-first < size {
				end++
			}
			if end > first {
				all = append(all, rolloutJob{b, first, start.With(name), results[b][first:end]})
				first = end
				continue
			}
			first++
			done++
		}
	}
	jobs := make(chan rolloutJob, len(all))
	for _, j := range all {
		jobs <- j
	}
	close(jobs)
	return jobs, done, nil
}

// fillIn sets the results of a behaviour's rollouts that parts contain, and returns which rollouts these are.
func fillIn(results []rolloutResult, behaviour string, parts []record.Part) (played []bool) {
	played = make([]bool, len(results))
	for _, p := range parts {
		if p.Behaviour != behaviour {
			continue
		}
		for i := range p.Steps {
			if r := p.First + i; r < len(results) {
				clipped, _ := p.Clipped(i)
				results[r], played[r] = rolloutResult{p.Ending(i), clipped}, true
			}
		}
	}
	return played
}

// work plays jobs until none is left, with environments and a renderer of its own. finished is called after
// each job.
func (e Evaluation) work(
	ctx context.Context, task scenes.Task, p policy, execute int, jobs <-chan rolloutJob,
	finished func(rolloutJob) error,
) error {
	var renderer Renderer
	if e.NewRenderer != nil {
		var err error
		if renderer, err = e.NewRenderer(); err != nil {
			return err
		}
		defer renderer.Close()
	}
	batch := newRolloutBatch(task, p, execute, renderer)
	for j := range jobs {
		if err := batch.runBatch(ctx, j.behaviour, j.key, j.first, j.results); err != nil {
			return fmt.Errorf("rollouts of %s: %w", task.Behaviours()[j.behaviour], err)
		}
		if err := finished(j); err != nil {
			return err
		}
	}
	return nil
}
