package physics

import (
	"cmp"
	"slices"
)

// Broad phase: which parts may touch at all. Parts are few (some forty), so their axis-aligned boxes are compared one
// by one, in a fixed order; that order is the order of all contacts.

// shape is a box and where it is now.
type shape struct {
	part  Part
	local Pose
	Surface
	world box
	reach Vec     // half extents of the axis-aligned box around it (m)
	half  float64 // half the diagonal (m)
}

// owner is a part with its boxes shapes[from:to] and their common axis-aligned box.
type owner struct {
	part     Part
	from, to int32
	lo, hi   Vec
	margin   float64 // how far it may come in this substep (m); lo and hi are that much wider
}

// ownerPair are two owners that may touch each other.
type ownerPair struct{ a, b int32 }

// index sorts the shapes by owner and lists the owners and their pairs.
func (w *World) index() {
	slices.SortStableFunc(w.shapes, func(a, b shape) int {
		return cmp.Or(cmp.Compare(a.part.Kind, b.part.Kind), cmp.Compare(a.part.Index, b.part.Index))
	})
	w.owners, w.pairs = w.owners[:0], w.pairs[:0]
	for i := range w.shapes {
		s := &w.shapes[i]
		if n := len(w.owners); n == 0 || w.owners[n-1].part != s.part {
			w.owners = append(w.owners, owner{part: s.part, from: int32(i)})
		}
		w.owners[len(w.owners)-1].to = int32(i + 1)
	}
	for i := range w.owners {
		w.locate(&w.owners[i])
		for j := i + 1; j < len(w.owners); j++ {
			if interact(w.owners[i].part.Kind, w.owners[j].part.Kind) {
				w.pairs = append(w.pairs, ownerPair{int32(i), int32(j)})
			}
		}
	}
	w.rouse()
}

// interact says which kinds of parts touch each other. The arm does not touch itself; rails and what never moves
// are built so as not to collide.
func interact(a, b Kind) bool {
	return a != b && !(a == Rail && b == Static) || a == FreeBody && b == FreeBody
}

// pose is where a part's frame is.
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

// motion is how a part moves: its velocity as a rigid motion about the world's origin.
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

// locate moves an owner's boxes to where its part is and bounds what they can reach in this substep.
func (w *World) locate(o *owner) {
	at, motion := w.pose(o.part), w.motion(o.part)
	turn := float64(w.settings.Step * motion.A.taxicab())
	o.margin = 0
	for i := o.from; i < o.to; i++ {
		s := &w.shapes[i]
		s.world.c = at.Apply(s.local.P)
		s.world.r = at.R.Mul(&s.local.R)
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

// bound widens the owner's bounds to hold one more box.
func (o *owner) bound(lo, hi Vec, first bool) {
	if first {
		o.lo, o.hi = lo, hi
		return
	}
	o.lo = Vec{min(o.lo.X, lo.X), min(o.lo.Y, lo.Y), min(o.lo.Z, lo.Z)}
	o.hi = Vec{max(o.hi.X, hi.X), max(o.hi.Y, hi.Y), max(o.hi.Z, hi.Z)}
}

// near says whether two owners could come to touch in this substep.
func near(a, b *owner) bool {
	return a.lo.X < b.hi.X && b.lo.X < a.hi.X && a.lo.Y < b.hi.Y && b.lo.Y < a.hi.Y && a.lo.Z < b.hi.Z &&
		b.lo.Z < a.hi.Z
}

// nearShapes says whether the axis-aligned boxes around two boxes are closer than a margin.
func nearShapes(a, b *shape, margin float64) bool {
	d := a.world.c.Sub(b.world.c).Abs()
	return d.X < a.reach.X+b.reach.X+margin && d.Y < a.reach.Y+b.reach.Y+margin && d.Z < a.reach.Z+b.reach.Z+margin
}

// detect finds all touches, in the order of the owners.
func (w *World) detect() {
	for i := range w.owners {
		if o := &w.owners[i]; !w.resting(o.part) {
			w.locate(o)
		}
	}
	w.close = w.close[:0]
	for _, p := range w.pairs {
		if near(&w.owners[p.a], &w.owners[p.b]) {
			w.close = append(w.close, p)
		}
	}
	w.wake()
	w.old, w.touches = w.touches, w.old[:0]
	cursor := 0
	for _, p := range w.close {
		a, b := &w.owners[p.a], &w.owners[p.b]
		if w.resting(a.part) && w.resting(b.part) {
			w.keepTouches(newPairKey(p.a, p.b, 0, 0).owners(), &cursor)
		} else {
			w.narrow(p, a, b, &cursor)
		}
	}
}

// narrow runs the narrow phase over the boxes of two owners.
func (w *World) narrow(p ownerPair, a, b *owner, cursor *int) {
	var m manifold
	margin := a.margin + b.margin
	for i := a.from; i < a.to; i++ {
		for j := b.from; j < b.to; j++ {
			sa, sb := &w.shapes[i], &w.shapes[j]
			if nearShapes(sa, sb, margin) && collide(&sa.world, &sb.world, margin, &m) {
				w.addTouches(newPairKey(p.a, p.b, i, j), &m, cursor)
			}
		}
	}
}

// meet says whether any boxes of two owners could come to touch in this substep.
func (w *World) meet(a, b *owner) bool {
	var m manifold
	margin := a.margin + b.margin
	for i := a.from; i < a.to; i++ {
		for j := b.from; j < b.to; j++ {
			sa, sb := &w.shapes[i], &w.shapes[j]
			if nearShapes(sa, sb, margin) && collide(&sa.world, &sb.world, margin, &m) {
				return true
			}
		}
	}
	return false
}
