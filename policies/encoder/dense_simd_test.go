//go:build goexperiment.simd && amd64

package encoder

import (
	"encoding/binary"
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// Tiles of 8 rows with AVX-512 give the bits of the vectors of 8 floats, for all numbers of rows up to three tiles, odd
// numbers of inputs, and one or two tiles of columns of either width.
func TestDenseWidths(t *testing.T) {
	r := seed.Of("widths").Rand()
	for rows := range 25 {
		for _, in := range []int{1, 2, 7, 48, 108} {
			for _, out := range []int{16, 32, 48, 64} {
				x, w, b := make([]float32, rows*in), make([]float32, in*out), make([]float32, out)
				for _, v := range [][]float32{x, w, b} {
					for i := range v {
						v[i] = float32(r.NormFloat64())
					}
				}
				sameWidths(t, x, w, b, rows, in, out)
			}
		}
	}
}

// FuzzDenseWidths compares the two for any bits, infinities and denormal numbers among them.
func FuzzDenseWidths(f *testing.F) {
	f.Add([]byte{0, 0, 128, 63, 1, 0, 0, 128}, uint8(9), uint8(3))
	f.Add([]byte{0, 0, 128, 127, 0, 0, 192, 127, 0, 0, 0, 128}, uint8(8), uint8(1))
	f.Fuzz(func(t *testing.T, bits []byte, rows, in uint8) {
		const out = 48
		m, n := int(rows%40), int(in%64)+1
		v := make([]float32, m*n+n*out+out)
		for i := range v {
			var word [4]byte
			for k := range word {
				if len(bits) > 0 {
					word[k] = bits[(4*i+k)%len(bits)]
				}
			}
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(word[:]))
		}
		sameWidths(t, v[:m*n], v[m*n:][:n*out], v[m*n+n*out:], m, n, out)
	})
}

// sameWidths fails unless a layer has the same bits with vectors of 16 floats as with vectors of 8.
func sameWidths(t *testing.T, x, w, b []float32, rows, in, out int) {
	t.Helper()
	if !hasAVX512 {
		t.Skip("this processor has no AVX-512")
	}
	wide, narrow := make([]float32, rows*out), make([]float32, rows*out)
	dense(wide, x, w, b, rows, in, out)
	hasAVX512 = false
	dense(narrow, x, w, b, rows, in, out)
	hasAVX512 = true
	for i := range wide {
		if math.Float32bits(wide[i]) != math.Float32bits(narrow[i]) {
			t.Fatalf("%d rows, %d inputs, %d outputs: value %d is %v, with vectors of 8 floats %v", rows, in, out, i,
				wide[i], narrow[i])
		}
	}
}

// Processors with AVX2 alone cut patches and sum maps to the same bits.
func TestNarrowVectors(t *testing.T) {
	if !hasAVX512 {
		t.Skip("this processor has no AVX-512: the other tests are of narrow vectors")
	}
	hasAVX512 = false
	defer func() { hasAVX512 = true }()
	if !t.Run("patches", TestCutPatchVectors) || !t.Run("moments", TestMoments) {
		t.Error("vectors of 8 floats compute other bits")
	}
}
