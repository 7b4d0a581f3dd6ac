package hdf5

import "testing"

// The values are those that Jenkins' lookup3.c prints (driver5) and of its mixing of several blocks.
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
