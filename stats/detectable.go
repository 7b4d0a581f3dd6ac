package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// The smallest true differences of two success rates that a test would show with as many rollouts, each by the test
// that decides. They speak of a repetition: rollouts of the same numbers, at the rates that the data suggest.

// detectSteps halve an interval of differences to below 1e-6 of a rate.
const detectSteps = 20

// smallest is the smallest difference in (0, 1] whose power, which rises with it, is at least the given one; undefined
// where the power of 1 is less.
func smallest(power float64, of func(difference float64) float64) Maybe {
	if of(1) < power {
		return Maybe{}
	}
	low, high := 0.0, 1.0
	for range detectSteps {
		if middle := (low + high) / 2; of(middle) >= power {
			high = middle
		} else {
			low = middle
		}
	}
	return Some(high)
}

// checkDetectable returns an error for a power or an alpha outside (0, 1).
func checkDetectable(power, alpha float64) error {
	if !(power > 0 && power < 1) || !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("stats: power %v and alpha %v must lie between 0 and 1", power, alpha)
	}
	return nil
}

// UnpairedDetectable is the smallest difference of two rates whose test by [UnpairedScore] has p <= alpha with the
// given probability, with n1 and n2 rollouts. Both rates lie about the pooled one, as far as they can: a rate that
// would exceed 1 is 1, and the other is lower by the difference. The probability is the sum over all counts; where
// exact is false, beyond 400 rollouts of one policy, and where one has ten times as many as the other, that of normal
// distributions. It is undefined where no difference of rates is found so often. It returns an error for a pooled rate
// outside [0, 1], for numbers below 1, and for a power or an alpha outside (0, 1).
func UnpairedDetectable(pooled float64, n1, n2 int, power, alpha float64, exact bool) (Maybe, error) {
	if err := checkDetectable(power, alpha); err != nil {
		return Maybe{}, err
	}
	if !(pooled >= 0 && pooled <= 1) || min(n1, n2) < 1 {
		return Maybe{}, fmt.Errorf("stats: rate %v of %d and %d rollouts is no success rate", pooled, n1, n2)
	}
	var reject func(a, b float64) float64
	if exact && max(n1, n2) <= mostPower && !unequal(n1, n2) {
		reject = newUnpairedRegion(n1, n2, alpha).power
	} else {
		reject = func(a, b float64) float64 { return unpairedNormalPower(a, b, n1, n2, alpha) }
	}
	return smallest(power, func(d float64) float64 {
		high, low := RatesAbout(pooled, d)
		return min(reject(high, low), reject(low, high))
	}), nil
}

// RatesAbout are the two rates that differ by a difference in [0, 1] and lie about a pooled one, as far as they can.
func RatesAbout(pooled, difference float64) (high, low float64) {
	low = max(0, min(1-difference, pooled-difference/2))
	return low + difference, low
}

// unpairedNormalPower is the power of the score test of two rates by normal distributions.
func unpairedNormalPower(a, b float64, n1, n2 int, alpha float64) float64 {
	m1, m2 := float64(n1), float64(n2)
	mean := (a*m1 + b*m2) / (m1 + m2)
	null := math.Sqrt(mean * (1 - mean) * (1/m1 + 1/m2))
	spread := math.Sqrt(a*(1-a)/m1 + b*(1-b)/m2)
	limit, difference := criticalZ(alpha/2)*null, math.Abs(a-b)
	if spread == 0 {
		if difference > limit {
			return 1
		}
		return 0
	}
	return min(1, upperZ((limit-difference)/spread)+upperZ((limit+difference)/spread))
}

// PairedDetectable is the smallest difference of two rates of n pairs whose test by [PairedScore] has p <= alpha with
// the given probability. The share of pairs in which one alone succeeds is as given, or the difference where that is
// larger. The probability is the sum over all counts; where exact is false, and beyond 120 pairs, p is of the normal
// distribution, and beyond 400 pairs the probability as well. It is undefined where no difference of rates is found so
// often. It returns an error for a share outside [0, 1], for no pair, and for a power or an alpha outside (0, 1).
func PairedDetectable(share float64, n int, power, alpha float64, exact bool) (Maybe, error) {
	if err := checkDetectable(power, alpha); err != nil {
		return Maybe{}, err
	}
	if !(share >= 0 && share <= 1) || n < 1 {
		return Maybe{}, fmt.Errorf("stats: a share %v of %d pairs is none", share, n)
	}
	of := pairedPower(n, alpha, exact)
	return smallest(power, func(d float64) float64 { return of(max(share, d), d) }), nil
}

