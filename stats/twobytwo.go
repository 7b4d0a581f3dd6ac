package stats

import (
	"fmt"
	"math"
)

// McNemar is the exact two-sided test of paired successes (McNemar, Psychometrika 12 (1947) 153): of the b pairs in
// which only the first succeeds and the c pairs in which only the second does, b is binomial with probability 1/2.
//
//	p = min(1, 2 P(X <= min(b, c))),  X ~ Bin(b + c, 1/2)
//
// R: binom.test(b, b + c). Without a pair that differs p is 1, as in statsmodels' mcnemar(exact=True): nothing speaks
// for a difference. It returns an error for negative numbers.
func McNemar(b, c int) (Maybe, error) {
	if b < 0 || c < 0 {
		return Maybe{}, fmt.Errorf("stats: %d and %d are no numbers of pairs", b, c)
	}
	n := b + c
	p := 0.0
	for k := range min(b, c) + 1 {
		p += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return Some(min(1, 2*p)), nil
}

// Fisher is Fisher's exact two-sided test of k1 successes of n1 against k2 of n2 (Fisher, Statistical Methods for
// Research Workers, 5th ed. 1934, §21.02). Given the margins, with k = k1 + k2 and n = n1 + n2,
//
//	P(j) = C(n1, j) C(n2, k - j) / C(n, k),    p = Σ P(j) over all j with P(j) <= P(k1)
//
// R: fisher.test, whose tolerance of 1e-7 for equal probabilities is kept. It returns an error unless 0 <= k <= n.
func Fisher(k1, n1, k2, n2 int) (Maybe, error) {
	if k1 < 0 || k2 < 0 || k1 > n1 || k2 > n2 {
		return Maybe{}, fmt.Errorf("stats: %d of %d and %d of %d are no success rates", k1, n1, k2, n2)
	}
	all := k1 + k2
	chance := func(k int) float64 {
		return math.Exp(logChoose(n1, k) + logChoose(n2, all-k) - logChoose(n1+n2, all))
	}
	most, p := chance(k1)*(1+1e-7), 0.0
	for k := max(0, all-n2); k <= min(all, n1); k++ {
		if c := chance(k); c <= most {
			p += c
		}
	}
	return Some(min(1, p)), nil
}

// logChoose is the logarithm of n over k.
func logChoose(n, k int) float64 {
	gamma := func(x int) float64 {
		v, _ := math.Lgamma(float64(x) + 1)
		return v
	}
	return gamma(n) - gamma(k) - gamma(n-k)
}
