package encoder

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// The kernel agrees with plain Go up to rounding, and the bits of a row's result do not depend on its place.
func TestDense(t *testing.T) {
	r := seed.Of("dense").Rand()
	noise := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	const rows, in, out = 11, 50, 48
	x, w, b := noise(rows*in), noise(in*out), noise(out)
	got, want := make([]float32, rows*out), make([]float32, rows*out)
	dense(got, x, w, b, rows, in, out)
	densePlain(want, x, w, b, rows, in, out)
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-4 || got[i] < 0 {
			t.Fatalf("value %d is %v, in plain Go %v", i, got[i], want[i])
		}
	}
	one := make([]float32, out)
	for i := range rows {
		dense(one, x[i*in:][:in], w, b, 1, in, out)
		if !slices.Equal(one, got[i*out:][:out]) {
			t.Fatalf("row %d differs when it is computed alone", i)
		}
	}
}

// The vector kernel of the sums over patches has the bits of plain Go.
func TestMoments(t *testing.T) {
	const side, width = 5, 16
	r := seed.Of("moments").Rand()
	a, centres := make([]float32, side*side*width), make([]float32, side)
	for i := range a {
		a[i] = float32(max(0, r.NormFloat64()))
	}
	for i := range centres {
		centres[i] = patchCentre(i, side)
	}
	var got, want [3][mapBlock]float32
	moments(&got[0], &got[1], &got[2], a[mapBlock:], width, centres)
	momentsPlain(&want[0], &want[1], &want[2], a[mapBlock:], width, centres)
	if got != want {
		t.Errorf("sums %v, in plain Go %v", got, want)
	}
}
