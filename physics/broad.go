package physics

import (
	"cmp"
	"slices"
)

// Broad phase: which parts may touch at all. Parts are few (some forty), so their axis-aligned boxes are compared one
// by one, in a fixed order; that order is the order of all contacts.

// index sorts the shapes by owner and lists the owners.
func (w *World) index() {
	slices.SortStableFunc(w.shapes, func(a, b shape) int {
		return cmp.Or(cmp.Compare(a.part.Kind, b.part.Kind), cmp.Compare(a.part.Index, b.part.Index))
	})
	w.owners = w.owners[:0]
	for i := range w.shapes {
		s := &w.shapes[i]
		if n := len(w.owners); n == 0 || w.owners[n-1].part != s.part {
			w.owners = append(w.owners, owner{part: s.part, from: int32(i)})
		}
		o := &w.owners[len(w.owners)-1]
		o.to = int32(i + 1)
		s.owner = int32(len(w.owners) - 1)
	}
	for i := range w.owners {
		w.locate(&w.owners[i])
	}
	w.forget()
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

// locate moves an owner's boxes to where its part is and bounds them.
func (w *World) locate(o *owner) {
	at := w.pose(o.part)
	for i := o.from; i < o.to; i++ {
		s := &w.shapes[i]
		s.world.c = at.Apply(s.local.P)
		s.world.r = at.R.Mul(&s.local.R)
		x, y, z := s.world.r.X.Abs(), s.world.r.Y.Abs(), s.world.r.Z.Abs()
		h := s.world.h
		s.reach = x.Scale(h.X).AddScaled(h.Y, y).AddScaled(h.Z, z)
		lo, hi := s.world.c.Sub(s.reach), s.world.c.Add(s.reach)
		if i == o.from {
			o.lo, o.hi = lo, hi
			continue
		}
		o.lo = Vec{min(o.lo.X, lo.X), min(o.lo.Y, lo.Y), min(o.lo.Z, lo.Z)}
		o.hi = Vec{max(o.hi.X, hi.X), max(o.hi.Y, hi.Y), max(o.hi.Z, hi.Z)}
	}
}

// near says whether the bounds of two owners come closer than the speculative distance.
func near(a, b *owner) bool {
	return a.lo.X-b.hi.X < speculative && b.lo.X-a.hi.X < speculative &&
		a.lo.Y-b.hi.Y < speculative && b.lo.Y-a.hi.Y < speculative &&
		a.lo.Z-b.hi.Z < speculative && b.lo.Z-a.hi.Z < speculative
}

// nearShapes is near for two boxes.
func nearShapes(a, b *shape) bool {
	d := a.world.c.Sub(b.world.c).Abs()
	return d.X < a.reach.X+b.reach.X+speculative && d.Y < a.reach.Y+b.reach.Y+speculative &&
		d.Z < a.reach.Z+b.reach.Z+speculative
}

// interact says which kinds of parts touch each other. The arm does not touch itself; rails and what never moves
// are built so as not to collide.
func interact(a, b Kind) bool {
	return a != b && !(a == Rail && b == Static) || a == FreeBody && b == FreeBody
}

// detect finds all contacts, in the order of the owners.
func (w *World) detect() {
	for i := range w.owners {
		o := &w.owners[i]
		if o.part.Kind == Static {
			break // sorted last, never move
		}
		if !w.resting(o.part) {
			w.locate(o)
		}
	}
	w.wake()
	w.old, w.oldRefs = w.old[:0], append(w.oldRefs[:0], w.touched...)
	for i := range w.contacts {
		w.old = append(w.old, w.contacts[i].contactSeed)
	}
	w.contacts, w.touched = w.contacts[:0], w.touched[:0]
	cursor := 0
	for i := range w.owners {
		a := &w.owners[i]
		for j := i + 1; j < len(w.owners); j++ {
			b := &w.owners[j]
			if !interact(a.part.Kind, b.part.Kind) || !near(a, b) {
				continue
			}
			if w.resting(a.part) && w.resting(b.part) {
				continue
			}
			w.pairs(a, b, &cursor)
		}
	}
}

// pairs runs the narrow phase over the boxes of two owners.
func (w *World) pairs(a, b *owner, cursor *int) {
	var m manifold
	for i := a.from; i < a.to; i++ {
		for j := b.from; j < b.to; j++ {
			sa, sb := &w.shapes[i], &w.shapes[j]
			if nearShapes(sa, sb) && collide(&sa.world, &sb.world, speculative, &m) {
				w.addContacts(uint32(i)<<16|uint32(j), sa, sb, &m, cursor)
			}
		}
	}
}
