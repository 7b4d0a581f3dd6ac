package balance

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// CAGrad's dual against every point of a fine grid, for random Gram matrices of three gradients in the plane, which
// conflict more often than not.
func TestCAGradAgainstAGrid(t *testing.T) {
	r := seed.Of("cagrad").Rand()
	for range 50 {
		var g [3][2]float64
		for i := range g {
			g[i] = [2]float64{r.NormFloat64(), r.NormFloat64()}
		}
		gram := make([][]float64, 3)
		for i := range g {
			for j := range g {
				gram[i] = append(gram[i], g[i][0]*g[j][0]+g[i][1]*g[j][1])
			}
		}
		gram = unit(gram)
		mean := times(gram, uniform(3))
		radius := .4 * root(along(mean, uniform(3)))
		value := func(w []float64) float64 { return along(w, mean) + radius*root(along(times(gram, w), w)) }
		got := value(dual(gram, mean, radius))
		for _, w := range Sweep(3, 60) {
			if v := value(w); v < got-1e-5 {
				t.Fatalf("gradients %v: grid point %v reaches %v, the dual %v", g, w, v, got)
			}
		}
	}
}

// Where gradients agree, CAGrad is the mean; where one opposes a longer one, the shorter gains weight until both gain:
// g_0 = (1, 0), g_1 = (-.4, .1): the mean (.3, .05) takes from group 1, <g_1, g_0> = -.115.
func TestCAGradAvoidsConflict(t *testing.T) {
	m := CAGrad{C: .9}.Start(counted(5, 5)).(*cagrad)
	m.ObserveGradients([][]float64{{1, 1}, {1, 1}})
	near(t, "agreeing", m.Alpha(), []float64{.5, .5}, 1e-9)
	m.ObserveGradients([][]float64{{1, -.4}, {-.4, .17}})
	gain := func(a []float64) float64 { return -.4*a[0] + .17*a[1] }
	if gain(m.Alpha()) <= gain([]float64{.5, .5})/2 {
		t.Errorf("conflicting: weights %v, of which group 1 gains %v", m.Alpha(), gain(m.Alpha()))
	}
}

// Two steps of ExcessMTL by hand, η = 1: <g, g> = (4, 1), E^0 = (4/2, 1/1), both relative excesses are 1, α equal.
// Then (4, 4): sums (8, 5), E = (4/sqrt 8, 4/sqrt 5) = (1.414214, 1.788854), relative (.707107, 1.788854):
// α_1/α_0 = e^{1.081748}.
func TestExcessMTLByHand(t *testing.T) {
	m := ExcessMTL{Eta: 1}.Start(counted(5, 5)).(*excess)
	m.ObserveGradients([][]float64{{4, 0}, {0, 1}})
	near(t, "first", m.Alpha(), []float64{.5, .5}, 1e-6)
	m.ObserveGradients([][]float64{{4, 0}, {0, 4}})
	a := 1 / (1 + math.Exp(1.081748))
	near(t, "second", m.Alpha(), []float64{a, 1 - a}, 1e-5)
}
