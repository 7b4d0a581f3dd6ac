package physics

import (
	"cmp"
	"slices"
)

// This file is the broad phase: it finds the pairs of parts that may touch. A world has some forty parts, so their
// axis-aligned bounding boxes are compared pair by pair, O(n²), in a fixed order, which is also the order of all
// contacts; all pairs now and then, and those that are near each other in every substep.

// shape is a collision box of a part with its present place in the world.
type shape struct {
	part    Part
	local   Pose
	aligned bool // local.R is the identity
	Surface
	world box
	reach Vec     // half extents of the axis-aligned box around it (m)
	half  float64 // half the diagonal (m)
}

// owner is a part with its boxes, shapes[from:to], and their common axis-aligned bounding box from lo to hi.
type owner struct {
	part     Part
	from, to int32
	lo, hi   Vec
	at       Pose    // of the part where lo and hi were computed: while it sleeps, one substep before it came to rest
	motion   spatial // of the part there
	margin   float64 // how far the part may move in this substep (m); lo and hi are wider by it
	fatLo    Vec     // lo and hi when the list of near pairs was made, wider by fat
	fatHi    Vec
}

// fat (m) is by how much bounding boxes are widened for the list of near pairs, which is made anew when a moving part
// leaves its widened box. Normal: 0.03, what a hand passes through in a tenth of a second, and a quarter of all pairs.
// Half of it and twice of it cost the same; the pairs that overlap do not depend on it.
const fat = 0.03

// ownerPair are the indices of two owners that may touch each other, a < b.
type ownerPair struct{ a, b int32 }

// index sorts the shapes by part and rebuilds the lists of owners and pairs, after a box was added.
func (w *World) index() {
	slices.SortStableFunc(w.shapes, func(a, b shape) int {
		return cmp.Or(cmp.Compare(a.part.Kind, b.part.Kind), cmp.Compare(a.part.Index, b.part.Index))
	})
	w.owners, w.pairs, w.near = w.owners[:0], w.pairs[:0], w.near[:0]
	for i := range w.shapes {
		s := &w.shapes[i]
		if n := len(w.owners); n == 0 || w.owners[n-1].part != s.part {
			w.owners = append(w.owners, owner{part: s.part, from: int32(i)})
		}
		w.owners[len(w.owners)-1].to = int32(i + 1)
	}
	for i := range w.owners {
		w.updateBounds(&w.owners[i])
		for j := i + 1; j < len(w.owners); j++ {
			if interact(w.owners[i].part.Kind, w.owners[j].part.Kind) {
				w.pairs = append(w.pairs, ownerPair{int32(i), int32(j)})
			}
		}
	}
	w.wakeAll()
}

// interact reports whether parts of two kinds can touch. The arm has no contacts with itself, and rails none with each
// other or with static boxes: scenes are built so that these do not collide.
func interact(a, b Kind) bool {
	return a != b && !(a == Rail && b == Static) || a == FreeBody && b == FreeBody
}

// pose returns the world pose of a part's frame.
func (w *World) pose(p Part) Pose {
	switch p.Kind {
	case ArmPart:
		switch p.Index {
		case Hand:
			return w.arm.hand
		case FingerLeft, FingerRight:
			return w.arm.finger[p.Index-FingerLeft]
		}
		return w.arm.link[p.Index]
	case FreeBody:
		b := &w.bodies[p.Index]
		return Pose{b.p, b.r}
	case Rail:
		s := &w.sliders[p.Index]
		return Pose{s.Axis.Scale(s.q), Identity}
	}
	return Pose{R: Identity}
}

// motion returns the velocity of a part as a rigid motion about the world's origin.
func (w *World) motion(p Part) spatial {
	switch p.Kind {
	case ArmPart:
		if p.Index >= FingerLeft {
			return w.arm.motion[Joints-1].add(w.arm.slide[p.Index-FingerLeft].scale(w.arm.v[Fingers]))
		}
		return w.arm.motion[min(p.Index, Joints-1)]
	case FreeBody:
		b := &w.bodies[p.Index]
		o := b.omega()
		return spatial{o, b.v.Sub(o.Cross(b.p))}
	case Rail:
		s := &w.sliders[p.Index]
		return spatial{L: s.Axis.Scale(s.v)}
	}
	return spatial{}
}

// updateBounds moves an owner's boxes to the present place of its part, and bounds the space that they can reach in
// this substep.
func (w *World) updateBounds(o *owner) {
	o.at, o.motion = w.pose(o.part), w.motion(o.part)
	w.placeBoxes(o)
}

// placeBoxes moves an owner's boxes to o.at, and bounds the space that they can reach in a substep with o.motion. A
// point of a box at c with half diagonal r moves by at most h (|v + ω × c| + |ω| r).
func (w *World) placeBoxes(o *owner) {
	at, motion := &o.at, &o.motion
	turn := float64(w.settings.Step * motion.A.taxicab())
	o.margin = 0
	for i := o.from; i < o.to; i++ {
		s := &w.shapes[i]
		s.world.c = at.Apply(s.local.P)
		if s.world.r = at.R; !s.aligned {
			s.world.r = at.R.Mul(&s.local.R)
		}
		x, y, z := s.world.r.X.Abs(), s.world.r.Y.Abs(), s.world.r.Z.Abs()
		h := s.world.h
		s.reach = x.Scale(h.X).AddScaled(h.Y, y).AddScaled(h.Z, z)
		v := motion.L.Add(motion.A.Cross(s.world.c))
		o.margin = max(o.margin, float64(w.settings.Step*v.taxicab())+float64(turn*s.half))
		o.bound(s.world.c.Sub(s.reach), s.world.c.Add(s.reach), i == o.from)
	}
	o.margin = speculative + min(o.margin, mostAhead)
	m := Vec{o.margin, o.margin, o.margin}
	o.lo, o.hi = o.lo.Sub(m), o.hi.Add(m)
}

