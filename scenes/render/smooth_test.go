package render

import (
	"slices"
	"testing"
)

// A pixel of an antialiased picture is the mean of nine, rounded to nearest.
func TestDownsample(t *testing.T) {
	large, small := NewFrame(6, 3), NewFrame(2, 1)
	for i := range 4 { // of the first nine pixels: a sum of 4, 5 and 9 in the three channels
		large.RGB[3*(i%3+6*(i/3))] = 1
	}
	for i := range 5 {
		large.RGB[3*(i%3+6*(i/3))+1] = 1
	}
	large.RGB[2] = 9
	large.Fill(3, 0, 3, 3, [3]uint8{255, 254, 0})
	downsample(large, small)
	if want := []uint8{0, 1, 1, 255, 254, 0}; !slices.Equal(small.RGB, want) {
		t.Errorf("%v, want %v", small.RGB, want)
	}
}
