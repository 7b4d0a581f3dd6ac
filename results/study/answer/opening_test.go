package answer

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
)

// wholeStudy is the opening of made-up records of the whole study, with chance levels: starved behaviours lose 12
// points, the study's method gains 9, and nothing else differs.
func wholeStudy(t *testing.T, trials int) Opening {
	t.Helper()
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"left starved": -12, "middle starved": -12,
		"right starved": -12, "slider starved": -12, "drawer starved": -12, "ours": 9}), trials,
		"E1", "E2", "E3", "E4", "E5", "E6", twobytwo.Experiment)
	for h, r := range s {
		s[h] = recordtest.WithVerdicts(r, 0, 0)
	}
	e, _ := bench.Experiments.Get("E1")
	e.Designs = e.Designs[:1]
	recordtest.AddChance(s, bench.Plan{Experiments: []bench.Experiment{e}, Size: recordtest.Size(trials)},
		0, 3, 0, 0, 1, 0, 0, 0, 0, 0)
	evaluation := claims.Evaluate(claims.All(), recordtest.Size(trials), s, scenes.Earned)
	two, _ := bench.Experiments.Get(twobytwo.Experiment)
	styles := frame.Of(bench.Plan{
		Name: two.Name, Experiments: []bench.Experiment{two}, Size: recordtest.Size(trials), Oracle: scenes.Earned,
	}, s)
	return New(evaluation, s, []frame.Frame{styles}, Links{
		Claims: "claims.md", Design: func(experiment, task string) string {
			return "study.md#" + strings.ToLower(experiment) + "-" + task
		},
	})
}

// The opening of the made-up study is the committed text: sentences, how sure they are, and both tables.
func TestOpening(t *testing.T) {
	o := wholeStudy(t, 10)
	var answer []string
	for _, s := range o.Answer {
		answer = append(answer, s.Plain())
	}
	d := document.Document{Sections: []document.Section{
		{Title: "The answer", Lines: answer},
		{Title: "How sure", Lines: o.Sure, Tables: []document.Table{o.Cost}},
		{Title: "The claims", Tables: []document.Table{o.Claims}},
	}}
	var text strings.Builder
	if err := document.Write(&text, "markdown", d); err != nil {
		t.Fatal(err)
	}
	// What was frozen and looked at changes with freeze.md, and is tested below.
	var kept []string
	for line := range strings.SplitSeq(text.String(), "\n") {
		if !strings.Contains(line, "results/freeze.md") && !strings.HasPrefix(line, "- Looked at before") {
			kept = append(kept, line)
		}
	}
	golden.Check(t, "opening.md", strings.Join(kept, "\n"))
}

// The answer has five sentences, the table each claim once with an address, and the figure a panel for each behaviour
// of E1, with chance where it is recorded.
func TestOpeningIsWhole(t *testing.T) {
	o := wholeStudy(t, 3)
	if len(o.Answer) != 5 {
		t.Errorf("%d sentences", len(o.Answer))
	}
	for i, s := range o.Answer {
		if !strings.HasSuffix(s.Text, ".") || strings.Contains(s.Plain(), "?") || (s.Lead == "") != (s.Lacks != nil) {
			t.Errorf("sentence %d is %q: %v", i+1, s.Plain(), s.Lacks)
		}
	}
	// The made-up slider does not lose, and the made-up study's method harms nowhere: what says so has no lead.
	for i, want := range []string{"min-max harms all kinds but one", "every behaviour with fewer", "still lost"} {
		if err := o.Answer[i].Lacks; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("sentence %d lacks %v, want %q", i+1, err, want)
		}
	}
	if len(o.Claims.Rows) != 46 {
		t.Errorf("%d claims", len(o.Claims.Rows))
	}
	for i, row := range o.Claims.Rows {
		if id := fmt.Sprintf("C%02d", i+1); row[0].Text != id || row[0].Link == "" {
			t.Errorf("row %d: %+v", i, row[0])
		}
	}
	if o.TwoByTwo == nil || o.TwoByTwo.Panels() != 2 {
		t.Errorf("second figure %+v", o.TwoByTwo)
	}
	if o.Imbalance == nil || o.Imbalance.Panels() != 5 {
		t.Fatalf("figure %+v", o.Imbalance)
	}
	if n := strings.Count(o.Imbalance.Alt, "chance"); n != 3 {
		t.Errorf("%d panels have chance, want those of picking: %s", n, o.Imbalance.Alt)
	}
	if got := o.Cost.Rows[0][2].Text; !strings.HasPrefix(got, "0.4 (≤ ") {
		t.Errorf("chance of left is %q, want 4 of 1,000", got)
	}
	if got := o.Cost.Rows[4][2].Text; got != "not recorded" {
		t.Errorf("chance of drawer is %q", got)
	}
}

