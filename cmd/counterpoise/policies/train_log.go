package policies

import (
	"time"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/train"
	"counterpoise/policies/trainlog"
)

// logs is the folder of the training's log, beside the policy.
func (t training) logs() string { return t.out + "-log" }

// trainingProgress shows the progress of a training, measures its speed and writes its log.
type trainingProgress struct {
	p     program
	log   *trainlog.Writer
	at    train.Progress // the last step
	steps int            // since the first one, which includes compilation and is not measured
	first time.Time      // end of the first step
	last  time.Time
	show  func(done, total int)
	end   func()
}

func (p program) trainingProgress(t training) *trainingProgress {
	return &trainingProgress{p: p, log: trainlog.NewWriter(t.logs()), end: func() {}}
}

// step is called after each step. Every run has a bar of its own.
func (j *trainingProgress) step(at train.Progress) {
	if j.last = time.Now(); j.first.IsZero() {
		j.first = j.last
	} else {
		j.steps++
	}
	if j.show == nil || at.Before != j.at.Before || at.Main != j.at.Main {
		j.endBar()
		j.show, j.end = cli.Counter(j.p.Err, "steps"+runName(at))
	}
	j.at = at
	j.show(at.Done, at.Steps)
	j.log.Step(trainlog.Prefix(at.Before, at.Main), at.Done, at.Log, j.last)
}

// endBar ends the bar of the run at hand.
func (j *trainingProgress) endBar() { j.end(); j.end = func() {} }

// framesPerSecond is the speed of the training steps, counted in frames of the batches. It is zero for a single step.
func (j *trainingProgress) framesPerSecond(batch int) float64 {
	if j.steps == 0 {
		return 0
	}
	return float64(j.steps*batch) / j.last.Sub(j.first).Seconds()
}
