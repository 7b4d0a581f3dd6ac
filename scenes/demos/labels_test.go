package demos

import (
	"testing"

	"counterpoise/scenes"
)

func TestTruth(t *testing.T) {
	for _, c := range []struct {
		label      string
		yes, known bool
	}{
		{"true", true, true}, {"True", true, true}, {"TRUE", true, true}, {"1", true, true}, {"1.0", true, true},
		{"0.5", true, true}, {"-1", true, true}, {"false", false, true}, {"False", false, true}, {"0", false, true},
		{"0.0", false, true}, {"-0", false, true}, {"", false, false}, {"NaN", false, false}, {"maybe", false, false},
	} {
		if yes, known := Truth(c.label); yes != c.yes || known != c.known {
			t.Errorf("Truth(%q) = %v, %v; want %v, %v", c.label, yes, known, c.yes, c.known)
		}
	}
}

// Successes count in every spelling, and labels that say neither yes nor no do not count as failures.
func TestSpellingsOfSuccess(t *testing.T) {
	for _, c := range []struct {
		labels []string
		want   int // successes, -1 if unknown
	}{
		{[]string{"1", "1"}, 2}, {[]string{"True", "False"}, 1}, {[]string{"0", "1.0"}, 1}, {[]string{"false"}, 0},
		{[]string{"", "unsure"}, -1}, {[]string{"unsure", "true"}, 1},
	} {
		var r memoryReader
		for _, label := range c.labels {
			r = append(r, raw(map[string]string{"success": label}, 2, 0))
		}
		s, err := Summarize(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := -1
		if n := s.Groups[0].Success; n != nil {
			got = *n
		}
		if got != c.want {
			t.Errorf("%q gives %d successes, want %d", c.labels, got, c.want)
		}
	}
}

// An episode of the tabletop is a success in every spelling.
func TestSuccessOfEpisode(t *testing.T) {
	for label, want := range map[string]bool{"true": true, "1": true, "True": true, "0": false, "unsure": false} {
		from := (&Episode{Observations: make([]scenes.Observation, 1), Actions: make([]scenes.Action, 1)}).Raw(false)
		e, err := from.With(map[string]string{"success": label}).Episode()
		if err != nil || e.Success != want {
			t.Errorf("success %q: %+v, %v", label, e, err)
		}
	}
}
