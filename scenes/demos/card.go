package demos

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Format is the version of the files that Save writes.
const Format = 1

// Card says what a dataset is: enough to make it again, byte for byte, and to see its imbalance at a glance.
type Card struct {
	Format   int    `json:"format"`
	Version  string `json:"version"` // of demonstrator and simulator, see Version
	Task     string `json:"task"`
	Recipe   string `json:"recipe"` // canonical form, see ParseRecipe
	Seed     uint64 `json:"seed"`
	Groups   []Row  `json:"groups"`
	Hash     string `json:"hash"` // SHA-256 over all episodes in order, whatever the file format
	Episodes []File `json:"episodes,omitempty"`
}

// Row counts one behaviour of a dataset.
type Row struct {
	Behaviour string `json:"behaviour"`
	Demos     int    `json:"demonstrations"`
	Frames    int    `json:"frames"`
}

// File is one episode on disk.
type File struct {
	Name      string `json:"file"`
	Behaviour string `json:"behaviour"`
	Style     string `json:"style"`
	Index     int    `json:"index"`
	Success   bool   `json:"success"`
	Frames    int    `json:"frames"`
	SHA256    string `json:"sha256"`
}

func newCard(r Recipe, seed uint64, episodes []Episode) Card {
	c := Card{Format: Format, Version: Version, Task: r.Task, Recipe: r.String(), Seed: seed, Hash: contentHash(episodes)}
	g := (&Dataset{Episodes: episodes}).Groups()
	for i, name := range g.Names {
		c.Groups = append(c.Groups, Row{name, g.N[i], g.Frames[i]})
	}
	return c
}

// contentHash is the hash on the card.
func contentHash(episodes []Episode) string {
	h := sha256.New()
	for i := range episodes {
		e := &episodes[i]
		h.Write([]byte(e.Task + "\x00" + e.Behaviour + "\x00" + e.Style + "\x00"))
		binary.Write(h, binary.LittleEndian, [3]int64{int64(e.Index), lampBit(e.Success), int64(e.Frames())})
		for t := range e.Observations {
			o := &e.Observations[t]
			hashFloats(h, o.Robot[:])
			hashFloats(h, o.Scene[:])
			hashFloats(h, e.Actions[t][:])
			h.Write(o.Static)
			h.Write(o.Ego)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func hashFloats(h hash.Hash, v []float32) {
	var b [4]byte
	for _, x := range v {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
		h.Write(b[:])
	}
}

func lampBit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
