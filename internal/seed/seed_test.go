package seed

import (
	"slices"
	"testing"
)

// TestOfIsPinned holds the digests themselves: a change here changes every dataset, network and rollout of the
// project. Value: SHA-256 of 32 zero bytes then, for each word, its length as 8 little-endian bytes and its text
// (Perl Digest::SHA).
func TestOfIsPinned(t *testing.T) {
	const want = 0x6d44d04aa27a44a4
	if got := Of("picking", "left", "demonstration", 17).Uint64(); got != want {
		t.Errorf("first 64 bits of the key are %#x, want %#x", got, uint64(want))
	}
}

func TestKeysDiffer(t *testing.T) {
	keys := []Key{
		{}, Of(), Of(""), Of("ab", "c"), Of("a", "bc"), Of("abc"), Of("c", "ab"),
		Of("trial", 1), Of("trial", 11), Of("trial", 1, 1), Of("trial", true),
	}
	for i, k := range keys {
		if j := slices.Index(keys, k); j != i {
			t.Errorf("keys %d and %d are equal", i, j)
		}
	}
}

// Words are what they print as: 17 and "17" name the same stream, so a number may come from a flag or from code.
func TestWordsArePrinted(t *testing.T) {
	if Of("trial", 17) != Of("trial", "17") {
		t.Error("17 and \"17\" give different keys")
	}
}

// With adds to a copy: deriving one stream moves no other.
func TestWithLeavesItsKeyAlone(t *testing.T) {
	base := Of("picking")
	base.With("left")
	if base != Of("picking") {
		t.Error("With changed the key it was called on")
	}
}

func TestRandStartsAtTheBeginning(t *testing.T) {
	k := Of("stream")
	a, b := k.Rand(), k.Rand()
	a.Uint64()
	a = k.Rand()
	for i := range 100 {
		if x, y := a.Uint64(), b.Uint64(); x != y {
			t.Fatalf("draw %d: %d and %d", i, x, y)
		}
	}
}

// Neighbouring words must give unrelated streams: over 4,096 neighbours the share of equal bits stays within five
// standard deviations of one half (binomial over 4096*64 bits: sd 0.00098).
func TestNeighboursAreUnrelated(t *testing.T) {
	const n = 4096
	same := 0
	for i := range n {
		x := Of("trial", i).Rand().Uint64() ^ Of("trial", i+1).Rand().Uint64()
		for ; x != 0; x &= x - 1 {
			same++
		}
	}
	if share := float64(same) / (n * 64); share < 0.495 || share > 0.505 {
		t.Errorf("neighbouring streams differ in %.4f of their bits, want 0.5", share)
	}
}

func BenchmarkOf(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		Of("picking", "left", "rollout", i)
	}
}
