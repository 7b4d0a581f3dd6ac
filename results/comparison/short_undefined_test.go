package comparison

import (
	"strings"
	"testing"

	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// Where a test is undefined, the first line says why and what to do, and the word is that of the finding: methods that
// share nothing are not comparable, else it can't be told.
func TestShortUndefined(t *testing.T) {
	apart := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"x", "y"}, Trials: []string{"a", "b"},
		Entries: []stats.Entry{{Method: 0, Trial: 0, Start: -1, Rollouts: 3, Sum: 2},
			{Method: 1, Trial: 1, Group: 1, Start: -1, Rollouts: 3, Sum: 1}}}
	disjoint, err := compare.New(apart, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	three := stats.Long{Methods: []string{"a", "b", "c"}, Groups: []string{"all"}, Trials: []string{"0", "1", "2", "3"}}
	for i, v := range []float64{.3, .4, .6, .7, .9, 1} {
		three.Entries = append(three.Entries, stats.Entry{Method: int32(i / 2), Trial: int32(i%2 + i/4*2), Start: -1,
			Rollouts: 1, Sum: v})
	}
	unshared, err := compare.New(three, compare.Options{Design: compare.Paired})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		r       compare.Result
		want    string
		finding Finding
	}{
		"no task shared": {disjoint, "a 66.7 % against b 33.3 %: not comparable: no task has rollouts of both; " +
			"run both on the same tasks", NotComparable},
		"one rate": {scored(t, "", []float64{.74}, []float64{.493}), "a 74.0 % against b 49.3 %: +24.7 points " +
			"(no interval), p undefined: can't tell: a method has one value, and nothing tells how it " +
			"varies: give each training a row, or the rollouts of each rate, as in 90 % (n=10)", Open},
		"alike": {scored(t, "", []float64{.5, .5, .5}, []float64{.5, .5, .5}), "a 50.0 % against b 50.0 %: " +
			"+0.0 points (no interval), p undefined: can't tell: all pairs differ by the same, so that nothing tells " +
			"how differences vary", Open},
		"no pair": {unshared,
			"c 95.0 % against a 35.0 %: +60.0 points (no interval), p (Holm) undefined: not comparable: no unit has " +
				"both methods; run both with the same, or compare them with --independent", Open},
	} {
		if lines := Short(c.r, nil); lines[0] != c.want {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(lines, "\n"), c.want)
		}
		if got := FindingOf(c.r, c.r.Families[0].Pairs[0]); got != c.finding {
			t.Errorf("%s: finding %d, want %d", name, got, c.finding)
		}
	}
}
