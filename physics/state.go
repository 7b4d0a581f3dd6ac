package physics

import (
	"encoding/binary"
	"errors"
	"math"
)

// stateMagic names the layout of saved states; it changes with every change of the layout.
const stateMagic = 0x43505702

// errState is what Load says of bytes that are not a state of this world.
var errState = errors.New("physics: these bytes are not a state of this world: " +
	"damaged, or saved by another version or from other parts")

// Save appends the whole state of the world to buf: all that Step reads and writes, so that a loaded world goes on bit
// for bit as the saved one would have. The description (masses, shapes) is not part of it; its seal is, and a checksum.
//
// The layout is 64-bit little-endian words: magic, seal, number of touches, the numbers of the state, the counters of
// sleep, the touches, checksum.
func (w *World) Save(buf []byte) []byte {
	from := len(buf)
	put := func(x uint64) { buf = binary.LittleEndian.AppendUint64(buf, x) }
	put(stateMagic)
	put(w.description())
	put(uint64(len(w.touches)))
	w.eachNumber(func(x *float64) { put(math.Float64bits(*x)) })
	w.eachSleeper(func(still *int32, asleep *bool) { put(uint64(*still)<<1 | b2u(*asleep)) })
	for i := range w.touches {
		t := &w.touches[i]
		put(uint64(t.pair))
		put(uint64(t.id))
		t.eachNumber(func(x *float64) { put(math.Float64bits(*x)) })
	}
	put(uint64(sum(buf[from:])))
	return buf
}

// touchWords is how many words Save writes for a touch.
const touchWords = 12

// Load restores a state from Save. On an error the world is unchanged.
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
	w.eachSleeper(func(still *int32, asleep *bool) {
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
	w.refresh()
	return nil
}

// fixedWords is how many words a state without touches has.
func (w *World) fixedWords() int {
	n := 4 + len(w.bodies) + len(w.sliders)
	w.eachNumber(func(*float64) { n++ })
	return n
}

// Hash is a fingerprint of the whole state: equal states have equal hashes.
func (w *World) Hash() uint64 {
	w.scratch = w.Save(w.scratch[:0])
	return binary.LittleEndian.Uint64(w.scratch[len(w.scratch)-8:]) // its checksum
}

// Finite says whether every number of the state is finite.
func (w *World) Finite() bool {
	ok := true
	w.eachNumber(func(x *float64) { ok = ok && !math.IsNaN(*x) && !math.IsInf(*x, 0) })
	return ok
}

// eachNumber visits every number of the state, but for the touches, in a fixed order.
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

// eachNumber visits the numbers of a touch.
func (t *touch) eachNumber(f func(*float64)) {
	for _, x := range [...]*float64{&t.p.X, &t.p.Y, &t.p.Z, &t.n.X, &t.n.Y, &t.n.Z, &t.sep, &t.normal,
		&t.slide[0], &t.slide[1]} {
		f(x)
	}
}

// eachSleeper visits the counters of sleep.
func (w *World) eachSleeper(f func(still *int32, asleep *bool)) {
	for i := range w.bodies {
		f(&w.bodies[i].still, &w.bodies[i].asleep)
	}
	for i := range w.sliders {
		f(&w.sliders[i].still, &w.sliders[i].asleep)
	}
}

// refresh recomputes what is derived from the state.
func (w *World) refresh() {
	if w.arm != nil {
		w.arm.place()
	}
	for i := range w.owners {
		w.locate(&w.owners[i])
	}
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
