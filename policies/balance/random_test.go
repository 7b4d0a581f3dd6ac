package balance

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
)

// Drawn weights are uniform on the simplex: with k = 3 each has mean 1/3 and variance 1/18 (Dirichlet(1, 1, 1)).
func TestRandomIsUniformOnTheSimplex(t *testing.T) {
	const runs = 4000
	var sum, square float64
	g := counted(27, 9, 27)
	for run := range runs {
		m := random{}.Start(g)
		m.(mixture.Initializer).Begin(1, func(words ...any) float64 {
			return seed.Of("run", run).With(words...).Rand().Float64()
		})
		a := m.Alpha()[1]
		sum += a
		square += a * a
	}
	mean := sum / runs
	variance := square/runs - mean*mean
	if math.Abs(mean-1./3) > 4*math.Sqrt(1./18/runs) || math.Abs(variance*18-1) > .1 {
		t.Errorf("mean %.4f, variance %.4f; want .3333 and .0556", mean, variance)
	}
}
