package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// Bayes factors of Rouder's Eq. 1 by R's integrate, and of BayesFactor (R), whose integration has errors of up to 2e-4
// in the logarithm (testdata/bayes.R).
func TestBayesFactorAgreesWithR(t *testing.T) {
	text, err := os.ReadFile("testdata/bayes.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		T, R, Exact float64
		LogBF       float64 `json:"log_bf"`
		N1, N2      int
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		test := Test{Name: "paired t", T: Some(c.T), DF: Some(float64(c.N1 - 1)), N: Counts{c.N1}}
		if c.N2 > 0 {
			test = Test{Name: "Student's t", T: Some(c.T), DF: Some(float64(c.N1 + c.N2 - 2)), N: Counts{c.N1, c.N2}}
		}
		b, err := JZS(test, c.R)
		if err != nil {
			t.Fatal(err)
		}
		got := b.LogBF10.Or(math.NaN())
		if !(math.Abs(got-c.Exact) < 1e-10*max(1, math.Abs(c.Exact))) {
			t.Errorf("t = %g, n = %d, %d, r = %g: log BF10 %.15g, exactly %.15g", c.T, c.N1, c.N2, c.R, got, c.Exact)
		}
		if !(math.Abs(got-c.LogBF) < 2e-4) {
			t.Errorf("t = %g, n = %d, %d, r = %g: log BF10 %.15g, BayesFactor has %.15g", c.T, c.N1, c.N2, c.R, got,
				c.LogBF)
		}
	}
}

// Rouder et al. (2009), p. 232: t = 2.03 with 80 pairs has a Bayes factor of 1.56 for the null at r = 1.
func TestBayesFactorOfRouder(t *testing.T) {
	b, err := JZS(Test{Name: "paired t", T: Some(2.03), DF: Some(79), N: Counts{80}}, 1)
	if got := 1 / b.BF10.Or(0); err != nil || math.Abs(got-1.56) > 0.005 {
		t.Errorf("BF01 = %.4f, want 1.56 (%v)", got, err)
	}
	b, err = JZS(Test{Name: "paired t", T: Some(1e9), DF: Some(999), N: Counts{1000}}, UsualScale)
	if err != nil || b.BF10.Defined() || !(b.LogBF10.Or(0) > 1000) {
		t.Errorf("a Bayes factor beyond float64: %v, log %v, %v", b.BF10, b.LogBF10, err)
	}
	// For large t the integral has its mass around h = t², where the integrand by log g is h^(ν/2) g^(-1/2): BF10 grows
	// as t^(ν-1). From t = 1.3e154 on t² exceeds float64.
	far := func(t float64) float64 {
		b, _ := JZS(Test{Name: "paired t", T: Some(t), DF: Some(3), N: Counts{4}}, UsualScale)
		return b.LogBF10.Or(math.NaN())
	}
	if slope := (far(1e200) - far(1e100)) / (100 * math.Ln10); !(math.Abs(slope-2) < 1e-9) {
		t.Errorf("log BF10 rises by %v for a factor of e in t between 1e100 and 1e200, want 2", slope)
	}
}

// The posterior is t around the mean difference: its half lies above the mean, 95 % in the interval, and the part below
// 0 is the one-sided p value.
func TestPosterior(t *testing.T) {
	a := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2} // Student's sleep data
	b := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	test, err := PairedT(b, a, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	margin := test.MeanDifference.Or(0)
	for _, c := range []struct {
		margin, above, within, below float64
	}{
		{0, 1 - 0.00283289019738427/2, 0, 0.00283289019738427 / 2},
		// R: pt((1.58 - 1.58)/se, 9), pt((-1.58 - 1.58)/se, 9) with se = 0.388957294716
		{margin, 0.5, 0.5 - 9.8e-6, 9.8e-6},
		{test.CI.High.Or(0), 0.025, 0.975, 0},
	} {
		p, err := PosteriorOf(test, c.margin)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []struct{ got, want float64 }{
			{p.Above.Or(-1), c.above}, {p.Within.Or(-1), c.within}, {p.Below.Or(-1), c.below},
			{p.Above.Or(-1) + p.Within.Or(-1) + p.Below.Or(-1), 1},
		} {
			if math.Abs(v.got-v.want) > 1e-5 {
				t.Errorf("margin %g: %+v, want %g", c.margin, p, v.want)
				break
			}
		}
		mirrored, err := PairedT(a, b, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		q, err := PosteriorOf(mirrored, c.margin)
		if err != nil || q.Above != p.Below || q.Below != p.Above || math.Abs(q.Within.Or(-1)-p.Within.Or(1)) > 1e-15 {
			t.Errorf("margin %g: %+v, with the samples exchanged %+v, %v", c.margin, p, q, err)
		}
	}
}

func TestBayesEdges(t *testing.T) {
	welch, err := WelchT([]float64{1, 2, 3}, []float64{2, 3, 5}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	paired, err := PairedT([]float64{1, 2, 3}, []float64{2, 3, 5}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Welch's posterior": second(PosteriorOf(welch, 0)), "Welch's factor": second(JZS(welch, 1)),
		"a negative margin": second(PosteriorOf(paired, -1)), "no margin": second(PosteriorOf(paired, math.NaN())),
		"scale 0": second(JZS(paired, 0)), "an infinite scale": second(JZS(paired, math.Inf(1))),
		"a scale whose square is 0": second(JZS(paired, 1e-200)), "an infinite square": second(JZS(paired, 1e200)),
		"no scale": second(JZS(paired, math.NaN())),
	} {
		if err == nil {
			t.Errorf("%s is no error", name)
		}
	}
	for _, scale := range []float64{minScale, maxScale} {
		if b, err := JZS(paired, scale); err != nil || !b.LogBF10.Defined() || b.LogBF10.Or(1) > 0.1 {
			t.Errorf("scale %g: log BF10 %v, %v", scale, b.LogBF10, err)
		}
	}
	equal, err := PairedT([]float64{1, 2, 3}, []float64{2, 3, 4}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	p, err := PosteriorOf(equal, 0)
	b, err2 := JZS(equal, 1)
	if err != nil || err2 != nil || p.Above.Defined() || b.LogBF10.Defined() || len(p.Warnings) == 0 {
		t.Errorf("equal differences: %+v, %v, %+v, %v", p, err, b, err2)
	}
}

func second[T any](_ T, err error) error { return err }
