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
		{"yes", true, true}, {"No", false, true}, {"Failed", false, true}, {" success ", true, true},
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
		{[]string{"yes", "no"}, 1}, {[]string{"", "unsure"}, -1}, {[]string{"unsure", "true"}, 1},
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

// Numbered gives each episode its number as a label, and keeps a label of that name that the file has.
func TestNumbered(t *testing.T) {
	r := labelled{{"style": "a"}, {EpisodeLabel: "take 7"}, {"style": "a"}}
	kept, _, err := Select(t.Context(), Numbered{r}, []string{"style=a"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r    Reader
		i    int
		want string
	}{{Numbered{r}, 0, "0"}, {Numbered{r}, 1, "take 7"}, {kept, 1, "2"}} {
		raw, err := c.r.Read(c.i, false)
		if err != nil || raw.Labels[EpisodeLabel] != c.want {
			t.Errorf("episode %d: %v, %v; want %s", c.i, raw, err, c.want)
		}
	}
	if _, changed := r[0][EpisodeLabel]; changed {
		t.Error("labels of the file were changed")
	}
	if place := Place(kept, 1); place != "2" {
		t.Errorf("the place is %s", place)
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
