package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// What the README says of E5 and Table 1 at the corners of the set that fits Table 1 is what the records give: weights,
// verdicts that are others, and how many are undecided.
func TestWordsOfTheCorners(t *testing.T) {
	all, records := recordtest.Committed(t, "../confirm")
	evaluations, _ := claims.EvaluateAll(all, scenes.Earned)
	first := evaluations[0]
	if first.Size.Seed != frozenSeed(t, study.Confirm.Freeze) {
		t.Fatalf("the first evaluation has seed %d", first.Size.Seed)
	}
	corners := map[string]tally{"both-fit": {}}
	for _, r := range study.Readings {
		if r.Corner {
			corners[r.Name] = tally{}
		}
	}
	var otherwise []string
	for _, r := range first.Claims {
		if r.Experiment != "E5" && r.Experiment != "T1" || len(r.Repeats) > 0 {
			continue
		}
		for _, o := range r.Readings {
			n, ok := corners[o.Reading]
			if !ok {
				continue
			}
			n.all++
			switch {
			case o.Otherwise():
				otherwise = append(otherwise, fmt.Sprintf("%s at %s by %s", r.ID, o.Reading,
					apa.Format("%+.1f", o.Test.MeanDifference)))
			case o.Verdict != o.Primary:
				n.undecided++
			}
			corners[o.Reading] = n
		}
	}
	for name, want := range map[string]tally{
		"corner-2-20": {all: 11}, "corner-2-200": {all: 11}, "corner-20-200": {all: 11, undecided: 2},
		"both-fit": {all: 11, undecided: 5},
	} {
		if corners[name] != want {
			t.Errorf("%s: %+v, the README says %+v", name, corners[name], want)
		}
	}
	if len(corners) != 4 || len(otherwise) != 1 || otherwise[0] != "C22 at corner-20-200 by -4.4" {
		t.Errorf("%d corners, otherwise: %v", len(corners), otherwise)
	}
	low, high := [2]float64{1, 1}, [2]float64{}
	for _, s := range first.Summaries(records) {
		if _, ok := corners[s.Name]; ok {
			for i, w := range s.Optimal {
				v := w.Weight.Mean.Or(math.NaN())
				low[i], high[i] = min(low[i], v), max(high[i], v)
			}
		}
	}
	two := func(v float64) string { return apa.Fraction(stats.Some(v)) }
	golden.CheckWords(t, "../answer.md", fmt.Sprintf("gives good demonstrations %s to %s of the weight in picking "+
		"and %s to %s in opening", two(low[0]), two(high[0]), two(low[1]), two(high[1])),
		"Of the 11 verdicts on E5 and Table 1 one is another one at one corner, C22: with ηT 20 and 200 steps the "+
			"study's method stays 4.4 points below zero",
		"At two corners none is undecided, at ηT 20 two with 200 steps and five with 20.")
}

// In every reading in which the study's own method stands beside Re-Mix in picking and is decided, it stays below; the
// README says by how much.
func TestWordsBelowReMix(t *testing.T) {
	all, _ := recordtest.Committed(t, "../confirm")
	evaluations, _ := claims.EvaluateAll(all, scenes.Earned)
	low, high, equal := math.Inf(1), 0.0, map[string]int{}
	for _, r := range evaluations[0].Claims {
		if r.ID != "C24" && r.ID != "C25" && r.ID != "C26" { // left, right and middle
			continue
		}
		for _, o := range append(slices.Clone(r.Readings),
			claims.OtherReading{Verdict: r.Verdict, Methods: r.Methods, Test: r.Parts[0].Test}) {
			below := -o.Test.MeanDifference.Or(0)
			switch reMix := slices.Contains(strings.Split(o.Methods, "; "), "remix"); {
			case !reMix && below < bench.VerdictMargin && o.Verdict != claims.Inconclusive:
				equal[o.Reading]++
			case reMix && o.Verdict == claims.Contradicted:
				low, high = min(low, below), max(high, below)
			case reMix && o.Verdict != claims.Inconclusive:
				t.Errorf("%s in the reading %q: %s, %+.1f", r.ID, o.Reading, o.Verdict, -below)
			}
		}
	}
	if len(equal) != 4 {
		t.Errorf("equal to the additive form in %v", equal)
	}
	golden.CheckWords(t, "../answer.md", fmt.Sprintf("decided, by %.1f to %.1f points. It is equal to the additive "+
		"form of Remix within 5 points in four readings", low, high))
}
