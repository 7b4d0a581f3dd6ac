package physics

import (
	"encoding/binary"
	"errors"
	"math"
)

// stateMagic identifies the layout of saved states; every change of the layout changes it.
const stateMagic = 0x43505702

// errState is the error of Load for bytes that are not a state of this world.
var errState = errors.New("physics: these bytes are not a state of this world: " +
	"damaged, or saved by another version or from other parts")

// Save appends the whole state of the world to buf: all that Step reads and writes, so that a loaded world goes on
// bit for bit as the saved one would have. The description (masses, shapes) is not part of it; its digest is, and a
// checksum.
//
// The layout is 64-bit little-endian words: magic, digest of the description, number of touches, the numbers of the
// state, the counters of sleep, the touches, checksum. If parts with boxes sleep, the bounds of these follow, in the
// order of the owners, as the pose and the motion of which they were computed, then a checksum of them. A part falls
// asleep at the end of a substep, after its bounds were computed, so these are not those of its present pose, and what
// hits it meets its boxes there.
func (w *World) Save(buf []byte) []byte {
	buf = w.AppendState(buf)
	from := len(buf)
	for i := range w.owners {
		if o := &w.owners[i]; w.sleeps(o.part) {
			o.eachNumber(func(x *float64) { buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(*x)) })
		}
	}
	if len(buf) > from {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(sum(buf[from:])))
	}
	return buf
}

// AppendState appends what Save does, without the bounds of sleeping parts. It is what hashes of the state are computed
// from; Load refuses it where parts sleep.
func (w *World) AppendState(buf []byte) []byte {
	from := len(buf)
	put := func(x uint64) { buf = binary.LittleEndian.AppendUint64(buf, x) }
	put(stateMagic)
	put(w.description())
	put(uint64(len(w.touches)))
	w.eachNumber(func(x *float64) { put(math.Float64bits(*x)) })
	w.eachSleepCounter(func(still *int32, asleep *bool) { put(uint64(*still)<<1 | b2u(*asleep)) })
	for i := range w.touches {
		t := &w.touches[i]
		put(uint64(t.pair))
		put(uint64(t.id))
		t.eachNumber(func(x *float64) { put(math.Float64bits(*x)) })
	}
	put(uint64(sum(buf[from:])))
	return buf
}

const (
	touchWords  = 12 // words of a saved touch
	boundsWords = 18 // words of the saved bounds of a sleeping part
)

// Load restores a state that Save wrote. On an error the world is unchanged.
func (w *World) Load(state []byte) error {
	words := w.fixedWords()
	if len(state)%8 != 0 || len(state) < 8*words {
		return errState
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(state[8*i:]) }
	touches := word(2)
	if word(0) != stateMagic || word(1) != w.description() || touches > maxBoxes {
		return errState
	}
	own := 8 * (words + touchWords*int(touches))
	if len(state) < own || !intact(state[:own]) || !w.fitsTouches(state[8*(words-1):own-8]) {
		return errState
	}
	counters := state[8*(words-1-w.sleepers()) : 8*(words-1)]
	if !fitCounters(counters) || !w.fitsSleepers(counters, state[own:]) {
		return errState
	}
	next := 3
	get := func() uint64 { next++; return word(next - 1) }
	w.eachNumber(func(x *float64) { *x = math.Float64frombits(get()) })
	w.eachSleepCounter(func(still *int32, asleep *bool) {
		x := get()
		*still, *asleep = int32(x>>1), x&1 == 1
	})
	w.touches = w.touches[:0]
	for range touches {
		t := touch{pair: pairKey(get()), id: uint32(get())}
		t.eachNumber(func(x *float64) { *x = math.Float64frombits(get()) })
		w.touches = append(w.touches, t)
	}
	for i := range w.bodies {
		w.bodies[i].orient()
	}
	w.updateDerived()
	next = own / 8
	for i := range w.owners {
		if o := &w.owners[i]; w.sleeps(o.part) {
			o.eachNumber(func(x *float64) { *x = math.Float64frombits(get()) })
			w.placeBoxes(o)
		}
	}
	return nil
}

// intact reports whether the last word of some words is the checksum of those before it.
func intact(words []byte) bool {
	n := len(words) - 8
	return n >= 0 && uint64(sum(words[:n])) == binary.LittleEndian.Uint64(words[n:])
}

// fitCounters reports whether saved counters of sleep are in the range of such counters.
func fitCounters(counters []byte) bool {
	for ; len(counters) > 0; counters = counters[8:] {
		if binary.LittleEndian.Uint64(counters)>>1 > math.MaxInt32 {
			return false
		}
	}
	return true
}

