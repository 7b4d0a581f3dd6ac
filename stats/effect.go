package stats

import "math"

// Effect is a standardised mean difference with its interval.
type Effect struct {
	Name     string // "d_z", "d", "g_z" or "g"
	Estimate Maybe
	CI       Interval
	N        Counts
	Warnings Warnings
}

// CohenD is the effect size of a t-test with its interval: d_z = mean/SD of the differences of a paired test, else
// d = (ā - b̄)/s_p over the pooled SD. The interval inverts the noncentral t distribution,
//
//	t = d/√h has the noncentrality δ/√h, h = 1/n (paired) or 1/n_a + 1/n_b, ν = n - 1 or n_a + n_b - 2
//
// Steiger & Fouladi in Harlow et al., What If There Were No Significance Tests? (1997) 221. R: effectsize::cohens_d.
// After Welch's test d is the same number, and its interval still takes the variances for equal.
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
	root, df := t.unit()
	low := noncentrality(d/root, df, (1-level)/2)
	high := -noncentrality(-d/root, df, (1-level)/2)
	e.CI = between(low*root, high*root, level)
	return e, nil
}

// HedgesG is Cohen's d (or d_z) without its bias upwards in small samples, and the interval scaled alike.
//
//	g = J d, J = Γ(ν/2)/(√(ν/2) Γ((ν - 1)/2))    Hedges, J. Educ. Statist. 6 (1981) 107, eq. 6e
//
// This is the exact J of effectsize::hedges_g; pingouin's 1 - 3/(4ν - 1) differs by 0.1 % at ν = 9. With ν = 1 (two
// pairs) d has no expectation and g is undefined.
func HedgesG(t Test, level float64) (Effect, error) {
	e, err := CohenD(t, level)
	if err != nil {
		return e, err
	}
	e.Name = map[string]string{"d": "g", "d_z": "g_z"}[e.Name]
	_, df := t.unit()
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

// unit is √h and ν of the t statistic that belongs to D.
func (t Test) unit() (root, df float64) {
	if len(t.N) == 1 {
		n := float64(t.N[0])
		return 1 / math.Sqrt(n), n - 1
	}
	a, b := float64(t.N[0]), float64(t.N[1])
	return math.Sqrt(1/a + 1/b), a + b - 2
}

// hedgesJ is J(ν), ν > 1. The ratio of gammas by Stirling's formula, in which the large terms cancel:
// log Γ(x) - log Γ(x - 1/2) = (x - 1/2) log x - (x - 1) log(x - 1/2) - 1/2 + δ(x) - δ(x - 1/2).
func hedgesJ(df float64) float64 {
	x := df / 2
	y := x - 0.5
	return math.Exp((x-1)*-math.Log1p(-0.5/x) - 0.5 + stirlingError(x) - stirlingError(y))
}

// AverageD is (x̄ - ȳ)/√((s_x² + s_y²)/2), the difference over the average spread of the two: the effect size of paired
// data that can be compared with one of independent data (Cumming, Understanding The New Statistics (2012) 291). It has
// no exact interval. Undefined where both are constant and differ; zero where they agree. NaNs are left out one by one.
func AverageD(x, y []float64) (Maybe, error) {
	s, err := twoSamples(x, y, 0.95)
	if err != nil {
		return Maybe{}, err
	}
	if s.difference() == 0 {
		return Some(0), nil
	}
	return ratio(s.difference(), math.Sqrt((s.a.variance()+s.b.variance())/2)), nil
}
