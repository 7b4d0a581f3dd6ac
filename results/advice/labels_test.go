package advice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// Notes of operators are no label of quality, whatever their column is called and however few there are, unless the
// user says so.
func TestNotesAreNoQuality(t *testing.T) {
	all := []filter.Episode{
		{Labels: map[string]string{"task": "lift", "operator_notes": "ok", "operator": "ann",
			"quality": "slipped once near the end"}},
		{Labels: map[string]string{"task": "lift", "operator_notes": "slip", "operator": "bob", "quality": "fine"}},
	}
	for _, c := range []struct{ named, want []string }{
		{nil, []string{"operator"}}, {[]string{"operator_notes"}, []string{"operator", "operator_notes"}},
	} {
		l, err := ReadLabels(all, nil, c.named)
		if err != nil || !slices.Equal(l.Quality, c.want) || l.Unused != nil {
			t.Errorf("%v: %+v, %v, want %v", c.named, l, err, c.want)
		}
	}
}

// Rewards tell success where the greatest of each demonstration is 0 or 1 and some have 1; they are never a kind. Where
// all are 0, where one has none, and where they measure something, no success is recorded. A label of success wins.
func TestRewardsTellSuccess(t *testing.T) {
	for _, c := range []struct {
		rewards []string
		success string
		known   int
		failed  []bool
	}{
		{[]string{"1", "0", "1"}, "", 3, []bool{false, true, false}},
		{[]string{"1", "1", "1"}, "", 3, []bool{false, false, false}},
		{[]string{"0", "0", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"1", "", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"0.97", "1", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"1", "1", "0"}, "false", 3, []bool{true, true, true}},
	} {
		all := make([]filter.Episode, len(c.rewards))
		for i, reward := range c.rewards {
			all[i] = filter.Episode{Number: i, Labels: map[string]string{"task": "lift"}}
			if reward != "" {
				all[i].Labels[demos.MaxReward] = reward
			}
			if c.success != "" {
				all[i].Labels["success"] = c.success
			}
		}
		l, err := ReadLabels(all, nil, nil)
		if err != nil || l.Quality != nil {
			t.Fatalf("%q: %+v, %v", c.rewards, l, err)
		}
		f := l.FailuresOf(all)
		if f.Known != c.known || fmt.Sprint(f.Failed) != fmt.Sprint(c.failed) || (f.Source == "") != (c.known == 0) {
			t.Errorf("%q: %+v, want %d known, failed %v", c.rewards, f, c.known, c.failed)
		}
	}
}

// A label of skills is one by its values too: behaviours that are called good and bad are none, and neither is a skill
// that people have.
func TestWhatIsASkill(t *testing.T) {
	for _, c := range []struct {
		label  string
		values [2]string
		want   string
	}{
		{"behaviour", [2]string{"left", "right"}, "behaviour"}, {"behavior", [2]string{"left", "right"}, "behavior"},
		{"behaviour", [2]string{"success", "failure"}, "task"}, {"behavior", [2]string{"good", "bad"}, "task"},
		{"skill", [2]string{"grasp", "push"}, "skill"}, {"skill", [2]string{"expert", "novice"}, "task"},
		{"skill", [2]string{"3", "5"}, "task"}, {"object", [2]string{"cup", "can"}, "task"},
	} {
		var all []filter.Episode
		for i := range 6 {
			all = append(all, filter.Episode{Labels: map[string]string{"task": "lift", c.label: c.values[i%2]}})
		}
		if l, err := ReadLabels(all, nil, nil); err != nil || !slices.Equal(l.Skills, []string{c.want}) {
			t.Errorf("%s of %v: skills by %v, %v", c.label, c.values, l.Skills, err)
		}
	}
}

// What says how well demonstrations are, or whether to use them, speaks even if it says the same of all. By what says
// how some ended, nothing is said of the others.
func TestJudges(t *testing.T) {
	for text, want := range map[string]bool{"keep=1": true, "rating=1": true, "success_prob=1": true,
		"outcome=dropped": true, "outcome=1": false, "operator=1": false, "scene=1": false, "reward=1": false} {
		label, value, _ := strings.Cut(text, "=")
		all := []filter.Episode{{Labels: map[string]string{"task": "lift", label: value}}}
		if l, err := ReadLabels(all, nil, nil); err != nil || l.Judges(all) != want {
			t.Errorf("%s judges: %v, %v", text, !want, err)
		}
	}
}

// Lists of robomimic's that say how well, and overlap with those of training, are named with the flag that takes them.
func TestListsAreTold(t *testing.T) {
	var all []filter.Episode
	for _, lists := range []string{"better+train", "worse+train+worse_train", "better+valid", "train"} {
		all = append(all, filter.Episode{Labels: map[string]string{"task": "lift", demos.Masks: lists}})
	}
	l, err := ReadLabels(all, nil, nil)
	const want = "not used: lists better and worse (--by mask=better,worse)"
	if err != nil || !slices.Contains(l.Decided(nil, nil), want) {
		t.Errorf("%q, %v", l.Decided(nil, nil), err)
	}
	if slices.Contains(l.Decided([]string{"mask=better"}, nil), want) {
		t.Error("told where the user names lists")
	}
}

