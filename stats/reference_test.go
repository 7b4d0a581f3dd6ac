package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// dataset is one entry of testdata/stats.json. That file was computed with 80-digit arithmetic from the exact float64
// inputs and by R 4.2.2 (car 3.1.1, afex 1.2.1, effectsize 0.8.3), scipy 1.10.1 and statsmodels 0.13.5; its `sources`
// say which function stands behind which field.
type dataset struct {
	ID, Kind, Note string
	X, Y           []*float64
	Data           [][]*float64
	Expected       map[string]any
	R              map[string]any
}

type reference struct {
	Datasets []dataset
	Tails    struct {
		T []struct {
			T, DF, SF float64
			TwoSided  float64 `json:"two_sided"`
		}
		F []struct{ F, DF1, DF2, SF float64 }
	}
	PAdjust []struct{ P, Bonferroni, Holm, BH []any }
}

func loadReference(t *testing.T) reference {
	t.Helper()
	raw, err := os.ReadFile("testdata/stats.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// floats turns null and "NA" into NaN.
func floats[T any](in []T) []float64 {
	out := make([]float64, len(in))
	for i, v := range in {
		out[i] = math.NaN()
		switch v := any(v).(type) {
		case *float64:
			if v != nil {
				out[i] = *v
			}
		case float64:
			out[i] = v
		}
	}
	return out
}

// near says whether got and want agree to 1e-9 relative (absolute below 1e-300).
func near(got, want, relative float64) bool {
	return got == want || math.Abs(got-want) <= relative*math.Abs(want)+1e-300
}

// check compares a Maybe with an expected field: a number to 1e-9 relative, null or absent as undefined.
func check(t *testing.T, what string, got Maybe, want any) {
	t.Helper()
	w, ok := want.(float64)
	if !ok {
		if got.Defined() {
			t.Errorf("%s = %v, want undefined", what, got)
		}
		return
	}
	if v, ok := got.Get(); !ok || !near(v, w, 1e-9) {
		t.Errorf("%s = %.17g (defined %v), want %.17g", what, v, ok, w)
	}
}

func checkTest(t *testing.T, got Test, want map[string]any) {
	t.Helper()
	if _, undefined := want["undefined"]; undefined {
		if got.T.Defined() || got.P.Defined() || got.CI.Defined() || len(got.Warnings) == 0 {
			t.Errorf("undefined case gave %+v", got)
		}
		return
	}
	check(t, got.Name+" t", got.T, want["t"])
	check(t, got.Name+" df", got.DF, want["df"])
	check(t, got.Name+" p", got.P, want["p"])
	check(t, got.Name+" mean difference", got.MeanDifference, want["mean_diff"])
	ci := want["ci95"].([]any)
	check(t, got.Name+" low", got.CI.Low, ci[0])
	check(t, got.Name+" high", got.CI.High, ci[1])
}

func TestReferenceTwoSample(t *testing.T) {
	for _, d := range loadReference(t).Datasets {
		if d.Kind != "two_sample" {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			x, y := floats(d.X), floats(d.Y)
			for i, v := range [][]float64{x, y} {
				s, err := Summarise(v)
				if err != nil {
					t.Fatal(err)
				}
				check(t, "mean", s.Mean, d.Expected["mean"].([]any)[i])
				check(t, "sd", s.SD, d.Expected["sd"].([]any)[i])
			}
			student, err := StudentT(x, y, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			checkTest(t, student, d.Expected["student"].(map[string]any))
			check(t, "d", student.D, d.Expected["cohen_d"])
			hedges, err := HedgesG(student, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			check(t, "g", hedges.Estimate, d.Expected["hedges_g_exactJ"])
			welch, err := WelchT(x, y, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			checkTest(t, welch, d.Expected["welch"].(map[string]any))
		})
	}
}

func TestReferencePaired(t *testing.T) {
	for _, d := range loadReference(t).Datasets {
		if d.Kind != "paired" {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			paired, err := PairedT(floats(d.X), floats(d.Y), 0.95)
			if err != nil {
				t.Fatal(err)
			}
			checkTest(t, paired, d.Expected["paired"].(map[string]any))
			check(t, "d_z", paired.D, d.Expected["d_z"])
			hedges, err := HedgesG(paired, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			check(t, "g_z", hedges.Estimate, d.Expected["hedges_g_z_exactJ"])
			checkWilcoxon(t, d)
		})
	}
}

// checkWilcoxon holds the signed-rank test to the values of the rounded differences: the package ties differences that
// agree up to rounding. (The file also has those of the raw float64 differences, which R and scipy rank; they differ
// where differences equal on paper differ in the last bit, as in pr_near_const_diff.)
func checkWilcoxon(t *testing.T, d dataset) {
	t.Helper()
	w, err := Wilcoxon(floats(d.X), floats(d.Y), 0.95)
	if err != nil {
		t.Fatal(err)
	}
	want := d.Expected["wilcoxon_rounded_diffs"].(map[string]any)
	if float64(w.Zeros) != want["n_zero"] {
		t.Errorf("zeros = %d, want %v", w.Zeros, want["n_zero"])
	}
	check(t, "V", w.V, want["V_plus"])
	check(t, "exact p", w.PExact, want["p_exact_conditional"])
	check(t, "normal p", w.PNormal, want["p_approx"])
	check(t, "corrected p", w.PNormalCC, want["p_approx_cc"])
	check(t, "z", w.Z, want["z_approx"])
}

func TestReferenceRepeatedMeasures(t *testing.T) {
	for _, d := range loadReference(t).Datasets {
		if d.Kind != "rm" {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			data := make([][]float64, len(d.Data))
			for i, row := range d.Data {
				data[i] = floats(row)
			}
			a, err := RepeatedMeasures(data, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkANOVA(t, a, d.Expected)
			f, err := Friedman(data)
			if err != nil {
				t.Fatal(err)
			}
			friedman := d.Expected["friedman"].(map[string]any)
			check(t, "chi2", f.Chi2, friedman["chi2"])
			check(t, "Friedman p", f.P, friedman["p"])
			check(t, "Kendall W", f.KendallW, friedman["kendall_W"])
			pairs := d.Expected["pairwise_paired_t"].(map[string]any)
			checkPairwise(t, data, pairs["pairwise"].(map[string]any))
			checkPairwise(t, complete(data), pairs["listwise"].(map[string]any))
		})
	}
}

// complete is the rows without a NaN: listwise deletion, which is the caller's choice.
func complete(data [][]float64) (rows [][]float64) {
	for _, row := range data {
		whole := true
		for _, v := range row {
			whole = whole && !math.IsNaN(v)
		}
		if whole {
			rows = append(rows, row)
		}
	}
	return rows
}

func checkANOVA(t *testing.T, a ANOVA, expected map[string]any) {
	t.Helper()
	want := expected["anova"].(map[string]any)
	check(t, "df1", a.DF1, want["df1"])
	check(t, "df2", a.DF2, want["df2"])
	check(t, "F", a.F, want["F"])
	check(t, "p", a.P, want["p"])
	check(t, "partial eta2", a.PartialEta2, want["partial_eta2"])
	check(t, "generalised eta2", a.GeneralizedEta2, want["generalised_eta2"])
	check(t, "SS method", a.SSEffect, want["SS_method"])
	check(t, "SS subject", a.SSSubjects, want["SS_subject"])
	check(t, "SS error", a.SSError, want["SS_error"])
	if float64(a.N) != expected["n_complete"] || float64(a.K) != expected["k"] {
		t.Errorf("n, k = %d, %d, want %v, %v", a.N, a.K, expected["n_complete"], expected["k"])
	}
	s, ok := expected["sphericity"].(map[string]any)
	if !ok {
		return
	}
	check(t, "GG", a.Epsilon.GG, s["GG"])
	check(t, "HF", a.Epsilon.HF, s["HF"])
	check(t, "lower bound", a.Epsilon.LowerBound, s["lower_bound"])
	check(t, "p_GG", a.PGG, s["p_GG"])
	check(t, "p_HF", a.PHF, s["p_HF"])
	check(t, "p lower bound", a.PLowerBound, s["p_lower_bound"])
	m := s["mauchly"].(map[string]any)
	if _, undefined := m["undefined"]; undefined {
		m = nil
	}
	check(t, "W", a.Mauchly.W, m["W"])
	check(t, "Mauchly p", a.Mauchly.P, m["p"])
}

func checkPairwise(t *testing.T, data [][]float64, want map[string]any) {
	t.Helper()
	c, err := Pairwise(data, nil, 0.95, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range c.Pairs {
		if name := p.A + "-" + p.B; name != want["pair"].([]any)[i] {
			t.Fatalf("pair %d is %s, want %v", i, name, want["pair"].([]any)[i])
		}
		for field, got := range map[string]Maybe{
			"t": p.T, "df": p.DF, "p": p.P, "d_z": p.DZ, "bonferroni": p.PBonferroni, "holm": p.PHolm, "BH": p.PBH,
		} {
			check(t, p.A+"-"+p.B+" "+field, got, want[field].([]any)[i])
		}
	}
}

func TestReferenceTails(t *testing.T) {
	ref := loadReference(t)
	for _, c := range ref.Tails.T {
		if got := UpperT(c.T, c.DF); !near(got, c.SF, 1e-11) {
			t.Errorf("UpperT(%g, %g) = %.17g, want %.17g", c.T, c.DF, got, c.SF)
		}
		if got := TwoSidedT(c.T, c.DF); !near(got, c.TwoSided, 1e-11) {
			t.Errorf("TwoSidedT(%g, %g) = %.17g, want %.17g", c.T, c.DF, got, c.TwoSided)
		}
	}
	for _, c := range ref.Tails.F {
		if got := UpperF(c.F, c.DF1, c.DF2); !near(got, c.SF, 1e-11) {
			t.Errorf("UpperF(%g, %g, %g) = %.17g, want %.17g", c.F, c.DF1, c.DF2, got, c.SF)
		}
	}
}

func TestReferenceAdjust(t *testing.T) {
	for _, c := range loadReference(t).PAdjust {
		p := floats(c.P)
		for _, m := range []struct {
			name      string
			got, want []float64
		}{
			{"Bonferroni", Bonferroni(p), floats(c.Bonferroni)},
			{"Holm", Holm(p), floats(c.Holm)},
			{"BH", BenjaminiHochberg(p), floats(c.BH)},
		} {
			for i := range p {
				if math.IsNaN(m.got[i]) != math.IsNaN(m.want[i]) ||
					!math.IsNaN(m.got[i]) && !near(m.got[i], m.want[i], 1e-12) {
					t.Errorf("%s(%v) = %v, want %v", m.name, p, m.got, m.want)
					break
				}
			}
		}
	}
}
