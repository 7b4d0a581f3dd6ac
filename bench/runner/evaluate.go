package runner

import (
	"context"
	"counterpoise/bench"
	"fmt"
	"sync"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// Examination is how a policy is tested by itself, outside a plan.
type Evaluation struct {
	Task        string
	Rollouts    int    // of each behaviour, from 1
	Seed        uint64 // with Trial: rollout r starts from the state that it starts from in this trial of a run with this seed
	Trial       int
	Workers     int                      // how many play side by side, from 1; it changes no outcome
	NewRenderer func() (Renderer, error) // draws for policies that look at pictures
	Progress    func(done, total int)    // rollouts; called by one goroutine at a time
}

// Examine plays rollouts of every behaviour, in the task's order.
func Evaluate(ctx context.Context, p *policies.Policy, e Evaluation) ([]bench.Outcomes, error) {
	if !p.Config().Pictures() {
		e.NewRenderer = nil
	} else if e.NewRenderer == nil {
		return nil, fmt.Errorf("the policy looks at pictures, and there is nothing to draw them with")
	}
	return evaluate(ctx, p, p.Execute(), e)
}

// portion is how many rollouts a worker plays at a time. Fewer are slower to answer, more leave workers idle at the end.
const evaluationBatch = 16

// part is a portion of the rollouts of a behaviour.
type rolloutJob struct {
	behaviour, first int
	key              seed.Key
	steps            []int
}

func evaluate(ctx context.Context, a policy, execute int, e Evaluation) ([]bench.Outcomes, error) {
	task, err := scenes.Tasks.Get(e.Task)
	if err != nil {
		return nil, err
	}
	start := bench.Cell{Task: e.Task, Seed: e.Seed, Trial: e.Trial}.StartKey()
	var out []bench.Outcomes
	var todo []rolloutJob
	for b, name := range task.Behaviours() {
		o := bench.Outcomes{Behaviour: name, Horizon: task.Horizon(), Steps: make([]int, e.Rollouts)}
		out = append(out, o)
		for first := 0; first < e.Rollouts; first += evaluationBatch {
			todo = append(todo, rolloutJob{b, first, start.With(name), o.Steps[first:min(e.Rollouts, first+evaluationBatch)]})
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	var wait sync.WaitGroup
	done, total := 0, e.Rollouts*len(out)
	parts := jobQueue(todo)
	for range min(e.Workers, len(todo)) {
		wait.Go(func() {
			err := evaluateJobs(ctx, task, a, execute, e.NewRenderer, parts, func(n int) {
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
	return out, context.Cause(ctx)
}

// queued is a closed channel of all parts.
func jobQueue(parts []rolloutJob) <-chan rolloutJob {
	c := make(chan rolloutJob, len(parts))
	for _, p := range parts {
		c <- p
	}
	close(c)
	return c
}

// playParts is a worker: a theatre and an eye of its own.
func evaluateJobs(ctx context.Context, task scenes.Task, a policy, execute int, painter func() (Renderer, error), parts <-chan rolloutJob, played func(int)) error {
	var eye Renderer
	if painter != nil {
		var err error
		if eye, err = painter(); err != nil {
			return err
		}
		defer eye.Close()
	}
	t := newRolloutBatch(task, a, execute, 0, eye)
	for p := range parts {
		if err := t.runBatch(ctx, p.behaviour, p.key, p.first, p.steps); err != nil {
			return fmt.Errorf("rollouts of %s: %w", task.Behaviours()[p.behaviour], err)
		}
		played(len(p.steps))
	}
	return nil
}
