package simulator

import (
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

// Start names the initial state of a rollout: rollout Number of a behaviour, in a trial of a run with a seed. A policy
// that is evaluated with the same numbers starts from the same state (runner.Evaluate).
type Start struct {
	Behaviour int    // index into the task's behaviours
	Number    uint64 // of the rollout, from 0
	Trial     int    // from 0
	Seed      uint64
}

// environment is a tabletop on which rollouts of a task are played, one after the other. The zero value of the fields
// after oracle is a rollout that has not begun.
type environment struct {
	table   *scenes.Tabletop
	task    scenes.Task
	name    string // of the task, without knobs; random numbers are keyed by it
	oracle  scenes.Oracle
	horizon int // control steps after which a rollout is truncated

	running bool          // a rollout has begun and has not ended
	ending  record.Ending // verdicts of the rollout so far
}

// Status is the state of a rollout after a control step.
type Status struct {
	Reward     float64 // 1 in the control step in which the oracle finds the requested behaviour achieved, else 0
	Terminated bool    // the oracle has decided, or the action was not finite
	Truncated  bool    // the horizon is reached and Terminated is false
	Ending     record.Ending
	Steps      int // control steps since the start (1/30 s)
	Clipped    int // of them, those whose target was beyond scenes.MaxReach
}

// reset begins a rollout.
func (e *environment) reset(s Start) error {
	e.running, e.ending = false, record.Ending{}
	key := record.Cell{Task: e.name, Seed: s.Seed, Trial: s.Trial}.StartKey()
	name := e.task.Behaviours()[s.Behaviour]
	if err := e.task.Reset(e.table, s.Behaviour, key.With(name).With(s.Number).Rand()); err != nil {
		return fmt.Errorf("rollout %d of %s can't start: %w", s.Number, name, err)
	}
	e.running = true
	return nil
}

// step executes one action. An action that is not finite moves nothing and ends the rollout as a failure, as in
// bench/runner.
func (e *environment) step(a scenes.Action) (Status, error) {
	now := e.table.Steps() + 1
	if num.FirstNonFinite(a[:]) >= 0 {
		e.ending.NonFinite = now
	} else {
		if err := e.table.Step(a); err != nil {
			return Status{}, err
		}
		o := e.task.Outcome(e.table)
		e.ending.CALVIN.Add(o.CALVIN, now)
		e.ending.Earned.Add(o.Earned, now)
	}
	s := Status{Ending: e.ending, Steps: now, Clipped: e.table.ClippedTargets()}
	decision := e.ending.By(e.oracle)
	if decision.At(scenes.Right) == now {
		s.Reward = 1
	}
	s.Terminated = decision.Verdict != scenes.Neither || e.ending.NonFinite > 0
	s.Truncated = !s.Terminated && now >= e.horizon
	e.running = !s.Terminated && !s.Truncated
	return s, nil
}
