package advice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos/filter"
)

// A label is one of judgements by its values: words with which a person judges one demonstration, whatever the label is
// called. What compares demonstrations, is about people, measures, or names skills and objects is none.
func TestWhatIsAMark(t *testing.T) {
	for _, c := range []struct {
		label  string
		values []string
		mark   bool
	}{
		{"quality", []string{"good", "bad"}, true}, {"mark", []string{"good", "bad", "unsure"}, true},
		{"mark", []string{"bad", ""}, true}, {"quality", []string{"not good", "fine"}, true},
		{"verdict", []string{"Reject", "okay"}, true}, {"quality", []string{"good", "unsure"}, true},
		{"mask", []string{"good", "noisy"}, false}, {"mask", []string{"bad", "noisy"}, true},
		{"quality", []string{"better", "okay", "worse"}, false}, {"operator", []string{"novice", "expert"}, false},
		{"quality", []string{"1", "bad"}, false}, {"light", []string{"bad", "daylight"}, false},
		{"quality", []string{"okay", "unsure"}, false}, {"quality", []string{"good+bad", "okay"}, false},
		{"behaviour", []string{"success", "failure"}, true}, {"behaviour", []string{"good", "bad"}, true},
		{"quality", []string{"high", "low"}, false}, {"style", []string{"optimal", "erratic"}, false},
	} {
		var all []filter.Episode
		for _, v := range c.values {
			all = append(all, filter.Episode{Labels: map[string]string{"task": "lift", c.label: v}})
		}
		l, err := ReadLabels(all, nil, nil)
		if err != nil || slices.Contains(l.Marks, c.label) != c.mark {
			t.Errorf("%s=%q: marks %q, %v", c.label, c.values, l.Marks, err)
		}
	}
}

// rated are demonstrations of one skill, each with a quality and a style.
func rated(pairs ...string) (all []filter.Episode) {
	for i, p := range pairs {
		quality, style, _ := strings.Cut(p, " ")
		all = append(all, filter.Episode{Number: i, Frames: 10,
			Labels: map[string]string{"task": "lift", "quality": strings.Trim(quality, "-"), "style": style}})
	}
	return all
}

// Bad ones are left out whatever their style. Where all are judged styles make no kinds and are described; where some
// are not, the rest is judged as without marks. Of a demonstration that labels call good and bad nothing is said.
func TestMarksWinOverStyles(t *testing.T) {
	for _, c := range []struct {
		all     []filter.Episode
		kinds   []string
		left    []string
		weights []float64
		said    string
	}{
		{rated("good a", "good b", "bad a", "good a", "bad b", "good b"), nil, []string{"lift:bad"},
			[]float64{1, 0}, "[style: 2 a and 2 b of those kept; not judged, as quality judges every demonstration]"},
		{rated("good a", "- b", "bad a", "good a", "- b", "good b"), []string{"style"}, []string{"lift:a:bad"},
			[]float64{.4, .6, 0}, "[unjudged: 2 of 6, of which quality says neither good nor bad; they are kept " +
				"(weigh --known quality=good)]"},
		{rated("good a", "good b", "bad a", "bad a"), nil, nil, []float64{.5, .5},
			"[style: 1 a and 1 b of those kept; not judged, as quality judges every demonstration]"},
	} {
		l, err := ReadLabels(c.all, nil, nil)
		if err != nil || !slices.Equal(l.Quality, c.kinds) {
			t.Fatalf("%+v, %v", l, err)
		}
		f, marks := l.FailuresOf(c.all), l.MarksOf(c.all)
		g, apart, err := l.Groups(c.all, f, marks)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Advise(structure(g, Options{Skills: l.Skills, Apart: apart}), nil)
		if err != nil || !slices.Equal(a.LeftOut, c.left) || fmt.Sprint(a.Weights) != fmt.Sprint(c.weights) {
			t.Errorf("left out %q, weights %v, %v, want %q and %v", a.LeftOut, a.Weights, err, c.left, c.weights)
		}
		if got := fmt.Sprint(marks.Decided(l, c.all, f, nil)); got != c.said {
			t.Errorf("%s", got)
		}
	}
	two := rated("good a", "bad b", "good a")
	for i := range two {
		two[i].Labels["verdict"] = "good"
	}
	l, err := ReadLabels(two, nil, nil)
	if m := l.MarksOf(two); err != nil || m.Opposed != 1 || m.N() != 0 || m.Judged != 2 || m.All() {
		t.Errorf("%+v, %v", m, err)
	}
}

// Whoever names a judgement as the worse kind gets kinds of it.
func TestNamedJudgements(t *testing.T) {
	all := []filter.Episode{
		{Labels: map[string]string{"task": "t", "quality": "good", "style": "a"}},
		{Labels: map[string]string{"task": "t", "quality": "bad", "style": "b"}},
	}
	for _, c := range []struct {
		named          []string
		marks, quality []string
	}{
		{nil, []string{"quality"}, nil},
		{[]string{"b"}, []string{"quality"}, nil},
		{[]string{"bad"}, []string{}, []string{"quality", "style"}},
	} {
		l, err := ReadLabels(all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if l.MakeKinds(all, c.named); !slices.Equal(l.Marks, c.marks) || !slices.Equal(l.Quality, c.quality) {
			t.Errorf("%q: marks %q, kinds %q", c.named, l.Marks, l.Quality)
		}
	}
}

// What kinds lack is known of those too that come of judgements, and of none that are only described.
func TestKindsThatLackLabels(t *testing.T) {
	for _, c := range []struct {
		all   []filter.Episode
		named []string
		want  []string
	}{
		{rated("good ", "bad a", "good b"), nil, nil},
		{rated("good ", "bad a", "good b"), []string{"bad"}, []string{"style in 1 of 3"}},
		{rated("good ", "bad a", "- b"), nil, []string{"style in 1 of 3"}},
		{rated("good ", "bad a", "- b"), []string{"bad"}, []string{"quality in 1 of 3", "style in 1 of 3"}},
	} {
		l, err := ReadLabels(c.all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if l.MakeKinds(c.all, c.named); !slices.Equal(l.Missing, c.want) {
			t.Errorf("%v, %q: %q, want %q", c.all, c.named, l.Missing, c.want)
		}
	}
}
