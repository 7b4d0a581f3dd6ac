package stats

import "math"

// SignedRank is the result of Wilcoxon's signed-rank test.
type SignedRank struct {
	V            Maybe    `json:"v"`                  // sum of the ranks of the positive differences a - b
	P            Maybe    `json:"p"`                  // two-sided: PExact where it is defined, else PNormalCC
	PExact       Maybe    `json:"p_exact"`            // conditional on the ties; undefined above 200 differences
	Z            Maybe    `json:"z"`                  // standardised V, no continuity correction
	PNormal      Maybe    `json:"p_normal"`           // normal approximation
	PNormalCC    Maybe    `json:"p_normal_corrected"` // the same with continuity correction (R's default)
	RankBiserial Maybe    `json:"rank_biserial"`      // (V+ - V-)/(V+ + V-), in [-1, 1]
	PseudoMedian Maybe    `json:"pseudomedian"`       // Hodges-Lehmann: the median of the Walsh averages
	CI           Interval `json:"ci"`                 // of the pseudo-median; exact without ties, else conservative
	N            int      `json:"n"`                  // number of differences other than zero
	Zeros        int      `json:"zeros"`              // number of differences of zero, which are left out
	Warnings     Warnings `json:"warnings"`
}

// maxExactN is the largest number of differences for which the exact null distribution is computed. The distribution
// has n(n + 1) + 1 values, and computing it takes O(n³) operations.
const maxExactN = 200

// Wilcoxon is the two-sided signed-rank test of a[i] against b[i] (Wilcoxon, Biometrics Bull. 1 (1945) 80). It assumes
// independent pairs with symmetric, not necessarily normal differences d_i = a_i - b_i.
//
//	V = Σ rank|d_i| over d_i > 0; given the |d_i|, under the null hypothesis every sign has probability 1/2
//	E V = n(n + 1)/4, Var V = n(n + 1)(2n + 1)/24 - Σ(t³ - t)/48 over all groups of t tied |d_i|
//
// level is the confidence level of the interval, in (0, 1). R: wilcox.test(a, b, paired = TRUE, conf.int = TRUE),
// with one difference: with ties R uses the normal approximation, and this function computes the exact p conditional
// on the ties, which share their mean rank. Differences of zero are left out, as in R and scipy. Differences that
// differ by no more than rounding errors are tied (see roundedValue). Pairs with a NaN are left out, with a warning.
// Where no difference is left, all statistics are undefined. It returns an error for samples of different lengths and
// for infinities.
func Wilcoxon(a, b []float64, level float64) (SignedRank, error) {
	if err := checkLevel(level); err != nil {
		return SignedRank{}, err
	}
	w, d, e, err := signedRank(a, b)
	if err == nil && w.N > 0 {
		w.estimate(d, e, level)
	}
	return w, err
}

// WilcoxonTest is Wilcoxon without the pseudo-median and its interval, which stay undefined, and without warnings
// about them.
func WilcoxonTest(a, b []float64) (SignedRank, error) {
	w, _, _, err := signedRank(a, b)
	return w, err
}

// signedRank is WilcoxonTest, with the differences other than zero in units of 2^e.
func signedRank(a, b []float64) (w SignedRank, d []float64, e int, err error) {
	x, y, err := completePairs(a, b)
	if err != nil {
		return w, nil, 0, err
	}
	if left := len(a) - len(x); left > 0 {
		w.Warnings.add("%s with missing values left out", counted(left, "pair"))
	}
	d, sizes, e := nonzeroDifferences(x, y)
	w.N, w.Zeros = len(d), len(x)-len(d)
	if w.Zeros > 0 {
		w.Warnings.add("%s of zero left out", counted(w.Zeros, "difference"))
	}
	if w.N == 0 {
		w.Warnings.add("no difference is left: the test is undefined")
		return w, nil, 0, nil
	}
	ranks, ties := midranks(sizes)
	v := 0.0
	for i, r := range ranks {
		if d[i] > 0 {
			v += r
		}
	}
	w.V = Some(v)
	w.RankBiserial = Some(4*v/float64(w.N*(w.N+1)) - 1)
	w.normal(ties)
	w.P = w.PNormalCC
	var null []float64
	if w.N <= maxExactN {
		null = signedRankNull(ranks)
		w.PExact = Some(twoTails(null, int(2*v)))
		w.P = w.PExact
	}
	return w, d, e, nil
}

