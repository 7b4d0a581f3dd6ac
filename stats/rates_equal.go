package stats

import (
	"errors"
	"fmt"
	"math"
)

// RateEquality tests whether the difference of two success rates lies within a margin either way, by two one-sided
// tests (Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657).
type RateEquality struct {
	difference float64
	beyond     func(margin, enough float64) float64 // one-sided p against difference >= margin, or one above enough
	below      func(margin, enough float64) float64 // one-sided p against difference <= -margin, or one above enough
	within     func(alpha float64) (within float64) // may be nil: then found by the p values
}

// P is the p value of equality within a margin in (0, 1]: the larger of the two one-sided ones.
func (e RateEquality) P(margin float64) float64 {
	if !(math.Abs(e.difference) < margin) {
		return 1
	}
	return max(e.beyond(margin, math.Inf(1)), e.below(margin, math.Inf(1)))
}

// Within is the smallest margin at which both tests reject at alpha, within 1e-6 and not less.
func (e RateEquality) Within(alpha float64) float64 {
	if e.within != nil {
		return min(1, e.within(alpha))
	}
	low, high := math.Abs(e.difference), 1.0
	first, second := e.beyond, e.below
	if e.difference < 0 {
		first, second = second, first
	}
	for high-low > 1e-6 {
		if middle := low/2 + high/2; first(middle, alpha) <= alpha && second(middle, alpha) <= alpha {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// UnpairedEquality tests the rates of k1 successes of n1 and k2 of n2 rollouts by the score statistic of
// [UnpairedScore]. The exact one-sided p against a difference of at least δ is the greatest probability of z(δ) as
// small as this over all rates with the difference δ (Chan, Statist. Med. 17 (1998) 1403); it is least at that
// boundary (Röhmel & Mansmann, Biometrical J. 41 (1999) 149), so that the level holds. It is at most the two-sided p,
// so equality is shown at alpha wherever the interval of level 1 - alpha lies within the margin. Where that test limits
// the rates, this one does, and where p is there of the normal distribution, it is here. It returns an error for a
// number that is no success rate.
func UnpairedEquality(k1, n1, k2, n2 int, exact bool) (RateEquality, error) {
	for _, r := range [][2]int{{k1, n1}, {k2, n2}} {
		if _, err := newProportion(r[0], r[1], 0.95); err != nil {
			return RateEquality{}, err
		}
	}
	may, limited := ofMany(k1, n1, k2, n2)
	exact = exact && may
	if difference := float64(k1)/float64(n1) - float64(k2)/float64(n2); exact && limited {
		a, b := newLimited(k1, n1, k2, n2), newLimited(k2, n2, k1, n1)
		score := func(k1, n1, k2, n2 int) func(float64) float64 {
			return (&unpaired{k1: k1, n1: n1, k2: k2, n2: n2}).score
		}
		return RateEquality{difference: difference, beyond: oneSided(true, score(k1, n1, k2, n2), a.atMost),
			below: oneSided(true, score(k2, n2, k1, n1), b.atMost)}, nil
	}
	a := &unpaired{k1: k1, n1: n1, k2: k2, n2: n2, choose1: logChooses(n1), choose2: logChooses(n2)}
	b := &unpaired{k1: k2, n1: n2, k2: k1, n2: n1, choose1: a.choose2, choose2: a.choose1}
	return RateEquality{difference: float64(k1)/float64(n1) - float64(k2)/float64(n2),
		beyond: oneSided(exact, a.score, a.atMost), below: oneSided(exact, b.score, b.atMost)}, nil
}

// PairedEquality tests the rates of pairs, counted as in [PairedScore], by its statistic. The exact one-sided p is the
// greatest probability over the rates of pairs in which only B succeeds (Sidik, Statist. Med. 22 (2003) 265). Where
// exact is false, and beyond 120 pairs, p is of the normal distribution. It returns an error for negative counts and
// for no pair.
func PairedEquality(both, first, second, neither int, exact bool) (RateEquality, error) {
	n := both + first + second + neither
	if min(both, first, second, neither) < 0 || n == 0 {
		return RateEquality{}, fmt.Errorf("stats: %d, %d, %d and %d are no table of pairs", both, first, second,
			neither)
	}
	exact = exact && n <= maxPaired
	a, b := &paired{b: first, c: second, n: n}, &paired{b: second, c: first, n: n}
	return RateEquality{difference: float64(first-second) / float64(n),
		beyond: oneSided(exact, a.score, a.atMost), below: oneSided(exact, b.score, b.atMost)}, nil
}

// oneSided is the p value against a difference of at least delta by a score statistic, and by the exact probability of
// a statistic at most as large, or one above enough.
func oneSided(exact bool, score func(delta float64) float64, atMost func(delta, enough float64) float64,
) func(delta, enough float64) float64 {
	return func(delta, enough float64) float64 {
		switch z := score(delta); {
		case z >= 0:
			return 1
		case exact:
			return atMost(delta, enough)
		default:
			return upperZ(-z)
		}
	}
}

// atMost is the greatest probability of z at most as large over all rates with a difference; z falls with k2.
func (d *unpaired) atMost(delta, enough float64) float64 {
	limit := d.score(delta)
	limit += 1e-9 * min(1, -limit)
	from := make([]int, d.n1+1)
	for k1 := range from {
		from[k1] = search(d.n2+1, func(k2 int) bool { return d.z(k1, k2, delta) <= limit })
	}
	p1, least := make([]float64, d.n1+1), make([]float64, d.n2+2) // least[k] is the probability of k or more
	return maximum(max(0, -delta), min(1, 1-delta), enough, func(rate float64) float64 {
		binomials(p1, d.choose1, min(1, max(0, rate+delta)))
		binomials(least[:d.n2+1], d.choose2, rate)
		for k := d.n2 - 1; k >= 0; k-- {
			least[k] += least[k+1]
		}
		sum := 0.0
		for k, p := range p1 {
			sum += p * least[from[k]]
		}
		return min(1, sum)
	})
}

// atMost is the greatest probability of z at most as large over all rates with a difference.
func (d *paired) atMost(delta, enough float64) float64 {
	limit := d.score(delta)
	limit += 1e-9 * min(1, -limit)
	return d.greatest(delta, enough, func(z float64) bool { return z <= limit })
}

// StratifiedEquality tests the mean over tasks of the differences of two success rates, each task with the same weight.
// The one-sided limits of the mean recover variances from limits of the rates (MOVER: Zou & Donner, Statist. Med. 27
// (2008) 1693): with d(p̂) the larger distance of Clopper and Pearson's two one-sided limits of a rate from p̂
//
//	mean of (p̂1 - p̂2) ± √(Σ d(p̂1)² + d(p̂2)²) / tasks
//
// Unlike Wald's they have a width where all rollouts of a task succeed, and the larger distance keeps the level with
// three rollouts of a task. p values are the levels at which the limits reach the margin, from 1e-6 to 0.5. It returns
// an error for no stratum and for what is no success rate.
func StratifiedEquality(strata []Stratum) (RateEquality, error) {
	if len(strata) == 0 {
		return RateEquality{}, errors.New("stats: there is no stratum")
	}
	e, tasks := RateEquality{}, float64(len(strata))
	for _, s := range strata {
		a, err := newProportion(s.K1, s.N1, 0.95)
		if err != nil {
			return e, err
		}
		b, err := newProportion(s.K2, s.N2, 0.95)
		if err != nil {
			return e, err
		}
		e.difference += (a.Estimate - b.Estimate) / tasks
	}
	e.within = func(alpha float64) float64 {
		sum := 0.0
		for _, s := range strata {
			a, b := distance(s.K1, s.N1, alpha), distance(s.K2, s.N2, alpha)
			sum += a*a + b*b
		}
		return math.Abs(e.difference) + math.Sqrt(sum)/tasks
	}
	e.beyond = func(margin, _ float64) float64 {
		low, high := math.Log(1e-6), math.Log(0.5)
		if e.within(0.5) >= margin {
			return 1
		}
		for high-low > 1e-3 {
			if middle := low/2 + high/2; e.within(math.Exp(middle)) < margin {
				high = middle
			} else {
				low = middle
			}
		}
		return math.Exp(high)
	}
	e.below = func(_, _ float64) float64 { return 0 } // beyond is of both sides
	return e, nil
}

// distance is the larger distance of Clopper and Pearson's one-sided limits of k successes of n from k/n.
func distance(k, n int, alpha float64) float64 {
	rate := float64(k) / float64(n)
	return max(upperRate(k, n, alpha)-rate, upperRate(n-k, n, alpha)-1+rate)
}

// upperRate is Clopper and Pearson's upper limit of a rate of k successes of n, of one-sided level 1 - alpha: the rate
// at which k or fewer have the probability alpha.
func upperRate(k, n int, alpha float64) float64 {
	if k == n {
		return 1
	}
	low, high := float64(k)/float64(n), 1.0
	for high-low > 1e-9 {
		middle := low/2 + high/2
		if regularizedBeta(float64(n-k), float64(k+1), 1-middle, middle) > alpha {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