// Demonstrations without a label, and those of which nobody says whether they succeeded, are told with what they count
// as. Numbers and words in one label of quality are no kinds.
func TestMissingLabelsAreTold(t *testing.T) {
	var all []filter.Episode
	for i := range 4 {
		labels := map[string]string{"task": "lift", "success": "true"}
		if i > 0 {
			labels["quality"] = []string{"", "better", "worse", "worse"}[i]
			labels["rating"] = []string{"", "good", "2", "1"}[i]
		}
		if i == 2 {
			labels["success"] = "unclear"
		}
		all = append(all, filter.Episode{Number: i, Labels: labels})
	}
	l, err := ReadLabels(all, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"skills: by task (--by)", "kinds: by quality (--quality)",
		"missing: quality in 1 of 4; these are a kind of their own, (none) (--labels)",
		`not used: rating, whose values are numbers and words, such as "2" and "good" (--labels)`,
		`unknown: whether 1 of 4 succeeded, such as one with "unclear", which label success does not say; they count ` +
			"as not failed (--labels FILE with a column success)"}
	if got := slices.Concat(l.Decided(nil, nil), l.FailuresOf(all).Decided()); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i := range all {
		delete(all[i].Labels, "success")
	}
	if got := l.FailuresOf(all).Decided(); got != nil {
		t.Errorf("nothing says it: %q", got)
	}
}

// Kinds of which the same is said share a sentence, whose numbers are those of the first; others have their own.
func TestKindsShareASentence(t *testing.T) {
	r := Report{}
	for _, v := range []struct{ name, why string }{{"a", "kept: one"}, {"b", "kept: two"}, {"c", "kept: one"}} {
		r.Verdicts = append(r.Verdicts, Verdict{Kind: Kind{Name: v.name}, Open: true, Why: v.why})
	}
	want := []string{"Whether to leave out a and c, the data cannot tell: one.",
		"Whether to leave out b, the data cannot tell: two."}
	if got := r.kindLines(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where tasks say how demonstrations ended, the answer says so first, and asks for no more of the failed ones.
func TestOutcomesInTasks(t *testing.T) {
	r := Report{}
	r.Skills = []Skill{{Name: "pick left"}, {Name: "pick left (failed)"}}
	lines := r.Answer()
	if want := `Tasks such as "pick left (failed)" say how`; !strings.HasPrefix(lines[0], want) ||
		strings.Contains(strings.Join(lines, " "), "of each") {
		t.Errorf("%q, want first %q", lines, want)
	}
}

// A name with blanks around it, which nobody would see, is quoted in sentences.
func TestBlanksOfNamesAreSeen(t *testing.T) {
	r := Report{}
	for _, name := range []string{"bob ", "bob"} {
		r.Verdicts = append(r.Verdicts, Verdict{Kind: Kind{Name: name}, Open: true, Why: "kept: so"})
	}
	if got, want := r.kindLines()[0], `Whether to leave out "bob " and bob, the data cannot tell: so.`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Labels that are used for nothing are told with the reason, and no others.
func TestLabelsThatAreNotUsed(t *testing.T) {
	var all []filter.Episode
	for i := range 26 {
		all = append(all, filter.Episode{Number: i, Labels: map[string]string{"task": "lift", "operator": "ann",
			"quality": []string{"good", "bad"}[i%2], "stars": fmt.Sprint(i % 5), "robot_id": fmt.Sprint(i),
			"success": "true", "quality_id": fmt.Sprint(i), "remarks": "so " + fmt.Sprint(i), "is_done": "yes",
			"weather": []string{"wet", "dry"}[i/2%2], "date": "mon", "collector": []string{"x", "y"}[i/4%2]}})
	}
	l, err := ReadLabels(all, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	l.AddFile([]string{"weather"})
	want := []string{"robot_id (by its name neither what is shown nor how well; --by and --quality take it)",
		"stars (judged otherwise)", "date, is_done and operator (one value)", "remarks (text)",
		"quality_id (too many values for kinds)"}
	if got := l.NotUsed(all); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("%q, want %q", got, want)
	}
	// What Decided says is not said again: rewards that tell success, and labels that oppose each other.
	for _, all := range [][]filter.Episode{
		labelled(3, map[string]string{"reward": "1"}, map[string]string{"reward": "0"}),
		labelled(3, map[string]string{"success": "true", "quality": "bad"},
			map[string]string{"success": "false", "quality": "good"}),
	} {
		l, err := ReadLabels(all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.NotUsed(all); len(got) > 0 {
			t.Errorf("%q of %v", got, all[0].Labels)
		}
	}
}
