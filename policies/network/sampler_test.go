package network

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// samplers are the generative heads with what their network would predict if it had learned a normal distribution of
// actions N(m, s²) exactly: the conditional mean of its target given x_t = x, for x_t = A a + B ε,
//
//	E[a | x] = m + A s² (x - A m) / (A² s² + B²),   E[ε | x] = (x - A E[a | x]) / B
var samplers = map[string]struct {
	head      Generative
	deviation float64 // of samples, where s is .3
	predict   func(x, t, m, s float64) float64
}{
	"flow": {flow{}, 0.2469, func(x, t, m, s float64) float64 {
		a := conditionalMean(x, t, 1-t, m, s)
		return (a - x) / (1 - t) // a - ε with ε = (x - t a)/(1-t)
	}},
	"diffusion": {diffusion{}, 0.2395, func(x, t, m, s float64) float64 {
		sin, cos := math.Sincos(t * greatestAngle)
		return (x - cos*conditionalMean(x, cos, sin, m, s)) / sin
	}},
}

func conditionalMean(x, a, b, m, s float64) float64 { return m + a*s*s*(x-a*m)/(a*a*s*s+b*b) }

// A sampler whose network predicts exactly draws from the distribution that was learned: the mean is exact but for the
// draw of the noise, and a point is met exactly. The deviation is too small by an error of first order in 1/S. For s =
// .3 every step multiplies x - m by a factor that follows from the equations of the head; the product of the ten
// factors, computed by a program in Python from these equations, is the deviation above.
func TestSamplersDrawFromWhatWasLearned(t *testing.T) {
	const draws = 20000
	for name, of := range samplers {
		r := seed.Of("sampler", name).Rand()
		for _, want := range []struct{ mean, deviation float64 }{{.3, 0}, {-.1, .3}} {
			x, out := make([]float32, draws), make([]float32, draws)
			for c := range x {
				x[c] = float32(r.NormFloat64())
			}
			for i := range of.head.Steps() {
				for c := range x {
					time := float64(of.head.Time(i))
					out[c] = float32(of.predict(float64(x[c]), time, want.mean, want.deviation))
				}
				of.head.Advance(x, out, i)
			}
			var mean, square float64
			for _, v := range x {
				mean += float64(v) / draws
				square += (float64(v) - want.mean) * (float64(v) - want.mean) / draws
			}
			deviation, expected := math.Sqrt(square), 0.0
			if want.deviation > 0 {
				expected = of.deviation
			}
			if math.Abs(mean-want.mean) > 1e-5+4*want.deviation/math.Sqrt(draws) ||
				math.Abs(deviation-expected) > 1e-5+.02*expected {
				t.Errorf("%s: mean %.4f, deviation %.4f of samples of N(%g, %g²), want %.4f",
					name, mean, deviation, want.mean, want.deviation, expected)
			}
		}
	}
}

// Every generative head has a reference here, and its samplers' times lie in [0, 1].
func TestEveryGenerativeHeadIsSampled(t *testing.T) {
	for _, name := range Heads.Names() {
		h, _ := Heads.Get(name)
		g, ok := h.(Generative)
		if !ok {
			continue
		}
		if _, known := samplers[name]; !known {
			t.Errorf("head %s has no distribution to sample from in this test", name)
		}
		for i := range g.Steps() {
			if at := g.Time(i); at < 0 || at > 1 {
				t.Errorf("head %s: step %d is at time %v", name, i, at)
			}
		}
	}
}
