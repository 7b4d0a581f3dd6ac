package stats

import (
	"fmt"
	"math"
	"slices"
)

// RateTest is a test of the difference of two success rates, A minus B, and the interval of the differences that it
// does not reject: the interval excludes 0 where p is below 1 - level, and only there.
type RateTest struct {
	A, B       float64 // success rates
	Difference float64 // A - B
	P          float64
	CI         Interval
	Exact      bool // p is a maximum over rates that have the difference; else by the normal distribution
	Limited    bool // the maximum is over rates within limits, not over all
}

// Largest numbers of rollouts for which tests of two rates are exact whatever the successes: beyond, by the normal
// distribution, they reject at most 5.5 % of equal rates at the level of 5 %, and the exact test takes a second.
const (
	maxUnpaired = 2000 // of both together
	maxPaired   = 120
)

// UnpairedScore tests the difference of k1 successes of n1 and k2 of n2 rollouts by the score statistic
//
//	z(δ) = (p̂1 - p̂2 - δ) / √(p̃1(1 - p̃1)/n1 + p̃2(1 - p̃2)/n2)
//
// with p̃1 - p̃2 = δ the most likely rates under the hypothesis (Farrington & Manning, Statist. Med. 9 (1990) 1447).
// The exact p is the greatest probability of |z| as large as this over all rates with the difference (Barnard,
// Biometrika 34 (1947) 123; scipy: barnard_exact with pooled=True), and the interval inverts it (Agresti & Min,
// Biometrics 57 (2001) 963). Where one number of rollouts is at least ten times the other, the greatest probability is
// taken over the rates within limits of the rate of the more rollouts, and p is larger by the 1e-4 by which these may
// fail (Berger & Boos, J. Am. Statist. Ass. 89 (1994) 1012). Beyond 2,000 rollouts that holds of all exact p.
//
// Where exact is false, and beyond 2,000 rollouts if the pooled rate expects at least 50 successes and 50 failures of
// the fewer rollouts, p is of the normal distribution; the interval is then that of Miettinen & Nurminen but for their
// factor N/(N - 1). It returns an error for what is no success rate, and for a level outside (0, 1).
func UnpairedScore(k1, n1, k2, n2 int, level float64, exact bool) (RateTest, error) {
	for _, r := range [][2]int{{k1, n1}, {k2, n2}} {
		if _, err := newProportion(r[0], r[1], level); err != nil {
			return RateTest{}, err
		}
	}
	d := &unpaired{k1: k1, n1: n1, k2: k2, n2: n2}
	may, limited := ofMany(k1, n1, k2, n2)
	t := RateTest{A: float64(k1) / float64(n1), B: float64(k2) / float64(n2), Exact: exact && may}
	t.Difference, t.Limited = t.A-t.B, t.Exact && limited
	switch {
	case t.Limited:
		t.invert(level, d.score, newLimited(k1, n1, k2, n2).exact)
	case t.Exact:
		d.choose1, d.choose2 = logChooses(n1), logChooses(n2)
		t.invert(level, d.score, d.exact)
	default:
		t.invert(level, d.score, nil)
	}
	return t, nil
}

// PairedScore tests the difference of two success rates that are paired: of n pairs both succeed in both, only A in
// first, only B in second, neither in neither. The score statistic is Tango's (Statist. Med. 17 (1998) 891)
//
//	z(δ) = (b - c - nδ) / √(n (2 q̃ + δ(1 - δ)))
//
// with b = first, c = second, and q̃ the most likely probability of "only B" under the hypothesis; z(0) is McNemar's.
// The exact p is the greatest probability over q (Suissa & Shuster, Biometrics 47 (1991) 361, for δ = 0), and the
// interval inverts it; where exact is false, and beyond 120 pairs, both are of the normal distribution, and the
// interval is Tango's. It returns an error for negative counts, for no pair, and for a level outside (0, 1).
func PairedScore(both, first, second, neither int, level float64, exact bool) (RateTest, error) {
	n := both + first + second + neither
	if min(both, first, second, neither) < 0 || n == 0 {
		return RateTest{}, fmt.Errorf("stats: %d, %d, %d and %d are no table of pairs", both, first, second, neither)
	}
	if err := checkLevel(level); err != nil {
		return RateTest{}, err
	}
	d := &paired{b: first, c: second, n: n}
	t := RateTest{A: float64(both+first) / float64(n), B: float64(both+second) / float64(n), Exact: exact &&
		n <= maxPaired}
	t.Difference = float64(first-second) / float64(n)
	t.invert(level, d.score, d.exact)
	return t, nil
}

