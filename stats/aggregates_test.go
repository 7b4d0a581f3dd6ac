package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
)

// longOf is scores[method][trial][group] in long form.
func longOf(scores [][][]float64) Long {
	var d Long
	for g := range scores[0][0] {
		d.Groups = append(d.Groups, fmt.Sprint("g", g))
	}
	for t := range scores[0] {
		d.Trials = append(d.Trials, fmt.Sprint(t))
	}
	for m, trials := range scores {
		d.Methods = append(d.Methods, fmt.Sprint("m", m))
		for t, groups := range trials {
			for g, v := range groups {
				d.Entries = append(d.Entries, Entry{Method: int32(m), Trial: int32(t), Group: int32(g), Start: -1,
					Rollouts: 1, Sum: v})
			}
		}
	}
	return d
}

// Aggregates are those of rliable (testdata/aggregates.py): estimates to rounding, intervals within the errors of two
// bootstraps of 2000 and 20000 resamples: 6 % of the width, four standard errors of the end of an interval.
func TestAggregatesAgreeWithRliable(t *testing.T) {
	text, err := os.ReadFile("testdata/aggregates.json")
	if err != nil {
		t.Fatal(err)
	}
	type interval struct {
		Estimate   float64
		Stratified []float64
	}
	var cases []struct {
		Scores  [][][]float64
		Taus    []float64
		Methods []struct {
			Mean, Median, IQM interval
			Gap               interval `json:"optimality_gap"`
			Profile           []float64
		}
		Pairs []struct {
			A, B      int
			P         float64
			PPaired   []float64 `json:"p_paired"`
			IQMPaired []float64 `json:"iqm_paired"`
		}
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	ends := func(what string, got Interval, want []float64, share float64) {
		width := want[1] - want[0]
		if math.Abs(got.Low.Or(9)-want[0]) > share*width || math.Abs(got.High.Or(9)-want[1]) > share*width {
			t.Errorf("%s: interval %v, want %v", what, got, want)
		}
	}
	for i, c := range cases {
		o := AggregateOptions{Level: 0.95, Resamples: 20000, Target: 1, Thresholds: c.Taus, Key: key}
		paired := must[Aggregated](t)(Aggregates(longOf(c.Scores), o))
		o.Stratified = true
		stratified := must[Aggregated](t)(Aggregates(longOf(c.Scores), o))
		for m, want := range c.Methods {
			got := stratified.Methods[m]
			for name, v := range map[string]struct {
				got  Bootstrapped
				want interval
			}{"mean": {got.Mean, want.Mean}, "median": {got.Median, want.Median}, "iqm": {got.IQM, want.IQM},
				"gap": {got.OptimalityGap, want.Gap}} {
				what := fmt.Sprintf("case %d, method %d, %s", i, m, name)
				if math.Abs(v.got.Estimate.Or(9)-v.want.Estimate) > 1e-14 {
					t.Errorf("%s: %v, rliable has %v", what, v.got.Estimate, v.want.Estimate)
				}
				ends(what, v.got.CI, v.want.Stratified, 0.06)
			}
			for k, p := range want.Profile {
				if got := got.Profile[k].Estimate.Or(9); math.Abs(got-p) > 1e-14 {
					t.Errorf("case %d, method %d: share above %g is %v, rliable has %v", i, m, c.Taus[k], got, p)
				}
			}
		}
		for k, want := range c.Pairs {
			got := paired.Comparisons[k]
			if math.Abs(got.Improvement.Estimate.Or(9)-want.P) > 1e-14 {
				t.Errorf("case %d, pair %d: P = %v, rliable has %v", i, k, got.Improvement.Estimate, want.P)
			}
			ends(fmt.Sprintf("case %d, pair %d, P", i, k), got.Improvement.CI, want.PPaired,
				0.08) // 1000 resamples there
			ends(fmt.Sprintf("case %d, pair %d, IQM", i, k), got.IQMDifference.CI, want.IQMPaired, 0.06)
		}
	}
}

// Methods that differ by a constant in every trial have a difference without error: the draws are paired.
func TestAggregatesArePaired(t *testing.T) {
	r := key.With("paired aggregates").Rand()
	scores := make([][][]float64, 2)
	for range 30 {
		v := r.NormFloat64()
		scores[0], scores[1] = append(scores[0], []float64{v}), append(scores[1], []float64{v + 0.25})
	}
	o := AggregateOptions{Level: 0.95, Resamples: 200, Target: 1, Key: key}
	a := must[Aggregated](t)(Aggregates(longOf(scores), o))
	d := a.Comparisons[0].IQMDifference
	if math.Abs(d.CI.Low.Or(9)+0.25) > 1e-12 || math.Abs(d.CI.High.Or(9)+0.25) > 1e-12 {
		t.Errorf("the interval of a constant difference is %v", d.CI)
	}
	b := must[Aggregated](t)(Aggregates(longOf(scores), o))
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Error("the same key gives other numbers")
	}
}

