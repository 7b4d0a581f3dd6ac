package answer

import (
	"testing"

	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// A lead says the least and the greatest difference, whichever sign they have, and nothing without records.
func TestLeads(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{behind("They", "", []float64{-4.26, -9.7, -7.5}), "They lost 4.3 to 9.7 points against balanced data."},
		{behind("They", "still ", []float64{-4.26, 0.2}),
			"They still changed by -4.3 to +0.2 points against balanced data."},
		{behind("They", "", nil), ""},
		{ofGood([]float64{-2.4, .8}, nil), "Where all demonstrations are good, weighing them by their losses changed " +
			"behaviours by -2.4 to +0.8 points."},
		{ofGood(nil, nil), ""},
		{ofBad([]float64{.4, -1.1}, []float64{-7.1, .7}), "Where a third is bad, Remix changed behaviours by -1.1 to " +
			"+0.4 points and the study's own method changed their mean by -7.1 to +0.7 points."},
		{ofBad(nil, nil), ""},
		{ofStyles(nil), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// Of each method the kinds of suboptimal demonstrations are counted by verdict, with the sizes of the effects; what is
// no method does not count.
func TestLeadOfStyles(t *testing.T) {
	effect := func(method string, difference, p float64) analysis.Effect {
		return analysis.Effect{
			Method: method, Test: stats.Test{MeanDifference: stats.Some(difference)}, Holm: stats.Some(p),
			Alpha: .05,
		}
	}
	quadrant := func(e ...analysis.Effect) twobytwo.Quadrant { return twobytwo.Quadrant{Effects: e} }
	methods := []string{twobytwo.LeftOut, "zero", "ours"}
	maps := []twobytwo.Map{
		{Methods: methods, Quadrants: []twobytwo.Quadrant{
			quadrant(effect(twobytwo.LeftOut, 20, .001), effect("zero", -5, .01), effect("ours", -6, .01)),
			quadrant(effect(twobytwo.LeftOut, 20, .001), effect("zero", -5.5, .01), effect("ours", 6, .5)),
		}},
		{Methods: methods, Quadrants: []twobytwo.Quadrant{quadrant(effect("zero", -4, .01), effect("ours", -7, .01))}},
	}
	maps[1].Quadrants[0].Place.Costs = true
	want := "Of 3 kinds of suboptimal demonstrations, of which 1 is costly, min-max with reference losses of 0 harms " +
		"all (by 4.0 to 5.5 points); " +
		"the study's method harms 2 (by 6.0 to 7.0 points) and is not shown to help or harm with 1."
	if got := ofStyles(maps); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	maps[0].Quadrants[1].Effects[2] = effect("ours", 6, .03)
	want = "Of 3 kinds of suboptimal demonstrations, of which 1 is costly, min-max with reference losses of 0 harms " +
		"all (by 4.0 to 5.5 points); " +
		"the study's method helps with 1 (by 6.0 points) and harms 2 (by 6.0 to 7.0 points)."
	if got := ofStyles(maps); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where a second run has changed a behaviour by more than the first, the lead says so too: it is about all that its
// sentence names.
func TestLeadsOfBothRuns(t *testing.T) {
	of := func(id string, difference float64, arms ...string) claims.Evaluation {
		part := claims.PartResult{Part: claims.Part{Behaviour: "slider", Arms: arms}}
		part.Test.MeanDifference = stats.Some(difference)
		return claims.Evaluation{Claims: []claims.Result{{
			Claim: claims.Claim{ID: id}, Parts: []claims.PartResult{part},
		}}}
	}
	first, second := of("C04", -4.6, "imbalanced", "balanced"), of("C04", -11.1, "imbalanced", "balanced")
	want := "Behaviours with fewer demonstrations lost 4.6 to 11.1 points against balanced data."
	if got := leads(first, second, nil, nil, nil, nil)[1]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	first = of("C06", -5.1, "upsampled", "balanced")
	want = "With upsampling they still lost 4.5 to 5.1 points against balanced data."
	if got := leads(first, second, nil, nil, nil, []change{{"slider", -4.5}})[2]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = "Where all demonstrations are good, weighing them by their losses changed behaviours by +0.8 to +0.8 " +
		"points, in the second run by +2.5 to +2.8 (slider) and -2.8 to -2.8 (drawer)."
	later := []change{{"slider", 2.5}, {"slider", 2.8}, {"drawer", -2.8}}
	if got := leads(first, second, nil, []change{{"left", .8}}, later, nil)[3]; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The changes of an experiment are all of its comparisons with an arm, also those that no claim makes, under the
// difficulty of the evaluation.
func TestChanges(t *testing.T) {
	records := recordtest.RecordsOf(recordtest.Varied(map[string]int{"zero": -30}), 6, "E6", "E6-inexact")
	e := claims.Evaluate(claims.All(), recordtest.Size(6), records, scenes.CALVIN)
	for _, c := range []struct {
		difficulty study.Difficulty
		behaviours int
	}{{study.Variety, 5}, {study.Inexact, 2}} {
		e.Difficulty = c.difficulty
		all := changes(e, records, "imbalanced", "E6")
		low, _ := bounds(sizes(all))
		if len(all) != 3*c.behaviours || low > -25 {
			t.Errorf("%s: %d changes from %g", c.difficulty, len(all), low)
		}
	}
	if all := changes(claims.Evaluation{}, records, "imbalanced", "E6"); all != nil {
		t.Errorf("no evaluation has %v", all)
	}
}
