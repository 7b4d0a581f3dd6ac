package advice

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos/filter"
)

// Where those that failed are the good ones by another label, the answer that leaves them out says so.
func TestFailedGoodOnesAreTold(t *testing.T) {
	for failed, want := range map[string]string{
		"good": "20 of the 20 failed are quality=good, and 0 of the 20 others", "bad": "",
	} {
		other := map[string]string{"good": "bad", "bad": "good"}[failed]
		r := Report{}
		r.Groups = []Group{
			{Failed: true, Demonstrations: 20, labels: map[string]string{"quality": failed}},
			{Demonstrations: 20, labels: map[string]string{"quality": other}},
		}
		if got := r.failedGood(); got != want {
			t.Errorf("%s failed: %q, want %q", failed, got, want)
		}
		if told := strings.Contains(strings.Join(r.failureLines(), " "), "opposed: "); told != (want != "") {
			t.Errorf("%s failed: %q", failed, r.failureLines())
		}
	}
}

// Where everything is marked bad, failed or both, nothing shows how to succeed; of some that are too few would remain.
func TestNothingGoodIsSaid(t *testing.T) {
	const none = ": nothing shows how to succeed; record some that do."
	bad, failed := Group{Bad: true}, Group{Failed: true}
	of := func(g Group, n int) Group { g.Demonstrations = n; return g }
	for _, c := range []struct {
		groups []Group
		want   string
	}{
		{[]Group{of(bad, 12)}, "All 12 demonstrations are marked bad" + none},
		{[]Group{of(bad, 1)}, "The only demonstration is marked bad" + none},
		{[]Group{of(failed, 12)}, "All 12 demonstrations failed" + none},
		{[]Group{of(bad, 6), of(failed, 6)}, "All 12 demonstrations failed or are marked bad" + none},
		{[]Group{of(bad, 12), {Demonstrations: 2}},
			"12 of 14 demonstrations are marked bad: without them too few would remain."},
	} {
		r := Report{Advice: Advice{Measurement: Measurement{Groups: c.groups}}}
		if got := r.failureLines()[0]; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Grippers speak of demonstrations of which nothing else does, and not where one of those that succeeded is empty too;
// of one whose labels contradict each other nothing is known.
func TestHeedGrippers(t *testing.T) {
	all := make([]filter.Episode, 5)
	f := Failures{Failed: make([]bool, 5), Known: 2, Source: "label success", Unknown: []int{3, 4},
		Contradicted: []int{2}}
	got := Labels{}.HeedGrippers(all, f, []bool{false, false, true, true, false}, 0)
	if !got.Failed[3] || got.N() != 1 || got.Known != 3 || !slices.Equal(got.Unknown, []int{4}) || f.N() != 0 {
		t.Errorf("%+v, of %+v", got, f)
	}
	got = Labels{}.HeedGrippers(all, f, []bool{true, false, false, true, false}, 0)
	if got.N() != 0 || len(got.Contradictions) != 1 || len(got.Unknown) != 2 {
		t.Errorf("one that succeeded is empty: %+v", got)
	}
}

// Contradictions among labels of success are told, and do not count as values that nobody can read.
func TestContradictionsAreDecided(t *testing.T) {
	f := Failures{Failed: make([]bool, 4), Known: 3, Contradicted: []int{0},
		Contradictions: []string{"labels a and b differ"}}
	if got := f.Decided(); len(got) != 1 || !strings.HasPrefix(got[0], "opposed: labels a and b differ") {
		t.Errorf("%q", got)
	}
}

// labelled are demonstrations of one skill with labels, n of each.
func labelled(n int, sets ...map[string]string) (all []filter.Episode) {
	for _, labels := range sets {
		for range n {
			one := maps.Clone(labels)
			one["task"] = "lift"
			all = append(all, filter.Episode{Number: len(all), Frames: 10, Labels: one})
		}
	}
	return all
}

// Where all that succeeded are marked bad, and nothing else is left, nothing is decided by either label. Where some
// good ones remain the judgement counts.
func TestSuccessAgainstJudgement(t *testing.T) {
	both := map[string]string{"success": "true", "quality": "bad"}
	neither := map[string]string{"success": "false", "quality": "good"}
	for _, c := range []struct {
		all     []filter.Episode
		opposed bool
		left    int
	}{
		{labelled(3, both, neither), true, 0}, {labelled(3, both), true, 0},
		{labelled(3, both, neither, map[string]string{"success": "true", "quality": "good"}), false, 6},
	} {
		l, err := ReadLabels(c.all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, m := l.FailuresOf(c.all), l.MarksOf(c.all)
		said := strings.Contains(strings.Join(l.Decided(nil, nil), "\n"), "opposed: label success says that 3 of ")
		if said != c.opposed || f.N()+m.N() != c.left || (f.Source == "") != c.opposed {
			t.Errorf("%q, %d failed, %d bad", l.Decided(nil, nil), f.N(), m.N())
		}
	}
}

// What is good or bad by the name of its label is judged, and did not fail; a column of rewards of 0 and 1 tells
// success, and makes no kinds.
func TestJudgementsAreNoOutcomes(t *testing.T) {
	for _, c := range []struct {
		label, yes, no string
		failed, bad    int
	}{
		{"bad", "0", "1", 0, 3}, {"good", "y", "n", 0, 3}, {"is_good", "true", "false", 0, 3},
		{"quality", "good", "bad", 0, 3}, {"reward", "1", "0", 3, 0}, {"reward", "1.0", "0.0", 3, 0},
	} {
		all := labelled(3, map[string]string{c.label: c.yes}, map[string]string{c.label: c.no})
		l, err := ReadLabels(all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, m := l.FailuresOf(all), l.MarksOf(all)
		if f.N() != c.failed || m.N() != c.bad || len(l.Doubtful) > 0 || l.Quality != nil {
			t.Errorf("%s: %d failed, %d bad, %+v", c.label, f.N(), m.N(), l)
		}
	}
}

// What is apart is no kind as well, also where its skill has nothing else; and of what is kept not all is asked about.
func TestNotEverythingIsAskedAbout(t *testing.T) {
	var all []filter.Episode
	for _, c := range []struct {
		skill, style, success string
		n                     int
	}{{"left", "slow", "false", 5}, {"left", "hasty", "false", 6}, {"right", "good", "true", 6}} {
		for range c.n {
			all = append(all, filter.Episode{Number: len(all), Frames: 10, Labels: map[string]string{"task": c.skill,
				"style": c.style, "success": c.success}})
		}
	}
	l, err := ReadLabels(all, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, apart, err := l.Groups(all, l.FailuresOf(all), l.MarksOf(all))
	if err != nil {
		t.Fatal(err)
	}
	if m := structure(g, Options{Skills: l.Skills, Apart: apart}); len(m.Kinds) != 0 {
		t.Errorf("kinds %+v of what failed", m.Kinds)
	}
	a := Advice{Verdicts: []Verdict{{Kind: Kind{Name: "alice"}, Open: true}, {Kind: Kind{Name: "bob"}, Open: true}}}
	a.Groups = []Group{{Kind: "alice", Demonstrations: 9}, {Kind: "bob", Demonstrations: 8}, {Kind: "alice"}}
	if a.closeOne(make([]bool, 3)); a.Verdicts[0].Open || !a.Verdicts[1].Open {
		t.Errorf("%+v", a.Verdicts)
	}
}

// All of one operator and nobody else's may be a way of doing the task; a label that says which value is better speaks
// against it where these are the better ones, and one operator's share is no whole.
func TestLabelsThatOppose(t *testing.T) {
	some := []bool{true, true, false, false}
	for _, c := range []struct {
		label  string
		values [4]string
		want   string
	}{
		{"operator", [4]string{"bob", "bob", "ann", "ann"}, "label operator has these and no others as bob"},
		{"operator", [4]string{"bob", "bob", "bob", "ann"}, ""},
		{"operator", [4]string{"bob", "cid", "ann", "ann"}, "label operator has these and no others as bob and cid"},
		{"operator", [4]string{"bob", "bob", "bob", "bob"}, ""},
		{"grade", [4]string{"worse", "worse", "better", "better"}, ""},
		{"level", [4]string{"expert", "novice", "novice", "novice"},
			"1 of 2 of these are level=expert, and 0 of the 2 others"},
	} {
		var all []filter.Episode
		for _, v := range c.values {
			all = append(all, filter.Episode{Labels: map[string]string{c.label: v}})
		}
		if got := (Labels{Quality: []string{"operator", "grade"}}).Opposes(all, some); got != c.want {
			t.Errorf("%s %v: %q", c.label, c.values, got)
		}
	}
}
