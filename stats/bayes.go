package stats

import (
	"fmt"
	"math"
)

// Posterior is what the data of a t-test say about the mean difference δ under a reference prior.
type Posterior struct {
	Above          Maybe    `json:"p_above"`  // P(δ > margin)
	Within         Maybe    `json:"p_within"` // P(|δ| <= margin)
	Below          Maybe    `json:"p_below"`  // P(δ < -margin)
	Margin         float64  `json:"margin"`   // in the units of the data, 0 or more
	MeanDifference Maybe    `json:"mean_difference"`
	CI             Interval `json:"ci"` // credible interval, the same numbers as the confidence interval
	N              Counts   `json:"n"`
	Warnings       Warnings `json:"warnings"`
}

// PosteriorOf gives the posterior probabilities that the mean difference of a paired or of Student's t-test exceeds a
// margin, lies within it, or exceeds it in the other direction. The prior is the reference prior of normal data,
// p(δ, σ) ∝ 1/σ: flat in the difference and in the logarithm of the standard deviation. Under it (Box & Tiao, Bayesian
// Inference in Statistical Analysis (1973) 2.2 and 2.5)
//
//	(δ - d̄)/SE | data ~ t_ν
//
// with mean difference d̄, standard error SE and degrees of freedom ν of the test. So P(δ <= 0) is the one-sided p
// value, and 1 - P(Within) is the sum of the two one-sided p values of an equivalence test with that margin. The prior
// adds no information: with few trials it gives large effects more probability than is plausible. It returns an error
// for Welch's test, whose posterior is not of this form, and for a margin that is negative or not finite.
func PosteriorOf(t Test, margin float64) (Posterior, error) {
	if t.Name == "Welch's t" {
		return Posterior{}, fmt.Errorf("stats: there is a posterior of paired and of Student's t-tests only")
	}
	if !(margin >= 0) || math.IsInf(margin, 0) {
		return Posterior{}, fmt.Errorf("stats: the margin is %v: it must be 0 or more", margin)
	}
	p := Posterior{Margin: margin, MeanDifference: t.MeanDifference, CI: t.CI, N: t.N, Warnings: t.Warnings}
	d, se, df := t.MeanDifference.Or(0), t.SE.Or(0), t.DF.Or(0)
	if !t.T.Defined() || se == 0 {
		return p, nil
	}
	above, below := UpperT((margin-d)/se, df), UpperT((margin+d)/se, df)
	p.Above, p.Below = Some(above), Some(below)
	// Of the two ways to P(|δ| <= margin) the one that subtracts the smaller number keeps more digits.
	p.Within = Some(max(0, UpperT((-margin-d)/se, df)-above))
	if d < 0 {
		p.Within = Some(max(0, UpperT((-margin+d)/se, df)-below))
	}
	return p, nil
}

// BayesFactor is a JZS Bayes factor of a t-test.
type BayesFactor struct {
	BF10     Maybe    `json:"bf10"`     // odds of a difference over none that the data give; undefined beyond 1e308
	LogBF10  Maybe    `json:"log_bf10"` // natural logarithm
	Scale    float64  `json:"scale"`    // r: half of the prior's effects are smaller
	T        Maybe    `json:"t"`
	N        Counts   `json:"n"`
	Warnings Warnings `json:"warnings"`
}

// minScale and maxScale bound the scale of a prior, so that its square neither underflows nor overflows. Effects of
// that size do not occur.
const minScale, maxScale = 1e-100, 1e100

// UsualScale is the scale of the prior that Rouder et al. call medium, √2/2.
const UsualScale = math.Sqrt2 / 2

// JZS is the Bayes factor of a difference against none for a paired or Student's t-test (Rouder, Speckman, Sun, Morey
// & Iverson, Psychon. Bull. Rev. 16 (2009) 225, Eq. 1 with the scale of its note 4). The prior of the standardised
// effect (mean difference over SD) is Cauchy's with the given scale r, that of the SD ∝ 1/σ (Jeffreys, Zellner & Siow).
// With t, ν and N = n pairs, or n_a n_b/(n_a + n_b) of two samples,
//
//	BF10 = ∫₀^∞ h^(-1/2) [(1 + t²/(h ν))/(1 + t²/ν)]^(-(ν+1)/2) (2π)^(-1/2) g^(-3/2) e^(-1/(2g)) dg,   h = 1 + N r² g
//
// R: BayesFactor::ttestBF. The trapezoidal rule in x = log g with step 1/32 has errors below 1e-12 here, because the
// integrand is analytic and falls exponentially at both ends. BF10 is 3 to 10 for moderate evidence of a difference and
// 1/3 to 1/10 for none (Jeffreys). It is undefined where t is. It returns an error for Welch's test and for a scale
// outside [1e-100, 1e100].
func JZS(t Test, scale float64) (BayesFactor, error) {
	b := BayesFactor{Scale: scale, T: t.T, N: t.N, Warnings: t.Warnings}
	if t.Name == "Welch's t" {
		return b, fmt.Errorf("stats: there is a Bayes factor of paired and of Student's t-tests only")
	}
	if !(scale >= minScale && scale <= maxScale) {
		return b, fmt.Errorf("stats: the scale of the prior is %v: it must lie in [%g, %g]; .707 is usual", scale,
			minScale, maxScale)
	}
	statistic, ok := t.T.Get()
	if !ok {
		return b, nil
	}
	size := float64(t.N[0])
	if len(t.N) == 2 {
		size = size * float64(t.N[1]) / (size + float64(t.N[1]))
	}
	b.LogBF10 = Some(logJZS(statistic, t.DF.Or(0), size, scale))
	b.BF10 = Some(math.Exp(b.LogBF10.Or(0)))
	return b, nil
}

// logJZS is log BF10.
func logJZS(t, df, n, scale float64) float64 {
	logPlus1 := func(v float64) float64 { return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))) } // log(1 + e^v)
	logT2, logN := 2*math.Log(math.Abs(t)), math.Log(n*scale*scale)
	null := logPlus1(logT2 - math.Log(df))
	logOf := func(x float64) float64 { // logarithm of the integrand by x = log g; t² and h may exceed float64
		logH := logPlus1(logN + x)
		return -logH/2 - (df+1)/2*(logPlus1(logT2-logH-math.Log(df))-null) - math.Log(2*math.Pi)/2 - x/2 -
			math.Exp(-x)/2
	}
	// Below x = -5 the factor exp(-1/(2g)) is under 1e-32. Above, the integrand grows no longer once N r² g exceeds t²,
	// and then falls as exp(-x).
	const step = 1.0 / 32
	end := 40 + logPlus1(logT2) + max(0, -logN)
	most := math.Inf(-1)
	for x := -5.0; x < end; x += step {
		most = max(most, logOf(x))
	}
	sum := 0.0
	for x := -5.0; x < end; x += step {
		sum += math.Exp(logOf(x) - most)
	}
	return most + math.Log(sum*step)
}
