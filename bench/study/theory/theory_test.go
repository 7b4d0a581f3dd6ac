package theory

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// The study's theory holds to rounding where its assumptions do, and Counterexample has a number where they don't.
func TestTheory(t *testing.T) {
	laws := Evaluate()
	for i, want := range []struct{ equation, beyond string }{
		{"P1", "miss θ by 0.29, and ρ_i E_i[s²] / sum_j ρ_j E_j[s²] by 0.00"},
		{"P8", "asks for 1.42 <= -12.8"},
		{"P12", "miss the mean of the θ_i by 0.52"},
		{"P15", "weight ends at 0, and δ_3 is 0.8 below"},
	} {
		l := laws[i]
		if l.Equation != want.equation || !(l.Deviation >= 0) || l.Deviation > 1e-12 ||
			!strings.Contains(l.Counterexample, want.beyond) {
			t.Errorf("%+v, want %+v", l, want)
		}
	}
	for i, again := range Evaluate() {
		if again != laws[i] {
			t.Errorf("%s came out as %+v and as %+v", again.Equation, laws[i], again)
		}
	}
}

// Without references the ascent rests at the centre of the circle through three points (Eq. 15): for (0, 0), (2, 0),
// (.6, 1.7) x = 1, and y from x² + y² = .4² + (1.7 - y)²: y = (.16 + 2.89 - 1)/3.4 = .602941. For an obtuse triangle
// it is the middle of the longest side, of which the point between is closer by 1 - (.4² + .2²) = .8.
func TestEquilibriumIsACircumcentre(t *testing.T) {
	thetas := [][2]float64{{0, 0}, {2, 0}, {0.6, 1.7}}
	delta, alpha := rest("zero", thetas, nil)
	at := sum(alpha, thetas)
	if math.Abs(at[0]-1) > 1e-9 || math.Abs(at[1]-2.05/3.4) > 1e-9 {
		t.Errorf("rest at %v under weights %v, excesses %v", at, alpha, delta)
	}
	delta, alpha = rest("zero", [][2]float64{{0, 0}, {2, 0}, {0.6, 0.2}}, nil)
	if alpha[2] != 0 || math.Abs(delta[0]-1) > 1e-9 || math.Abs(delta[2]-0.2) > 1e-9 {
		t.Errorf("rest of an obtuse triangle under weights %v with excesses %v", alpha, delta)
	}
}

// The bound can fail: it does with a negative weight, because the rest of the sum may then be negative.
func TestBoundsCanFail(t *testing.T) {
	off := bounds(func(rho []float64) []float64 {
		w := slices.Clone(rho)
		w[1] = -w[1]
		return w
	})
	if off < 1 {
		t.Errorf("the bound holds to %v with a negative weight", off)
	}
}
