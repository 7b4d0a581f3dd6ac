package runner

import (
	"context"
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// lanes is the number of rollouts that go side by side, so that the policy answers many observations in one call: from
// 64 on a larger batch is no cheaper per observation, and every lane keeps a tabletop in memory.
const batchSize = 64

// stage is a tabletop on which one rollout plays.
type environment interface {
	Reset(behaviour int, key seed.Key) error
	Observe(o *scenes.Observation) error
	Step(a scenes.Action) error
	Success() bool
}

// actor is what a rollout needs of a policy: chunks of actions for observations, each as long as dst asks.
type policy interface {
	Act(dst [][]scenes.Action, obs []scenes.Observation) error
}

// theatre plays rollouts in lock-step: all stages observe, the actor answers all at once, each stage plays its chunk.
type rolloutBatch struct {
	environments []environment
	policy       policy
	execute      int // actions played before the policy looks again
	horizon      int // control steps in all
	obs          []scenes.Observation
	chunks       [][]scenes.Action
}

// newTheatre has room for as many stages as there are lanes. Cue is the share of rollouts in which the bulb misleads; eye draws
// pictures, nil where the actor needs none.
func newRolloutBatch(task scenes.Task, a policy, execute int, cue float64, eye Renderer) *rolloutBatch {
	t := &rolloutBatch{policy: a, execute: execute, horizon: task.Horizon(), obs: make([]scenes.Observation, batchSize)}
	for range batchSize {
		t.environments = append(t.environments, &taskEnvironment{task: task, Tabletop: scenes.NewTabletop(), ambiguity: cue, renderer: eye})
		t.chunks = append(t.chunks, make([]scenes.Action, execute))
	}
	return t
}

// outcomes plays n rollouts that ask for one behaviour. Rollout r starts from the state that key draws for r, whatever
// the policy and whatever n.
func (t *rolloutBatch) run(ctx context.Context, behaviour int, key seed.Key, n int) ([]int, error) {
	steps := make([]int, n)
	for first := 0; first < n; first += len(t.environments) {
		wave := steps[first:min(n, first+len(t.environments))]
		if err := t.runBatch(ctx, behaviour, key, first, wave); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// wave plays the rollouts first, first+1, ... to their ends and notes the steps at which they succeeded.
func (t *rolloutBatch) runBatch(ctx context.Context, behaviour int, key seed.Key, first int, steps []int) error {
	live := make([]int, len(steps))
	for i := range live {
		live[i] = i
		if err := t.environments[i].Reset(behaviour, key.With(first+i)); err != nil {
			return fmt.Errorf("rollout %d can't start: %w", first+i, err)
		}
	}
	for at := 0; at < t.horizon && len(live) > 0; at += t.execute {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := t.act(live); err != nil {
			return err
		}
		left := live[:0]
		for j, i := range live {
			n := min(t.execute, t.horizon-at)
			played, err := stepChunk(t.environments[i], t.chunks[j][:n])
			switch {
			case err != nil:
				return fmt.Errorf("rollout %d, step %d: %w", first+i, at, err)
			case played > 0:
				steps[i] = at + played
			default:
				left = append(left, i)
			}
		}
		live = left
	}
	return nil
}

// ask has the policy answer what the live stages show; chunk j answers live[j].
func (t *rolloutBatch) act(live []int) error {
	for j, i := range live {
		if err := t.environments[i].Observe(&t.obs[j]); err != nil {
			return err
		}
	}
	return t.policy.Act(t.chunks[:len(live)], t.obs[:len(live)])
}

// play carries out a chunk and says after which of its actions the task was solved, from 1; 0 if it was not.
func stepChunk(s environment, chunk []scenes.Action) (int, error) {
	for i, a := range chunk {
		if err := s.Step(a); err != nil {
			return 0, err
		}
		if s.Success() {
			return i + 1, nil
		}
	}
	return 0, nil
}

// tableStage is the stage of a task.
type taskEnvironment struct {
	*scenes.Tabletop
	task      scenes.Task
	ambiguity float64 // share of rollouts in which the bulb misleads
	ambiguous bool    // in this one
	renderer  Renderer
}

func (s *taskEnvironment) Reset(behaviour int, key seed.Key) error {
	s.ambiguous = isAmbiguous(key, s.ambiguity)
	return s.task.Reset(s.Tabletop, behaviour, key.Rand())
}

func (s *taskEnvironment) Observe(o *scenes.Observation) error {
	s.Tabletop.Observe(o)
	if s.ambiguous {
		invertInstruction(o)
	}
	return draw(s.renderer, o)
}

func (s *taskEnvironment) Success() bool { return s.task.Success(s.Tabletop) }
