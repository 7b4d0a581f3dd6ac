package demos

import (
	"encoding/binary"
	"hash"
	"math"
)

// Format is the version of the files that Save writes.
const CardFormat = 1

// Card says what a dataset is: enough to make it again, byte for byte, and to see its imbalance at a glance.
type Card struct {
	Format   int           `json:"format"`
	Version  string        `json:"version"` // of demonstrator and simulator, see Version
	Task     string        `json:"task"`
	Recipe   string        `json:"recipe"` // canonical form, see ParseRecipe
	Seed     uint64        `json:"seed"`
	Groups   []GroupCount  `json:"groups"`
	Hash     string        `json:"hash"` // SHA-256 over all episodes in order, whatever the file format
	Episodes []EpisodeFile `json:"episodes,omitempty"`
}

// Row counts one behaviour in one style.
type GroupCount struct {
	Behaviour string `json:"behaviour"`
	Style     string `json:"style"`
	Demos     int    `json:"demonstrations"`
	Frames    int    `json:"frames"`
}

// File is one episode on disk.
type EpisodeFile struct {
	Name      string `json:"file"`
	Behaviour string `json:"behaviour"`
	Style     string `json:"style"`
	Index     int    `json:"index"`
	Success   bool   `json:"success"`
	Frames    int    `json:"frames"`
	SHA256    string `json:"sha256"`
}

func hashFloats(h hash.Hash, v []float32) {
	var b [4]byte
	for _, x := range v {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
		h.Write(b[:])
	}
}

// bit is 1 for true.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
