package clitest

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/seed"
	"counterpoise/results/films"
	"counterpoise/scenes"
)

// ReplayingRunner is a fake cell runner that can replay rollouts: the arm moves in a line, and one behaviour ends
// otherwise than recorded.
type ReplayingRunner struct {
	FakeCellRunner
	Played *atomic.Int32
	Broken bool
}

var _ films.Replayer = ReplayingRunner{}

func (l ReplayingRunner) Replay(ctx context.Context, c record.Cell, rollouts []record.Rollout,
	see func(record.Rollout, *scenes.Tabletop)) ([]record.Ending, error) {
	if l.Broken {
		return nil, errors.New("no renderer")
	}
	l.Played.Add(1)
	made, err := l.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		return nil, err
	}
	var endings []record.Ending
	for i, ro := range rollouts {
		w := scenes.NewTabletop()
		if err := task.Reset(w, i%len(task.Behaviours()), seed.Of(c.Name(), i).Rand()); err != nil {
			return nil, err
		}
		for range 5 {
			see(ro, w)
			w.Step(scenes.Action{1, 0, 0, 0, 0, 0, 1})
		}
		o, _ := made.Of(ro.Behaviour)
		endings = append(endings, o.Ending(ro.Number))
		if ro.Behaviour == "right" {
			endings[i].Earned.Step++
		}
	}
	return endings, nil
}

// Filmed is Invoke with a cell runner that replays rollouts; it returns how often a policy was trained again.
func Filmed(args ...string) (code int, stdout, stderr string, played int) {
	fake := ReplayingRunner{FakeCellRunner: FakeCellRunner{Made: new(atomic.Int32)}, Played: new(atomic.Int32)}
	return InvokeFilmed(fake, args...)
}

// InvokeFilmed is Invoke with such a cell runner.
func InvokeFilmed(fake ReplayingRunner, args ...string) (code int, stdout, stderr string, played int) {
	var out, errs bytes.Buffer
	p := cli.Program{Name: "counterpoise", Out: &out, Err: &errs,
		CellRunner: func(int) runner.CellRunner { return fake }}
	code = p.Main(args)
	return code, out.String(), errs.String(), int(fake.Played.Load())
}
