package scenes

import (
	"fmt"
	"slices"

	"counterpoise/physics"
)

// Moment describes one control step of a rollout for a person who wants to see why it went as it did.
type Moment struct {
	Step    int         // control steps since Begin
	TCP     physics.Vec // position of the tool centre point (m)
	Width   float64     // width of the gripper's opening (m)
	Phase   Phase
	Reach   float64  // distance of the tool centre point from the task's grasp point (m)
	Missing float64  // how far the part must still move (m)
	Touches []string // contacts of the robot or of the part, such as "right finger on red block"; sorted, each once
	Outcome Outcome
}

// Phase is how far a rollout has come. It is read from the state alone, so it means the same for demonstrators and
// policies.
type Phase string

// The phases, in the order in which a successful rollout passes through them. A rollout that stays in one of them
// failed at what leads to the next.
const (
	Reaching Phase = "reaching" // the robot does not touch the part
	Touching Phase = "touching" // it touches the part, but not with both fingers
	Gripping Phase = "gripping" // both fingers touch the part
	Moving   Phase = "moving"   // both fingers touch the part, and it has moved towards the goal
	Done     Phase = "done"     // the requested behaviour is achieved, by the given oracle
)

// movedAtLeast is how far a part has moved towards its goal when the phase is Moving (m).
const movedAtLeast = 2e-3

// Trace describes the present state with regard to a task; the oracle decides whether the phase is Done.
func (t *Tabletop) Trace(task Task, oracle Oracle) Moment {
	q, _ := t.world.ArmState()
	goal := task.Goal(t)
	m := Moment{
		Step: t.steps, TCP: t.TCP().P, Width: float64(2 * q[physics.Fingers]),
		Missing: goal.Missing, Outcome: task.Outcome(t),
	}
	m.Reach = m.TCP.Sub(goal.At).Norm()
	var left, right, touching bool
	for c := range t.world.Contacts {
		if c.A.Kind != physics.ArmPart && c.A != goal.Part && c.B != goal.Part {
			continue
		}
		m.Touches = append(m.Touches, fmt.Sprintf("%s on %s", partName(c.A), partName(c.B)))
		if c.A.Kind == physics.ArmPart && c.B == goal.Part {
			touching = true
			left = left || c.A.Index == physics.FingerLeft
			right = right || c.A.Index == physics.FingerRight
		}
	}
	slices.Sort(m.Touches)
	m.Touches = slices.Compact(m.Touches)
	done := m.Outcome.By(oracle) == Right
	m.Phase = phase(touching, left && right, goal.Distance-goal.Missing > movedAtLeast, done)
	return m
}

// phase returns the phase of a state in which the robot touches the part, both fingers do, the part has moved, and the
// task is fulfilled.
func phase(touching, gripping, moved, success bool) Phase {
	switch {
	case success:
		return Done
	case gripping && moved:
		return Moving
	case gripping:
		return Gripping
	case touching:
		return Touching
	}
	return Reaching
}

// partName returns the name of a part of the tabletop in traces.
func partName(p physics.Part) string {
	switch p.Kind {
	case physics.FreeBody:
		return blockNames[p.Index]
	case physics.Rail:
		return sliderNames[p.Index]
	case physics.Static:
		return fixedBoxes[p.Index].name
	}
	return p.String()
}
