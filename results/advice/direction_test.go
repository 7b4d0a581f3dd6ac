package advice

import (
	"fmt"
	"slices"
	"testing"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// The better value of a label of quality is the reference, however few have it, and is not left out on the word of the
// data alone; a majority of worse ones is.
func TestLabelsHaveADirection(t *testing.T) {
	for _, c := range []struct{ label, many, few, reference string }{
		{"quality", "bad", "good", "good"}, {"operator_skill", "novice", "expert", "expert"},
		{"quality", "1", "5", "5"}, {"quality", "5", "1", "5"}, {"is_expert", "false", "true", "true"},
		{"suboptimal", "true", "false", "false"}, {"quality", "not good", "okay", "okay"},
		{"quality", "(none)", "good", "good"}, {"quality", "(none)", "bad", "(none)"},
		{"quality_rank", "2", "1", "1"}, {"quality_error", "3", "0", "0"}, {"quality_mistakes", "1", "4", "1"},
		{"quality_rank", "1", "2", "1"},
		{"operator", "1", "2", "1"}, {"operator", "ann", "bob", "ann"},
	} {
		g := &demos.LabelledGroups{By: []string{"task", c.label}, Values: [][]string{{"lift", c.many}, {"lift", c.few}}}
		g.Names, g.N, g.Frames = []string{"lift:" + c.many, "lift:" + c.few}, []int{20, 6}, []int{20, 6}
		m := structure(g, Options{})
		if got := m.Groups[m.Skills[0].Reference].Kind; got != c.reference {
			t.Errorf("%s %s and %s: the reference is %s, want %s", c.label, c.many, c.few, got, c.reference)
		}
		best := m.heed(Verdict{Kind: Kind{Groups: []int{m.Skills[0].Reference}}, LeaveOut: true})
		if says := c.label != "operator" && c.reference != "(none)" && c.reference != "okay"; says && best.LeaveOut {
			t.Errorf("%s=%s is left out", c.label, c.reference)
		}
	}
}

// A label that the user names for skills makes skills, whatever word its name has, unless its values say how well.
func TestByIsTheSkill(t *testing.T) {
	for _, c := range []struct {
		label, value string
		skills, over []string
	}{
		{"manipulation_style", "left", []string{"manipulation_style"}, nil},
		{"mask_color", "red", []string{"mask_color"}, nil},
		{"quality", "good", []string{"task"}, []string{"quality"}},
	} {
		all := []filter.Episode{{Labels: map[string]string{"task": "lift", c.label: c.value}},
			{Labels: map[string]string{"task": "lift", c.label: "other"}}}
		l, err := ReadLabels(all, []string{c.label}, nil)
		if err != nil || !slices.Equal(l.Skills, c.skills) || !slices.Equal(l.Overruled, c.over) {
			t.Errorf("%s: %+v, %v", c.label, l, err)
		}
		if said := fmt.Sprint(l.Decided([]string{c.label}, nil)); (said == "[]") != (c.over == nil) {
			t.Errorf("%s: %s", c.label, said)
		}
	}
}

// Columns of the user's file are outcomes, or by whom or how well; what means neither is named and is no skill.
func TestColumnsOfAFile(t *testing.T) {
	for column, unknown := range map[string]bool{"failed": false, "outcome": false, "result": false, "is_bad": false,
		"rating": false, "collector": false, "teleop": false, "date": true, "robot_id": true, "note": true} {
		all := []filter.Episode{{Labels: map[string]string{"task": "lift", column: "1"}},
			{Labels: map[string]string{"task": "lift", column: "0"}}}
		l, err := ReadLabels(all, nil, nil)
		l.AddFile([]string{column})
		if err != nil || !slices.Equal(l.Skills, []string{"task"}) || (len(l.Unknown) > 0) != unknown {
			t.Errorf("%s: %+v, %v", column, l, err)
		}
	}
}

// Of numbers whose direction the name of their label does not tell, and of a value that says good and bad at once, no
// label says which is worse, and the answer asks.
func TestNoDirectionIsClaimed(t *testing.T) {
	for _, c := range []struct {
		label, reference, other string
		worse                   bool
		told                    string
	}{
		{"grade", "4", "1", false, "[better: which numbers of grade are, its name does not say (--suboptimal)]"},
		{"quality_note", "4", "1", false,
			"[better: which numbers of quality_note are, its name does not say (--suboptimal)]"},
		{"quality_rank", "1", "2", true, "[better: smaller numbers of quality_rank, by its name (--suboptimal)]"},
		{"mask", "better", "better+worse", false, "[]"}, {"mask", "better", "worse", true, "[]"},
		{"quality", "5", "1", true, "[]"},
	} {
		g := &demos.LabelledGroups{By: []string{"task", c.label},
			Values: [][]string{{"lift", c.reference}, {"lift", c.other}}}
		g.Names, g.N, g.Frames = []string{"a", "b"}, []int{20, 6}, []int{20, 6}
		m := structure(g, Options{})
		if got := m.saysWorse(Kind{Groups: []int{1}}); got != c.worse {
			t.Errorf("%s=%s is worse than %s: %v, want %v", c.label, c.other, c.reference, got, c.worse)
		}
		l := Labels{Quality: []string{c.label}}
		told := l.Directions([]filter.Episode{{Labels: map[string]string{c.label: c.reference}}})
		if fmt.Sprint(told) != c.told {
			t.Errorf("%s: %q, want %s", c.label, told, c.told)
		}
	}
}
