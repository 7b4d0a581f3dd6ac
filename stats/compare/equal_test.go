package compare

import (
	"testing"

	"counterpoise/stats"
)

// ofTasks are data of two policies by task: successes and rollouts of the first, then of the second.
func ofTasks(tasks ...[4]int32) stats.Long {
	d := stats.Long{Methods: []string{"new", "old"}, Trials: []string{"new", "old"}}
	for g, n := range tasks {
		d.Groups = append(d.Groups, string(rune('a'+g)))
		for m := range int32(2) {
			d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: m, Group: int32(g), Start: -1,
				Rollouts: n[2*m+1], Sum: float64(n[2*m])})
		}
	}
	return d
}

// Equality of rates is about the difference that stands beside it: with tasks that of their means, of which pooled
// rollouts may say the contrary; and of single rollouts it keeps to the interval of the exact test, where a t-test has
// too small a spread, or none.
func TestEqualityOfRates(t *testing.T) {
	for _, c := range []struct {
		tasks  [][4]int32
		margin float64
		equal  bool
	}{
		{[][4]int32{{38, 40, 210, 400}, {200, 400, 3, 40}}, .15, false}, // +42.5 points, pooled 5.7
		{[][4]int32{{36, 40, 200, 400}, {180, 400, 12, 40}}, .15, false},
		{[][4]int32{{90, 100, 90, 100}, {180, 200, 181, 200}, {30, 50, 30, 50}}, .05, false}, // SE 3.7 points
		{[][4]int32{{90, 100, 90, 100}, {180, 200, 181, 200}, {30, 50, 30, 50}}, .1, true},
		{[][4]int32{{29, 30, 30, 30}}, .1, false},
		{[][4]int32{{49, 50, 50, 50}}, .06, false},
		{[][4]int32{{19, 20, 20, 20}}, .2, false},
		{[][4]int32{{20, 20, 20, 20}}, .2, true}, // the 95 % interval is -17.7 to +17.7
		{[][4]int32{{100, 200, 101, 200}}, .2, true},
	} {
		out, err := New(ofTasks(c.tasks...), Options{Margin: c.margin})
		if err != nil {
			t.Fatal(err)
		}
		e := out.Families[0].Pairs[0].Equality
		if equal := e.P.Or(1) < .05; equal != c.equal || equal != (e.Within.Or(9) < c.margin) {
			t.Errorf("%v: equal within %g: %v, %+v", c.tasks, c.margin, equal, e)
		}
	}
}

// Of 30 pairs 29 succeed in both and one in the second alone: within .1 that is not shown.
func TestEqualityOfPairs(t *testing.T) {
	d := stats.Long{Methods: []string{"new", "old"}, Groups: []string{"all"}, Trials: make([]string, 30)}
	for u := range int32(30) {
		for m := range int32(2) {
			d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: u, Start: -1, Rollouts: 1, Sum: 1})
		}
	}
	d.Entries[0].Sum = 0
	out, err := New(d, Options{Margin: .1})
	if err != nil {
		t.Fatal(err)
	}
	if e := out.Families[0].Pairs[0].Equality; e.P.Or(0) < .05 || e.Within.Or(0) < .1 {
		t.Errorf("%+v", e)
	}
}

// Of 20 starts on two tasks one rollout of one method fails: a t-test shows equality within .1, by a spread that is too
// small by chance.
func TestEqualityOfPairsOnTasks(t *testing.T) {
	d := stats.Long{Methods: []string{"new", "old"}, Groups: []string{"x", "y"}, Trials: make([]string, 20)}
	for u := range int32(20) {
		for g := range int32(2) {
			for m := range int32(2) {
				d.Entries = append(d.Entries, stats.Entry{Method: m, Trial: u, Group: g, Start: -1, Rollouts: 1,
					Sum: 1})
			}
		}
	}
	d.Entries[0].Sum = 0
	out, err := New(d, Options{Margin: .1})
	if err != nil {
		t.Fatal(err)
	}
	p := out.Families[0].Pairs[0]
	if p.T.Name != "paired t" || p.Equality.P.Or(0) < .05 || p.Equality.Within.Or(0) < .1 {
		t.Errorf("%+v", p)
	}
}