// nonzeroDifferences returns the differences that are larger than their rounding bound, and their magnitudes with
// that bound. Both are in units of 2^e.
func nonzeroDifferences(x, y []float64) (d []float64, sizes []roundedValue, e int) {
	e = exponent(x, y)
	for i := range x {
		p, q := math.Ldexp(x[i], -e), math.Ldexp(y[i], -e)
		bound := roundingBound(max(math.Abs(p), math.Abs(q)))
		if v := p - q; math.Abs(v) > bound {
			d, sizes = append(d, v), append(sizes, roundedValue{math.Abs(v), bound})
		}
	}
	return d, sizes, e
}

// normal sets Z and the two normal approximations of p:
//
//	Z = (V - E V)/√Var V, p = 2 Φ̄(|Z|), and with the continuity correction 2 Φ̄(max(0, |V - E V| - 1/2)/√Var V)
//
// ties is Σ(t³ - t).
func (w *SignedRank) normal(ties float64) {
	n := float64(w.N)
	deviation := w.V.Or(0) - n*(n+1)/4
	sd := math.Sqrt(n*(n+1)*(2*n+1)/24 - ties/48)
	w.Z = Some(deviation / sd)
	w.PNormal = Some(math.Erfc(math.Abs(deviation) / sd / math.Sqrt2))
	w.PNormalCC = Some(math.Erfc(max(0, math.Abs(deviation)-0.5) / sd / math.Sqrt2))
}

// signedRankNull is the null distribution P(2V = s) for s = 0, ..., n(n + 1), where every rank enters V with
// probability 1/2. Doubled midranks are integers. The recursion adds one rank r after another, O(n³) in all:
//
//	P(s) ← (P(s) + P(s - 2r))/2
func signedRankNull(ranks []float64) []float64 {
	p, top := make([]float64, len(ranks)*(len(ranks)+1)+1), 0
	p[0] = 1
	for _, r := range ranks {
		step := int(2 * r)
		top += step
		for s := top; s >= 0; s-- {
			p[s] /= 2
			if s >= step {
				p[s] += p[s-step] / 2
			}
		}
	}
	return p
}

// twoTails is min(1, 2 min(P(S <= s), P(S >= s))), the two-sided p of a discrete statistic S with probabilities p.
func twoTails(p []float64, s int) float64 {
	low, high := 0.0, 0.0
	for i, v := range p {
		if i <= s {
			low += v
		}
		if i >= s {
			high += v
		}
	}
	return min(1, 2*min(low, high))
}

// estimate sets the Hodges-Lehmann estimate and its interval (Hollander & Wolfe, Nonparametric Statistical Methods,
// 2nd ed., 3.2 and 3.3). The estimate is the median of the n(n + 1)/2 Walsh averages (d_i + d_j)/2, i <= j. The
// interval lies between the q-th smallest and the q-th largest of them, where q is the number of values of V that the
// lower tail rejects at α/2 (see criticalCount). With q = 0 there are too few differences for an interval, and there
// is a warning. d is in units of 2^e. Time is O(n log n) and memory O(n) (see walshAverages).
// R: wilcox.test(conf.int = TRUE).
func (w *SignedRank) estimate(d []float64, e int, level float64) {
	walsh := newWalshAverages(d)
	w.PseudoMedian = Some(math.Ldexp(walsh.median(), e))
	q := w.criticalCount((1 - level) / 2)
	if q == 0 {
		w.Warnings.add("%d differences are too few for an interval of their pseudo-median at level %g", w.N, level)
		return
	}
	w.CI = newInterval(math.Ldexp(walsh.at(q-1), e), math.Ldexp(walsh.at(walsh.len()-q), e), level)
	w.Warnings.addRange(w.PseudoMedian, w.CI)
}

// criticalCount is the number q of values 0, 1, ..., q - 1 of V whose lower tail P(V <= v) is at most alpha, for
// ranks without ties. Above maxExactN it comes from the normal approximation.
func (w *SignedRank) criticalCount(alpha float64) int {
	n := float64(w.N)
	if w.N > maxExactN {
		return int(max(0, n*(n+1)/4-criticalZ(alpha)*math.Sqrt(n*(n+1)*(2*n+1)/24)))
	}
	ranks := make([]float64, w.N)
	for i := range ranks {
		ranks[i] = float64(i + 1)
	}
	tail, q := 0.0, 0
	for s, p := range signedRankNull(ranks) {
		if tail += p; tail > alpha {
			q = (s + 1) / 2
			break
		}
	}
	return q
}
