package encoder

import (
	"math"
	"slices"
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

// Weights of squared errors by hand, for three samples and two labels. Label 0 exists in two of them and has 1/σ = 2:
// 2²/(2 labels x 2 samples) = 1. Label 1 exists in one and has 1/σ = 1/2: (1/4)/(2 x 1) = 1/8.
func TestLabelWeights(t *testing.T) {
	tr := &trainer{labels: make([]label, 2), valid: []float32{1, 1, 1, 0, 0, 0}, gain: []float32{2, .5}}
	if got, want := tr.labelWeights(), []float32{1, .125, 1, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
}

// Weights of shares by hand: over 10 samples the squares of an object's shares sum to 4, which is .4 a sample. In
// batches of 5 with two objects, u = 1/(2 x 5 x .4) = 1/4. One that no sample shows has none.
func TestShareWeights(t *testing.T) {
	tr := &trainer{cfg: Config{Objects: make([]Object, 2), Batch: 5}, next: 10}
	tr.weighShares([2][]float64{{4, 0}, {0, 4}})
	if !slices.Equal(tr.shareWeight[0], []float32{.25, 0}) || !slices.Equal(tr.shareWeight[1], []float32{0, .25}) {
		t.Errorf("weights %v", tr.shareWeight)
	}
}
