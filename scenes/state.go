package scenes

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
)

// stateMagic names the layout of saved states; it changes with every change of the layout.
const stateMagic = 0x43505401

// errState is what Load says of bytes that are not a state of the tabletop.
var errState = errors.New("scenes: these bytes are not a state of the tabletop: damaged, or saved by another version")

// Save appends the whole state to buf: a loaded tabletop goes on bit for bit as the saved one would have.
func (t *Tabletop) Save(buf []byte) []byte {
	buf = binary.LittleEndian.AppendUint64(buf, stateMagic)
	t.eachNumber(func(x *float64) { buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(*x)) })
	return t.world.Save(buf)
}

// Load restores a state from Save. On an error the tabletop is unchanged.
func (t *Tabletop) Load(state []byte) error {
	count := 0
	t.eachNumber(func(*float64) { count++ })
	own := 8 * (1 + count)
	if len(state) < own || binary.LittleEndian.Uint64(state) != stateMagic {
		return errState
	}
	if err := t.world.Load(state[own:]); err != nil {
		return err
	}
	state = state[8:]
	t.eachNumber(func(x *float64) {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(state))
		state = state[8:]
	})
	return nil
}

// Hash is a fingerprint (FNV-1a) of the whole state: equal states have equal hashes.
func (t *Tabletop) Hash() uint64 {
	h := fnv.New64a()
	h.Write(t.Save(nil))
	return h.Sum64()
}

// eachNumber visits everything that the controller and the scene remember beside the world, in a fixed order. Flags and
// counts travel as numbers.
func (t *Tabletop) eachNumber(f func(*float64)) {
	grip, led, down, steps := float64(t.control.grip), float64(lamp(t.led)), float64(lamp(t.buttonDown)), float64(t.steps)
	for _, x := range [...]*float64{&grip, &led, &down, &steps} {
		f(x)
	}
	t.control.grip, t.led, t.buttonDown, t.steps = float32(grip), led != 0, down != 0, int(steps)
	p := &t.control.target
	for _, v := range [...]*[3]*float64{
		{&p.P.X, &p.P.Y, &p.P.Z}, {&p.R.X.X, &p.R.X.Y, &p.R.X.Z}, {&p.R.Y.X, &p.R.Y.Y, &p.R.Y.Z}, {&p.R.Z.X, &p.R.Z.Y, &p.R.Z.Z},
	} {
		for _, x := range v {
			f(x)
		}
	}
	for i := range t.control.joints {
		f(&t.control.joints[i])
	}
	for i := range t.startBlock {
		b := &t.startBlock[i]
		f(&b.X)
		f(&b.Y)
		f(&b.Z)
	}
	for i := range t.startRail {
		f(&t.startRail[i])
		f(&t.travel[i])
	}
}