// invert sets p and the interval of a test by its statistic and its exact p value, both functions of the difference. An
// exact p need not be more precise than that it is above enough.
func (t *RateTest) invert(level float64, score func(delta float64) float64,
	exact func(delta, enough float64) float64) {
	if !t.Exact {
		exact = func(delta, _ float64) float64 { return min(1, 2*upperZ(math.Abs(score(delta)))) }
	}
	t.P = exact(0, math.Inf(1))
	alpha := 1 - level
	p := func(delta float64) float64 { return exact(delta, alpha) }
	end := func(outside float64) float64 {
		inside := t.Difference // where p is 1
		if between := (0-inside)*(0-outside) <= 0 && outside != 0; between {
			if t.P > alpha {
				inside = 0
			} else {
				outside = 0
			}
		}
		if p(outside) > alpha {
			return outside
		}
		for math.Abs(inside-outside) > 1e-7 {
			if middle := inside/2 + outside/2; p(middle) > alpha {
				inside = middle
			} else {
				outside = middle
			}
		}
		return inside
	}
	t.CI = newInterval(end(-1), end(1), level)
}

// unpaired are two independent numbers of successes.
type unpaired struct {
	k1, n1, k2, n2   int
	choose1, choose2 []float64 // logarithms of the binomial coefficients
	upper, lower     []int     // see exact
}

// score is z(δ) of the numbers of successes.
func (d *unpaired) score(delta float64) float64 { return d.z(d.k1, d.k2, delta) }

// z is the score statistic of k1 and k2 successes. It is infinite where the hypothesis leaves no variance.
func (d *unpaired) z(k1, k2 int, delta float64) float64 {
	n1, n2 := float64(d.n1), float64(d.n2)
	p1, p2 := float64(k1)/n1, float64(k2)/n2
	difference := p1 - p2 - delta
	if math.Abs(difference) < 1e-12 {
		return 0
	}
	r := restricted(p1, p2, n1, n2, delta)
	q := r - delta
	variance := r*(1-r)/n1 + q*(1-q)/n2
	if variance < 1e-14 {
		return math.Copysign(math.Inf(1), difference)
	}
	return difference / math.Sqrt(variance)
}

// restricted is the most likely first rate where it is delta above the second: the root of a cubic (Farrington &
// Manning, appendix).
func restricted(p1, p2, n1, n2, delta float64) float64 {
	theta := n2 / n1
	a := 1 + theta
	b := -(1 + theta + p1 + theta*p2 + delta*(theta+2))
	c := delta*delta + delta*(2*p1+theta+1) + p1 + theta*p2
	e := -p1 * delta * (1 + delta)
	v := b*b*b/(27*a*a*a) - b*c/(6*a*a) + e/(2*a)
	u := math.Copysign(math.Sqrt(max(0, b*b/(9*a*a)-c/(3*a))), v)
	w := math.Pi / 3
	if u != 0 {
		w = (math.Pi + math.Acos(max(-1, min(1, v/(u*u*u))))) / 3
	}
	return max(0, delta, min(1, 1+delta, 2*u*math.Cos(w)-b/(3*a)))
}

// exact is the exact p value of a difference. In each row k1 the tables with z at least as large are those with k2 up
// to upper[k1], and those with z at most as small are those from lower[k1] on, as z falls with k2.
func (d *unpaired) exact(delta, enough float64) float64 {
	limit := math.Abs(d.score(delta))
	if limit == 0 {
		return 1
	}
	return d.beyond(limit-1e-9*min(1, limit), delta, enough)
}

// beyond is the greatest probability of |z| >= limit over all rates with a difference, or one above enough. It sets
// upper and lower.
func (d *unpaired) beyond(limit, delta, enough float64) float64 {
	d.upper, d.lower = slices.Grow(d.upper[:0], d.n1+1), slices.Grow(d.lower[:0], d.n1+1)
	for k1 := range d.n1 + 1 {
		d.upper = append(d.upper, search(d.n2+1, func(k2 int) bool { return d.z(k1, k2, delta) < limit })-1)
		d.lower = append(d.lower, search(d.n2+1, func(k2 int) bool { return d.z(k1, k2, delta) <= -limit }))
	}
	p1, below := make([]float64, d.n1+1), make([]float64, d.n2+2)
	return maximum(max(0, -delta), min(1, 1-delta), enough, func(rate float64) float64 {
		binomials(p1, d.choose1, min(1, max(0, rate+delta)))
		binomials(below[1:], d.choose2, rate)
		for k := range d.n2 + 1 {
			below[k+1] += below[k]
		}
		sum := 0.0
		for k, p := range p1 {
			sum += p * (below[d.upper[k]+1] + below[d.n2+1] - below[d.lower[k]])
		}
		return min(1, sum)
	})
}

