package mixed

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

// Without missing scores, and with units that vary, the model's F is that of the repeated-measures ANOVA, its
// contrasts' variance that of the ANOVA's error, and its degrees of freedom those of the ANOVA.
func TestLinearIsTheANOVA(t *testing.T) {
	r := seed.Of("linear_test").Rand()
	var rows [][]float64
	for range 9 {
		unit := 2 * r.NormFloat64()
		rows = append(rows, []float64{unit + r.NormFloat64(), unit + 0.5 + r.NormFloat64(), unit + 1 + r.NormFloat64(),
			unit + r.NormFloat64()})
	}
	a, err := stats.RepeatedMeasures(rows, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLinear(rows, []string{"a", "b", "c", "d"}, "", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-6*math.Abs(y) }
	error2 := a.SSError.Or(0) / a.DF2.Or(1)
	if !near(l.F.Or(0), a.F.Or(1)) || !near(l.DF2.Or(0), 24) || !near(l.P.Or(0), a.P.Or(1)) ||
		!near(l.ResidualSD*l.ResidualSD, error2) || !near(l.Contrasts[0].SE.Or(0), math.Sqrt(2*error2/9)) ||
		!near(l.Contrasts[0].DF.Or(0), 24) || len(l.Warnings) != 0 {
		t.Errorf("%+v, the ANOVA is %+v", l, a)
	}
}

// Units that do not vary, scores without error and without any spread: what is undefined has a warning.
func TestLinearEdges(t *testing.T) {
	missing := math.NaN()
	singular, err := NewLinear([][]float64{{1, 5}, {5, 1}, {2, 4}, {4, missing}}, []string{"a", "b"}, "", 0.95)
	if err != nil || singular.UnitSD != 0 || !strings.Contains(strings.Join(singular.Warnings, ";"), "singular fit") ||
		math.Abs(singular.DF2.Or(0)-5) > 1e-6 { // scores less methods, as in a model without units
		t.Errorf("%+v, %v", singular, err)
	}
	for _, rows := range [][][]float64{
		{{1, 2}, {2, 3}, {3, 4}, {5, missing}},
		{{7, 7}, {7, 7}, {7, missing}},
		// One score more than methods leaves the likelihood flat, and one pair among single scores lets it grow with
		// the units' variance to a limit: F was 1e7 with 0.001 degrees of freedom. lmer of lme4 1.1-31 (R 4.2.2) says
		// "Hessian is numerically singular: parameters are not uniquely determined" of the first and "degenerate
		// Hessian with 1 negative eigenvalues" of the second, whose REML criterion is 14.2114204 from θ = 1e4 to 1e5.
		{{missing, 0.4}, {0.57, 1.82}},
		{{1, missing}, {missing, 2}, {3, missing}, {missing, 4.5}, {2.5, 3.2}},
		{{1, missing}, {missing, 2}, {3, missing}, {missing, 4.5}, {2.5, missing}},
	} {
		l, err := NewLinear(rows, []string{"a", "b"}, "", 0.95)
		if err != nil || l.P.Defined() || len(l.Warnings) == 0 {
			t.Errorf("%v: %+v, %v", rows, l, err)
		}
	}
	// Methods that differ by far more than their scores vary: F was 4.6e16, of rounding errors.
	apart := [][]float64{{0.1, 0.7, 1e5}, {0.1, 0.7, 1e5}, {0.1, missing, 1e5}, {0.1, 0.7, 1e5}, {0.1, 0.7, 1e5}}
	l, err := NewLinear(apart, []string{"a", "b", "c"}, "", 0.95)
	if err != nil || l.F.Defined() || len(l.Warnings) != 1 {
		t.Errorf("%v: %+v, %v", apart, l, err)
	}
	for want, rows := range map[string][][]float64{
		"b has no score":           {{1, missing}, {2, missing}, {3, missing}},
		"too few":                  {{1, 2}},
		"the score of b in unit 2": {{1, 2}, {1, math.Inf(1)}, {2, 3}},
		"unit 2 has 1 scores for":  {{1, 2}, {1}},
	} {
		_, err := NewLinear(rows, []string{"a", "b"}, "", 0.95)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", rows, err, want)
		}
	}
}

// The p values of the contrasts are corrected by Holm over those that are asked for: of every two methods, or of every
// method with one, as in p.adjust of R.
func TestLinearContrastsAreCorrected(t *testing.T) {
	r := seed.Of("corrected").Rand()
	var rows [][]float64
	for u := range 12 {
		rows = append(rows, []float64{r.NormFloat64(), 0.7 + r.NormFloat64(), 1.5 + r.NormFloat64(), r.NormFloat64()})
		rows[u][u%4] = math.NaN()
	}
	names := []string{"a", "b", "c", "d"}
	all, err := NewLinear(rows, names, "", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	against, err := NewLinear(rows, names, "b", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for want, l := range map[int]Linear{6: all, 3: against} {
		var p []float64
		for _, c := range l.Contrasts {
			p = append(p, c.P.Or(math.NaN()))
		}
		if len(p) != want {
			t.Fatalf("%d contrasts, want %d", len(p), want)
		}
		for i, holm := range stats.Holm(p) {
			if c := l.Contrasts[i]; c.PHolm != stats.Some(holm) || want == 3 && c.B != "b" {
				t.Errorf("%+v, corrected p is %v", c, holm)
			}
		}
	}
	if all.Contrasts[0].Difference != against.Contrasts[0].Difference { // a - b
		t.Errorf("a - b is %v and %v", all.Contrasts[0].Difference, against.Contrasts[0].Difference)
	}
}
