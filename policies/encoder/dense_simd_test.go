//go:build goexperiment.simd && amd64

package encoder

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// Vectors of 16 floats give the bits of vectors of 8, in whole tiles and in the remaining rows.
func TestDenseWidths(t *testing.T) {
	if !hasAVX512 {
		t.Skip("this processor has no AVX-512")
	}
	r := seed.Of("widths").Rand()
	noise := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	defer func() { hasAVX512 = true }()
	const rows, in, out = 11, 50, 64
	x, w, b := noise(rows*in), noise(in*out), noise(out)
	wide, narrow := make([]float32, rows*out), make([]float32, rows*out)
	dense(wide, x, w, b, rows, in, out)
	hasAVX512 = false
	dense(narrow, x, w, b, rows, in, out)
	if !slices.Equal(wide, narrow) {
		t.Error("the bits depend on the width of the vectors")
	}
}
