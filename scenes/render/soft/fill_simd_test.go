//go:build goexperiment.simd && amd64

package soft

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"counterpoise/internal/toydata"
	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// Vectors give the bits of plain Go, colours and depths, in pictures of all sizes from cameras near and far, some of
// which are inside objects.
func TestVectorsDrawAsPlainGo(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	defer func() { hasAVX2 = true }()
	rng := rand.New(rand.NewPCG(9, 10))
	vectors, plain := New(), New()
	for i := range 150 {
		s := toydata.RandomSnapshot(rng.Float64)
		at := physics.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64()}
		distance, azimuth, elevation := 0.02+3*rng.Float64()*rng.Float64(), 7*rng.Float64(), 3*rng.Float64()-1.5
		c := render.Orbit(at, distance, azimuth, elevation, 1+100*rng.Float64())
		width, height := 1+rng.IntN(120), 1+rng.IntN(90)
		switch i % 3 {
		case 1:
			c, width, height = render.StaticCamera(), render.StaticSize, render.StaticSize
		case 2:
			c, width, height = render.GripperCamera(&s), render.GripperSize, render.GripperSize
		}
		a, b := render.NewFrame(width, height), render.NewFrame(width, height)
		a.Depth, b.Depth = make([]float32, width*height), make([]float32, width*height)
		hasAVX2 = true
		mustView(t, vectors, &s, c, a)
		hasAVX2 = false
		mustView(t, plain, &s, c, b)
		if !bytes.Equal(a.RGB, b.RGB) || !slices.Equal(a.Depth, b.Depth) {
			t.Fatalf("picture %d of %d x %d pixels differs from that of plain Go", i, width, height)
		}
	}
}
