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

// The vector kernels of the sums over patches have the bits of plain Go, with as many maps as the cameras have.
func TestMoments(t *testing.T) {
	for _, e := range Cameras {
		r := seed.Of("moments", e.Maps).Rand()
		a, centres := make([]float32, e.PatchCount()*e.paddedMaps()), make([]float32, e.Side())
		for i := range a {
			a[i] = float32(max(0, r.NormFloat64()))
		}
		for i := range centres {
			centres[i] = patchCentre(i, e.Side())
		}
		got, want := make([]float32, e.Features()+1), make([]float32, e.Features()+1) // nothing is written behind
		k := e.Maps
		moments(got[:k], got[k:2*k], got[2*k:3*k], a, e.paddedMaps(), centres)
		momentsPlain(want[:k], want[k:2*k], want[2*k:3*k], a, e.paddedMaps(), centres)
		if !slices.Equal(got, want) {
			t.Errorf("%d maps: sums %v, in plain Go %v", k, got, want)
		}
	}
}
