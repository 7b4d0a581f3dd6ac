package claims

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/stats"
)

// The claim of Table 1 gets each verdict: for the printed values, for a weight outside its region, for an interval
// across the border of its region, and without weights. Rows that the methods' settings were fitted to decide nothing.
func TestTable1(t *testing.T) {
	for _, c := range []struct {
		change  func(alpha map[string]float64, ref map[string][2]float64)
		verdict Verdict
		why     string
	}{
		{func(map[string]float64, map[string][2]float64) {}, Replicated, "4 of 4 tests hold"},
		{func(a map[string]float64, _ map[string][2]float64) { a["opening remix"] = .7 }, Contradicted,
			"3 of 4 tests hold; opening contradicted (under remix optimal demonstrations weigh .7"},
		{func(a map[string]float64, _ map[string][2]float64) { a["picking ours"] = .8 }, Inconclusive, "3 of 4"},
		{func(a map[string]float64, r map[string][2]float64) {
			a["opening zero"], r["picking ours"] = .7, [2]float64{1.5, 1.2}
			delete(r, "opening remix")
		}, Replicated, "4 of 4 tests hold"},
	} {
		alpha, ref := recordtest.Table1()
		c.change(alpha, ref)
		j := answer(t, recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 10, "E5"), alpha, ref), 10,
			"C42")
		if why := strings.ReplaceAll(j.Why, "0.", "."); j.Verdict != c.verdict || j.Standing != GivenTheFit ||
			!strings.Contains(why, strings.ReplaceAll(c.why, "0.", ".")) {
			t.Errorf("%v (%s), want %v (%s)", j.Verdict, j.Why, c.verdict, c.why)
		}
		inputs := 0
		for _, p := range j.Parts {
			if p.Input {
				inputs++
			}
		}
		if inputs != 6 {
			t.Errorf("%d rows are inputs, want zero's two weights and four orders of reference losses", inputs)
		}
	}
}

// A weight that is the same in every trial lies inside its region or outside, without an interval; an end of the region
// at 1 is no bound.
func TestWeightRegions(t *testing.T) {
	l := Look{OneSided: .05, Difference: .05}
	for _, c := range []struct {
		alpha     []float64
		low, high float64
		want      Verdict
	}{
		{[]float64{.5, .5, .5}, .4, .6, Replicated}, {[]float64{.7, .7, .7}, .4, .6, Contradicted},
		{[]float64{1, .99, 1}, .8, 1, Replicated}, {[]float64{.3, .32, .31}, .8, 1, Contradicted},
		{[]float64{.5, .9, .7}, .8, 1, Inconclusive},
	} {
		if _, _, e := l.inside(c.alpha, c.low, c.high); l.weight(e) != c.want {
			t.Errorf("%v in [%g, %g] is %v, want %v", c.alpha, c.low, c.high, l.weight(e), c.want)
		}
	}
}

// The study's row stands beside E5 in every reading and under every difficulty, and beside no other experiment.
func TestPrintedFor(t *testing.T) {
	for _, c := range []struct {
		experiment, task, arm string
		weight                float64
	}{
		{"E5", "picking", "ours", .9367}, {"E5-each-both-fit", "opening", "ours", .9437},
		{"E5-inexact", "opening:Start=0.02,Noise=10", "ours", .9437},
		{"E6", "picking", "ours", 0}, {"E5+mine", "picking", "ours", 0}, {"E5", "picking", "upsampled", 0},
	} {
		p, ok := PrintedFor(c.experiment, c.task, c.arm)
		if w, _ := p.Of(optimalStyle); ok != (c.weight > 0) || ok && w.Or(0) != c.weight {
			t.Errorf("%s on %s, %s: %v, %v", c.experiment, c.task, c.arm, w, ok)
		}
	}
}

// The p of a weight outside its region is the two-sided one against the nearer end; that of a weight inside the larger
// one-sided p.
func TestWeightP(t *testing.T) {
	l := Look{OneSided: .05, Difference: .05}
	against := func(alpha []float64, end float64) float64 {
		ends := []float64{end, end, end, end}
		test, err := stats.PairedT(alpha, ends, .95)
		if err != nil {
			t.Fatal(err)
		}
		return test.P.Or(0)
	}
	outside, inside := []float64{.62, .66, .61, .68}, []float64{.52, .58, .49, .57}
	if _, _, e := l.inside(outside, .4, .6); math.Abs(e.p.Or(0)-against(outside, .6)) > 1e-12 {
		t.Errorf("outside: p %v, want %v", e.p, against(outside, .6))
	}
	if _, _, e := l.inside(inside, .4, .6); math.Abs(e.within.Or(0)-against(inside, .6)/2) > 1e-12 {
		t.Errorf("inside: p %v, want half of %v", e.within, against(inside, .6))
	}
}
