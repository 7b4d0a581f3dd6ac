package demos

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"slices"
)

// digest computes the hash on the card, episode by episode.
type digest struct{ h hash.Hash }

func newDigest() *digest { return &digest{sha256.New()} }

// add hashes an episode: labels, lengths, numbers, pictures.
func (d *digest) add(e *Episode) {
	d.h.Write([]byte(e.Task + "\x00" + e.Behaviour + "\x00" + e.Style + "\x00"))
	binary.Write(d.h, binary.LittleEndian, [3]int64{int64(e.Index), bit(e.Success), int64(e.Frames())})
	for t := range e.Observations {
		o := &e.Observations[t]
		hashFloats(d.h, o.Robot[:])
		hashFloats(d.h, o.Scene[:])
		hashFloats(d.h, e.Actions[t][:])
		d.h.Write(o.Static)
		d.h.Write(o.Ego)
	}
}

// sum is the hash of what was added so far, in hexadecimal.
func (d *digest) sum() string { return hex.EncodeToString(d.h.Sum(nil)) }

// tally counts episodes by behaviour and style, in the order in which these first show up.
type tally struct {
	task             string
	episodes, frames int
	rows             []GroupCount
}

func (t *tally) add(e *Episode) {
	k := slices.IndexFunc(t.rows, func(r GroupCount) bool { return r.Behaviour == e.Behaviour && r.Style == e.Style })
	if k < 0 {
		k = len(t.rows)
		t.rows = append(t.rows, GroupCount{Behaviour: e.Behaviour, Style: e.Style})
	}
	t.rows[k].Demos++
	t.rows[k].Frames += e.Frames()
	t.task = e.Task
	t.episodes++
	t.frames += e.Frames()
}
