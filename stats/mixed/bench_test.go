package mixed

import (
	"testing"

	"counterpoise/internal/seed"
)

// 30 trials of 5 methods on 3 groups with 100 starts: 45,000 rollouts and 9,601 random effects.
func BenchmarkFit(b *testing.B) {
	beta := make([]float64, 15)
	for i := range beta {
		beta[i] = -1 + 0.2*float64(i)
	}
	data := simulated(seed.Of("mixed", "benchmark"), 30, 5, 3, 100, 1, beta, [4]float64{0.3, 0.3, 0.4, 0.8})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
