package bench

import (
	"context"
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
	Replay(ctx context.Context, c Cell, rollouts []Rollout, see func(Rollout, *scenes.Tabletop)) ([]int, error)
}

var _ Replayer = (*lab)(nil)

// Replay is as Replayer has it.
func (l *lab) Replay(ctx context.Context, c Cell, rollouts []Rollout, see func(Rollout, *scenes.Tabletop)) ([]int, error) {
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
	r := Record{Cell: c, Origin: Here()}
	policy, err := train(ctx, &r, p, data)
	if err != nil {
		return nil, err
	}
	seen := &seenStage{tableStage: tableStage{task: task, Tabletop: scenes.NewTabletop(), cue: p.cue, eye: eye}}
	t := newTheatre(task, policy, policy.Execute(), p.cue, eye)
	t.stages = []stage{seen}
	steps := make([]int, len(rollouts))
	for i, ro := range rollouts {
		behaviour := slices.Index(task.Behaviours(), ro.Behaviour)
		if behaviour < 0 {
			return nil, fmt.Errorf("%s has no behaviour %q", c.Task, ro.Behaviour)
		}
		seen.see = func() { see(ro, seen.Tabletop) }
		if err := t.wave(ctx, behaviour, c.startKey().With(ro.Behaviour), ro.Number, steps[i:i+1]); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// seenStage is a stage with somebody looking on.
type seenStage struct {
	tableStage
	see func()
}

func (s *seenStage) Reset(behaviour int, key seed.Key) error {
	err := s.tableStage.Reset(behaviour, key)
	s.see()
	return err
}

func (s *seenStage) Step(a scenes.Action) error {
	err := s.tableStage.Step(a)
	s.see()
	return err
}
