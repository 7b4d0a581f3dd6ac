package compare

import (
	"math"
	"strings"
	"testing"

	"counterpoise/stats"
)

// Methods whose means and SDs are known are compared by Welch's test alone, with Holm's correction; the numbers are
// SciPy's, and 3 x .0114 of the least p after Holm.
func TestOfSummaries(t *testing.T) {
	of := func(mean, sd float64, n int) stats.Summary {
		return stats.Summary{N: n, Mean: stats.Some(mean), SD: stats.Some(sd)}
	}
	r, err := OfSummaries([]string{"a", "b", "c"}, []stats.Summary{of(.821, .052, 5), of(.703, .061, 5), of(.6, .1, 4)},
		Options{Unit: "training"})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Families[0].Pairs[0]
	if math.Abs(p.Decision.P.Or(0)-.011378938225051807) > 1e-9 || math.Abs(p.Decision.PHolm.Or(0)-3*.0113789) > 1e-6 ||
		p.Decision.Test != "Welch's t" || r.Design.Outcome != Rates || r.Design.Units != 14 || p.Rank.P.Defined() ||
		!p.Power.Detectable.Defined() {
		t.Errorf("%+v", p)
	}
	// No rates with a mean of .4 spread by 1.2.
	if r, err := OfSummaries([]string{"a", "b"}, []stats.Summary{of(.4, 1.2, 5), of(.1, .9, 5)},
		Options{Unit: "training"}); err != nil || r.Design.Outcome != Scores {
		t.Errorf("%v, %v", r.Design.Outcome, err)
	}
	for _, c := range []struct {
		of   []stats.Summary
		o    Options
		want string
	}{
		{[]stats.Summary{of(1, 1, 1), of(2, 1, 3)}, Options{Unit: "training"}, "two values of training"},
		{[]stats.Summary{of(1, 1, 3), of(2, 1, 3)}, Options{Design: Paired}, "tell no pairs"},
		{[]stats.Summary{of(1, 1, 3)}, Options{}, "two methods"},
	} {
		if _, err := OfSummaries([]string{"a", "b"}[:len(c.of)], c.of, c.o); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// The t interval of a mean rate ends at 0 and 1, and a warning says so; that of other scores does not.
func TestIntervalsOfMeansKeepToRates(t *testing.T) {
	for scale, want := range map[float64]float64{1: 1, 100: 120.994810} {
		data := stats.Long{Methods: []string{"a", "b"}, Groups: []string{"all"}, Trials: []string{"0", "1", "2"}}
		for i, v := range []float64{.99, .8, 1, .1, .2, .15} {
			data.Entries = append(data.Entries, stats.Entry{Method: int32(i / 3), Trial: int32(i % 3), Start: -1,
				Sum: scale * v, Rollouts: 1})
		}
		r, err := New(data, Options{Unit: "seed", NoModel: true})
		if err != nil || math.Abs(r.Methods[0].CI.High.Or(0)-want) > 1e-5 ||
			strings.Contains(strings.Join(r.Warnings, ""), "is cut there") != (scale == 1) {
			t.Errorf("scale %g: %v, %v, %v", scale, r.Methods[0].CI.High, err, r.Warnings)
		}
	}
}