// fitsTouches reports whether saved touches are of boxes of this world that may touch, in the order of their keys and
// no more of two boxes than a manifold has.
func (w *World) fitsTouches(touches []byte) bool {
	last, points := pairKey(0), 0
	for ; len(touches) > 0; touches = touches[8*touchWords:] {
		pair, id := pairKey(binary.LittleEndian.Uint64(touches)), binary.LittleEndian.Uint64(touches[8:])
		if pair != last {
			points = 0
		}
		if points++; pair < last || points > len(manifold{}.pts) || id > math.MaxUint32 || !w.mayTouch(pair) {
			return false
		}
		last = pair
	}
	return true
}

// mayTouch reports whether a key is of two boxes of this world that may touch.
func (w *World) mayTouch(pair pairKey) bool {
	i, j := int(pair>>48), int(pair>>32&0xffff)
	if i >= j || j >= len(w.owners) {
		return false
	}
	boxA, boxB := pair.boxes()
	a, b := &w.owners[i], &w.owners[j]
	return interact(a.part.Kind, b.part.Kind) && a.holds(boxA) && b.holds(boxB)
}

// holds reports whether a box is one of the owner's.
func (o *owner) holds(box int) bool { return box >= int(o.from) && box < int(o.to) }

// fitsSleepers reports whether saved bounds are those of as many parts as sleep by the saved counters.
func (w *World) fitsSleepers(counters, bounds []byte) bool {
	words := 0
	for i := range w.owners {
		at := w.owners[i].part.Index
		switch w.owners[i].part.Kind {
		case Rail:
			at += len(w.bodies)
		case FreeBody:
		default:
			continue
		}
		words += boundsWords * int(counters[8*at]&1)
	}
	if words == 0 {
		return len(bounds) == 0
	}
	return len(bounds) == 8*(words+1) && intact(bounds)
}

// sleepers returns the number of parts that can sleep.
func (w *World) sleepers() int { return len(w.bodies) + len(w.sliders) }

// fixedWords returns the number of words of a saved state without touches.
func (w *World) fixedWords() int {
	n := 4 + w.sleepers()
	w.eachNumber(func(*float64) { n++ })
	return n
}

// Hash returns a 64-bit hash of the whole state. Equal states have equal hashes.
func (w *World) Hash() uint64 {
	w.scratch = w.AppendState(w.scratch[:0])
	return binary.LittleEndian.Uint64(w.scratch[len(w.scratch)-8:]) // its checksum
}

// Finite reports whether every number of the state is finite.
func (w *World) Finite() bool {
	ok := true
	w.eachNumber(func(x *float64) { ok = ok && !math.IsNaN(*x) && !math.IsInf(*x, 0) })
	return ok
}

// eachNumber calls f for every number of the state except those of the touches, in a fixed order; f may change it.
func (w *World) eachNumber(f func(*float64)) {
	vec := func(v *Vec) { f(&v.X); f(&v.Y); f(&v.Z) }
	if a := w.arm; a != nil {
		for _, s := range [...]*[DOF]float64{&a.q, &a.v, &a.ref, &a.refV, &a.target} {
			for i := range s {
				f(&s[i])
			}
		}
	}
	for i := range w.bodies {
		b := &w.bodies[i]
		vec(&b.p)
		f(&b.q.W)
		f(&b.q.X)
		f(&b.q.Y)
		f(&b.q.Z)
		vec(&b.v)
		vec(&b.l)
	}
	for i := range w.sliders {
		f(&w.sliders[i].q)
		f(&w.sliders[i].v)
		f(&w.sliders[i].impulse)
	}
}

// eachNumber calls f for every number of a touch in a fixed order.
func (t *touch) eachNumber(f func(*float64)) {
	for _, x := range [...]*float64{&t.p.X, &t.p.Y, &t.p.Z, &t.n.X, &t.n.Y, &t.n.Z, &t.sep, &t.normal,
		&t.slide[0], &t.slide[1]} {
		f(x)
	}
}

// eachNumber calls f for every number of which the owner's bounds are computed, in a fixed order.
func (o *owner) eachNumber(f func(*float64)) {
	for _, v := range [...]*Vec{&o.at.P, &o.at.R.X, &o.at.R.Y, &o.at.R.Z, &o.motion.A, &o.motion.L} {
		f(&v.X)
		f(&v.Y)
		f(&v.Z)
	}
}

// eachSleepCounter calls f for the sleep state of every body and slider in a fixed order.
func (w *World) eachSleepCounter(f func(still *int32, asleep *bool)) {
	for i := range w.bodies {
		f(&w.bodies[i].still, &w.bodies[i].asleep)
	}
	for i := range w.sliders {
		f(&w.sliders[i].still, &w.sliders[i].asleep)
	}
}

// updateDerived recomputes what is derived from the positions: the poses of the arm and the bounds of all parts. The
// list of near pairs is made anew in the next substep, because sleeping parts may have left their widened boxes.
func (w *World) updateDerived() {
	w.near = w.near[:0]
	if w.arm != nil {
		w.arm.place()
	}
	for i := range w.owners {
		w.updateBounds(&w.owners[i])
	}
}

// b2u returns 1 for true, 0 for false.
func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
