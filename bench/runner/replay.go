package runner

import (
	"context"
	"counterpoise/bench"
	"fmt"
	"slices"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// Replayer is a lab that can show what it recorded. NewLab's is one.
type Replayer interface {
	// Replay makes the policy of a cell again, from nothing but the cell, and plays some of its rollouts. see is called with
	// the tabletop at each rollout's start and after each control step; it must only look. Replay returns the step at which
	// each rollout succeeded (0: never). These are the record's wherever program, backend and machine are the record's;
	// elsewhere they may differ, and the caller should say so.
	Replay(ctx context.Context, c bench.Cell, rollouts []bench.Rollout, see func(bench.Rollout, *scenes.Tabletop)) ([]int, error)
}

var _ Replayer = (*cellRunner)(nil)

// Replay is as Replayer has it.
func (l *cellRunner) Replay(ctx context.Context, c bench.Cell, rollouts []bench.Rollout, see func(bench.Rollout, *scenes.Tabletop)) ([]int, error) {
	task, err := scenes.Tasks.Get(c.Task)
	if err != nil {
		return nil, err
	}
	p, eye, data, err := l.prepare(ctx, c)
	if eye != nil {
		defer eye.Close()
	}
	if err != nil {
		return nil, err
	}
	r := bench.Record{Cell: c, Provenance: CurrentProvenance()}
	policy, err := train(ctx, &r, p, data)
	if err != nil {
		return nil, err
	}
	seen := &observedEnvironment{taskEnvironment: taskEnvironment{task: task, Tabletop: scenes.NewTabletop(), ambiguity: p.Ambiguity, renderer: eye}}
	t := newRolloutBatch(task, policy, policy.Execute(), p.Ambiguity, eye)
	t.environments = []environment{seen}
	steps := make([]int, len(rollouts))
	for i, ro := range rollouts {
		behaviour := slices.Index(task.Behaviours(), ro.Behaviour)
		if behaviour < 0 {
			return nil, fmt.Errorf("%s has no behaviour %q", c.Task, ro.Behaviour)
		}
		seen.observe = func() { see(ro, seen.Tabletop) }
		if err := t.runBatch(ctx, behaviour, c.StartKey().With(ro.Behaviour), ro.Number, steps[i:i+1]); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// seenStage is a stage with somebody looking on.
type observedEnvironment struct {
	taskEnvironment
	observe func()
}

func (s *observedEnvironment) Reset(behaviour int, key seed.Key) error {
	err := s.taskEnvironment.Reset(behaviour, key)
	s.observe()
	return err
}

func (s *observedEnvironment) Step(a scenes.Action) error {
	err := s.taskEnvironment.Step(a)
	s.observe()
	return err
}
