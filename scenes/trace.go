package scenes

import (
	"fmt"
	"slices"

	"counterpoise/physics"
)

// Goal is what a task wants of the tabletop at a moment: which part has to be moved, and how far it still is from success.
type Goal struct {
	Part    physics.Part
	At      physics.Vec // where the part is to be taken hold of (m)
	Missing float64     // how far the part must still move (m), 0 when it has gone far enough
}

// Moment is one line of a trace: why a rollout went as it went.
type Moment struct {
	Step    int
	TCP     physics.Vec // m
	Width   float64     // of the gripper's opening (m)
	Phase   Phase
	Reach   float64  // distance of the tool centre point from where the part is to be taken hold of (m)
	Missing float64  // how far the part must still move (m)
	Touches []string // by the robot or the part: "right finger on red block", in a fixed order, each pair once
	Success bool
}

// Phase is how far a rollout has come, read from the state alone, so that it means the same for experts and policies.
type Phase string

// The phases, in the order in which a successful rollout passes through them. A rollout that stays in one of them
// shows what it could not do.
const (
	Reaching Phase = "reaching" // the robot doesn't touch the part
	Touching Phase = "touching" // it does, but not with both fingers
	Gripping Phase = "gripping" // both fingers are on the part
	Moving   Phase = "moving"   // and the part has begun to go where it should
	Done     Phase = "done"     // success
)

// begun (m) is how far a part has gone when it counts as moving.
const begun = 2e-3

// Trace describes the present moment as the task sees it.
func (t *Tabletop) Trace(task Task) Moment {
	q, _ := t.world.ArmState()
	goal := task.Goal(t)
	m := Moment{
		Step: t.steps, TCP: t.TCP().P, Width: float64(2 * q[physics.Fingers]),
		Missing: goal.Missing, Success: task.Success(t),
	}
	m.Reach = m.TCP.Sub(goal.At).Norm()
	var left, right, any bool
	for c := range t.world.Contacts {
		if c.A.Kind != physics.ArmPart && c.A != goal.Part && c.B != goal.Part {
			continue
		}
		m.Touches = append(m.Touches, fmt.Sprintf("%s on %s", partName(c.A), partName(c.B)))
		if c.A.Kind == physics.ArmPart && c.B == goal.Part {
			any = true
			left = left || c.A.Index == physics.FingerLeft
			right = right || c.A.Index == physics.FingerRight
		}
	}
	slices.Sort(m.Touches)
	m.Touches = slices.Compact(m.Touches)
	m.Phase = phase(any, left && right, goal.start()-goal.Missing > begun, m.Success)
	return m
}

// start is how far the part had to move when the task began: the threshold of its kind.
func (g *Goal) start() float64 {
	if g.Part.Kind == physics.FreeBody {
		return liftHeight
	}
	for _, o := range openings {
		if o.slider == g.Part.Index {
			return o.far
		}
	}
	return 0
}

func phase(touching, gripping, moving, done bool) Phase {
	switch {
	case done:
		return Done
	case gripping && moving:
		return Moving
	case gripping:
		return Gripping
	case touching:
		return Touching
	}
	return Reaching
}

// partName is what a person calls a part of the tabletop.
func partName(p physics.Part) string {
	switch p.Kind {
	case physics.FreeBody:
		return [blockCount]string{"red block", "blue block", "pink block"}[p.Index]
	case physics.Rail:
		return [sliderCount]string{"door", "drawer", "button", "switch"}[p.Index]
	case physics.Static:
		return fixedBoxes[p.Index].name
	}
	return p.String()
}
