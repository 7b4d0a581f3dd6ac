package balance

import (
	"math"
	"testing"
)

// Two steps of Algorithm 1 by hand, β = 1, γ = 0. Losses (1, 1): z = (.5, .5), α equal.
// Losses (1/e, 1): Δ = (1, 0), mean .5, J^T Δ = (.25, -.25), ξ = (-.25, .25);
// α ∝ exp(ξ)/L = (e^{-.25} e, e^{.25}), so α_1/α_2 = e^{.5}.
func TestFAMOByHand(t *testing.T) {
	m := FAMO{Beta: 1}.Start(counted(5, 5))
	near(t, "before", m.Alpha(), []float64{.5, .5}, 0)
	m.Observe([]float64{1, 1})
	near(t, "first losses", m.Alpha(), []float64{.5, .5}, 1e-12)
	m.Observe([]float64{math.Exp(-1), 1})
	a := 1 / (1 + math.Exp(-.5))
	near(t, "second losses", m.Alpha(), []float64{a, 1 - a}, 1e-7)
}

// The decay γ alone: with losses that stand still, ξ shrinks by 1 - βγ a step and α goes to 1/L.
func TestFAMODecays(t *testing.T) {
	m := FAMO{Beta: .5, Gamma: 1}.Start(counted(5, 5)).(*famo)
	m.Observe([]float64{1, 1})
	m.xi = []float64{2, -2}
	m.Observe([]float64{1, 1})
	near(t, "logits", m.xi, []float64{1, -1}, 1e-12)
	for range 100 {
		m.Observe([]float64{1, 3})
	}
	near(t, "weights", m.Alpha(), []float64{.75, .25}, 1e-7)
}

// With the defaults the logits hardly move: where one loss falls to a twentieth in 1,000 steps and the other stays,
// each ends within .03 of 0, and α within .01 of a weight proportional to 1/L.
func TestFAMOWithDefaultsIsNearlyInverseLoss(t *testing.T) {
	method, err := Named("famo")
	if err != nil {
		t.Fatal(err)
	}
	m := method.Start(counted(5, 5)).(*famo)
	for step := range 1001 {
		m.Observe([]float64{math.Pow(20, -float64(step)/1000), 1})
	}
	near(t, "logits", m.xi, []float64{0, 0}, .03)
	near(t, "weights", m.Alpha(), []float64{20. / 21, 1. / 21}, .01)
}
