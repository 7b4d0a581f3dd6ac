package hdf5

import "testing"

// The values are those in the comments of Jenkins' lookup3.c (function driver5).
func TestLookup3(t *testing.T) {
	for text, want := range map[string]uint32{
		"":                               0xdeadbeef,
		"Four score and seven years ago": 0x17770551,
	} {
		if got := lookup3([]byte(text)); got != want {
			t.Errorf("lookup3(%q) = %08x, want %08x", text, got, want)
		}
	}
}
