package ridge

import (
	"fmt"
	"math"
)

// Exact answers to what the study's methods approach step by step, on a problem whose inner optimum is in closed form.

// optimumGap is how far from optimal an answer may be, in units of the loss, and optimumSteps how many steps it may
// take.
const (
	optimumGap   = 1e-9
	optimumSteps = 5000
)

// Least is the lowest loss of group i that any weights reach, and such weights (Parekh et al., Eq. 16 and 17):
//
//	L_i^min = min_α L_i(W_α),   W_α = argmin_W sum_g α_g L_g(W) + λ/p |W|²
//
// over held-out frames where the ridge holds some out. Found by descent along the exact hypergradient from equal
// weights and from the specialist's, whichever ends lower: the function need not be convex.
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

// Equilibrium is where the study's min-max problem comes to rest (Parekh et al., Eq. 13-15): the weights, and each
// group's excess δ_i = L_i(W_α) - ref_i. Where α_i > 0 the excesses are equal (Eq. 15, with the constraint α_i >= 0
// that it leaves out: groups of weight 0 have a smaller one).
//
//	max_α min_W sum_i α_i (L_i(W) - ref_i) + λ/p |W|²
//
// The inner minimum is concave in α with gradient δ (Danskin), so what is found is the maximum, with the certificate
// max_i δ_i - sum_i α_i δ_i.
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

// point is where a climb stands.
type point struct {
	alpha    []float64
	value    float64
	gradient []float64
}

// climb maximises a smooth function on the simplex by exponentiated ascent (Kivinen & Warmuth 1997), its step doubled
// after every success and cut to a quarter after every failure,
//
//	α_i ← α_i exp(s g_i) / sum_j α_j exp(s g_j)
//
// until no direction promises more than optimumGap: max_i g_i - sum_i α_i g_i, which for a concave function bounds
// what is missing.
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

// gap is max_i g_i - sum_i α_i g_i.
func gap(at point) float64 {
	top, mean := math.Inf(-1), 0.0
	for i, g := range at.gradient {
		top = max(top, g)
		mean += at.alpha[i] * g
	}
	return top - mean
}

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

func equalWeights(k int) []float64 {
	w := make([]float64, k)
	for i := range w {
		w[i] = 1 / float64(k)
	}
	return w
}

// mostly is nearly all weight on i: from a corner itself the ascent could not leave.
func mostly(i, k int) []float64 {
	w := scaled(0.02, equalWeights(k))
	w[i] += 0.98
	return w
}

func scaled(a float64, v []float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = a * x
	}
	return out
}
