package ridge

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// The inner products of random features approximate the Gaussian kernel within four standard errors of 1/sqrt(D).
func TestFourierApproximatesTheKernel(t *testing.T) {
	const size, width = 4000, 1.5
	f := newFourier(size, 2, width, seed.Of("kernel"))
	a, b := make([]float64, size), make([]float64, size)
	for _, y := range [][]float32{{.3, -1}, {.3, 0}, {2, 2}, {9, 9}} {
		x := []float32{.3, -1}
		f.encode(a, x)
		f.encode(b, y)
		got, dist := -1.0, 0.0
		for i := range a {
			got += a[i] * b[i]
		}
		for i := range x {
			dist += float64(x[i]-y[i]) * float64(x[i]-y[i])
		}
		if want := math.Exp(-dist / (2 * width * width)); math.Abs(got-want) > 4/math.Sqrt(size) {
			t.Errorf("kernel of %v and %v: %v, want %v", x, y, got, want)
		}
	}
}
