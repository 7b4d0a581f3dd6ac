package curate

import (
	"math"
	"testing"
)

// Of two rows kernel ridge regression is solved by hand: with k = exp(-1/2) between them and y = ±1, a = ±1/(1 + λ -
// k).
func TestKernelRidge(t *testing.T) {
	x, y := [][]float32{{0}, {1}}, [][]float32{{1}, {-1}}
	k, err := FitKernelRidge(x, y, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := 1 / (1 + kernelNoise - math.Exp(-.5))
	for _, at := range []float64{0, .5, 1, 3} {
		want := a*math.Exp(-at*at/2) - a*math.Exp(-(at-1)*(at-1)/2)
		var got [1]float64
		if k.Residual(got[:], []float32{float32(at)}, []float32{0}); math.Abs(got[0]-want) > 1e-12 {
			t.Errorf("at %v: %v, want %v", at, got[0], want)
		}
	}
}
