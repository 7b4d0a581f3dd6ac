package scenes

import (
	"encoding/binary"
	"math"
)

// This file lets the blue and the pink block look like the red one, for the knob LookAlike of tasks. With likeness s in
// [0, 1] a block of base colour c is drawn, instead, in
//
//	(1 - s) c + s red
//
// for each channel of 8-bit RGB. At 0 the blocks have CALVIN's colours, blue and pink; at 1 all three are red and
// differ in their lengths alone (BlockLengths). Renderers read the likeness from a Snapshot. Nothing else depends on
// it: it changes no motion, and no number of Robot and Scene.
//
// The blocks of one task look the same in all of its episodes, so an episode's task tells the likeness, and recordings
// need not store it.

// lookAlike is implemented by tasks that let blocks look alike.
type lookAlike interface {
	// Likeness returns the likeness of the other blocks' colours to the red one's, in [0, 1].
	Likeness() float64
}

// LookAlikeOf returns the Observation.LookAlike of a task, named as in ParseTask. It is 0 for a task that does not
// exist, such as those of recordings of other programs.
func LookAlikeOf(task string) float32 {
	t, err := ParseTask(task)
	if l, ok := t.(lookAlike); ok && err == nil {
		return float32(l.Likeness())
	}
	return 0
}

// lookAlikeMagic begins the saved state of a tabletop whose blocks look alike. One word follows, the likeness as
// float64, and then the state as it is without.
const lookAlikeMagic = 0x4c4f4f01

// saveLookAlike appends the likeness to buf, unless it is 0, and returns the result.
func (t *Tabletop) saveLookAlike(buf []byte) []byte {
	if t.lookAlike == 0 {
		return buf
	}
	buf = binary.LittleEndian.AppendUint64(buf, lookAlikeMagic)
	return binary.LittleEndian.AppendUint64(buf, math.Float64bits(t.lookAlike))
}

// loadLookAlike decodes the likeness at the beginning of a saved state, if there is one, and returns the bytes after
// it. It returns bytes that are none as they are.
func loadLookAlike(state []byte) (likeness float64, rest []byte) {
	if len(state) < 16 || binary.LittleEndian.Uint64(state) != lookAlikeMagic {
		return 0, state
	}
	likeness = math.Float64frombits(binary.LittleEndian.Uint64(state[8:]))
	if !(likeness > 0 && likeness <= 1) {
		return 0, state
	}
	return likeness, state[16:]
}
