package stats

import (
	"math"
	"strings"
	"testing"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// undefined fails where a Maybe is defined.
func undefined(t *testing.T, what string, values ...Maybe) {
	t.Helper()
	for i, v := range values {
		if v.Defined() {
			t.Errorf("%s: value %d is %v, want undefined", what, i, v)
		}
	}
}

// warns fails unless some warning contains each of the texts.
func warns(t *testing.T, got Warnings, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(strings.Join(got, "\n"), text) {
			t.Errorf("warnings %q do not mention %q", got, text)
		}
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestConstantData(t *testing.T) {
	same := must[Test](t)(PairedT([]float64{1, 2, 3}, []float64{1, 2, 3}, 0.95))
	undefined(t, "equal pairs", same.T, same.P, same.D, same.CI.Low, same.CI.High)
	warns(t, same.Warnings, "0/0")
	if same.MeanDifference != Some(0) || same.DF != Some(2) {
		t.Errorf("equal pairs: mean difference %v, df %v", same.MeanDifference, same.DF)
	}
	shifted := must[Test](t)(PairedT([]float64{1.5, 2.5, 3.5}, []float64{1, 2, 3}, 0.95))
	undefined(t, "constant differences", shifted.T, shifted.P, shifted.D, shifted.CI.Low, shifted.CI.High)
	warns(t, shifted.Warnings, "all differences are equal")
	if shifted.MeanDifference != Some(0.5) {
		t.Errorf("constant differences: mean difference %v", shifted.MeanDifference)
	}
	rounding := must[Test](t)(PairedT([]float64{0.2, 0.3, 0.4, 0.7}, []float64{0.1, 0.2, 0.3, 0.6}, 0.95))
	warns(t, rounding.Warnings, "rounding errors")
	for _, f := range []func(a, b []float64, level float64) (Test, error){StudentT, WelchT} {
		both := must[Test](t)(f([]float64{1, 1, 1}, []float64{2, 2}, 0.95))
		undefined(t, both.Name, both.T, both.P, both.D, both.CI.Low)
		warns(t, both.Warnings, "both samples are constant")
		one := must[Test](t)(f([]float64{1, 1, 1}, []float64{2, 4, 3}, 0.95))
		if !one.T.Defined() || !one.P.Defined() {
			t.Errorf("%s: one constant sample gave %+v", one.Name, one)
		}
		warns(t, one.Warnings, "one of the samples is constant")
	}
	welch := must[Test](t)(WelchT([]float64{1, 1, 1}, []float64{2, 4, 3}, 0.95))
	if welch.DF != Some(2) {
		t.Errorf("Welch with one constant sample: df %v, want that of the other sample", welch.DF)
	}
	for _, effect := range []func(Test, float64) (Effect, error){CohenD, HedgesG} {
		e := must[Effect](t)(effect(same, 0.95))
		undefined(t, "effect", e.Estimate, e.CI.Low, e.CI.High)
		warns(t, e.Warnings, "undefined")
	}
	e := must[Equivalence](t)(Equivalent(same, -1, 1, 0.05))
	undefined(t, "equivalence", e.P, e.TLow, e.THigh, e.CI.Low)
	if _, err := same.Design(); err == nil {
		t.Error("an undefined effect made a design")
	}
}

func TestConstantANOVA(t *testing.T) {
	exact := must[ANOVA](t)(RepeatedMeasures([][]float64{{1, 2, 4}, {2, 3, 5}, {7, 8, 10}}, nil))
	undefined(t, "no error", exact.F, exact.P, exact.PGG, exact.PHF, exact.Epsilon.GG, exact.Epsilon.HF,
		exact.Mauchly.W, exact.Mauchly.P)
	warns(t, exact.Warnings, "no error variance")
	if exact.PartialEta2 != Some(1) || exact.DF1 != Some(2) || exact.DF2 != Some(4) {
		t.Errorf("no error: %+v", exact)
	}
	third := must[ANOVA](t)(RepeatedMeasures([][]float64{{0, 0.25, 1}, {10, 10.25, 11}, {0.5, 0.75, 1.5},
		{8, 8.25, 9}}, nil))
	undefined(t, "no error, means in thirds", third.F, third.P)
	twins := must[ANOVA](t)(RepeatedMeasures([][]float64{{1, 1, 3}, {2, 2, 5}, {4, 4, 4}, {3, 3, 9}, {5, 5, 2}}, nil))
	undefined(t, "two equal conditions", twins.Mauchly.W, twins.Mauchly.P)
	warns(t, twins.Warnings, "singular")
	if !near(twins.Epsilon.GG.Or(0), 0.5, 1e-12) || !twins.F.Defined() {
		t.Errorf("two equal conditions: GG %v, F %v", twins.Epsilon.GG, twins.F)
	}
	column := [][]float64{{1, 5, 3}, {1, 2, 5}, {1, 4, 4}, {1, 3, 9}}
	warns(t, must[ANOVA](t)(RepeatedMeasures(column, nil)).Warnings, "condition 1 is constant")
	warns(t, must[ANOVA](t)(RepeatedMeasures(column, []string{"bc", "x", "y"})).Warnings, "condition bc is constant")
	for _, same := range [][]float64{{0, 0, 0}, {0.1, 0.1, 0.1}} {
		all := must[ANOVA](t)(RepeatedMeasures([][]float64{same, same, same}, nil))
		undefined(t, "all equal", all.F, all.P, all.PartialEta2, all.GeneralizedEta2)
	}
	ties := must[FriedmanTest](t)(Friedman([][]float64{{1, 1}, {2, 2}}))
	undefined(t, "all tied", ties.Chi2, ties.P, ties.KendallW)
	warns(t, ties.Warnings, "undefined")
	// A subject x B term without any subject x A spread: only A is undefined.
	two := must[TwoWayANOVA](t)(TwoWayRepeatedMeasures([][][]float64{
		{{1, 2}, {3, 4}}, {{1, 5}, {3, 7}}, {{2, 4}, {4, 6}}, {{0, 1}, {2, 3}},
	}))
	undefined(t, "A", two.A.F, two.AB.F)
	if !two.B.F.Defined() {
		t.Error("B is undefined too")
	}
}

func TestTwoObservations(t *testing.T) {
	p := must[Test](t)(PairedT([]float64{1, 4}, []float64{2, 1}, 0.95))
	if p.DF != Some(1) || !p.T.Defined() || !p.CI.Defined() {
		t.Errorf("two pairs: %+v", p)
	}
	g := must[Effect](t)(HedgesG(p, 0.95))
	undefined(t, "Hedges' g of two pairs", g.Estimate, g.CI.Low)
	d := must[Effect](t)(CohenD(p, 0.95))
	if !d.CI.Defined() {
		t.Errorf("d_z of two pairs has no interval: %+v", d)
	}
	a := must[ANOVA](t)(RepeatedMeasures([][]float64{{1, 2, 4}, {2, 2, 7}}, nil))
	undefined(t, "two subjects, three conditions", a.Mauchly.W, a.Mauchly.P, a.Epsilon.HF)
	warns(t, a.Warnings, "Mauchly's test is undefined", "Huynh and Feldt's epsilon is undefined")
	if !near(a.Epsilon.GG.Or(0), 0.5, 1e-12) || a.PHF != a.P || !near(a.PGG.Or(0), a.PLowerBound.Or(1), 1e-9) {
		t.Errorf("two subjects, three conditions: %+v", a)
	}
	w := must[SignedRank](t)(Wilcoxon([]float64{1, 4}, []float64{2, 1}, 0.95))
	undefined(t, "interval of two differences", w.CI.Low, w.CI.High)
	warns(t, w.Warnings, "too few")
	zero := must[SignedRank](t)(Wilcoxon([]float64{0.3, 0.7}, []float64{0.1 + 0.2, 0.7}, 0.95))
	undefined(t, "no differences", zero.V, zero.P, zero.PExact, zero.Z, zero.PNormal, zero.RankBiserial,
		zero.PseudoMedian)
	warns(t, zero.Warnings, "2 differences of zero", "undefined")
}

func TestMissingValues(t *testing.T) {
	p := must[Test](t)(PairedT([]float64{1, nan, 3, 4, 9}, []float64{2, 3, nan, 1, 5}, 0.95))
	q := must[Test](t)(PairedT([]float64{1, 4, 9}, []float64{2, 1, 5}, 0.95))
	warns(t, p.Warnings, "2 pairs with missing values left out")
	if p.T != q.T || p.N.Total() != 3 {
		t.Errorf("with missing pairs %v of %v, without %v", p.T, p.N, q.T)
	}
	s := must[Test](t)(StudentT([]float64{1, nan, 3}, []float64{2, 3, nan, 1}, 0.95))
	warns(t, s.Warnings, "2 values with missing values left out")
	if s.N[0] != 2 || s.N[1] != 3 {
		t.Errorf("n = %v", s.N)
	}
	a := must[ANOVA](t)(RepeatedMeasures([][]float64{{1, 2, 3}, {nan, 2, 3}, {2, 2, 5}, {4, 2, 8}}, nil))
	warns(t, a.Warnings, "1 subject with missing cells left out")
	if a.N != 3 {
		t.Errorf("n = %d", a.N)
	}
	c := must[Comparisons](t)(Pairwise([][]float64{{1, 2, 3}, {nan, 2, 3}, {2, 4, nan}, {4, 2, nan}},
		[]string{"x", "y", "z"}, 0.95, nil))
	if c.Pairs[0].N != 3 || c.Pairs[1].N != 1 || c.Pairs[2].N != 2 {
		t.Errorf("complete pairs: %+v", c)
	}
	undefined(t, "one complete pair", c.Pairs[1].T, c.Pairs[1].PHolm)
	undefined(t, "two equal differences", c.Pairs[2].T, c.Pairs[2].P)
	if c.Pairs[0].PHolm != c.Pairs[0].P {
		t.Error("undefined pairs count in the family")
	}
	w := must[SignedRank](t)(Wilcoxon([]float64{1, nan, 3}, []float64{2, 3, 1}, 0.95))
	warns(t, w.Warnings, "1 pair")
	f := must[FriedmanTest](t)(Friedman([][]float64{{1, 2}, {nan, 2}, {1, 3}}))
	warns(t, f.Warnings, "1 subject")
	sum := must[Summary](t)(Summarise([]float64{1, nan, 3}))
	if sum.N != 2 || sum.Missing != 1 || sum.Mean != Some(2) {
		t.Errorf("summary %+v", sum)
	}
	none := must[Summary](t)(Summarise([]float64{nan}))
	undefined(t, "summary of nothing", none.Mean, none.SD)
	one := must[Summary](t)(Summarise([]float64{3}))
	undefined(t, "SD of one value", one.SD)
}

func TestErrors(t *testing.T) {
	x := []float64{1, 2, 3}
	for name, f := range map[string]func() error{
		"different lengths": func() error { _, err := PairedT(x, x[:2], 0.95); return err },
		"one pair":          func() error { _, err := PairedT(x[:1], x[:1], 0.95); return err },
		"one pair left": func() error {
			_, err := PairedT([]float64{1, nan}, []float64{1, 2}, 0.95)
			return err
		},
		"level 95":            func() error { _, err := PairedT(x, x, 95); return err },
		"level NaN":           func() error { _, err := StudentT(x, x, nan); return err },
		"infinite pair":       func() error { _, err := PairedT([]float64{1, inf, 2}, x, 0.95); return err },
		"infinite value":      func() error { _, err := WelchT(x, []float64{1, -inf}, 0.95); return err },
		"one value":           func() error { _, err := StudentT(x, x[:1], 0.95); return err },
		"infinite in summary": func() error { _, err := Summarise([]float64{inf}); return err },
		"no subjects":         func() error { _, err := RepeatedMeasures(nil, nil); return err },
		"one subject":         func() error { _, err := RepeatedMeasures([][]float64{x}, nil); return err },
		"one condition":       func() error { _, err := RepeatedMeasures([][]float64{{1}, {2}}, nil); return err },
		"ragged":              func() error { _, err := RepeatedMeasures([][]float64{x, x[:2]}, nil); return err },
		"too few names of conditions": func() error {
			_, err := RepeatedMeasures([][]float64{x, x}, []string{"a"})
			return err
		},
		"infinite cell":      func() error { _, err := RepeatedMeasures([][]float64{x, {1, inf, 2}}, nil); return err },
		"ragged Friedman":    func() error { _, err := Friedman([][]float64{x, x[:2]}); return err },
		"nothing to compare": func() error { _, err := Pairwise(nil, nil, 0.95, nil); return err },
		"too few names": func() error {
			_, err := Pairwise([][]float64{x, x}, []string{"a"}, 0.95, nil)
			return err
		},
		"ragged pairs":  func() error { _, err := Pairwise([][]float64{x, x[:2]}, nil, 0.95, nil); return err },
		"empty two-way": func() error { _, err := TwoWayRepeatedMeasures(nil); return err },
		"ragged two-way": func() error {
			_, err := TwoWayRepeatedMeasures([][][]float64{{x, x}, {x, x[:1]}})
			return err
		},
		"missing level": func() error {
			_, err := TwoWayRepeatedMeasures([][][]float64{{x, x}, {x}})
			return err
		},
		"unpaired Wilcoxon": func() error { _, err := Wilcoxon(x, x[:2], 0.95); return err },
		"3 of 2":            func() error { _, err := Wilson(3, 2, 0.95); return err },
		"0 of 0":            func() error { _, err := Wilson(0, 0, 0.95); return err },
		"-1 of 2":           func() error { _, err := Wilson(-1, 2, 0.95); return err },
		"rate at level 0":   func() error { _, err := Wilson(1, 2, 0); return err },
		"empty margins":     func() error { _, err := Equivalent(Test{}, 1, 1, 0.05); return err },
		"equivalence alpha": func() error { _, err := Equivalent(Test{}, -1, 1, 0.5); return err },
		"effect level":      func() error { _, err := HedgesG(Test{}, 1); return err },
		"power of one":      func() error { _, err := PowerOf(PairedDesign{1}, 1, 0.05); return err },
		"power alpha":       func() error { _, err := PowerOf(PairedDesign{1}, 10, 0); return err },
		"power of equality": func() error {
			_, err := PowerOf(EquivalenceDesign{0, 1, false}, 10, 0.5)
			return err
		},
		"n for equality": func() error {
			_, err := RequiredN(EquivalenceDesign{0, 1, true}, 0.8, 0.7)
			return err
		},
		"power of NaN":          func() error { _, err := PowerOf(TwoSampleDesign{nan}, 10, 0.05); return err },
		"n for nothing":         func() error { _, err := RequiredN(PairedDesign{0}, 0.8, 0.05); return err },
		"n for next to nothing": func() error { _, err := RequiredN(PairedDesign{1e-9}, 0.8, 0.05); return err },
		"n for certainty":       func() error { _, err := RequiredN(PairedDesign{1}, 1, 0.05); return err },
		"one group":             func() error { _, err := PowerOf(BetweenDesign{1, 1}, 10, 0.05); return err },
		"epsilon below bound":   func() error { _, err := PowerOf(RepeatedDesign{1, 3, 0.4}, 10, 0.05); return err },
		"no strata":             func() error { _, err := Bootstrap(nil, Mean, 0.95, 1000, key, nil); return err },
		"empty stratum": func() error {
			_, err := Bootstrap([][]float64{{nan}}, Mean, 0.95, 1000, key, nil)
			return err
		},
		"few resamples": func() error { _, err := Bootstrap([][]float64{x}, Mean, 0.95, 10, key, nil); return err },
		"strata don't match": func() error {
			_, err := ProbabilityOfImprovement([][]float64{x}, nil, 0.95, 1000, key, nil)
			return err
		},
	} {
		if err := f(); err == nil || !strings.HasPrefix(err.Error(), "stats: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Results do not depend on the scale of the data, although squares of 1e200 overflow and squares of 1e-160 underflow.
func TestResultsDoNotDependOnScale(t *testing.T) {
	rows := [][]float64{{0.61, 0.7, 0.72, 0.4}, {0.5, 0.81, 0.6, 0.47}, {0.55, 0.62, 0.79, 0.3},
		{0.7, 0.66, 0.9, 0.5}, {0.4, 0.58, 0.5, 0.45}, {0.66, 0.7, 0.83, 0.6}}
	want := findings(t, rows)
	for _, scale := range []float64{1e-300, 1e-200, 1e-160, 1e-8, 1e8, 1e150, 1e200, 1e300} {
		scaledRows := make([][]float64, len(rows))
		for i, row := range rows {
			for _, v := range row {
				scaledRows[i] = append(scaledRows[i], v*scale)
			}
		}
		for name, got := range findings(t, scaledRows) {
			if !near(got, want[name], 1e-9) {
				t.Errorf("scale %g: %s = %.17g, want %.17g", scale, name, got, want[name])
			}
		}
		p := must[Test](t)(PairedT(column(scaledRows, 0), column(scaledRows, 1), 0.95))
		q := must[Test](t)(PairedT(column(rows, 0), column(rows, 1), 0.95))
		if !near(p.MeanDifference.Or(0), q.MeanDifference.Or(0)*scale, 1e-9) ||
			!near(p.CI.Low.Or(0), q.CI.Low.Or(0)*scale, 1e-9) {
			t.Errorf("scale %g: mean difference %v, low %v", scale, p.MeanDifference, p.CI.Low)
		}
	}
}

// Results beyond the range of float64 are undefined, with a warning; t and p stay defined.
func TestBeyondFloat64(t *testing.T) {
	big := math.MaxFloat64
	p := must[Test](t)(PairedT([]float64{big, big * 0.9, big * 0.8}, []float64{-big, -big * 0.7, -big}, 0.95))
	undefined(t, "mean difference", p.MeanDifference)
	warns(t, p.Warnings, "exceeds the range of float64")
	if !p.T.Defined() || !p.P.Defined() || !p.D.Defined() {
		t.Errorf("t = %v, p = %v", p.T, p.P)
	}
	tiny := math.SmallestNonzeroFloat64
	s := must[Test](t)(StudentT([]float64{tiny, 2 * tiny, 3 * tiny}, []float64{4 * tiny, 5 * tiny, 9 * tiny}, 0.95))
	r := must[Test](t)(StudentT([]float64{1, 2, 3}, []float64{4, 5, 9}, 0.95))
	if s.T != r.T || s.P != r.P {
		t.Errorf("smallest numbers: t = %v, want %v", s.T, r.T)
	}
	mixed := must[Test](t)(PairedT([]float64{1, 1e-200, 2e-200}, []float64{1, 0, 0}, 0.95))
	if !near(mixed.T.Or(0), math.Sqrt(3), 1e-12) {
		t.Errorf("pairs that agree but for 1e-200: t = %v, want √3", mixed.T)
	}
}

// findings returns every dimensionless statistic of a table by name.
func findings(t *testing.T, rows [][]float64) map[string]float64 {
	t.Helper()
	found := map[string]float64{}
	put := func(name string, m Maybe) {
		t.Helper()
		v, ok := m.Get()
		if !ok {
			t.Errorf("%s is undefined", name)
		}
		found[name] = v
	}
	x, y := column(rows, 0), column(rows, 1)
	for _, f := range []func(a, b []float64, level float64) (Test, error){PairedT, StudentT, WelchT} {
		r := must[Test](t)(f(x, y, 0.95))
		put(r.Name+" t", r.T)
		put(r.Name+" df", r.DF)
		put(r.Name+" p", r.P)
		put(r.Name+" d", r.D)
		e := must[Effect](t)(CohenD(r, 0.95))
		put(r.Name+" d low", e.CI.Low)
	}
	a := must[ANOVA](t)(RepeatedMeasures(rows, nil))
	for name, m := range map[string]Maybe{
		"F": a.F, "p": a.P, "p GG": a.PGG, "p HF": a.PHF, "GG": a.Epsilon.GG, "HF": a.Epsilon.HF,
		"W": a.Mauchly.W, "p W": a.Mauchly.P,
		"partial eta2": a.PartialEta2, "generalised eta2": a.GeneralizedEta2,
	} {
		put(name, m)
	}
	var cube [][][]float64
	for _, row := range rows {
		cube = append(cube, [][]float64{row[:2], row[2:]})
	}
	two := must[TwoWayANOVA](t)(TwoWayRepeatedMeasures(cube))
	put("A", two.A.F)
	put("B", two.B.F)
	put("AB", two.AB.F)
	put("AB generalised eta2", two.AB.GeneralizedEta2)
	w := must[SignedRank](t)(Wilcoxon(x, y, 0.9))
	put("V", w.V)
	put("Wilcoxon", w.P)
	f := must[FriedmanTest](t)(Friedman(rows))
	put("Friedman", f.Chi2)
	return found
}

// column is one column of a table.
func column(rows [][]float64, j int) []float64 {
	c := make([]float64, len(rows))
	for i, row := range rows {
		c[i] = row[j]
	}
	return c
}

// TestNoncentralFOfLargeEffects checks the tail at large noncentralities, where the Poisson weights of the sum lost
// their digits: at λ = 10^13 the tail was 0.5444 after a minute. As λ grows, F/(λ/df1) tends to df2/χ², so that
// P(F >= λ/df1) tends to P(χ² <= df2); the difference is of the order of 1/λ. References: 0.54207028552814773 is
// pchisq(20, 20) of R 4.2.2; the others are ncf.sf(λ/2, 2, 20, λ) of scipy 1.17.1.
func TestNoncentralFOfLargeEffects(t *testing.T) {
	for _, c := range []struct{ ncp, want, tolerance float64 }{
		{3e3, 0.5420730194645742, 1e-11}, {1e4, 0.5420705344860225, 1e-11}, {1e8, 0.54207028552814773, 1e-11},
		{1e10, 0.54207028552814773, 1e-11}, {1e13, 0.54207028552814773, 1e-9}, {1e15, 0.54207028552814773, 1e-7},
	} {
		if got := UpperNoncentralF(c.ncp/2, 2, 20, c.ncp); math.Abs(got-c.want) > c.tolerance {
			t.Errorf("λ = %g: P(F >= λ/2) = %.15g, want %.15g", c.ncp, got, c.want)
		}
	}
	// No experiment misses an effect of 30 error SDs in a billion subjects; the power was 0.9966.
	for _, d := range []RepeatedDesign{{F: 30, K: 3}, {F: 1e6, K: 3}} {
		if p := must[Power](t)(PowerOf(d, 1_000_000_000, 0.05)); !(p.Power.Or(0) > 1-1e-12) {
			t.Errorf("%v: power %v with 10^9 subjects, want 1", d, p.Power)
		}
	}
}

// Estimates of rank tests that float64 can't hold are undefined, and a warning says so.
func TestRankEstimatesBeyondRange(t *testing.T) {
	var a, b []float64
	for i := range 8 {
		a, b = append(a, 1.5e308+1e306*float64(i)), append(b, -1.2e308-1e306*float64(i*i))
	}
	signed, sum := must[SignedRank](t)(Wilcoxon(a, b, 0.95)), must[RankSum](t)(MannWhitney(a, b, 0.95))
	for name, w := range map[string]Warnings{"Wilcoxon": signed.Warnings, "Mann-Whitney": sum.Warnings} {
		if len(w) != 1 || !strings.Contains(w[0], "exceeds the range of float64") {
			t.Errorf("%s: warnings %q", name, w)
		}
	}
	if signed.PseudoMedian.Defined() || sum.Shift.Defined() || !signed.P.Defined() || !sum.P.Defined() {
		t.Errorf("%+v, %+v", signed, sum)
	}
}

// An error variance of the size of rounding errors gives an F that says nothing, and a warning says so; at the same
// spread around small numbers it does not.
func TestErrorVarianceOfRounding(t *testing.T) {
	rows := func(level float64) (rows [][]float64) {
		for i := range 5 {
			u := level * 0x1p-52
			rows = append(rows, []float64{level + u*float64(i%2), level + u*float64(i%3), 3*level + 2*u*float64(i%2)})
		}
		return rows
	}
	warned := func(data [][]float64) bool {
		a := must[ANOVA](t)(RepeatedMeasures(data, nil))
		if !a.F.Defined() {
			t.Errorf("%v: %+v", data, a)
		}
		return strings.Contains(strings.Join(a.Warnings, ";"), "size of rounding errors")
	}
	large := rows(1)
	small := make([][]float64, len(large))
	for i, row := range large {
		small[i] = []float64{row[0] - 1, row[1] - 1, row[2] - 3}
	}
	if !warned(large) || warned(small) {
		t.Errorf("warned of rounding errors: %t around 1, %t around 0", warned(large), warned(small))
	}
}