// An incomplete trial is left out; bad input and a watch's error are errors.
func TestAggregatesEdges(t *testing.T) {
	scores := [][][]float64{{{1, 2}, {3, 4}, {5, 6}}, {{1, 2}, {2, 4}, {5, 7}}}
	o := AggregateOptions{Level: 0.95, Resamples: 100, Target: 1, Key: key}
	lacking := longOf(scores)
	lacking.Entries = lacking.Entries[:len(lacking.Entries)-1]
	a := must[Aggregated](t)(Aggregates(lacking, o))
	if a.Trials != 2 || a.Methods[0].Mean.Estimate != Some(2.5) {
		t.Errorf("without the last trial: %d trials, mean %v", a.Trials, a.Methods[0].Mean.Estimate)
	}
	warns(t, a.Warnings, "1 trial left out for lack of a method")
	// The trial has enough entries, and still lacks a method.
	twice := longOf(scores)
	twice.Entries[len(twice.Entries)-1] = twice.Entries[0]
	twice.Entries[len(twice.Entries)-1].Trial = 2
	if b := must[Aggregated](t)(Aggregates(twice, o)); b.Trials != 2 || fmt.Sprint(b) != fmt.Sprint(a) {
		t.Errorf("with an entry twice in place of the last: %v, want %v", b, a)
	}
	// A million trials of one entry each, with 100 methods in 1000 groups, take memory of the entries alone.
	sparse := longOf(scores)
	sparse.Methods, sparse.Groups = make([]string, 100), make([]string, 1000)
	sparse.Trials = make([]string, 1_000_000)
	if _, err := Aggregates(sparse, o); err == nil || !strings.Contains(err.Error(), "0 trials with all methods") {
		t.Errorf("sparse data: error %v", err)
	}
	for name, change := range map[string]func(*Long, *AggregateOptions){
		"level":             func(_ *Long, o *AggregateOptions) { o.Level = 1 },
		"resamples":         func(_ *Long, o *AggregateOptions) { o.Resamples = 99 },
		"10000000 the most": func(_ *Long, o *AggregateOptions) { o.Resamples = 1e11 },
		"target":            func(_ *Long, o *AggregateOptions) { o.Target = math.NaN() },
		"complete":          func(d *Long, _ *AggregateOptions) { d.Entries = d.Entries[:3] },
		"Inf":               func(d *Long, _ *AggregateOptions) { d.Entries[0].Sum = math.Inf(1) },
		"in 0 groups":       func(d *Long, _ *AggregateOptions) { d.Groups, d.Entries = nil, nil },
		"of 0 methods":      func(d *Long, _ *AggregateOptions) { d.Methods, d.Entries = nil, nil },
		"at most 100":       func(d *Long, _ *AggregateOptions) { d.Methods = make([]string, 101) },
		"interrupted!": func(_ *Long, o *AggregateOptions) {
			o.Watch = func(int, int) error { return errors.New("interrupted!") }
		},
	} {
		d, o := longOf(scores), o
		change(&d, &o)
		want := strings.Replace(strings.Replace(name, "complete", "all methods and groups", 1), "level",
			"confidence level", 1)
		if _, err := Aggregates(d, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Selection leaves the k smallest values in front, for sorted, equal and random values.
func TestSelectSmallest(t *testing.T) {
	r := key.With("selection").Rand()
	for n := range 200 {
		for kind := range 3 {
			x := make([]float64, n)
			for i := range x {
				x[i] = []float64{float64(i), 7, float64(r.IntN(1 + n/3))}[kind]
			}
			sorted := slices.Sorted(slices.Values(x))
			k := r.IntN(n + 1)
			selectSmallest(x, k)
			if got := slices.Sorted(slices.Values(x[:k])); !slices.Equal(got, sorted[:k]) {
				t.Fatalf("the %d smallest of %d: %v, want %v", k, n, got, sorted[:k])
			}
		}
	}
}

// 100,000 trials of 3 methods, 2000 resamples: the figure is that of 20.
func BenchmarkAggregates(b *testing.B) {
	r := key.With("many trials").Rand()
	scores := make([][][]float64, 3)
	for m := range scores {
		for range 100000 {
			scores[m] = append(scores[m], []float64{r.NormFloat64()})
		}
	}
	data := longOf(scores)
	w := newAggregatorOf(b, data)
	for b.Loop() {
		for range 20 {
			w.draw(r, false)
			w.compute()
		}
	}
}

func newAggregatorOf(b *testing.B, data Long) *aggregator {
	scores, trials, err := scoresOf(data)
	if err != nil {
		b.Fatal(err)
	}
	return newAggregator(scores, trials, AggregateOptions{Target: 1})
}

// A score that equals the threshold of a profile is not above it, for methods with trials in common and apart (rliable:
// mean of scores > tau).
func TestProfilesAtTheirThresholds(t *testing.T) {
	d := Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"1", "2", "3", "4"}}
	for trial, score := range []float64{.25, .5, .5, .75} {
		for m := range int32(2) {
			d.Entries = append(d.Entries, Entry{Method: m, Trial: int32(trial), Start: -1, Rollouts: 4, Sum: 4 * score})
		}
	}
	o := AggregateOptions{Level: .95, Resamples: 100, Target: 1, Thresholds: []float64{.25, .5, .75},
		Key: seed.Of("profiles")}
	for _, compute := range []func(Long, AggregateOptions) (Aggregated, error){Aggregates, AggregatesApart} {
		a := must[Aggregated](t)(compute(d, o))
		for i, want := range []float64{.75, .25, 0} {
			if got := a.Methods[1].Profile[i].Estimate; got != Some(want) {
				t.Errorf("apart %t: share above %g is %v, want %g", a.Apart, o.Thresholds[i], got, want)
			}
		}
	}
}