// bound extends the owner's bounding box by one more box; first starts it anew.
func (o *owner) bound(lo, hi Vec, first bool) {
	if first {
		o.lo, o.hi = lo, hi
		return
	}
	o.lo = Vec{min(o.lo.X, lo.X), min(o.lo.Y, lo.Y), min(o.lo.Z, lo.Z)}
	o.hi = Vec{max(o.hi.X, hi.X), max(o.hi.Y, hi.Y), max(o.hi.Z, hi.Z)}
}

// boundsOverlap reports whether the bounding boxes of two owners overlap, so that they may touch in this substep.
func boundsOverlap(a, b *owner) bool { return overlap(a.lo, a.hi, b.lo, b.hi) }

// overlap reports whether two axis-aligned boxes overlap.
func overlap(lo, hi, lo2, hi2 Vec) bool {
	return lo.X < hi2.X && lo2.X < hi.X && lo.Y < hi2.Y && lo2.Y < hi.Y && lo.Z < hi2.Z && lo2.Z < hi.Z
}

// nearShapes reports whether the axis-aligned bounding boxes of two boxes are closer than a margin (m).
func nearShapes(a, b *shape, margin float64) bool {
	d := a.world.c.Sub(b.world.c).Abs()
	return d.X < a.reach.X+b.reach.X+margin && d.Y < a.reach.Y+b.reach.Y+margin && d.Z < a.reach.Z+b.reach.Z+margin
}

// detect finds all touches of this substep, in the order of the owners.
func (w *World) detect() {
	inside := len(w.near) > 0
	for i := range w.owners {
		if o := &w.owners[i]; !w.resting(o.part) {
			w.updateBounds(o)
			inside = inside && o.fatLo.X <= o.lo.X && o.fatLo.Y <= o.lo.Y && o.fatLo.Z <= o.lo.Z &&
				o.hi.X <= o.fatHi.X && o.hi.Y <= o.fatHi.Y && o.hi.Z <= o.fatHi.Z
		}
	}
	if !inside {
		w.findNear()
	}
	w.close = w.close[:0]
	for _, p := range w.near {
		if boundsOverlap(&w.owners[p.a], &w.owners[p.b]) {
			w.close = append(w.close, p)
		}
	}
	w.wakeNear()
	w.old, w.touches = w.touches, w.old[:0]
	cursor := 0
	for _, p := range w.close {
		a, b := &w.owners[p.a], &w.owners[p.b]
		if w.resting(a.part) && w.resting(b.part) {
			w.carryTouches(newPairKey(p.a, p.b, 0, 0).owners(), &cursor)
		} else {
			w.narrow(p, a, b, &cursor)
		}
	}
}

// findNear makes the list of pairs whose widened bounding boxes overlap.
func (w *World) findNear() {
	wide := Vec{fat, fat, fat}
	for i := range w.owners {
		o := &w.owners[i]
		o.fatLo, o.fatHi = o.lo.Sub(wide), o.hi.Add(wide)
	}
	w.near = w.near[:0]
	for _, p := range w.pairs {
		if a, b := &w.owners[p.a], &w.owners[p.b]; overlap(a.fatLo, a.fatHi, b.fatLo, b.fatHi) {
			w.near = append(w.near, p)
		}
	}
}

// narrow runs the narrow phase on all pairs of boxes of two owners and adds their touches.
func (w *World) narrow(p ownerPair, a, b *owner, cursor *int) {
	var m manifold
	margin := a.margin + b.margin
	relative := w.relativeMotion(a, b)
	for i := a.from; i < a.to; i++ {
		for j := b.from; j < b.to; j++ {
			sa, sb := &w.shapes[i], &w.shapes[j]
			if !nearShapes(sa, sb, margin) {
				continue
			}
			margin := min(margin, w.approach(&relative, sa, sb))
			pair := newPairKey(p.a, p.b, i, j)
			old := w.predecessors(pair, cursor)
			if collide(&sa.world, &sb.world, margin, old, &m) {
				w.addTouches(pair, &m, old)
			}
		}
	}
}

// relativeMotion returns the motion of owner b relative to a.
func (w *World) relativeMotion(a, b *owner) (m spatial) {
	if !w.resting(b.part) {
		m = b.motion
	}
	if !w.resting(a.part) {
		m = m.add(a.motion.scale(-1))
	}
	return m
}

// approach returns the distance from which two boxes may meet in this substep (m), for the motion of one part relative
// to the other: a block in the hand has contacts with what is near it, however fast both are. The points of the smaller
// box, at c with half diagonal r, come nearer by at most h (|v + ω × c| + |ω| r).
func (w *World) approach(relative *spatial, a, b *shape) float64 {
	if b.half < a.half {
		a = b
	}
	v := relative.L.Add(relative.A.Cross(a.world.c))
	speed := v.taxicab() + float64(relative.A.taxicab()*a.half)
	return 2*speculative + min(float64(w.settings.Step*speed), 2*mostAhead)
}

// anyBoxesNear reports whether any boxes of two owners may touch in this substep.
func (w *World) anyBoxesNear(a, b *owner) bool {
	var m manifold
	margin := a.margin + b.margin
	for i := a.from; i < a.to; i++ {
		for j := b.from; j < b.to; j++ {
			sa, sb := &w.shapes[i], &w.shapes[j]
			if nearShapes(sa, sb, margin) && collide(&sa.world, &sb.world, margin, nil, &m) {
				return true
			}
		}
	}
	return false
}
