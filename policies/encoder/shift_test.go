package encoder

import (
	"testing"
)

func TestShift(t *testing.T) {
	src := make([]uint8, 3*9)
	for i := range src {
		src[i] = uint8(i / 3)
	}
	for _, c := range []struct {
		dx, dy int
		want   []uint8 // one of three equal channels
	}{
		{0, 0, []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{1, 0, []uint8{0, 0, 1, 3, 3, 4, 6, 6, 7}},
		{-1, 0, []uint8{1, 2, 2, 4, 5, 5, 7, 8, 8}},
		{0, 2, []uint8{0, 1, 2, 0, 1, 2, 0, 1, 2}},
	} {
		got := shift(nil, src, 3, c.dx, c.dy)
		for i, want := range c.want {
			if got[3*i] != want || got[3*i+2] != want {
				t.Errorf("shifted by %d, %d: %v", c.dx, c.dy, got)
				break
			}
		}
	}
}
