package physics

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
)

// stateMagic names the layout of saved states; it changes with every change of the layout.
const stateMagic = 0x43505701

// errState is what Load says of bytes that are not a state of this world.
var errState = errors.New("physics: these bytes are not a state of this world: saved by another version or from other parts")

// Save appends the whole state of the world to buf: all that Step reads and writes, so that a loaded world goes on bit
// for bit as the saved one would have. The description (masses, shapes) is not part of it.
func (w *World) Save(buf []byte) []byte {
	put := func(x uint64) { buf = binary.LittleEndian.AppendUint64(buf, x) }
	put(stateMagic)
	put(uint64(len(w.bodies))<<32 | uint64(len(w.sliders))<<1 | b2u(w.arm != nil))
	put(uint64(len(w.touched))<<32 | uint64(len(w.contacts)))
	w.eachNumber(func(x *float64) { put(math.Float64bits(*x)) })
	for i := range w.bodies {
		put(uint64(uint32(w.bodies[i].still))<<1 | b2u(w.bodies[i].asleep))
	}
	for _, r := range w.touched {
		put(uint64(r.pair)<<32 | uint64(r.count))
	}
	for i := range w.contacts {
		c := &w.contacts[i].contactSeed
		put(uint64(c.id))
		for _, x := range [...]float64{c.p.X, c.p.Y, c.p.Z, c.normal, c.slide[0], c.slide[1]} {
			put(math.Float64bits(x))
		}
	}
	return buf
}

// Load restores a state from Save. On an error the world is unchanged.
func (w *World) Load(state []byte) error {
	if len(state) < 24 || len(state)%8 != 0 {
		return errState
	}
	get := func() uint64 {
		x := binary.LittleEndian.Uint64(state)
		state = state[8:]
		return x
	}
	magic, parts, counts := get(), get(), get()
	numbers := 0
	w.eachNumber(func(*float64) { numbers++ })
	pairs, contacts := counts>>32, counts&0xffffffff
	if magic != stateMagic || parts != uint64(len(w.bodies))<<32|uint64(len(w.sliders))<<1|b2u(w.arm != nil) ||
		uint64(len(state))/8 != uint64(numbers+len(w.bodies))+pairs+7*contacts {
		return errState
	}
	if !consistent(state[8*(numbers+len(w.bodies)):], pairs, contacts) {
		return errState
	}
	w.eachNumber(func(x *float64) { *x = math.Float64frombits(get()) })
	for i := range w.bodies {
		x := get()
		w.bodies[i].still, w.bodies[i].asleep = int32(x>>1), x&1 == 1
		w.bodies[i].orient()
	}
	w.forget()
	from := int32(0)
	for range pairs {
		x := get()
		r := manifoldRef{uint32(x >> 32), from, int32(x & 0xffffffff)}
		w.touched = append(w.touched, r)
		from += r.count
	}
	for range contacts {
		var c contact
		c.id = uint32(get())
		for _, x := range [...]*float64{&c.p.X, &c.p.Y, &c.p.Z, &c.normal, &c.slide[0], &c.slide[1]} {
			*x = math.Float64frombits(get())
		}
		w.contacts = append(w.contacts, c)
	}
	w.refresh()
	return nil
}

// consistent says whether the counts of the pairs at the start of state, each 1 to 4, add up to the contacts.
func consistent(state []byte, pairs, contacts uint64) bool {
	sum := uint64(0)
	for i := range pairs {
		n := binary.LittleEndian.Uint64(state[8*i:]) & 0xffffffff
		if n < 1 || n > 4 {
			return false
		}
		sum += n
	}
	return sum == contacts
}

// Hash is a fingerprint (FNV-1a) of the whole state: equal states have equal hashes.
func (w *World) Hash() uint64 {
	h := fnv.New64a()
	h.Write(w.Save(nil))
	return h.Sum64()
}

// Finite says whether every number of the state is finite.
func (w *World) Finite() bool {
	ok := true
	w.eachNumber(func(x *float64) { ok = ok && !math.IsNaN(*x) && !math.IsInf(*x, 0) })
	return ok
}

// eachNumber visits every number of the state in a fixed order.
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
		vec(&b.w)
	}
	for i := range w.sliders {
		f(&w.sliders[i].q)
		f(&w.sliders[i].v)
		f(&w.sliders[i].impulse)
	}
}

// forget drops the contacts of the last substep.
func (w *World) forget() {
	w.contacts, w.touched = w.contacts[:0], w.touched[:0]
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
