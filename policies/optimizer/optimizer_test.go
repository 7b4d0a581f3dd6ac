package optimizer

import (
	"math"
	"testing"
)

// With a constant gradient m/(1-β1^t) = g and v/(1-β2^t) = g², so every step has the length of the learning rate,
// whatever g is.
func TestAdamConstantGradient(t *testing.T) {
	theta, g := []float32{0, 0, 0}, []float32{5, -0.001, 0}
	a := Adam{make([]float32, 3), make([]float32, 3)}
	for step := 1; step <= 10; step++ {
		a.Step(theta, g, 0.1, step)
	}
	for i, want := range []float64{-1, 1, 0} {
		if math.Abs(float64(theta[i])-want) > 1e-4 {
			t.Errorf("parameter %d is at %v after ten steps of 0.1, want %v", i, theta[i], want)
		}
	}
}

// ε = 1e-8 is added to the root, not below it: a first gradient of that size moves a parameter by half the rate.
func TestAdamEpsilon(t *testing.T) {
	theta := []float32{0}
	a := Adam{make([]float32, 1), make([]float32, 1)}
	a.Step(theta, []float32{1e-8}, 1, 1)
	if math.Abs(float64(theta[0])+.5) > 1e-5 {
		t.Errorf("θ = %v, want -0.5", theta[0])
	}
}

// Two steps by hand from Algorithm 1 with α = 1, g = 1 and then -2:
// m = .1, v = .001: θ = -1. m = .09-.2 = -.11, v = .000999+.004 = .004999:
// θ = -1 + (.11/.19)/sqrt(.004999/.001999) = -1 + .578947/1.581376 = -.633898.
func TestAdamByHand(t *testing.T) {
	theta := []float32{0}
	a := Adam{make([]float32, 1), make([]float32, 1)}
	a.Step(theta, []float32{1}, 1, 1)
	a.Step(theta, []float32{-2}, 1, 2)
	if math.Abs(float64(theta[0])+0.633898) > 1e-5 {
		t.Errorf("θ = %v, by hand -0.633898", theta[0])
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		s    Schedule
		t    int
		want float64
	}{
		{Constant, 0, 1}, {Constant, 99, 1},
		{Cosine, 0, 1}, {Cosine, 25, (1 + math.Sqrt2/2) / 2}, {Cosine, 50, 0.5}, {Cosine, 99, 0.000246719817},
	} {
		if got := c.s.Factor(c.t, 100); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s at %d of 100: %v, want %v", c.s, c.t, got, c.want)
		}
	}
}
