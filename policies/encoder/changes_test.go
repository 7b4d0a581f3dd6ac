package encoder

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// TestChangedPatches changes one byte at a time, and changes it back: the patch of its pixel is the one that changed,
// and afterwards both pictures are the same.
func TestChangedPatches(t *testing.T) {
	for i, e := range Cameras {
		last := noisyPicture(e, seed.Of("changed", i))
		picture := slices.Clone(last)
		cell, line := e.patch*e.pool, 3*e.size
		for at := 0; at < len(picture); at += 5 {
			want := at/line/cell*e.Side() + at%line/3/cell
			for range 2 {
				picture[at] ^= 1
				if got := e.changedPatches(nil, last, picture); !slices.Equal(got, []int{want}) {
					t.Fatalf("camera %d, byte %d: patches %v changed, not %d", i, at, got, want)
				}
				if last[at] != picture[at] {
					t.Fatalf("camera %d, byte %d was not copied", i, at)
				}
			}
		}
	}
}

// FuzzFoldDifferences compares vectors with bytes one by one, in plain Go too, for lines of any length.
func FuzzFoldDifferences(f *testing.F) {
	f.Add([]byte{0, 0, 7}, []byte{1, 0}, uint16(252), uint8(6))
	f.Add([]byte{1}, []byte{1}, uint16(600), uint8(8))
	f.Add([]byte{1, 2, 3}, []byte{1, 2, 3, 1, 2, 3, 1, 2, 4}, uint16(8), uint8(0))
	f.Fuzz(func(t *testing.T, some, other []byte, line uint16, rows uint8) {
		n := int(line)%maxLine + 8
		if len(some) == 0 || len(other) == 0 {
			return
		}
		fill := func(b []byte) []byte { return slices.Repeat(b, n*int(rows)/len(b)+1)[:n*int(rows)] }
		a, b, want := fill(some), fill(other), make([]byte, n)
		for i := range a {
			want[i%n] |= a[i] ^ b[i]
		}
		differ := slices.ContainsFunc(want, func(b byte) bool { return b != 0 })
		for name, fold := range map[string]func(dst, a, b []uint8) bool{
			"vectors": foldDifferences, "plain Go": foldDifferencesPlain,
		} {
			got := slices.Repeat([]byte{9}, n) // what was there before is overwritten
			if reported := fold(got, a, b); !slices.Equal(got, want) || reported != differ || someBit(got) != differ {
				t.Fatalf("%s, %d rows of %d bytes: %v, %v; want %v, %v", name, rows, n, reported, got, differ, want)
			}
		}
	})
}
