package ridge

import (
	"fmt"
	"math"
)

// This file solves the study's two outer problems over the weights α to numerical precision. The methods of the study
// approach the same optima step by step; here the inner problem over W has a closed form.

// Limits of climb.
const (
	// optimumGap is the largest certified distance from the optimum, in squared action units.
	optimumGap = 1e-9
	// optimumSteps bounds the evaluations. A climb that needs more is an error, not an approximate answer.
	optimumSteps = 5000
)

// Least returns the lowest loss of group i that any weights reach, and weights that reach it (Parekh et al., Eq. 16
// and 17):
//
//	L_i^min = min_α L_i(W_α),   W_α = argmin_W sum_g α_g L_g(W) + λ/p |W|²
//
// L_i is over held-out frames where the ridge holds some out. The function of α need not be convex, so Least descends
// along the exact hypergradient twice, from equal weights and from weights almost all on group i, and returns the
// lower end. The tests compare it with a grid of weights.
func (r *Ridge) Least(i int) (loss float64, alpha []float64, err error) {
	loss = math.Inf(1)
	for _, start := range [][]float64{equalWeights(r.groups()), mostly(i, r.groups())} {
		at, err := climb(start, func(alpha []float64) (float64, []float64, error) {
			s, err := r.exact.solve(alpha)
			if err != nil {
				return 0, nil, err
			}
			h, err := r.exact.hypergradient(s)
			if err != nil {
				return 0, nil, err
			}
			return -r.exact.target[i].loss(s.W), scaled(-1, h[i]), nil
		})
		if err != nil {
			return 0, nil, err
		}
		if -at.value < loss {
			loss, alpha = -at.value, at.alpha
		}
	}
	return loss, alpha, nil
}

// Equilibrium returns the solution of the study's min-max problem (Parekh et al., Eq. 13 to 15) for reference losses
// ref, and the excess δ_i = L_i(W_α) - ref_i of each group there, over training frames:
//
//	max_α min_W sum_i α_i (L_i(W) - ref_i) + λ/p |W|²
//
// All groups with α_i > 0 have the same excess (Eq. 15). The equation leaves out the constraint α_i >= 0; with it,
// groups of weight 0 have an excess that is no larger.
//
// The inner minimum is concave in α and has the gradient δ (Danskin's theorem), so the ascent finds the global
// maximum. Its certificate max_i δ_i - sum_i α_i δ_i bounds the distance from the maximum.
func (r *Ridge) Equilibrium(ref []float64) (alpha, delta []float64, err error) {
	at, err := climb(equalWeights(r.groups()), func(alpha []float64) (float64, []float64, error) {
		s, err := r.exact.solve(alpha)
		if err != nil {
			return 0, nil, err
		}
		_, p := s.W.Dims()
		value := r.cfg.Lambda / float64(p) * dot(s.W, s.W)
		delta := losses(r.exact.train, s.W)
		for i := range delta {
			delta[i] -= ref[i]
			value += alpha[i] * delta[i]
		}
		return value, delta, nil
	})
	return at.alpha, at.gradient, err
}

// point is an iterate of climb: weights α on the simplex, with the value of the function there and its gradient g.
type point struct {
	alpha    []float64
	value    float64
	gradient []float64
}

// climb maximises a smooth function f on the simplex, from alpha, by exponentiated gradient ascent (Kivinen & Warmuth
// 1997). f returns its value and gradient.
//
//	α_i ← α_i exp(s g_i) / sum_j α_j exp(s g_j)
//
// The step s doubles after each iterate with a higher value. Otherwise the iterate is dropped and s falls to a
// quarter; below 1e-12 no higher value exists within rounding. The climb ends where the gap is below optimumGap: for
// a concave f the gap bounds the distance from the maximum, for any other it bounds the slope of f within the simplex.
// A weight of 0 stays 0, so alpha should be positive.
func climb(alpha []float64, f func(alpha []float64) (float64, []float64, error)) (point, error) {
	at := point{alpha: alpha}
	var err error
	if at.value, at.gradient, err = f(alpha); err != nil {
		return at, err
	}
	step := 1.0
	for range optimumSteps {
		if gap(at) < optimumGap || step == 0 {
			return at, nil
		}
		next := point{alpha: exponentiate(at.alpha, at.gradient, step)}
		if next.value, next.gradient, err = f(next.alpha); err != nil {
			return at, err
		}
		if next.value > at.value {
			at, step = next, 2*step
		} else if step /= 4; step < 1e-12 {
			return at, nil // nothing better within rounding
		}
	}
	return at, fmt.Errorf("ridge: no optimum within %d steps: %g from it at weights %v",
		optimumSteps, gap(at), at.alpha)
}

// gap returns max_i g_i - sum_i α_i g_i, the largest directional derivative towards a corner of the simplex; >= 0.
func gap(at point) float64 {
	top, mean := math.Inf(-1), 0.0
	for i, g := range at.gradient {
		top = max(top, g)
		mean += at.alpha[i] * g
	}
	return top - mean
}

// exponentiate returns the weights after one step of climb. It subtracts the largest g_i from the exponents: the ratio
// stays the same and no exponential overflows.
func exponentiate(alpha, g []float64, step float64) []float64 {
	top, sum := math.Inf(-1), 0.0
	for _, v := range g {
		top = max(top, v)
	}
	out := make([]float64, len(alpha))
	for i, a := range alpha {
		out[i] = a * math.Exp(step*(g[i]-top))
		sum += out[i]
	}
	return scaled(1/sum, out)
}

// equalWeights returns the weights 1/k of k groups.
func equalWeights(k int) []float64 {
	w := make([]float64, k)
	for i := range w {
		w[i] = 1 / float64(k)
	}
	return w
}

// mostly returns weights with all but 2 % on group i of k. The corner itself would be a fixed point of climb.
func mostly(i, k int) []float64 {
	w := scaled(0.02, equalWeights(k))
	w[i] += 0.98
	return w
}

// scaled returns a v.
func scaled(a float64, v []float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = a * x
	}
	return out
}
