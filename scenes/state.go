package scenes

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
)

// stateMagic identifies the layout of the words of a state that Hash covers; every change of these changes it.
//
// A saved state consists of little-endian words of 8 bytes: stateMagic, the numbers of eachNumber as float64, for every
// travel the number of its pieces and then each piece's end (float64) and touchers, a checksum of all that, and the
// state of the world as physics.World.Save writes it. With blocks that look alike it begins with how much
// (lookalike.go), and with noise on the observations that comes next (noise.go). The hash does not cover the checksum.
const stateMagic = 0x43505403

// errState is the error of Load for bytes that are not a state of the tabletop.
var errState = errors.New("scenes: these bytes are not a state of the tabletop: damaged, or saved by another version")

// Save appends the whole state to buf and returns the result. A tabletop that loads it continues bit for bit as the
// saved one.
func (t *Tabletop) Save(buf []byte) []byte {
	from := len(buf)
	buf = t.saveOwn(buf)
	buf = binary.LittleEndian.AppendUint64(buf, fnvSum(buf[from:]))
	return t.world.Save(buf)
}

// fnvSum returns the FNV-1a hash of bytes.
func fnvSum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// saveOwn appends everything of Save but the state of the world.
func (t *Tabletop) saveOwn(buf []byte) []byte {
	buf = t.noise.save(t.saveLookAlike(buf))
	buf = binary.LittleEndian.AppendUint64(buf, stateMagic)
	t.eachNumber(func(x *float64) { buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(*x)) })
	for i := range t.travels {
		buf = binary.LittleEndian.AppendUint64(buf, uint64(len(t.travels[i].pieces)))
		for _, p := range t.travels[i].pieces {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(p.to))
			buf = binary.LittleEndian.AppendUint64(buf, uint64(p.by))
		}
	}
	return buf
}

// Load restores a state that Save wrote. On an error the tabletop is unchanged.
func (t *Tabletop) Load(state []byte) error {
	whole := state
	lookAlike, state := loadLookAlike(state)
	noise, state := loadNoise(state)
	count := 0
	t.eachNumber(func(*float64) { count++ })
	own := 8 * (1 + count)
	if len(state) < own || binary.LittleEndian.Uint64(state) != stateMagic {
		return errState
	}
	travels, rest, ok := readTravels(state[own:])
	if !ok || len(rest) < 8 || binary.LittleEndian.Uint64(rest) != fnvSum(whole[:len(whole)-len(rest)]) {
		return errState
	}
	if err := t.world.Load(rest[8:]); err != nil {
		return err
	}
	for i := range t.travels {
		t.travels[i].pieces = append(t.travels[i].pieces[:0], travels[i]...)
	}
	t.noise, t.lookAlike = noise, lookAlike
	state = state[8:]
	t.eachNumber(func(x *float64) {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(state))
		state = state[8:]
	})
	return nil
}

// readTravels decodes the pieces of all travels and returns the bytes after them; ok is false if there are too few.
func readTravels(state []byte) (travels [partCount][]piece, rest []byte, ok bool) {
	for i := range travels {
		if len(state) < 8 {
			return travels, nil, false
		}
		n := binary.LittleEndian.Uint64(state)
		state = state[8:]
		if n > uint64(len(state)/16) {
			return travels, nil, false
		}
		for range n {
			to, by := binary.LittleEndian.Uint64(state), binary.LittleEndian.Uint64(state[8:])
			travels[i] = append(travels[i], piece{math.Float64frombits(to), touchers(by)})
			state = state[16:]
		}
	}
	return travels, state, true
}

// Hash returns the FNV-1a hash of the whole state. Equal states have equal hashes.
func (t *Tabletop) Hash() uint64 {
	return fnvSum(t.world.AppendState(t.saveOwn(nil)))
}

// eachNumber calls f for every number of the state that is not part of the world, in a fixed order; f may change it.
// Flags and counts are passed as numbers.
func (t *Tabletop) eachNumber(f func(*float64)) {
	grip, steps, clips := float64(t.control.grip), float64(t.steps), float64(t.control.clips)
	led, down, misleading := float64(flag(t.led)), float64(flag(t.buttonDown)), float64(flag(t.misleading))
	for _, x := range [...]*float64{&grip, &led, &down, &misleading, &steps, &clips, &t.control.open} {
		f(x)
	}
	t.control.grip, t.led, t.buttonDown, t.misleading = float32(grip), led != 0, down != 0, misleading != 0
	t.steps, t.control.clips = int(steps), int(clips)
	p, e := &t.control.target, &t.control.euler
	for _, v := range [...]*[3]*float64{
		{&e.X, &e.Y, &e.Z}, {&p.P.X, &p.P.Y, &p.P.Z},
		{&p.R.X.X, &p.R.X.Y, &p.R.X.Z}, {&p.R.Y.X, &p.R.Y.Y, &p.R.Y.Z}, {&p.R.Z.X, &p.R.Z.Y, &p.R.Z.Z},
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
	}
	for i := range t.travels {
		d := &t.travels[i]
		last := float64(d.last)
		f(&d.greatest)
		f(&d.greatestEarned)
		f(&last)
		d.last = touchers(last)
	}
}
