package runner

import (
	"context"
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// Replay implements Replayer. It plays one rollout at a time, as observe needs one tabletop.
func (cr *cellRunner) Replay(
	ctx context.Context, c record.Cell, rollouts []record.Rollout, observe func(record.Rollout, *scenes.Tabletop),
) ([]record.Ending, error) {
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		return nil, err
	}
	s, err := cr.prepare(ctx, c)
	defer s.close()
	if err != nil {
		return nil, err
	}
	method, _, err := cr.method(ctx, c, s.data)
	if err != nil {
		return nil, err
	}
	policy, _, err := trainPolicy(ctx, c, s, method)
	if err != nil {
		return nil, err
	}
	batch := newRolloutBatch(task, policy, policy.Execute(), s.renderer)
	return show(ctx, batch, task, c.StartKey(), rollouts, observe)
}

// show plays some rollouts in a batch of one environment, and lets observe see them: the outcome does not depend on the
// size of the batch.
func show(ctx context.Context, batch *rolloutBatch, task scenes.Task, start seed.Key, rollouts []record.Rollout,
	observe func(record.Rollout, *scenes.Tabletop)) ([]record.Ending, error) {
	observed := &observedEnvironment{taskEnvironment: newTaskEnvironment(task, batch.renderer)}
	batch.environments = []environment{observed}
	endings := make([]record.Ending, len(rollouts))
	for i, ro := range rollouts {
		behaviour := slices.Index(task.Behaviours(), ro.Behaviour)
		if behaviour < 0 {
			return nil, fmt.Errorf("the task has no behaviour %q", ro.Behaviour)
		}
		// Set anew for each rollout, so that the caller sees which one the tabletop belongs to.
		observed.observe = func() { observe(ro, observed.Tabletop) }
		var result [1]rolloutResult
		key := start.With(ro.Behaviour)
		if err := batch.runBatch(ctx, behaviour, key, ro.Number, result[:]); err != nil {
			return nil, err
		}
		endings[i] = result[0].Ending
	}
	return endings, nil
}

// observedEnvironment calls observe after Reset and after every Step. After an error the tabletop is observed
// too; the rollout then ends.
type observedEnvironment struct {
	*taskEnvironment
	observe func()
}

// Reset observes the initial state.
func (e *observedEnvironment) Reset(behaviour int, key seed.Key) error {
	err := e.taskEnvironment.Reset(behaviour, key)
	e.observe()
	return err
}

// Step observes the state after one control step (1/30 s).
func (e *observedEnvironment) Step(a scenes.Action) error {
	err := e.taskEnvironment.Step(a)
	e.observe()
	return err
}
