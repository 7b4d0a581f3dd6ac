package optimizer

import "testing"

// BenchmarkAdam is a step of the default network's parameters, which stays on the processor whatever computes the gradient.
func BenchmarkAdam(b *testing.B) {
	const n, rate = 98_880, 1e-3 // parameters of the default policy, and its learning rate
	a := Adam{make([]float32, n), make([]float32, n)}
	theta, g := make([]float32, n), make([]float32, n)
	for i := range g {
		g[i] = float32(i%7) - 3
	}
	b.ReportAllocs()
	b.ReportMetric(float64(n), "parameters")
	for i := range b.N {
		a.Step(theta, g, rate, i+1)
	}
}