// search is the least i below n with f(i), n where there is none; f is false up to it and true from it on.
func search(n int, f func(int) bool) int {
	low, high := 0, n
	for low < high {
		if middle := (low + high) / 2; f(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// paired are pairs of which only A succeeds in b and only B in c.
type paired struct {
	b, c, n   int
	factorial []float64 // logarithms
	tables    [][2]int  // with a statistic as large
}

// score is z(δ) of the pairs.
func (d *paired) score(delta float64) float64 { return d.z(d.b, d.c, delta) }

// z is Tango's statistic of b and c pairs.
func (d *paired) z(b, c int, delta float64) float64 {
	n := float64(d.n)
	difference := float64(b-c) - n*delta
	if math.Abs(difference) < 1e-9 {
		return 0
	}
	m := -float64(b) - float64(c) + (2*n-float64(b)+float64(c))*delta
	root := math.Sqrt(max(0, m*m+8*n*float64(c)*delta*(1-delta)))
	q := max(0, -delta, (root-m)/(4*n))
	variance := n * (2*q + delta*(1-delta))
	if variance < 1e-12 {
		return math.Copysign(math.Inf(1), difference)
	}
	return difference / math.Sqrt(variance)
}

// exact is the exact p value of a difference.
func (d *paired) exact(delta, enough float64) float64 {
	limit := math.Abs(d.score(delta))
	if limit == 0 {
		return 1
	}
	limit -= 1e-9 * min(1, limit)
	return d.greatest(delta, enough, func(z float64) bool { return math.Abs(z) >= limit })
}

// greatest is the greatest probability of a statistic that is extreme over all rates with a difference, or one above
// enough.
func (d *paired) greatest(delta, enough float64, extreme func(z float64) bool) float64 {
	if d.factorial == nil {
		d.factorial = make([]float64, d.n+1)
		for k := range d.factorial {
			d.factorial[k], _ = math.Lgamma(float64(k) + 1)
		}
	}
	d.tables = d.tables[:0]
	for b := range d.n + 1 {
		for c := range d.n - b + 1 {
			if extreme(d.z(b, c, delta)) {
				d.tables = append(d.tables, [2]int{b, c})
			}
		}
	}
	return maximum(max(0, -delta), min(1, (1-delta)/2), enough, func(q float64) float64 {
		logs := [3]float64{math.Log(max(0, q+delta)), math.Log(q), math.Log(max(0, 1-2*q-delta))}
		sum := 0.0
		for _, t := range d.tables {
			rest := d.n - t[0] - t[1]
			log := d.factorial[d.n] - d.factorial[t[0]] - d.factorial[t[1]] - d.factorial[rest]
			for i, k := range [3]int{t[0], t[1], rest} {
				if k > 0 {
					log += float64(k) * logs[i]
				}
			}
			sum += math.Exp(log)
		}
		return min(1, sum)
	})
}

// maximum is the greatest value of a function on an interval: on a grid that is denser at the ends, then by golden
// section around the three highest points of it. A value above enough ends the search and is returned; 97 is prime, so
// that steps of 37 visit every point, wide apart at first.
func maximum(low, high, enough float64, f func(float64) float64) float64 {
	const grid, step = 96, 37
	var x, y [grid + 1]float64
	order := make([]int, 0, grid+1)
	for j := range x {
		i := (grid/2 + j*step) % (grid + 1)
		x[i] = low + (high-low)*(1-math.Cos(math.Pi*float64(i)/grid))/2
		if y[i] = f(x[i]); y[i] > enough {
			return y[i]
		}
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case y[a] > y[b]:
			return -1
		case y[a] < y[b]:
			return 1
		}
		return a - b
	})
	most, tried := y[order[0]], 0
	for _, i := range order {
		if i > 0 && y[i-1] > y[i] || i < grid && y[i+1] > y[i] {
			continue // no peak
		}
		most = max(most, golden(x[max(0, i-1)], x[min(grid, i+1)], f))
		if tried++; tried == 3 {
			break
		}
	}
	return most
}

// golden is the greatest value of a function with one peak on an interval, by golden section.
func golden(low, high float64, f func(float64) float64) float64 {
	const ratio = 0.6180339887498949
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := f(a), f(b)
	for range 24 {
		if fa > fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = f(b)
		}
	}
	return max(fa, fb)
}

// logChooses are the logarithms of n over 0 to n.
func logChooses(n int) []float64 {
	c := make([]float64, n+1)
	for k := range c {
		c[k] = logChoose(n, k)
	}
	return c
}

// binomials sets the probabilities of 0 to n successes at a rate; choose are the logarithms of n over 0 to n. From that
// of the most likely number of successes on, each follows from the one beside it:
// P(k+1) = P(k) (n-k)/(k+1) rate/(1-rate).
func binomials(p, choose []float64, rate float64) {
	n := len(choose) - 1
	if rate <= 0 || rate >= 1 {
		clear(p)
		p[int(rate)*n] = 1
		return
	}
	mode := min(n, int(float64(n+1)*rate))
	odds := rate / (1 - rate)
	p[mode] = math.Exp(choose[mode] + float64(mode)*math.Log(rate) + float64(n-mode)*math.Log1p(-rate))
	for k := mode; k < n; k++ {
		p[k+1] = p[k] * (float64(n-k) / float64(k+1) * odds)
	}
	for k := mode; k > 0; k-- {
		p[k-1] = p[k] * (float64(k) / (float64(n-k+1) * odds))
	}
}
