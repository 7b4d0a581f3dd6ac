package ridge

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// BenchmarkSolveAndHypergradient measures the optimum for new weights and its hypergradient at the default size: D =
// 256, three groups. The limit is the arithmetic of one Cholesky factorisation, D³/3 multiplications, and of four
// solutions with 56 columns.
func BenchmarkSolveAndHypergradient(b *testing.B) {
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	r, err := New(d, g, DefaultConfig(), 0, seed.Of("ridge"))
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		if _, err := r.Hypergradient([]float64{.2, .3, .5}); err != nil {
			b.Fatal(err)
		}
	}
}
