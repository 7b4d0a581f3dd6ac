package demos

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"counterpoise/internal/wording"
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

// Copies finds demonstrations of the same task that are the same as earlier ones, bit by bit in every number of every
// frame and in their pictures, as where files were merged twice. Videos are not compared.
type Copies struct {
	Reader Reader // reads again, with pictures, what has the same numbers
	first  map[[sha256.Size]byte]int
}

// Add takes the next demonstration, of place i, and returns the place of the first that is the same; ok is false where
// there is none, and where a demonstration has no state in numbers to compare. It may read from Reader, which then may
// reuse the memory of r.
func (c *Copies) Add(i int, r *Raw) (place int, ok bool) {
	if r.Frames() == 0 || r.State.Width+r.Scene.Width == 0 {
		return 0, false
	}
	h := sha256.New()
	h.Write(append([]byte(r.Labels["task"]), 0))
	var b []byte
	for _, m := range []Matrix{r.Actions, r.State, r.Scene} {
		b = binary.LittleEndian.AppendUint64(b[:0], uint64(m.Width))
		for _, x := range m.Values {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		h.Write(b)
	}
	sum := [sha256.Size]byte(h.Sum(nil))
	if place, ok = c.first[sum]; ok {
		return place, c.pictures(place) == c.pictures(i)
	}
	if c.first == nil {
		c.first = map[[sha256.Size]byte]int{}
	}
	c.first[sum] = i
	return 0, false
}

// pictures is a digest of the pictures of a demonstration; that of none where it has none or cannot be read.
func (c *Copies) pictures(i int) (sum [sha256.Size]byte) {
	h := sha256.New()
	if r, err := c.Reader.Read(i, true); err == nil {
		for _, camera := range r.Cameras {
			fmt.Fprintf(h, "%q %d %d ", camera.Name, camera.Height, camera.Width)
			h.Write(camera.Data)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// mostCopies is the largest number of copies that are named.
const mostCopies = 5

// CopiesSay says which demonstrations are copies of which; empty where none is. Names has the name of each copy and
// that of the demonstration that it is a copy of.
func CopiesSay(names [][2]string) string {
	if len(names) == 0 {
		return ""
	}
	var parts []string
	for i, n := range names {
		if i == mostCopies-1 && len(names) > mostCopies {
			parts = append(parts, fmt.Sprintf("%d more of others", len(names)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s of %s", n[0], n[1]))
	}
	are := "is a copy of an earlier one"
	if len(names) > 1 {
		are = "are copies of earlier ones"
	}
	return fmt.Sprintf("%s %s, the same in every number: %s", wording.Plural(len(names),
		"demonstration"), are, wording.List(parts))
}
