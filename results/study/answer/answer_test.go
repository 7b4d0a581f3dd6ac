package answer

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// A lead sums up both runs, and there is none where the records contradict it.
func TestLeads(t *testing.T) {
	lost := story{Second: new(secondRun), Starved: topic{
		First: []change{{"left", -9.7}, {"slider", -4.26}}, Second: []change{{"slider", -11.1}},
	}}
	want := "Behaviours with fewer demonstrations lost 4.3 to 11.1 points against balanced data."
	if got := lost.answer()[1]; got.Lead != want || got.Lacks != nil || got.Least != -11.1 || got.Most != -4.26 {
		t.Errorf("%+v, want %q", got, want)
	}
	lost.Starved.First[0].Points = .2
	if got := lost.answer()[1]; got.Lead != "" || got.Lacks == nil || !strings.Contains(got.Text, "+0.2 (left)") {
		t.Errorf("%+v: a behaviour gained", got)
	}
	apart := story{Second: new(secondRun), Good: topic{First: []change{{"left", .8}},
		Second: []change{{"slider", 2.5}, {"slider", 2.8}, {"drawer", -2.8}}}}
	want = "by +0.8 to +0.8 points, in the second run by +2.5 to +2.8 (slider) and -2.8 to -2.8 (drawer)."
	if got := apart.answer()[3].Lead; !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of each method the kinds of suboptimal demonstrations are counted by verdict, with the sizes of the losses; the lead
// needs that no method helps.
func TestLeadOfStyles(t *testing.T) {
	effect := func(method string, difference, p float64) analysis.Effect {
		e := analysis.Effect{
			Method: method, Test: stats.Test{MeanDifference: stats.Some(difference)}, Holm: stats.Some(p), Alpha: .05,
		}
		e.Equality = stats.Equivalence{Low: -5, High: 5, CI: stats.Interval{
			Low: stats.Some(difference - 1), High: stats.Some(difference + 1), Level: .9}}
		return e
	}
	quadrant := func(zero, ours analysis.Effect) twobytwo.Quadrant {
		return twobytwo.Quadrant{Effects: []analysis.Effect{
			effect(twobytwo.LeftOut, 20, .001), zero, effect("remix", 0, 1), ours,
		}}
	}
	maps := []twobytwo.Map{
		{Quadrants: []twobytwo.Quadrant{
			quadrant(effect("zero", -5, .01), effect("ours", -6, .01)),
			quadrant(effect("zero", -5.5, .01), effect("ours", 1, .5)),
		}},
		{Quadrants: []twobytwo.Quadrant{quadrant(effect("zero", -5, .5), effect("ours", -7, .01))}},
	}
	maps[1].Quadrants[0].Place.Costs = true
	want := "Of 3 kinds of suboptimal demonstrations 1 are costly. Neither min-max, Remix nor the study's method, " +
		"its searches training their policy, is shown to help with any. Min-max with reference losses of 0 harms 2 " +
		"(by 5.0 to 5.5 points) and is open with 1. Remix equals plain cloning with all. The study's method harms 2 " +
		"(by 6.0 to 7.0 points) and equals plain cloning with 1."
	if got := (story{Maps: maps}).answer()[0]; got.Lead != want || got.Lacks != nil {
		t.Errorf("%q, %v, want %q", got.Lead, got.Lacks, want)
	}
	maps[0].Quadrants[1].Effects[3] = effect("ours", 6, .03)
	if got := (story{Maps: maps}).answer()[0]; got.Lead != "" || got.Lacks == nil {
		t.Errorf("%q, and the study's method helps", got.Lead)
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
		if len(all) != 3*c.behaviours || least(all) > -25 {
			t.Errorf("%s: %d changes from %g", c.difficulty, len(all), least(all))
		}
	}
	if all := changes(claims.Evaluation{}, records, "imbalanced", "E6"); all != nil {
		t.Errorf("no evaluation has %v", all)
	}
}

// What the study's own form of Remix decides otherwise is named, under the difficulty of a run and under others; claims
// that the primary reading decides alike, or that the form leaves open, are not.
func TestOtherwise(t *testing.T) {
	reading := func(name string, v claims.Verdict) claims.OtherReading {
		return claims.OtherReading{Reading: name, Verdict: v, Primary: claims.Equal}
	}
	same := []claims.OtherReading{reading(study.Additive, claims.Equal), reading("mean", claims.Contradicted)}
	open := []claims.OtherReading{reading(study.Additive, claims.Inconclusive)}
	other := []claims.OtherReading{reading("mean", claims.Equal), reading(study.Additive, claims.Contradicted)}
	for _, c := range []struct {
		own, under []claims.OtherReading
		want       [2]int
	}{{same, open, [2]int{}}, {other, same, [2]int{1, 0}}, {nil, other, [2]int{0, 1}}} {
		own, under := otherwise(claims.Evaluation{Claims: []claims.Result{{
			Claim: claims.Claim{ID: "C14"}, Readings: c.own, ReadingsUnder: c.under,
		}}})
		if len(own) != c.want[0] || len(under) != c.want[1] {
			t.Errorf("%q and %q, want %v", own, under, c.want)
		}
	}
}

// The kinds of suboptimal demonstrations under Remix in its additive form are those of the form's own records.
func TestAdditiveKinds(t *testing.T) {
	two, err := bench.Experiments.Get(twobytwo.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	plans := []bench.Plan{{
		Name: two.Name, Experiments: []bench.Experiment{two}, Size: recordtest.Size(6), Oracle: scenes.CALVIN,
	}}
	levels := map[string]int{}
	for _, style := range study.TwoByTwoStyles {
		levels[study.TwoByTwoArm(style, "remix")] = -30
	}
	for want, names := range map[int][]string{0: {two.Name}, 2: {two.Name, twobytwo.Additive}} {
		maps, additive, _ := twoByTwo(frame.Frames(plans, recordtest.RecordsOf(recordtest.Varied(levels), 6, names...)))
		if len(maps) != 2 || len(additive) != want {
			t.Errorf("%d maps, %d of the additive form, want %d", len(maps), len(additive), want)
		}
		if kinds := tallyOf(additive, "remix"); want > 0 && (kinds.Kinds != 7 || kinds.Harms != 7) {
			t.Errorf("%+v, want 7 kinds, all harmed", kinds)
		}
	}
}
