package stats

import (
	"fmt"
	"math"
)

// samples is two independent samples in units of 2^exp, and how many NaNs were left out.
type samples struct {
	a, b      moments
	x, y      []float64
	exp, left int
}

// twoSamples prepares a and b for a two-sample test.
func twoSamples(a, b []float64, level float64) (samples, error) {
	if err := checkLevel(level); err != nil {
		return samples{}, err
	}
	x, err := present("a", a)
	if err != nil {
		return samples{}, err
	}
	y, err := present("b", b)
	if err != nil {
		return samples{}, err
	}
	if len(x) < 2 || len(y) < 2 {
		return samples{}, fmt.Errorf("stats: a two-sample t-test needs two values in each sample, there are %d and %d", len(x), len(y))
	}
	e := exponent(x, y)
	return samples{
		a: momentsOf(scaled(x, e)), b: momentsOf(scaled(y, e)), x: x, y: y,
		exp: e, left: len(a) - len(x) + len(b) - len(y),
	}, nil
}

// difference is ā - b̄.
func (s samples) difference() float64 { return s.a.mean.minus(s.b.mean).float() }

// pooledSD is s_p = √((SS_a + SS_b)/(n_a + n_b - 2)).
func (s samples) pooledSD() float64 { return math.Sqrt((s.a.ss + s.b.ss) / (s.a.n + s.b.n - 2)) }

// describe fills in the counts, Cohen's d and the warnings.
func (s samples) describe(t *Test) {
	t.N = Counts{len(s.x), len(s.y)}
	t.D = ratio(s.difference(), s.pooledSD())
	t.warn(s.left, "value", "both samples are constant", larger(s.x, s.y))
	if (s.a.ss == 0) != (s.b.ss == 0) {
		t.Warnings.add("one of the samples is constant: the spread comes from the other alone")
	}
}

// equalVariances is the two-sided F test of s_a² = s_b² (R's var.test); p undefined where a variance is zero.
func (s samples) equalVariances() Assumption {
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

// larger is the larger of the |means|; halves keep the sum of huge values finite.
func larger(x, y []float64) float64 {
	m := 0.0
	for _, v := range [][]float64{x, y} {
		e := exponent(v)
		m = math.Max(m, math.Abs(math.Ldexp(meanOf(scaled(v, e)).float(), e)))
	}
	return m
}
