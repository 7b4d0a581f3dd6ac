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

// The weighted gradient has the direction of the best step of CAGrad's own problem, max_d min_i <g_i, d> over the
// circle |d - g_0| = c |g_0|, found by going round it.
func TestCAGradFollowsTheBestDirection(t *testing.T) {
	const c, turns = .4, 20_000
	r := seed.Of("cagrad direction").Rand()
	for range 50 {
		g, gram := make([][2]float64, 3), make([][]float64, 3)
		var mean, step [2]float64
		for i := range g {
			g[i] = [2]float64{r.NormFloat64(), r.NormFloat64()}
			mean[0], mean[1] = mean[0]+g[i][0]/3, mean[1]+g[i][1]/3
		}
		for i := range g {
			for j := range g {
				gram[i] = append(gram[i], g[i][0]*g[j][0]+g[i][1]*g[j][1])
			}
		}
		m := CAGrad{C: c}.Start(counted(5, 5, 5)).(*cagrad)
		m.ObserveGradients(gram)
		for i, a := range m.Alpha() {
			step[0], step[1] = step[0]+a*g[i][0], step[1]+a*g[i][1]
		}
		best, direction := math.Inf(-1), 0.0
		for n := range turns {
			sin, cos := math.Sincos(2 * math.Pi * float64(n) / turns)
			radius := c * math.Hypot(mean[0], mean[1])
			d := [2]float64{mean[0] + radius*cos, mean[1] + radius*sin}
			least := math.Inf(1)
			for _, v := range g {
				least = min(least, v[0]*d[0]+v[1]*d[1])
			}
			if least > best {
				best, direction = least, math.Atan2(d[1], d[0])
			}
		}
		off := math.Remainder(math.Atan2(step[1], step[0])-direction, 2*math.Pi)
		if math.Abs(off) > 1e-3 {
			t.Errorf("gradients %.3f: weights %.4f point %.5f rad beside the best step", g, m.Alpha(), off)
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

// An estimate of <g, g> below 0, as noise makes it under a generative head, counts as 0. E^0 of its group is then the
// first positive one: 4/2, so that a step with 4 and 1 again has the excesses 1 and (1/√2)/1.
func TestExcessMTLNegativeEstimate(t *testing.T) {
	m := ExcessMTL{Eta: 1}.Start(counted(5, 5)).(*excess)
	m.ObserveGradients([][]float64{{-3, 0}, {0, 1}}) // excesses 0 and 1
	near(t, "negative", m.Alpha(), []float64{1 / (1 + math.E), math.E / (1 + math.E)}, 1e-7)
	m.ObserveGradients([][]float64{{4, 0}, {0, 1}})
	a, b := math.E, math.E*math.Exp(1/math.Sqrt2)
	near(t, "then positive", m.Alpha(), []float64{a / (a + b), b / (a + b)}, 1e-7)
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
