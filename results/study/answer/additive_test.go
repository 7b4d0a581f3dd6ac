package answer

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
)

// What the study's own form of Remix decides otherwise is named, run by run and difficulty by difficulty; nothing is
// where it decides the same or nothing.
func TestAdditiveForm(t *testing.T) {
	reading := func(name string, v claims.Verdict) claims.OtherReading {
		return claims.OtherReading{Reading: name, Verdict: v, Primary: claims.Equal}
	}
	of := func(id string, own, under []claims.OtherReading) claims.Evaluation {
		return claims.Evaluation{Claims: []claims.Result{{
			Claim: claims.Claim{ID: id}, Readings: own, ReadingsUnder: under,
		}}}
	}
	same := []claims.OtherReading{reading(study.Additive, claims.Equal), reading("mean", claims.Contradicted)}
	open := []claims.OtherReading{reading(study.Additive, claims.Inconclusive)}
	other := []claims.OtherReading{reading("mean", claims.Equal), reading(study.Additive, claims.Contradicted)}
	for _, c := range []struct {
		first, second claims.Evaluation
		want          string
	}{
		{of("C14", same, open), of("C14", nil, nil), "."},
		{of("C14", other, nil), of("C14", open, same),
			"; in the form of the study's Eq. 13 the verdicts on C14 are others."},
		{of("C14", nil, other), of("C15", other, nil), "; in the form of the study's Eq. 13 under other difficulties " +
			"those on C14 are; in the second run those on C15 are."},
	} {
		if got := additiveForm(c.first, c.second, nil); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := wordsOf(c.want); !strings.Contains(got, "authors run it"+c.want+" With") {
			t.Error(got)
		}
	}
}

// The kinds of suboptimal demonstrations are those of the additive form's own records; without any there is nothing to
// say.
func TestAdditiveKinds(t *testing.T) {
	two, err := bench.Experiments.Get(twobytwo.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	plans := []bench.Plan{{
		Name: two.Name, Experiments: []bench.Experiment{two}, Size: recordtest.Size(6), Oracle: scenes.CALVIN,
	}}
	alone := recordtest.RecordsOf(recordtest.Varied(nil), 6, two.Name)
	if maps, additive, _ := twoByTwo(frame.Frames(plans, alone)); len(maps) != 2 || len(additive) != 0 {
		t.Errorf("%d maps, %d of the additive form", len(maps), len(additive))
	}
	levels := map[string]int{}
	for _, style := range study.TwoByTwoStyles {
		levels[study.TwoByTwoArm(style, "remix")] = -30
	}
	both := recordtest.RecordsOf(recordtest.Varied(levels), 6, two.Name, twobytwo.Additive)
	maps, additive, _ := twoByTwo(frame.Frames(plans, both))
	if len(maps) != 2 || len(additive) != 2 {
		t.Fatalf("%d maps, %d of the additive form", len(maps), len(additive))
	}
	if got := additiveForm(claims.Evaluation{}, claims.Evaluation{}, additive); !strings.HasPrefix(got,
		"; in the form of the study's Eq. 13 of the 7 kinds of suboptimal demonstrations it harms all (by ") {
		t.Error(got)
	}
}
