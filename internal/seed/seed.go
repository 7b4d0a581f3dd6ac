// Package seed derives random streams from lists of words.
//
// Every random number of the project comes from a Key: a list of words that names the purpose of the numbers
// ("picking", "left", "demonstration", 17). Two different lists give independent streams, and the stream of one list
// never depends on what else was drawn, in which order, or by how many workers. So adding a method, a task or a
// worker leaves all other random numbers unchanged. (DomainBed's issues 16 and 25 show what happens otherwise.)
package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Key is a 256-bit digest of a list of words.
type Key [32]byte

// Of returns the key of a list of words: strings, integers, booleans and fmt.Stringers. Each word is hashed with
// its length, so ("ab", "c") and ("a", "bc") differ.
func Of(words ...any) Key { return Key{}.With(words...) }

// With returns the key of k's list with more words appended. k is unchanged. The digest is
//
//	SHA-256(k, len(w1), w1, len(w2), w2, ...)
//
// with lengths in bytes as 8 little-endian bytes.
func (k Key) With(words ...any) Key {
	h := sha256.New()
	h.Write(k[:])
	for _, w := range words {
		s := fmt.Sprint(w)
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	return Key(h.Sum(nil))
}

// Uint64 returns the first 64 bits of the key, little-endian: a seed for generators that take one number.
func (k Key) Uint64() uint64 { return binary.LittleEndian.Uint64(k[:8]) }

// Rand returns a new generator (ChaCha8) at the start of the key's stream. Generators are not safe for concurrent use;
// calling Rand again gives an independent copy of the same stream.
func (k Key) Rand() *rand.Rand { return rand.New(rand.NewChaCha8(k)) }
