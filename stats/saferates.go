package stats

import "math"

// SafeRates follows the difference of two success rates, A minus B, whose rollouts are independent and come one by one:
// the k-th of A and the k-th of B make a block. The blocks may fill in any order, and who decides whose rollout is next
// may know all outcomes.
//
// The e-process of a difference δ is the likelihood ratio of estimates from the blocks before, and of the rates with
// that difference that are nearest to them in relative entropy (Turner, Ly & Grünwald, Generic e-variables for exact
// sequential k-sample tests that allow for optional stopping, J. Statist. Plan. Inference 230 (2024) 106116; Turner &
// Grünwald, Exact anytime-valid confidence intervals for contingency tables and beyond, Statist. Probab. Lett. 198
// (2023) 109835, theorem 1):
//
//	E(δ) = Π p_a(y_a) p_b(y_b) / (p°_a(y_a) p°_b(y_b)),  (θ°_a, θ°_b) = argmin KL((θ_a, θ_b) | (θ°_b + δ, θ°_b))
//	θ_a = (1 + successes of A)/(2 + blocks), θ_b alike; for δ = 0: θ° = (θ_a + θ_b)/2
//
// The expectation of a factor is at most 1 for all rates with the difference. The nearest rates are the most likely
// ones of one rollout each with "successes" θ_a and θ_b (see restricted). The confidence sequence is the differences on
// a grid of 1,001 that are not refuted.
type SafeRates struct {
	nulls
	a, b float64 // successes
}

// NewSafeRates returns the e-process, with e-values against no difference. It is an error if the level lies outside
// (0, 1).
func NewSafeRates(level float64) (*SafeRates, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	return &SafeRates{nulls: newNulls(-1, 1, 2./gridSteps, 0, level)}, nil
}

// Add adds a block: whether A and B succeeded.
func (s *SafeRates) Add(a, b bool) {
	n := float64(s.n)
	rateA, rateB := (1+s.a)/(2+n), (1+s.b)/(2+n)
	likely := func(rate float64, success bool) float64 {
		if success {
			return rate
		}
		return 1 - rate
	}
	ratio := likely(rateA, a) * likely(rateB, b)
	s.add(func(delta float64) float64 {
		nearA, nearB := (rateA+rateB)/2, (rateA+rateB)/2
		if delta != 0 {
			nearA = restricted(rateA, rateB, 1, 1, delta)
			nearB = nearA - delta
		}
		return math.Log(ratio / (likely(nearA, a) * likely(nearB, b)))
	})
	if a {
		s.a++
	}
	if b {
		s.b++
	}
}

// Result is what the blocks say so far.
func (s *SafeRates) Result() Anytime { return s.result((s.a - s.b) / max(1, float64(s.n))) }
