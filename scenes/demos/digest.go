package demos

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// digest computes the content hash of a dataset incrementally. Numbers are hashed by their bits in
// little-endian order, so the hash is independent of the file format. SHA-256 over, for each episode:
//
//	task 0x00 behaviour 0x00 style 0x00              UTF-8
//	index, success (0 or 1, -1 unsaid), frames       int64 each
//	per frame: robot[15], scene[24], action[7]       float32 each
//	           static picture, gripper picture       RGB bytes, if present
type digest struct{ h hash.Hash }

func newDigest() *digest { return &digest{sha256.New()} }

// add appends an episode to the hashed content.
func (d *digest) add(e *Episode) {
	d.h.Write([]byte(e.Task + "\x00" + e.Behaviour + "\x00" + e.Style + "\x00"))
	success := bit(e.Success)
	if e.Unsaid {
		success = -1
	}
	binary.Write(d.h, binary.LittleEndian, [3]int64{int64(e.Index), success, int64(e.Frames())})
	for t := range e.Observations {
		o := &e.Observations[t]
		hashFloats(d.h, o.Robot[:])
		hashFloats(d.h, o.Scene[:])
		hashFloats(d.h, e.Actions[t][:])
		d.h.Write(o.Static)
		d.h.Write(o.Gripper)
	}
}

// sum returns the hash of the episodes added so far, in hexadecimal. More episodes may follow.
func (d *digest) sum() string { return hex.EncodeToString(d.h.Sum(nil)) }

// hashFloats writes the IEEE 754 bits of v to h in little-endian order.
func hashFloats(h hash.Hash, v []float32) {
	var b [4]byte
	for _, x := range v {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
		h.Write(b[:])
	}
}

// bit returns 1 for true and 0 for false.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Digest returns the SHA-256 of the content of a dataset, in hexadecimal: of all episodes with what is in memory of
// them. Without pictures it is the same whatever format the dataset was read from.
func (d *Dataset) Digest() string {
	hash := newDigest()
	for i := range d.Episodes {
		hash.add(&d.Episodes[i])
	}
	return hash.sum()
}

// Count returns the numbers of demonstrations and frames of each behaviour and style, as a card has them.
func (d *Dataset) Count() []GroupCount {
	var c counter
	for i := range d.Episodes {
		c.add(&d.Episodes[i])
	}
	return c.rows
}
