package stats

import (
	"fmt"
	"math"
)

// samples holds two independent samples without their NaNs, in units of 2^exp, and the number of NaNs that were left
// out.
type samples struct {
	a, b     moments   // of x and y, in units of 2^exp
	x, y     []float64 // in the units of the data
	exp      int
	excluded int // NaNs in both samples
}

// twoSamples prepares a and b for a two-sample test. It returns an error for infinities and for fewer than two values.
func twoSamples(a, b []float64, level float64) (samples, error) {
	if err := checkLevel(level); err != nil {
		return samples{}, err
	}
	x, err := withoutNaN("a", a)
	if err != nil {
		return samples{}, err
	}
	y, err := withoutNaN("b", b)
	if err != nil {
		return samples{}, err
	}
	if len(x) < 2 || len(y) < 2 {
		return samples{}, fmt.Errorf("stats: a two-sample t-test needs two values in each sample, "+
			"there are %d and %d", len(x), len(y))
	}
	e := exponent(x, y)
	return samples{
		a: momentsOf(scaledDown(x, e)), b: momentsOf(scaledDown(y, e)), x: x, y: y,
		exp: e, excluded: len(a) - len(x) + len(b) - len(y),
	}, nil
}

// difference is ā - b̄.
func (s samples) difference() float64 { return s.a.mean.minus(s.b.mean).float() }

// pooledSD is s_p = √((SS_a + SS_b)/(n_a + n_b - 2)).
func (s samples) pooledSD() float64 { return math.Sqrt((s.a.ss + s.b.ss) / (s.a.n + s.b.n - 2)) }

// describe sets the counts, Cohen's d = (ā - b̄)/s_p and the warnings of a test.
func (s samples) describe(t *Test) {
	t.N = Counts{len(s.x), len(s.y)}
	t.D = quotient(s.difference(), s.pooledSD())
	t.addWarnings(s.excluded, "value", "both samples are constant", largerMean(s.x, s.y))
	if (s.a.ss == 0) != (s.b.ss == 0) {
		t.Warnings.add("one of the samples is constant: the spread comes from the other alone")
	}
}

// varianceTest is the two-sided F test of equal variances (R: var.test):
//
//	F = s_a²/s_b², df = n_a - 1, n_b - 1, p = min(1, 2 min(P(F' >= F), P(F' <= F)))
//
// where F' has the F distribution with these degrees of freedom. p is undefined where a variance is zero.
func (s samples) varianceTest() Assumption {
	check := Assumption{Name: "equal variances", Note: "a sample is constant: not tested"}
	va, vb := s.a.variance(), s.b.variance()
	if va == 0 || vb == 0 {
		return check
	}
	f, dfa, dfb := va/vb, s.a.n-1, s.b.n-1
	check.P = Some(min(1, 2*min(UpperF(f, dfa, dfb), UpperF(1/f, dfb, dfa))))
	check.Note = fmt.Sprintf("F(%g, %g) = %.4g", dfa, dfb, f)
	return check
}

// largerMean is max(|x̄|, |ȳ|). The means are taken of scaled values, so that a sum of huge values does not overflow.
func largerMean(x, y []float64) float64 {
	m := 0.0
	for _, v := range [][]float64{x, y} {
		e := exponent(v)
		m = math.Max(m, math.Abs(math.Ldexp(meanOf(scaledDown(v, e)).float(), e)))
	}
	return m
}
