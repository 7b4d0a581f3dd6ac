package stats

import (
	"math"
	"slices"
)

// SignedRank is what Wilcoxon's signed-rank test found.
type SignedRank struct {
	V            Maybe    `json:"v"`                  // sum of the ranks of the positive differences a - b
	P            Maybe    `json:"p"`                  // two-sided: PExact where it is defined, else PNormalCorrected
	PExact       Maybe    `json:"p_exact"`            // given the ties; undefined above 200 differences
	Z            Maybe    `json:"z"`                  // standardised V, no continuity correction
	PNormal      Maybe    `json:"p_normal"`           // normal approximation
	PNormalCC    Maybe    `json:"p_normal_corrected"` // the same with continuity correction (R's default)
	RankBiserial Maybe    `json:"rank_biserial"`      // (V+ - V-)/(V+ + V-), in [-1, 1]
	MedianDiff   Maybe    `json:"median_difference"`  // Hodges and Lehmann's: median of the means of two differences
	CI           Interval `json:"ci"`                 // of the median difference, exact where nothing is tied, else conservative
	N            int      `json:"n"`                  // differences that are not zero
	Zeros        int      `json:"zeros"`              // differences that are, left out
	Warnings     Warnings `json:"warnings"`
}

// maxExactN is the number of differences up to which the exact distribution is computed.
const maxExactN = 200

// Wilcoxon is the signed-rank test of a[i] against b[i], two-sided. It takes the differences for symmetric, not normal.
//
//	V = Σ rank|d_i| over d_i > 0; given the |d|, every sign has probability 1/2
//	E V = n(n + 1)/4, Var V = n(n + 1)(2n + 1)/24 - Σ(t³ - t)/48
//
// Wilcoxon, Biometrics Bull. 1 (1945) 80. Differences of zero are left out (as in R and scipy), ties share their mean
// rank and the exact p is conditional on them: where R's wilcox.test falls back on the normal distribution, this does
// not. Differences that agree up to rounding are tied (see [roundedValue]). Pairs with a NaN are left out with a warning.
// It errs on different lengths and infinities. With no difference left everything is undefined.
func Wilcoxon(a, b []float64, level float64) (SignedRank, error) {
	if err := checkLevel(level); err != nil {
		return SignedRank{}, err
	}
	x, y, err := completePairs(a, b)
	if err != nil {
		return SignedRank{}, err
	}
	var w SignedRank
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
		return w, nil
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
	w.estimate(d, e, level)
	return w, nil
}

// nonzeroDifferences is the differences that are not zero up to rounding, their sizes with slack, in units of 2^e.
func nonzeroDifferences(x, y []float64) (d []float64, sizes []roundedValue, e int) {
	e = exponent(x, y)
	for i := range x {
		p, q := math.Ldexp(x[i], -e), math.Ldexp(y[i], -e)
		room := roundingBound(max(math.Abs(p), math.Abs(q)))
		if v := p - q; math.Abs(v) > room {
			d, sizes = append(d, v), append(sizes, roundedValue{math.Abs(v), room})
		}
	}
	return d, sizes, e
}

// normal fills in Z and the two normal approximations.
func (w *SignedRank) normal(ties float64) {
	n := float64(w.N)
	off := w.V.Or(0) - n*(n+1)/4
	sd := math.Sqrt(n*(n+1)*(2*n+1)/24 - ties/48)
	w.Z = Some(off / sd)
	w.PNormal = Some(math.Erfc(math.Abs(off) / sd / math.Sqrt2))
	w.PNormalCC = Some(math.Erfc(max(0, math.Abs(off)-0.5) / sd / math.Sqrt2))
}

// signedRankNull is P(2V = s) for s = 0, 1, ..., where every rank enters V with probability 1/2. Doubled midranks are
// whole numbers. One rank after another: P(s) <- (P(s) + P(s - 2r))/2.
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

// twoTails is 2 min(P(S <= s), P(S >= s)), at most 1.
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

// estimate is Hodges and Lehmann's median of the Walsh averages (d_i + d_j)/2, i <= j, and the interval between the
// q-th smallest and q-th largest of them, q the α/2 quantile of V without ties (normal above mostExact).
// Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., 3.2 and 3.3. R: wilcox.test(conf.int = TRUE).
func (w *SignedRank) estimate(d []float64, e int, level float64) {
	walsh := make([]float64, 0, len(d)*(len(d)+1)/2)
	for i := range d {
		for j := range i + 1 {
			walsh = append(walsh, d[i]/2+d[j]/2)
		}
	}
	slices.Sort(walsh)
	m := len(walsh)
	w.MedianDiff = Some(math.Ldexp(walsh[(m-1)/2]/2+walsh[m/2]/2, e))
	q := w.criticalCount((1 - level) / 2)
	if q == 0 {
		w.Warnings.add("%d differences are too few for an interval of level %g", w.N, level)
		return
	}
	w.CI = newInterval(math.Ldexp(walsh[q-1], e), math.Ldexp(walsh[m-q], e), level)
}

// criticalCount is the number of values 0, 1, ..., q - 1 of V whose lower tail is at most alpha.
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
