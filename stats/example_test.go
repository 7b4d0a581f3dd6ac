package stats_test

import (
	"encoding/json"
	"fmt"
	"math"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

// Success rates of two policies in ten trials; the trial is the pair.
var (
	starved  = []float64{0.61, 0.55, 0.70, 0.58, 0.60, 0.63, 0.59, 0.66, 0.62, 0.57}
	balanced = []float64{0.66, 0.55, 0.73, 0.61, 0.60, 0.69, 0.64, 0.66, 0.70, 0.55}
)

// Fitness of six subjects (rows) before, after three and after six months of training (Laerd Statistics).
var fitness = [][]float64{{45, 50, 55}, {42, 42, 45}, {36, 41, 43}, {39, 35, 40}, {51, 55, 59}, {44, 49, 56}}

// A paired t-test with the confidence interval of the mean difference and the effect size of the differences.
func ExamplePairedT() {
	t, err := stats.PairedT(starved, balanced, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("t(%v) = %.2f, p = %.3f, difference %.3f [%.3f, %.3f], d_z = %.2f, n = %d\n", t.DF, t.T.Or(0), t.P.Or(1),
		t.MeanDifference.Or(0), t.CI.Low.Or(0), t.CI.High.Or(0), t.D.Or(0), t.N.Total())
	// Output: t(9) = -2.75, p = 0.023, difference -0.028 [-0.051, -0.005], d_z = -0.87, n = 10
}

// Statistics that do not exist are undefined: null in JSON. A warning says why.
func ExamplePairedT_undefined() {
	t, err := stats.PairedT([]float64{0.5, 0.6, 0.7}, []float64{0.5, 0.6, 0.7}, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	warning := t.Warnings[0]
	t.Warnings = nil
	text, _ := json.Marshal(t)
	fmt.Println(string(text))
	fmt.Println(warning)
	// Output:
	// {"t":null,"df":2,"p":null,"mean_difference":0,"ci":null,"d":null,"n":3,"warnings":[]}
	// all differences are equal and the means agree: t, p, interval and effect are undefined (0/0)
}

// A repeated-measures ANOVA with the Greenhouse-Geisser correction, and the test of sphericity that it depends on.
func ExampleRepeatedMeasures() {
	a, err := stats.RepeatedMeasures(fitness, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("F(%v, %v) = %.2f, p = %.4f, GG p = %.4f, partial eta2 = %.2f\n",
		a.DF1, a.DF2, a.F.Or(0), a.P.Or(1), a.PGG.Or(1), a.PartialEta2.Or(0))
	fmt.Printf("%s: %s\n", a.Assumptions[0].Name, a.Assumptions[0].Note)
	// Output:
	// F(2, 10) = 12.53, p = 0.0019, GG p = 0.0090, partial eta2 = 0.71
	// sphericity: Mauchly's W = 0.4335, chi2(2) = 3.343
}

// All pairs of conditions after an ANOVA, with p values adjusted for their number by Holm's procedure.
func ExamplePairwise() {
	c, err := stats.Pairwise(fitness, []string{"before", "3 months", "6 months"}, 0.95, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range c.Pairs {
		fmt.Printf("%s - %s: t(%v) = %.2f, p = %.4f, Holm %.4f\n", p.A, p.B, p.DF, p.T.Or(0), p.P.Or(1), p.PHolm.Or(1))
	}
	// Output:
	// before - 3 months: t(5) = -1.64, p = 0.1614, Holm 0.1614
	// before - 6 months: t(5) = -4.02, p = 0.0102, Holm 0.0203
	// 3 months - 6 months: t(5) = -6.06, p = 0.0018, Holm 0.0053
}

// Holm's procedure on p values from any tests. A NaN is a missing p.
func ExampleHolm() {
	fmt.Printf("%.3f\n", stats.Holm([]float64{0.01, 0.04, 0.03, math.NaN()}))
	// Output: [0.030 0.060 0.060 NaN]
}

// Cohen's d_z of a paired test and its bias-corrected form, with confidence intervals.
func ExampleCohenD() {
	t, err := stats.PairedT(starved, balanced, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, effect := range []func(stats.Test, float64) (stats.Effect, error){stats.CohenD, stats.HedgesG} {
		e, err := effect(t, 0.95)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s = %.2f [%.2f, %.2f]\n", e.Name, e.Estimate.Or(0), e.CI.Low.Or(0), e.CI.High.Or(0))
	}
	// Output:
	// d_z = -0.87 [-1.59, -0.12]
	// g_z = -0.79 [-1.45, -0.11]
}

// A test of equality: the mean difference lies within five points of success rate.
func ExampleEquivalent() {
	t, err := stats.PairedT(starved, balanced, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := stats.Equivalent(t, -0.05, 0.05, 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("p = %.3f, 90 %% interval [%.3f, %.3f]\n", e.P.Or(1), e.CI.Low.Or(0), e.CI.High.Or(0))
	// Output: p = 0.030, 90 % interval [-0.047, -0.009]
}

// The number of paired trials that detect a large effect with power 0.9.
func ExampleRequiredN() {
	p, err := stats.RequiredN(stats.PairedDesign{DZ: 0.8}, 0.9, 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: n = %d, power %.3f\n", p.Test, p.N, p.Power.Or(0))
	// Output: paired t, d_z = 0.8: n = 19, power 0.909
}

// The confidence interval of a success rate of 97 out of 100.
func ExampleWilson() {
	p, err := stats.Wilson(97, 100, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f [%.3f, %.3f]\n", p.Estimate, p.CI.Low.Or(0), p.CI.High.Or(1))
	// Output: 0.97 [0.915, 0.990]
}

// A bootstrap interval of the interquartile mean. The key makes the resamples repeatable.
func ExampleBootstrap() {
	tasks := [][]float64{starved, balanced}
	b, err := stats.Bootstrap(tasks, stats.IQM, 0.95, 2000, seed.Of("example"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("IQM %.3f, interval covers it: %v\n", b.Estimate.Or(0), b.CI.Contains(b.Estimate.Or(0)))
	// Output: IQM 0.622, interval covers it: true
}
