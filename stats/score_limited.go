package stats

import "math"

// Rules of the tests of two rates whose numbers of rollouts are many or far apart. All are of the design, and of the
// successes of both policies together, which say nothing of a difference.
const (
	// farApart is the ratio of the numbers of rollouts from which on a rate of the larger number is known so well that
	// the test need not allow for all rates. Of 9 of 10 against 450 of 1,000 the greatest probability over all rates is
	// that of a rate near 1, of which the 1,000 rollouts show that it is false.
	farApart = 10
	// fewExpected is the number of successes, and of failures, that the smaller number of rollouts must expect at the
	// pooled rate for p to be of the normal distribution. With fewer, and unequal numbers, that rejects too many equal
	// rates: of 100 and 4,000 rollouts at least 9 % at the level of 5 % (TestNormalLevelOfManyRollouts).
	fewExpected = 50
	// outside is the probability that the rate of the larger number of rollouts lies outside its limits.
	outside = 1e-4
)

// ofMany reports whether p of a test of two rates is exact, and if so whether over limited rates (see
// [UnpairedScore]).
func ofMany(k1, n1, k2, n2 int) (exact, limited bool) {
	if n1+n2 <= maxUnpaired {
		return true, unequal(n1, n2)
	}
	successes := k1 + k2
	failures := n1 + n2 - successes
	expected := float64(min(successes, failures)) * float64(min(n1, n2)) / float64(n1+n2)
	return expected < fewExpected, true
}

// unequal reports whether one number of rollouts is at least ten times the other.
func unequal(n1, n2 int) bool { return max(n1, n2) >= farApart*min(n1, n2) }

// limited are two independent numbers of successes of which the smaller number of rollouts is the first. Their exact p
// allows for the rates of the second within limits C that hold with probability 1 - γ (Berger & Boos, J. Am. Statist.
// Ass. 89 (1994) 1012; R: Exact::exact.test with np.interval = TRUE):
//
//	p(δ) = γ + max over p2 in C of P(|z(δ)| >= |z|),  C of Clopper and Pearson, γ = 1e-4
type limited struct {
	unpaired
	turned    bool    // first and second stand for the second and the first
	low, high float64 // C
	p1, below []float64
}

// newLimited returns the numbers of successes, and the limits of the rate of the more rollouts.
func newLimited(k1, n1, k2, n2 int) *limited {
	d := &limited{unpaired: unpaired{k1: k1, n1: n1, k2: k2, n2: n2}}
	if n1 > n2 {
		d.unpaired, d.turned = unpaired{k1: k2, n1: n2, k2: k1, n2: n1}, true
	}
	d.low, d.high = 1-upperRate(d.n2-d.k2, d.n2, outside/2), upperRate(d.k2, d.n2, outside/2)
	return d
}

// exact is the exact two-sided p of a difference.
func (d *limited) exact(delta, enough float64) float64 {
	if d.turned {
		delta = -delta
	}
	limit := math.Abs(d.score(delta))
	if limit == 0 {
		return 1
	}
	limit -= 1e-9 * min(1, limit)
	return d.beyond(limit, limit, delta, enough)
}

// atMost is the exact one-sided p of z at most as large. The score must be negative.
func (d *limited) atMost(delta, enough float64) float64 {
	if d.turned {
		limit := d.score(-delta)
		return d.beyond(limit-1e-9*min(1, limit), math.Inf(1), -delta, enough)
	}
	limit := -d.score(delta)
	return d.beyond(math.Inf(1), limit-1e-9*min(1, limit), delta, enough)
}

// beyond is γ and the greatest probability of z >= above or z <= -under over the rates within the limits. A side whose
// limit is infinite is left out. One above enough may be returned in place of the greatest.
func (d *limited) beyond(above, under, delta, enough float64) float64 {
	low, high := max(d.low, -delta), min(d.high, 1-delta)
	if low > high {
		return outside
	}
	from, _ := span(d.n1, low+delta)
	_, to := span(d.n1, high+delta)
	d.upper, d.lower = d.upper[:0], d.lower[:0]
	for k1 := from; k1 <= to; k1++ {
		upper, lower := -1, d.n2+1
		if above < math.Inf(1) || under == math.Inf(1) {
			upper = search(d.n2+1, func(k2 int) bool { return d.z(k1, k2, delta) < above }) - 1
		}
		if under < math.Inf(1) || above == math.Inf(1) {
			lower = search(d.n2+1, func(k2 int) bool { return d.z(k1, k2, delta) <= -under })
		}
		d.upper, d.lower = append(d.upper, upper), append(d.lower, lower)
	}
	return min(1, outside+maximum(low, high, enough-outside+1e-12, func(rate float64) float64 {
		first, start := 0, 0
		d.p1, first = binomialSpan(d.p1[:0], d.n1, rate+delta)
		d.below, start = binomialSpan(d.below[:0], d.n2, rate)
		for i := 1; i < len(d.below); i++ {
			d.below[i] += d.below[i-1]
		}
		atMost := func(k int) float64 {
			if k < start {
				return 0
			}
			return d.below[min(k-start, len(d.below)-1)]
		}
		sum := 0.0
		for i, p := range d.p1 {
			if row := first + i - from; row >= 0 && row < len(d.upper) {
				sum += p * (atMost(d.upper[row]) + 1 - atMost(d.lower[row]-1))
			}
		}
		return min(1, sum)
	}))
}

// span are the least and the greatest number of successes of n at a rate beyond which lies less than 1e-15.
func span(n int, rate float64) (from, to int) {
	rate = max(0, min(1, rate))
	about, wide := float64(n)*rate, 9*math.Sqrt(float64(n)*rate*(1-rate))+40
	return max(0, int(about-wide)), min(n, int(about+wide)+1)
}

// binomialSpan appends the probabilities of the numbers of successes within [span], of which the first is from.
func binomialSpan(p []float64, n int, rate float64) (all []float64, from int) {
	rate = max(0, min(1, rate))
	from, to := span(n, rate)
	for range to - from + 1 {
		p = append(p, 0)
	}
	top := min(to, int(float64(n)*rate))
	if rate == 0 || rate == 1 {
		p[top-from] = 1
		return p, from
	}
	p[top-from] = math.Exp(logChoose(n, top) + float64(top)*math.Log(rate) + float64(n-top)*math.Log1p(-rate))
	odds := rate / (1 - rate)
	for k := top; k < to; k++ {
		p[k+1-from] = p[k-from] * odds * float64(n-k) / float64(k+1)
	}
	for k := top; k > from; k-- {
		p[k-1-from] = p[k-from] / odds * float64(k) / float64(n-k+1)
	}
	return p, from
}
