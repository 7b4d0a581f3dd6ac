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
// state, the counters of sleep, the touches, checksum.
func (w *World) Save(buf []byte) []byte {
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

// touchWords is the number of words of a saved touch.
const touchWords = 12

// Load restores a state that Save wrote. On an error the world is unchanged.
func (w *World) Load(state []byte) error {
	words := w.fixedWords()
	if len(state)%8 != 0 || len(state) < 8*words {
		return errState
	}
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(state[8*i:]) }
	touches := word(2)
	body := state[:len(state)-8]
	if word(0) != stateMagic || word(1) != w.description() || touches > maxBoxes ||
		len(state) != 8*(words+touchWords*int(touches)) || uint64(sum(body)) != word(len(state)/8-1) {
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
	return nil
}

// fixedWords returns the number of words of a saved state without touches.
func (w *World) fixedWords() int {
	n := 4 + len(w.bodies) + len(w.sliders)
	w.eachNumber(func(*float64) { n++ })
	return n
}

// Hash returns a 64-bit hash of the whole state. Equal states have equal hashes.
func (w *World) Hash() uint64 {
	w.scratch = w.Save(w.scratch[:0])
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
