package physics

import "math"

// Sleep: bodies and sliders that have been still for a while, and touch only what is still, cost nothing until
// something that moves comes near. A sleeping part is to the others like one that never moves. Its velocity is set to
// zero, nothing else changes.
const (
	// stillSpeed (m/s) and stillTurn (rad/s): slower counts as still. Normal: 2e-3 and 2e-2. Ten times more stops boxes
	// that are still tipping; ten times less and rounding keeps stacks awake.
	stillSpeed = 2e-3
	stillTurn  = 2e-2
	// stillSlide (m/s) is the same for sliders, whose dry friction holds them much stiller. Normal: 1e-5. At
	// stillSpeed, a drawer that is pulled slowly stops.
	stillSlide = 1e-5
	// stillSteps is how many substeps in a row a part must be still. Normal: 60 (0.25 s at 240 Hz). With a few, boxes
	// fall asleep at the top of a bounce.
	stillSteps = 60
)

// resting says whether a part certainly does not move in this substep.
func (w *World) resting(p Part) bool {
	switch p.Kind {
	case FreeBody:
		return w.bodies[p.Index].asleep
	case Rail:
		return w.sliders[p.Index].asleep
	}
	return p.Kind == Static
}

// wake wakes every sleeper that something awake has come near to, and those near it in turn. Parts fall asleep together
// with all that they touch, so an awake neighbour is one that has just arrived.
func (w *World) wake() {
	for again := true; again; {
		again = false
		for _, p := range w.close {
			a, b := &w.owners[p.a], &w.owners[p.b]
			if b.part.Kind == Static || w.resting(a.part) == w.resting(b.part) || !w.meet(a, b) {
				continue
			}
			w.stir(a.part)
			w.stir(b.part)
			again = true
		}
	}
}

// stir wakes a part, or keeps it awake for another while.
func (w *World) stir(p Part) {
	switch p.Kind {
	case FreeBody:
		b := &w.bodies[p.Index]
		b.asleep, b.still = false, 0
	case Rail:
		s := &w.sliders[p.Index]
		s.asleep, s.still = false, 0
	}
}

// rouse wakes everything and forgets the touches: something was put elsewhere.
func (w *World) rouse() {
	for i := range w.bodies {
		w.stir(Part{FreeBody, i})
	}
	for i := range w.sliders {
		w.stir(Part{Rail, i})
	}
	w.touches = w.touches[:0]
}

// settle counts still substeps and puts to sleep what may.
func (w *World) settle() {
	tired := false
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.asleep {
			o := b.omega()
			b.still = count(b.still, b.v.Dot(b.v) < stillSpeed*stillSpeed && o.Dot(o) < stillTurn*stillTurn)
			tired = tired || b.still >= w.patience
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.still = count(s.still, math.Abs(s.v) < stillSlide)
			tired = tired || s.still >= w.patience
		}
	}
	if tired {
		w.keepAwake()
		w.doze()
	}
}

func count(n int32, still bool) int32 {
	if !still {
		return 0
	}
	return n + 1
}

// calm says whether a part is at rest, or may be put to rest.
func (w *World) calm(p Part) bool {
	switch p.Kind {
	case FreeBody:
		b := &w.bodies[p.Index]
		return b.asleep || b.still >= w.patience && !b.held
	case Rail:
		s := &w.sliders[p.Index]
		return s.asleep || s.still >= w.patience && !s.held
	}
	return p.Kind == Static
}

// hold keeps a part awake for this substep.
func (w *World) hold(p Part) {
	switch p.Kind {
	case FreeBody:
		w.bodies[p.Index].held = true
	case Rail:
		w.sliders[p.Index].held = true
	}
}

// keepAwake holds bodies that are not carried and every part that touches one that isn't calm, until there are no
// more: an arm that leans on the last of a row of boxes keeps them all awake.
func (w *World) keepAwake() {
	for i := range w.bodies {
		w.bodies[i].held = !w.carried(i)
	}
	for i := range w.sliders {
		w.sliders[i].held = false
	}
	for again := true; again; {
		again = false
		for i := range w.touches {
			a, b := w.touches[i].pair.boxes()
			pa, pb := w.shapes[a].part, w.shapes[b].part
			if pb.Kind != Static && w.calm(pa) != w.calm(pb) {
				w.hold(pa)
				w.hold(pb)
				again = true
			}
		}
	}
}

// carried says whether body i stands on three points or more. On one or two it balances, and would stop falling if it
// fell asleep.
func (w *World) carried(i int) bool {
	points := 0
	for k := range w.touches {
		t := &w.touches[k]
		a, b := t.pair.boxes()
		body := Part{FreeBody, i}
		if t.normal > 0 && (w.shapes[a].part == body || w.shapes[b].part == body) {
			points++
		}
	}
	return points >= 3
}

// doze puts to sleep what is calm.
func (w *World) doze() {
	for i := range w.bodies {
		if b := &w.bodies[i]; w.calm(Part{FreeBody, i}) {
			b.asleep, b.v, b.l = true, Vec{}, Vec{}
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; w.calm(Part{Rail, i}) {
			s.asleep, s.v = true, 0
		}
	}
}
