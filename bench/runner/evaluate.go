package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/policies"
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
	Progress    func(done, total int) // called with numbers of rollouts, by one goroutine at a time
}

// Evaluate plays rollouts of every behaviour, in the task's order. Rollout r of a behaviour has the same
// initial state as in a record of that task, seed and trial, so results can be compared rollout by rollout.
// Results after an error are incomplete.
func Evaluate(ctx context.Context, p policies.Policy, e Evaluation) ([]bench.Outcomes, error) {
	if !p.Pictures() {
		e.NewRenderer = nil
	} else if e.NewRenderer == nil {
		return nil, errors.New("the policy observes pictures, and there is nothing to draw them with")
	}
	return evaluate(ctx, p, p.Execute(), e)
}

// evaluationBatch is the number of rollouts of a job. Smaller batches make more calls of the policy; larger ones leave
// workers idle at the end.
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
func evaluate(ctx context.Context, p policy, execute int, e Evaluation) ([]bench.Outcomes, error) {
	task, err := scenes.ParseTask(e.Task)
	if err != nil {
		return nil, err
	}
	results := make([][]rolloutResult, len(task.Behaviours()))
	jobs := e.jobs(task, results)
	// The first error is the cause that all workers see; later ones are dropped.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	var wait sync.WaitGroup
	done, total := 0, e.Rollouts*len(results)
	for range min(e.Workers, len(jobs)) {
		wait.Go(func() {
			err := e.work(ctx, task, p, execute, jobs, func(n int) {
				mu.Lock()
				defer mu.Unlock()
				done += n
				e.Progress(done, total)
			})
			if err != nil {
				stop(err)
			}
		})
	}
	wait.Wait()
	var all []bench.Outcomes
	for behaviour := range results {
		all = append(all, outcomes(task, behaviour, results[behaviour]))
	}
	return all, context.Cause(ctx)
}

// jobs allocates the results of every behaviour and returns a closed channel with the jobs that fill them. The
// channel holds all jobs and is closed at once, so that workers stop without another signal.
func (e Evaluation) jobs(task scenes.Task, results [][]rolloutResult) <-chan rolloutJob {
	start := bench.Cell{Task: e.Task, Seed: e.Seed, Trial: e.Trial}.StartKey()
	var all []rolloutJob
	for b, name := range task.Behaviours() {
		results[b] = make([]rolloutResult, e.Rollouts)
		for first := 0; first < e.Rollouts; first += evaluationBatch {
			batch := results[b][first:min(e.Rollouts, first+evaluationBatch)]
			all = append(all, rolloutJob{b, first, start.With(name), batch})
		}
	}
	jobs := make(chan rolloutJob, len(all))
	for _, j := range all {
		jobs <- j
	}
	close(jobs)
	return jobs
}

// work plays jobs until none is left, with environments and a renderer of its own. finished is called after
// each job, with its number of rollouts.
func (e Evaluation) work(
	ctx context.Context, task scenes.Task, p policy, execute int, jobs <-chan rolloutJob, finished func(n int),
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
		finished(len(j.results))
	}
	return nil
}
