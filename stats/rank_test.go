package stats

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// The tests alone are those with an estimate, and say nothing of an interval that they do not have.
func TestRankTestsAlone(t *testing.T) {
	for name, d := range map[string][2][]float64{
		"few":     {{1, 2, 4}, {2, 1, 9}},
		"more":    {{1, 2, 4, 8, 16, 32, 64}, {2, 1, 9, 3, 11, 31, 60}},
		"zeros":   {{1, 2, 4, 4}, {1, 2, 3, 9}},
		"nothing": {{1, 2}, {1, 2}},
		"missing": {{1, math.NaN(), 5, 7}, {2, 3, 1, 1}},
	} {
		all, err := Wilcoxon(d[0], d[1], .95)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := WilcoxonTest(d[0], d[1])
		all.PseudoMedian, all.CI, all.Warnings = Maybe{}, Interval{}, withoutIntervals(all.Warnings)
		if err != nil || !reflect.DeepEqual(alone, all) {
			t.Errorf("%s: signed ranks %+v, %v, want %+v", name, alone, err, all)
		}
		sums, err := MannWhitney(d[0], d[1], .95)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := MannWhitneyTest(d[0], d[1])
		sums.Shift, sums.CI, sums.Warnings = Maybe{}, Interval{}, withoutIntervals(sums.Warnings)
		if err != nil || !reflect.DeepEqual(sum, sums) {
			t.Errorf("%s: rank sums %+v, %v, want %+v", name, sum, err, sums)
		}
	}
	if _, err := WilcoxonTest([]float64{1}, nil); err == nil {
		t.Error("samples of different lengths")
	}
	if _, err := MannWhitneyTest([]float64{1}, nil); err == nil {
		t.Error("a sample without values")
	}
}

// withoutIntervals returns warnings but those about intervals, nil for none.
func withoutIntervals(all Warnings) (kept Warnings) {
	for _, w := range all {
		if !strings.Contains(w, "too few for an interval") {
			kept = append(kept, w)
		}
	}
	return kept
}