// PairedStarts is the smallest number of starts with which the test of two policies by [PairedScore], one rollout of
// each from each start, has p <= alpha with the given probability, as bisection finds it: the power of an exact test
// falls here and there as n grows. The rates differ by a difference, and in a share of the starts one policy alone
// succeeds. It returns an error for a share below the difference or above 1, for no difference, and for a power or an
// alpha outside (0, 1).
func PairedStarts(difference, share, power, alpha float64) (int, error) {
	if err := checkDetectable(power, alpha); err != nil {
		return 0, err
	}
	difference = math.Abs(difference)
	if !(difference > 0 && difference <= share && share <= 1) {
		return 0, fmt.Errorf("stats: no number of starts shows a difference of %v where %v of them differ", difference,
			share)
	}
	enough := func(n int) bool { return pairedPower(n, alpha, true)(share, difference) >= power }
	about := (criticalZ(alpha/2)*math.Sqrt(share) + criticalZ(1-power)*math.Sqrt(share-difference*difference)) /
		difference
	low, high := 0, max(2, int(math.Ceil(about*about)))
	for !enough(high) {
		low, high = high, high+max(1, high/8)
	}
	for low == 0 && high > 1 {
		if less := high * 7 / 8; enough(less) {
			high = less
		} else {
			low = less
		}
	}
	for high-low > 1 {
		if middle := (low + high) / 2; enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, nil
}

// pairedPower is the probability that the test by [PairedScore] of n pairs has p <= alpha, by the share of pairs in
// which one alone succeeds and the difference of the rates; see [PairedDetectable].
func pairedPower(n int, alpha float64, exact bool) func(share, difference float64) float64 {
	if n > mostPower {
		return func(q, d float64) float64 {
			limit, spread := criticalZ(alpha/2)*math.Sqrt(q), math.Sqrt(q-d*d)
			if shift := d * math.Sqrt(float64(n)); spread > 0 {
				return min(1, upperZ((limit-shift)/spread)+upperZ((limit+shift)/spread))
			}
			return 1
		}
	}
	limit := criticalZ(alpha / 2)
	if exact && n <= maxPaired {
		p := &paired{n: n}
		limit = leastLimit(limit, math.Sqrt(float64(n))+1, 1e-6, func(limit float64) bool {
			return p.greatest(0, alpha, func(z float64) bool { return math.Abs(z) >= limit }) <= alpha
		})
	}
	factorial := make([]float64, n+1)
	for k := range factorial {
		factorial[k], _ = math.Lgamma(float64(k) + 1)
	}
	return func(q, d float64) float64 {
		sum, first, second, none := 0.0, math.Log((q+d)/2), math.Log((q-d)/2), math.Log(1-q)
		for b := range n + 1 {
			for c := range n - b + 1 {
				if math.Abs(float64(b-c)) < limit*math.Sqrt(float64(b+c)) || b == c {
					continue
				}
				log := factorial[n] - factorial[b] - factorial[c] - factorial[n-b-c]
				for i, k := range [3]int{b, c, n - b - c} {
					if k > 0 {
						log += float64(k) * [3]float64{first, second, none}[i]
					}
				}
				sum += math.Exp(log)
			}
		}
		return min(1, sum)
	}
}

// leastLimit is the limit of a statistic, to a precision, from which on a test may reject: allowed is false below it
// and true from it on. About is near it.
func leastLimit(about, most, precision float64, allowed func(limit float64) bool) float64 {
	inside, limit := 0.0, most
	if low, high := 0.98*about, min(most, 1.1*about); !allowed(low) && allowed(high) {
		inside, limit = low, high // mostly
	}
	for limit-inside > precision {
		if middle := (inside + limit) / 2; allowed(middle) {
			limit = middle
		} else {
			inside = middle
		}
	}
	return limit
}

// The power of a stratified test is averaged over marginDraws draws of how many rollouts of each task succeed. From
// manySums possible sums of successes on, one sum counts so little that the totals of the data alone will do.
const marginDraws, manySums = 64, 300

// StratifiedDetectable is the smallest mean over tasks of the differences of two rates whose test by
// [CochranMantelHaenszel] has p <= alpha with the given probability. All tasks have one odds ratio, and the pooled
// rates that the data have: in a task where all succeeded or none did there is no difference. The test is exact given
// how many rollouts of each task succeeded, and so is its power; the answer is for the mean of that over 64 draws of
// these numbers; where the test is not exact, for a normal distribution. It is undefined where no odds ratio is found
// so often. It returns an error for what CochranMantelHaenszel does, and for a power or an alpha outside (0, 1).
func StratifiedDetectable(strata []Stratum, power, alpha float64) (Maybe, error) {
	if err := checkDetectable(power, alpha); err != nil {
		return Maybe{}, err
	}
	t, err := CochranMantelHaenszel(strata, 0.95)
	if err != nil {
		return Maybe{}, err
	}
	if !t.Exact {
		return stratifiedNormal(strata, power, alpha), nil
	}
	all := []totals{newTotals(strata, alpha)}
	if r := rand.New(rand.NewPCG(1, 1)); len(all[0].sums.logs) < manySums {
		all = nil
		for range marginDraws {
			draw := slices.Clone(strata)
			for i, s := range draw {
				rate, k := float64(s.K1+s.K2)/float64(s.N1+s.N2), 0
				for range s.N1 + s.N2 {
					if r.Float64() < rate {
						k++
					}
				}
				draw[i].K1 = min(k, s.N1)
				draw[i].K2 = k - draw[i].K1
			}
			all = append(all, newTotals(draw, alpha))
		}
	}
	mean := func(of func(m totals) float64) (sum float64) {
		for _, m := range all {
			sum += of(m) / float64(len(all))
		}
		return sum
	}
	const most = 40 // an odds ratio of 1e17 leaves no rollout to chance
	var out Maybe
	for _, sign := range []float64{1, -1} {
		enough := func(log float64) bool {
			return mean(func(m totals) float64 { return m.power(sign * log) }) >= power
		}
		if !enough(most) {
			continue
		}
		low, high := 0.0, float64(most)
		for range detectSteps {
			if middle := (low + high) / 2; enough(middle) {
				high = middle
			} else {
				low = middle
			}
		}
		d := mean(func(m totals) float64 { return m.difference(sign * high) })
		out = Some(max(out.Or(0), math.Abs(d)))
	}
	return out, nil
}

// stratifiedNormal is StratifiedDetectable for so many rollouts that a small odds ratio is found. With its logarithm λ
// the sum of the first method's successes has the mean λσ² above that without a difference, and σ² is its
// variance.
func stratifiedNormal(strata []Stratum, power, alpha float64) Maybe {
	variance, slope := 0.0, 0.0
	for _, s := range strata {
		n := float64(s.N1 + s.N2)
		p := float64(s.K1+s.K2) / n
		variance += float64(s.N1) * float64(s.N2) * p * (1 - p) / max(1, n-1)
		slope += p * (1 - p) / float64(len(strata)) // of a difference of rates, by λ
	}
	if variance == 0 {
		return Maybe{}
	}
	return Some((criticalZ(alpha/2) + criticalZ(1-power)) / math.Sqrt(variance) * slope)
}

// totals are the numbers of rollouts of tasks, and how many of them succeeded, of whichever method.
type totals struct {
	strata       []Stratum
	each         []oddsFamily // the first method's successes of each task, from its least possible one on
	sums         oddsFamily   // and of all
	lower, upper int          // sums that the test rejects: up to lower and from upper on
}

// newTotals returns what the exact test of Cochran, Mantel and Haenszel rejects given the sums of K1 and K2.
func newTotals(strata []Stratum, alpha float64) totals {
	m, logs := totals{strata: strata}, []float64{0}
	for _, s := range strata {
		k := s.K1 + s.K2
		m.each = append(m.each, oddsFamily{logs: hypergeometric(s, max(0, k-s.N2), min(k, s.N1))})
		logs = convolved(logs, m.each[len(m.each)-1].logs)
	}
	m.sums.logs, m.lower, m.upper = logs, -1, len(logs)
	// P of a sum is twice the smaller tail.
	below, above := 0.0, 0.0
	for s := 0; s < len(logs); s++ {
		if below += math.Exp(logs[s]); 2*below > alpha {
			break
		}
		m.lower = s
	}
	for s := len(logs) - 1; s > m.lower; s-- {
		if above += math.Exp(logs[s]); 2*above > alpha {
			break
		}
		m.upper = s
	}
	return m
}

// power is the probability that the test rejects where the odds ratio of all tasks has a logarithm.
func (m totals) power(log float64) (sum float64) {
	if m.upper < len(m.sums.logs) {
		atLeast, _, _ := oddsFamily{m.sums.logs, m.upper}.tails(log)
		sum += atLeast
	}
	if m.lower >= 0 {
		_, atMost, _ := oddsFamily{m.sums.logs, m.lower}.tails(log)
		sum += atMost
	}
	return sum
}

// difference is the expected mean over tasks of the differences of the rates.
func (m totals) difference(log float64) (mean float64) {
	for i, s := range m.strata {
		k := s.K1 + s.K2
		_, _, first := m.each[i].tails(log)
		first += float64(max(0, k-s.N2))
		mean += (first/float64(s.N1) - (float64(k)-first)/float64(s.N2)) / float64(len(m.strata))
	}
	return mean
}
