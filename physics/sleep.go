package physics

import "math"

// Sleep: bodies and sliders that have been still for stillSteps, and touch only parts that are still, are not simulated
// until something that moves comes near. The solver treats a sleeping part as one that never moves. Falling asleep sets
// the velocity to zero and changes nothing else.
const (
	// stillSpeed (m/s) and stillTurn (rad/s) are the speeds below which a body is still. Normal: 2e-3 and 2e-2. Ten
	// times more stops boxes that are still tipping; ten times less and rounding keeps stacks awake.
	stillSpeed = 2e-3
	stillTurn  = 2e-2
	// stillSlide (m/s) is the same for sliders, whose dry friction holds them much stiller. Normal: 1e-5. At
	// stillSpeed, a drawer that is pulled slowly stops.
	stillSlide = 1e-5
	// stillSteps is how many substeps in a row a part must be still. Normal: 60 (0.25 s at 240 Hz). With a few, boxes
	// fall asleep at the top of a bounce.
	stillSteps = 60
)

// resting reports whether a part does not move in this substep: static or asleep.
func (w *World) resting(p Part) bool { return p.Kind == Static || w.sleeps(p) }

// sleeps reports whether a part is asleep.
func (w *World) sleeps(p Part) bool {
	switch p.Kind {
	case FreeBody:
		return w.bodies[p.Index].asleep
	case Rail:
		return w.sliders[p.Index].asleep
	}
	return false
}

// wakeNear wakes every sleeping part to which an awake part has come near, and those near it in turn. Parts fall asleep
// together with all that they touch, so an awake neighbour is one that has just arrived.
func (w *World) wakeNear() {
	for again := true; again; {
		again = false
		for _, p := range w.close {
			a, b := &w.owners[p.a], &w.owners[p.b]
			if b.part.Kind == Static || w.resting(a.part) == w.resting(b.part) || !w.anyBoxesNear(a, b) {
				continue
			}
			w.wakePart(a.part)
			w.wakePart(b.part)
			again = true
		}
	}
}

// wakePart wakes a part and restarts its count of still substeps.
func (w *World) wakePart(p Part) {
	switch p.Kind {
	case FreeBody:
		b := &w.bodies[p.Index]
		b.asleep, b.still = false, 0
	case Rail:
		s := &w.sliders[p.Index]
		s.asleep, s.still = false, 0
	}
}

// wakeAll wakes everything and drops all touches, after a part was added or placed elsewhere.
func (w *World) wakeAll() {
	for i := range w.bodies {
		w.wakePart(Part{FreeBody, i})
	}
	for i := range w.sliders {
		w.wakePart(Part{Rail, i})
	}
	w.touches = w.touches[:0]
}

// updateSleep counts still substeps and puts to sleep the parts that may sleep.
func (w *World) updateSleep() {
	tired := false
	for i := range w.bodies {
		if b := &w.bodies[i]; !b.asleep {
			o := b.omega()
			b.still = count(b.still, b.v.Dot(b.v) < stillSpeed*stillSpeed && o.Dot(o) < stillTurn*stillTurn)
			tired = tired || b.still >= w.sleepAfter
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			s.still = count(s.still, math.Abs(s.v) < stillSlide)
			tired = tired || s.still >= w.sleepAfter
		}
	}
	if tired {
		w.keepAwake()
		w.sleepCalm()
	}
}

// count returns n + 1 for a still substep, else 0.
func count(n int32, still bool) int32 {
	if !still {
		return 0
	}
	return n + 1
}

// canRest reports whether a part is at rest or may be put to sleep.
func (w *World) canRest(p Part) bool {
	switch p.Kind {
	case FreeBody:
		b := &w.bodies[p.Index]
		return b.asleep || b.still >= w.sleepAfter && !b.held
	case Rail:
		s := &w.sliders[p.Index]
		return s.asleep || s.still >= w.sleepAfter && !s.held
	}
	return p.Kind == Static
}

// keepPartAwake keeps a part from falling asleep in this substep, and wakes it if it sleeps: wakeNear may have missed
// it, because whether two boxes at a common edge touch can depend on the face that touched in the last substep.
func (w *World) keepPartAwake(p Part) {
	if w.sleeps(p) {
		w.wakePart(p)
	}
	switch p.Kind {
	case FreeBody:
		w.bodies[p.Index].held = true
	case Rail:
		w.sliders[p.Index].held = true
	}
}

// keepAwake keeps bodies that are not carried awake, and every part that touches one that cannot rest, until no more
// are found: an arm that leans on the last of a row of boxes keeps them all awake.
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
			if pb.Kind != Static && w.canRest(pa) != w.canRest(pb) {
				w.keepPartAwake(pa)
				w.keepPartAwake(pb)
				again = true
			}
		}
	}
}

// carried reports whether body i is loaded at three points or more. On one or two points it may be tipping, and would
// stop in the air if it fell asleep.
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

// sleepCalm puts to sleep every part that can rest.
func (w *World) sleepCalm() {
	for i := range w.bodies {
		if b := &w.bodies[i]; w.canRest(Part{FreeBody, i}) {
			b.asleep, b.v, b.l = true, Vec{}, Vec{}
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; w.canRest(Part{Rail, i}) {
			s.asleep, s.v = true, 0
		}
	}
}
