package stats

import "math"

// Effect is a standardised mean difference with its confidence interval. It has no unit.
type Effect struct {
	Name     string // "d_z", "d", "g_z" or "g"
	Estimate Maybe
	CI       Interval
	N        Counts
	Warnings Warnings
}

// CohenD is Cohen's effect size of a t-test with a confidence interval at the level, in (0, 1): d_z = d̄/s_d for a
// paired test, d = (ā - b̄)/s_p for a two-sample test.
//
// The interval inverts the noncentral t distribution (Steiger & Fouladi in Harlow et al., What If There Were No
// Significance Tests? (1997) 221). With the true effect δ,
//
//	t = d/√h has noncentrality δ/√h, where h = 1/n (paired) or 1/n_a + 1/n_b, ν = n - 1 or n_a + n_b - 2
//
// and the ends of the interval are the δ at which the observed t has a tail probability of (1 - level)/2. R:
// effectsize::cohens_d. After Welch's test d is the same number, and its interval still assumes equal variances.
// Without spread the effect is undefined, with a warning.
func CohenD(t Test, level float64) (Effect, error) {
	if err := checkLevel(level); err != nil {
		return Effect{}, err
	}
	e := Effect{Name: "d", Estimate: t.D, N: t.N}
	if len(t.N) == 1 {
		e.Name = "d_z"
	}
	d, ok := t.D.Get()
	if !ok {
		e.Warnings.add("no spread: the effect size is undefined")
		return e, nil
	}
	root, df := t.effectScale()
	low := solveNoncentrality(d/root, df, (1-level)/2)
	high := -solveNoncentrality(-d/root, df, (1-level)/2)
	e.CI = newInterval(low*root, high*root, level)
	return e, nil
}

// HedgesG is Cohen's d (or d_z) corrected for its upward bias in small samples (Hedges, J. Educ. Statist. 6 (1981) 107,
// eq. 6e). The interval of [CohenD] is multiplied by the same factor.
//
//	g = J d, J = Γ(ν/2)/(√(ν/2) Γ((ν - 1)/2))
//
// R: effectsize::hedges_g, which uses the same exact J; the approximation 1 - 3/(4ν - 1) of pingouin differs by 0.1 %
// at ν = 9. With ν = 1 (two pairs) d has no expectation, and g is undefined with a warning.
func HedgesG(t Test, level float64) (Effect, error) {
	e, err := CohenD(t, level)
	if err != nil {
		return e, err
	}
	e.Name = map[string]string{"d": "g", "d_z": "g_z"}[e.Name]
	_, df := t.effectScale()
	if df <= 1 {
		e.Estimate, e.CI = Maybe{}, Interval{}
		e.Warnings.add("two pairs: the bias of d_z is undefined, and so is Hedges' g")
		return e, nil
	}
	j := hedgesJ(df)
	for _, v := range []*Maybe{&e.Estimate, &e.CI.Low, &e.CI.High} {
		v.value *= j
	}
	return e, nil
}

// effectScale is √h and ν of the statistic t = D/√h (see CohenD). They come from the counts, because the T and DF of
// Welch's test do not belong to the pooled SD.
func (t Test) effectScale() (root, df float64) {
	if len(t.N) == 1 {
		n := float64(t.N[0])
		return 1 / math.Sqrt(n), n - 1
	}
	a, b := float64(t.N[0]), float64(t.N[1])
	return math.Sqrt(1/a + 1/b), a + b - 2
}

// hedgesJ is J(ν) for ν > 1. Stirling's formula gives the ratio of gammas without a difference of large logarithms, δ
// as in stirlingError:
//
//	log Γ(x) - log Γ(x - 1/2) = (x - 1/2) log x - (x - 1) log(x - 1/2) - 1/2 + δ(x) - δ(x - 1/2)
func hedgesJ(df float64) float64 {
	x := df / 2
	y := x - 0.5
	return math.Exp((x-1)*-math.Log1p(-0.5/x) - 0.5 + stirlingError(x) - stirlingError(y))
}
