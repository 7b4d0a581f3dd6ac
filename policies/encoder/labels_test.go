package encoder

import (
	"math"
	"testing"
)

// A square of 10 x 10 pixels from column 40 and row 60 on has its centre at (45, 65) of 200 pixels, which is (-0.55,
// -0.35) from -1 to 1. Eleven pixels are too few to count as visible.
func TestLocate(t *testing.T) {
	objects := []Object{{3, "square"}, {7, "speck"}, {9, "absent"}}
	pixels := make([]uint8, 200*200)
	for y := 60; y < 70; y++ {
		for x := 40; x < 50; x++ {
			pixels[200*y+x] = 3
		}
	}
	for x := range minVisiblePixels - 1 {
		pixels[x] = 7
	}
	y, valid := make([]float32, 9), []float32{1, 1, 1, 1, 1, 1, 1, 1, 1}
	locate(y, valid, pixels, 200, objects)
	for i, want := range []float64{-0.55, -0.35, 1, 0, 0, 0, 0, 0, 0} {
		if math.Abs(float64(y[i])-want) > 1e-6 {
			t.Errorf("label %d is %v, want %v", i, y[i], want)
		}
		if exists := i < 3 || i%3 == 2; exists != (valid[i] == 1) {
			t.Errorf("label %d: valid is %v", i, valid[i])
		}
	}
}

// Twelve pixels of the second patch of the static camera's first row (8 x 8 pixels) are a share of 12/64; every other
// patch has the target of an absent object.
func TestShares(t *testing.T) {
	objects := []Object{{1, "a"}, {2, "b"}}
	pixels := make([]uint8, Static.size*Static.size)
	for i := range 12 {
		pixels[i/4*Static.size+8+i%4] = 2
	}
	q := make([]float32, Static.PatchCount()*len(objects))
	Static.shares(q, pixels, objects)
	for i, v := range q {
		want := float32(absent)
		if i == 1*len(objects)+1 {
			want = 12. / 64
		}
		if v != want {
			t.Fatalf("share %d is %v, want %v", i, v, want)
		}
	}
}
