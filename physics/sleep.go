package physics

import "math"

// Sleep: a free body that has been still for a while on things that are still costs nothing until something that
// moves comes near it. Its velocity is set to zero, nothing else changes.
const (
	// stillSpeed (m/s) and stillTurn (rad/s): slower counts as still. Normal: 2e-3 and 2e-2. Ten times more stops boxes
	// that are still tipping; ten times less and rounding keeps stacks awake.
	stillSpeed = 2e-3
	stillTurn  = 2e-2
	// stillSteps is how many substeps in a row a body must be still. Normal: 60 (0.25 s at 240 Hz).
	stillSteps = 60
)

// resting says whether a part certainly does not move in this substep.
func (w *World) resting(p Part) bool {
	return p.Kind == Static || p.Kind == FreeBody && w.bodies[p.Index].asleep
}

// wake wakes every sleeping body that something restless has come near to: an arm part, a slider in motion or a body
// that is not still.
func (w *World) wake() {
	for i := range w.owners {
		o := &w.owners[i]
		if o.part.Kind != FreeBody || !w.bodies[o.part.Index].asleep {
			continue
		}
		for j := range w.owners {
			other := &w.owners[j]
			if w.restless(other.part) && near(o, other) {
				b := &w.bodies[o.part.Index]
				b.asleep, b.still = false, 0
				break
			}
		}
	}
}

func (w *World) restless(p Part) bool {
	switch p.Kind {
	case ArmPart:
		return true
	case FreeBody:
		return w.bodies[p.Index].still < stillSteps
	case Rail:
		return math.Abs(w.sliders[p.Index].v) > stillSpeed/10
	}
	return false
}

// settle counts still substeps and puts to sleep what may. A body sleeps when it has been still long enough and
// touches nothing restless.
func (w *World) settle() {
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.v.Dot(b.v) < stillSpeed*stillSpeed && b.w.Dot(b.w) < stillTurn*stillTurn {
			b.still++
		} else {
			b.still = 0
		}
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		if !b.asleep && b.still >= stillSteps && w.supported(i) {
			b.asleep = true
			b.v, b.w = Vec{}, Vec{}
		}
	}
}

// supported says whether body i touches something and nothing restless.
func (w *World) supported(i int) bool {
	touches := false
	for k := range w.contacts {
		c := &w.contacts[k]
		var other Part
		switch {
		case c.a.part.Kind == FreeBody && c.a.part.Index == i:
			other = c.b.part
		case c.b.part.Kind == FreeBody && c.b.part.Index == i:
			other = c.a.part
		default:
			continue
		}
		if w.restless(other) {
			return false
		}
		touches = touches || c.normal > 0
	}
	return touches
}
