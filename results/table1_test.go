package results

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/document"
)

// learned gives records of E5 weights and reference losses: alpha[task arm] of the optimal demonstrations, ref[task arm] of the
// optimal and the suboptimal ones, each .02 less in every other trial and .02 more in the next.
func learned(s shelf, alpha map[string]float64, ref map[string][2]float64) shelf {
	for h, r := range s {
		method, _, _ := strings.Cut(r.Cell.Method, ":")
		name := r.Cell.Task + " " + map[string]string{"remix-paper": "remix", "natural": "imbalanced"}[method]
		if !strings.Contains("remix-paper natural", method) {
			name = r.Cell.Task + " " + method
		}
		noise := 0.04*float64(r.Cell.Trial%2) - 0.02
		a := min(1, alpha[name]+noise)
		r.Training.Groups = []string{"optimal", "biased"}
		r.Training.Alpha = []bench.Point{{Step: 0, Group: []float64{.5, .5}}, {Step: 9, Group: []float64{a, 1 - a}}}
		if l, ok := ref[name]; ok {
			reached := []float64{l[0] + noise, l[1] + noise/2}
			r.Training.References = []bench.Reference{{Reached: reached}}
			if method == "ours" { // one search a group: only its own loss is the reference
				r.Training.References = []bench.Reference{{Reached: []float64{reached[0], 9}}, {Reached: []float64{9, reached[1]}}}
			}
		}
		s[h] = r
	}
	return s
}

// asPrinted are weights and orders like those of the study's Table 1.
func asPrinted() (alpha map[string]float64, ref map[string][2]float64) {
	alpha = map[string]float64{"picking imbalanced": .67, "opening imbalanced": .67, "picking zero": .5, "opening zero": .48, "picking remix": .47, "opening remix": .5, "picking ours": .94, "opening ours": .9}
	ref = map[string][2]float64{"picking remix": {.93, .52}, "opening remix": {.05, .09}, "picking ours": {1.5, 1.9}, "opening ours": {1.6, 2}}
	return alpha, ref
}

// Table 1 comes to each verdict: as printed, with weights elsewhere, with a reference in the other order, and astride a border.
func TestTable1(t *testing.T) {
	for _, c := range []struct {
		change  func(alpha map[string]float64, ref map[string][2]float64)
		verdict Verdict
		why     string
	}{
		{func(map[string]float64, map[string][2]float64) {}, Replicated, "10 of 10 tests hold"},
		{func(a map[string]float64, _ map[string][2]float64) { a["opening zero"] = .7 }, Contradicted, "9 of 10 tests hold; opening contradicted (under zero optimal demonstrations weigh .7"},
		{func(_ map[string]float64, r map[string][2]float64) { r["picking ours"] = [2]float64{1.5, 1.2} }, Contradicted, "the study's +0.388"},
		{func(a map[string]float64, _ map[string][2]float64) { a["picking ours"] = .8 }, Inconclusive, "9 of 10"},
		{func(_ map[string]float64, r map[string][2]float64) { delete(r, "picking ours") }, NotTestable, "no reference losses in the records of ours"},
	} {
		alpha, ref := asPrinted()
		c.change(alpha, ref)
		j := answer(t, learned(made(around(nil), 10, "E5"), alpha, ref), 10, "C42")
		if why := strings.ReplaceAll(j.Why, "0.", "."); j.Verdict != c.verdict || !strings.Contains(why, strings.ReplaceAll(c.why, "0.", ".")) {
			t.Errorf("%v (%s), want %v (%s)", j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}

// The table of weights has the study's beside ours, where the study has any, and is left out where nothing is learned.
func TestWeightTable(t *testing.T) {
	alpha, ref := asPrinted()
	s := learned(made(around(nil), 4, "E5"), alpha, ref)
	e, _ := bench.Experiments.Get("E5")
	r := readings(bench.Plan{Name: "E5", Experiments: []bench.Experiment{e}, Size: madeSize(4)}, s)[0]
	table, ok := r.weightTable()
	if !ok || len(table.Rows) != 8 {
		t.Fatalf("%v, %d rows", ok, len(table.Rows))
	}
	for i, want := range map[int][]string{
		0: {"imbalanced", "optimal", "0.67", "0.67", apa.None, apa.None}, 1: {"imbalanced", "biased", "0.3", "0.33", apa.None, apa.None},
		2: {"zero", "optimal", "0.50", "0.5", apa.None, "0"}, 4: {"remix", "optimal", "0.47", "0.4652", "0.93", "0.9337"},
		7: {"ours", "biased", "0.06", "0.0633", "1.90", "1.893"},
	} {
		row := table.Texts()[i]
		if row[0] != want[0] || row[1] != want[1] || !strings.HasPrefix(row[2], want[2]) || row[3] != want[3] || !strings.HasPrefix(row[4], want[4]) || row[5] != want[5] || row[6] != "4" {
			t.Errorf("row %d is %q, want %q", i, row, want)
		}
	}
	if !slices.ContainsFunc(r.section().Tables, func(t document.Table) bool { return t.Name == "weights" }) {
		t.Error("the section of E5 has no table of weights")
	}
	if _, ok := readings(planned(t, 4), recorded(planned(t, 4), four))[0].weightTable(); ok {
		t.Error("E1 learns no weights, and has a table of them")
	}
}