// Without records of anything the opening says so and draws nothing.
func TestOpeningWithoutRecords(t *testing.T) {
	e := claims.Evaluate(claims.All(), recordtest.Size(3), recordtest.Records{}, scenes.Earned)
	links := Links{Claims: "#", Design: func(string, string) string { return "#" }}
	o := New(e, recordtest.Records{}, nil, links)
	if o.Imbalance != nil || o.TwoByTwo != nil || !strings.Contains(o.Answer[1].Plain(), "5 not testable") {
		t.Errorf("%+v", o.Answer)
	}
}

// A seed that a freeze has is confirmatory, with the commit and its row; any other is exploratory.
func TestFreezeOf(t *testing.T) {
	text, seeds := twoFreezes(t)
	if f := freezeOf(seeds[1], text); f == nil || f.Row != 2 || f.Why != "opening again" {
		t.Errorf("%+v", f)
	}
	if f := freezeOf(seeds[1]+1, text); f != nil {
		t.Errorf("%+v", f)
	}
	for want, f := range map[string]*freeze{
		"Exploratory: no freeze":               nil,
		"by commit ffffffffffff (, freeze 2: ": {study.Freeze{Commit: strings.Repeat("f", 40)}, 2},
	} {
		if got := strings.Join(story{Freeze: f}.sure(), "\n"); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// The lists of results/freeze.md are read item by item, with their line breaks; how sure the answer is has their number
// and their items.
func TestBullets(t *testing.T) {
	const text = "# T\n\n- no\n\n## One\n\n- a\n- b goes\n  on\n\ntext\n\n## Two\n- `c`\n"
	if got := fmt.Sprintf("%q %q %q", bullets(text, "One"), bullets(text, "Two"), bullets(text, "Three")); got !=
		`["a" "b goes on"] ["c"] []` {
		t.Error(got)
	}
	choices, looked := bullets(results.Freezes, "Frozen choices"), bullets(results.Freezes, "Looked at before freezing")
	if len(choices) < 10 || len(looked) < 3 {
		t.Fatalf("%d choices, %d looked at", len(choices), len(looked))
	}
	sure := strings.Join(wholeStudy(t, 2).Sure, "\n")
	added := bullets(results.Freezes, "Added after the run was seen")
	for _, want := range []string{
		fmt.Sprintf("%d choices are listed as frozen", len(choices)), looked[0],
		fmt.Sprintf("listed in results/freeze.md too, in %d items", len(added)),
	} {
		if !strings.Contains(sure, want) {
			t.Errorf("no %q in %s", want, sure)
		}
	}
}

// A claim that all trials of its experiment would judge otherwise is named; one that repeats another is not.
func TestLater(t *testing.T) {
	claim := func(id string, verdict, later claims.Verdict, repeats ...string) claims.Result {
		r := claims.Result{Claim: claims.Claim{ID: id}, Verdict: verdict, Repeats: repeats}
		r.Later = &claims.Result{Claim: r.Claim, Verdict: later, Look: claims.Look{Number: 2, Trials: 60}}
		return r
	}
	e := claims.Evaluation{Claims: []claims.Result{
		claim("C08", claims.Equal, claims.Equal),
		claim("C29", claims.Equal, claims.Contradicted),
		claim("C34", claims.Equal, claims.Contradicted, "C08"),
		claim("C37", claims.Contradicted, claims.Equal),
	}}
	s := newStory(e, nil, "", recordtest.Records{})
	want := "By all trials C29 would be contradicted. By all trials C37 would be not reproduced: equal within 5 points."
	if got := s.say("text 4"); !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q at its end", got, want)
	}
}

// The difficulties that give one verdict are counted where there is no other verdict, and named where there is one or
// where one alone was tried.
func TestDifficultiesOfAClaim(t *testing.T) {
	with := func(r claims.Result, verdicts ...claims.Verdict) claims.Result {
		r.Verdict = claims.Replicated
		for i, v := range verdicts {
			s := claims.Setting{Difficulty: study.Difficulty(fmt.Sprint("level", i)), Oracle: scenes.Earned, Verdict: v}
			s.Look.Number = 1
			r.Settings = append(r.Settings, s)
		}
		return r
	}
	const same = claims.Replicated
	for want, r := range map[string]claims.Result{
		"one tested": with(claims.Result{}),
		"both":       with(claims.Result{}, same),
		"all 4":      with(claims.Result{}, same, same, same),
		"variety and level0; level1: inconclusive": with(claims.Result{}, same, claims.Inconclusive),
	} {
		if got := difficulty(r, scenes.Earned); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
