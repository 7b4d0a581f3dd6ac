package stats

import (
	"fmt"
	"math"
)

// Stratum are the successes of two methods on one task: K1 of N1 rollouts of the first and K2 of N2 of the second.
type Stratum struct{ K1, N1, K2, N2 int }

// Stratified is a test of two methods over tasks, and the odds ratio that all tasks are taken to have in common.
type Stratified struct {
	A, B       float64 // success rates: means over the tasks
	Difference float64 // A - B
	P          float64 // two-sided; below 1 - level where the interval excludes 1, and only there
	PLeast     float64 // the sum of the probabilities that do not exceed that of the data, as R has it
	OddsRatio  Maybe   // the most likely one given the margins; undefined where it is 0 or infinite
	CI         Interval
	Exact      bool
}

// maxStratified bounds the work of an exact test: the product of the numbers of outcomes of two strata that are put
// together. Beyond it the test is that of a normal distribution.
const maxStratified = 20_000_000

// CochranMantelHaenszel is the exact test of two methods whose rollouts are on several tasks, given how many of each
// task succeeded: the sum over the tasks of the first method's successes is a sum of hypergeometric numbers (Cochran,
// Biometrics 10 (1954) 417; Mantel & Haenszel, J. Natl. Cancer Inst. 22 (1959) 719; exact: Mehta, Patel & Gray, J. Am.
// Statist. Ass. 80 (1985) 969). With odds ratio θ the probability of a sum s is proportional to c(s) θ^s. P is twice
// the smaller tail at θ = 1, and the interval, whose ends have tails of (1 - level)/2, inverts it. PLeast is the p
// value of R: mantelhaen.test(exact = TRUE), whose estimate and interval are these. With one task P is twice the
// smaller tail of Fisher's test, and PLeast Fisher's p. It returns an error for no stratum, for what is no success
// rate, and for a level outside (0, 1).
func CochranMantelHaenszel(strata []Stratum, level float64) (Stratified, error) {
	if len(strata) == 0 {
		return Stratified{}, fmt.Errorf("stats: there is no stratum")
	}
	var t Stratified
	weights, low, observed := []float64{0}, 0, 0 // logarithms of c(s), from s = low on
	mean, variance := 0.0, 0.0
	t.Exact = true
	for _, s := range strata {
		a, err := newProportion(s.K1, s.N1, level)
		if err != nil {
			return t, err
		}
		b, err := newProportion(s.K2, s.N2, level)
		if err != nil {
			return t, err
		}
		t.A, t.B = t.A+a.Estimate/float64(len(strata)), t.B+b.Estimate/float64(len(strata))
		observed += s.K1
		k, n1, n := s.K1+s.K2, float64(s.N1), float64(s.N1+s.N2)
		mean += n1 * float64(k) / n
		variance += n1 * float64(s.N2) * float64(k) * (n - float64(k)) / (n * n * max(1, n-1))
		first, last := max(0, k-s.N2), min(k, s.N1)
		low += first
		if t.Exact = t.Exact && len(weights)*(last-first+1) <= maxStratified; t.Exact {
			weights = convolved(weights, hypergeometric(s, first, last))
		}
	}
	t.Difference = t.A - t.B
	if !t.Exact {
		z := (float64(observed) - mean) / math.Sqrt(variance)
		t.P = min(1, 2*upperZ(math.Abs(z)))
		t.PLeast = t.P
		t.commonOdds(strata, level)
		return t, nil
	}
	f := oddsFamily{weights, observed - low}
	atLeast, atMost, _ := f.tails(0)
	t.P = min(1, 2*min(atLeast, atMost))
	t.PLeast = f.least()
	alpha := (1 - level) / 2
	root := func(f func(log float64) bool) float64 { return math.Exp(bisect(-700, 700, f)) }
	lower, upper := 0.0, math.Inf(1)
	if f.at > 0 {
		lower = root(func(x float64) bool { p, _, _ := f.tails(x); return p < alpha })
	}
	if f.at < len(weights)-1 {
		upper = root(func(x float64) bool { _, p, _ := f.tails(x); return p > alpha })
	}
	if f.at > 0 && f.at < len(weights)-1 {
		t.OddsRatio = Some(root(func(x float64) bool { _, _, m := f.tails(x); return m < float64(f.at) }))
	}
	t.CI = newInterval(lower, upper, level)
	t.CI.Level = level
	return t, nil
}

// commonOdds sets Mantel and Haenszel's odds ratio and its interval by the variance of Robins, Breslow & Greenland
// (Biometrics 42 (1986) 311).
func (t *Stratified) commonOdds(strata []Stratum, level float64) {
	var r, s, pr, ps, qs float64
	for _, x := range strata {
		n := float64(x.N1 + x.N2)
		a, b, c, d := float64(x.K1), float64(x.N1-x.K1), float64(x.K2), float64(x.N2-x.K2)
		ri, si, p, q := a*d/n, b*c/n, (a+d)/n, (b+c)/n
		r, s = r+ri, s+si
		pr, ps, qs = pr+p*ri, ps+p*si+q*ri, qs+q*si
	}
	t.OddsRatio = Some(r / s)
	half := criticalZ((1-level)/2) * math.Sqrt(pr/(2*r*r)+ps/(2*r*s)+qs/(2*s*s))
	t.CI = newInterval(r/s*math.Exp(-half), r/s*math.Exp(half), level)
}

// hypergeometric are the logarithms of the probabilities that the first method has first to last of the successes.
func hypergeometric(s Stratum, first, last int) []float64 {
	k := s.K1 + s.K2
	var logs []float64
	for x := first; x <= last; x++ {
		logs = append(logs, logChoose(s.N1, x)+logChoose(s.N2, k-x)-logChoose(s.N1+s.N2, k))
	}
	return logs
}

// convolved are the logarithms of the probabilities of sums of two numbers.
func convolved(a, b []float64) []float64 {
	if len(a) == 1 {
		return b // of the first stratum
	}
	out := make([]float64, len(a)+len(b)-1)
	for s := range out {
		from, to := max(0, s-len(b)+1), min(s, len(a)-1)
		most := math.Inf(-1)
		for i := from; i <= to; i++ {
			most = max(most, a[i]+b[s-i])
		}
		sum := 0.0
		for i := from; i <= to; i++ {
			sum += math.Exp(a[i] + b[s-i] - most)
		}
		out[s] = most + math.Log(sum)
	}
	return out
}

// oddsFamily are the distributions of a sum with all odds ratios, and the sum that was observed, as an index.
type oddsFamily struct {
	logs []float64
	at   int
}

// tails are the probabilities of a sum at least and at most as large as the observed one, and the mean, where the odds
// ratio has a logarithm.
func (f oddsFamily) tails(log float64) (atLeast, atMost, mean float64) {
	most := math.Inf(-1)
	for s, w := range f.logs {
		most = max(most, w+float64(s)*log)
	}
	all := 0.0
	for s, w := range f.logs {
		p := math.Exp(w + float64(s)*log - most)
		all += p
		mean += float64(s) * p
		if s >= f.at {
			atLeast += p
		}
		if s <= f.at {
			atMost += p
		}
	}
	return atLeast / all, atMost / all, mean / all
}

// least is the sum of the probabilities at odds ratio 1 that do not exceed that of the observed sum, with R's
// tolerance.
func (f oddsFamily) least() float64 {
	limit, all, sum := f.logs[f.at]+1e-7, 0.0, 0.0
	for _, w := range f.logs {
		p := math.Exp(w)
		all += p
		if w <= limit {
			sum += p
		}
	}
	return min(1, sum/all)
}
