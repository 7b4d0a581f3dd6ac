package replay

import (
	"fmt"
	"math"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Verdict says whether an oracle saw success.
type Verdict struct {
	Success bool `json:"success"`
	// Step is the first control step, from 1, after which it did; 0 without success.
	Step int `json:"step"`
}

// verdict returns what an oracle's decision says about success.
func verdict(d scenes.Decision) *Verdict {
	return &Verdict{Success: d.Verdict == scenes.Right, Step: d.At(scenes.Right)}
}

// Result is how the replay of one episode went.
type Result struct {
	Episode   int    `json:"episode"` // its number in the dataset, from 0
	Task      string `json:"task"`
	Behaviour string `json:"behaviour,omitempty"` // empty where neither the dataset nor the caller names one
	Style     string `json:"style,omitempty"`
	Frames    int    `json:"frames"` // actions played
	// Earned and CALVIN are the verdicts of both oracles (scenes/oracle.go); nil where the task has no oracle here.
	Earned *Verdict `json:"earned"`
	CALVIN *Verdict `json:"calvin"`
	// Recorded is what the dataset says about the episode's success. It is nil where the dataset says nothing, and
	// where the caller asks for another task or behaviour than the recorded one: a success of that would be something
	// else.
	Recorded *bool `json:"recorded_success,omitempty"`
	// How far the tool centre point is from the recorded one in the last frame: distance (mm) and angle (degrees) of
	// the rotation between both. Recordings end with the state before the last action, so that is where both are
	// compared.
	EndDistance float64 `json:"end_mm"`
	EndAngle    float64 `json:"end_deg"`
	// The greatest distance (mm) in any frame.
	MostDistance float64 `json:"most_mm"`
	// Moved are the numbers of the start state beyond their ranges, for which the replay has the end of the range.
	Moved []scenes.Excess `json:"start_moved,omitempty"`
	// Unplayable says why the episode was not played; all results are then empty. Empty if it was.
	Unplayable string `json:"unplayable,omitempty"`
	// Clipped is the number of actions whose target lay beyond the arm's reach (scenes.MaxReach) and was moved back.
	Clipped int `json:"clipped_targets"`
}

// play replays one episode on a tabletop. watch, if not nil, is called at the start and after each control step.
func (e *recording) play(t *scenes.Tabletop, watch func(*scenes.Tabletop)) (*Result, error) {
	moved, err := t.Restore(&e.frames[0])
	if err != nil {
		return nil, unplayable{fmt.Errorf("frame 0: %w; mend it or leave the episode out", err)}
	}
	r := &Result{
		Episode: e.number, Task: e.goal.task, Behaviour: e.goal.behaviour, Style: e.labels["style"],
		Frames: len(e.frames), Recorded: e.recorded, Moved: moved,
	}
	if e.goal.outcome != nil {
		e.goal.equip(t)
	}
	var earned, calvin scenes.Decision
	for i, a := range e.actions {
		if watch != nil {
			watch(t)
		}
		r.EndDistance, r.EndAngle = apart(t.TCP(), recordedPose(&e.frames[i]))
		r.MostDistance = math.Max(r.MostDistance, r.EndDistance)
		if err := e.step(t, a); err != nil {
			return nil, err
		}
		if e.goal.outcome != nil {
			now := e.goal.outcome(t)
			earned.Add(now.Earned, i+1)
			calvin.Add(now.CALVIN, i+1)
		}
	}
	if watch != nil {
		watch(t)
	}
	if e.goal.outcome != nil {
		r.Earned, r.CALVIN = verdict(earned), verdict(calvin)
	}
	r.Clipped = t.ClippedTargets()
	return r, nil
}

// step executes one action.
func (e *recording) step(t *scenes.Tabletop, a [scenes.ActionSize]float32) error {
	if e.kind == Absolute {
		return t.StepAbsolute(scenes.AbsoluteAction(a))
	}
	return t.Step(scenes.Action(a))
}

// recordedPose returns the pose of the tool centre point in a frame.
func recordedPose(o *scenes.Observation) physics.Pose {
	at := func(i int) physics.Vec {
		return physics.Vec{X: float64(o.Robot[i]), Y: float64(o.Robot[i+1]), Z: float64(o.Robot[i+2])}
	}
	return physics.Pose{P: at(scenes.RobotTCP), R: physics.FromEuler(at(scenes.RobotEuler))}
}

// apart returns the distance between two poses (mm) and the angle of the rotation between them (degrees).
func apart(a, b physics.Pose) (mm, degrees float64) {
	turn := a.R.MulT(&b.R)
	return 1e3 * a.P.Sub(b.P).Norm(), turn.RotationVector().Norm() * 180 / math.Pi
}
