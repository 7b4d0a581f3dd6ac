package evaluations

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/document"
	"counterpoise/scenes"
)

// evaluated returns an evaluation of picking; outcomes has a text for each behaviour, with + for a success.
func evaluated(name string, outcomes ...string) record.Evaluation {
	e := record.Evaluation{
		Format: 1, Policy: record.Evaluated{Name: name, Digest: strings.Repeat("ab", 32), Chunk: 8, Execute: 4},
		Task: "picking", Seed: 1, Rollouts: len(outcomes[0]), Version: bench.Version, Renderer: record.NoRenderer,
		Chance: []record.Chance{{Behaviour: "left", Policy: "state", Estimate: 0.001, Upper: 0.009}},
	}
	for b, text := range outcomes {
		o := record.Outcomes{Behaviour: []string{"left", "middle", "right"}[b], Horizon: 360}
		for _, c := range text {
			step := 0
			if c == '+' {
				step = 100
			}
			o.Steps, o.EarnedSteps = append(o.Steps, 50), append(o.EarnedSteps, step)
			o.WrongSteps, o.EarnedWrongSteps = append(o.WrongSteps, 0), append(o.EarnedWrongSteps, 0)
		}
		e.Add(record.Part{Outcomes: o}, bench.Behaviours(e.Task))
	}
	return e
}

func rows(t *testing.T, d document.Document) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, r := range d.Sections[0].Tables[0].Texts() {
		all[r[0]] = r[1:]
	}
	return all
}

// Pairs are counted by behaviour and together, and tested as McNemar does: with 8 pairs in favour of B and none of A
// p is 2/2^8 = .008, with 11 to 2 it is 2 (1 + 13 + 78)/2^13 = .022.
func TestCompare(t *testing.T) {
	a := evaluated("a", "----------", "++--+-----", "++++++++++")
	b := evaluated("b", "++++++++--", "--++++----", "++++++++++")
	d, err := Compare(a, b, "a.json", "b.json", Question{Oracle: scenes.Earned})
	if err != nil {
		t.Fatal(err)
	}
	got := rows(t, d)
	for behaviour, want := range map[string][]string{
		"left":   {"0.0", "80.0", "+80.0", "", "0", "8", ".008"},
		"middle": {"30.0", "40.0", "+10.0", "", "2", "3", "1.000"},
		"right":  {"100.0", "100.0", "+0.0", "", "0", "0", "1.000", "1.000"},
		"all":    {"43.3", "73.3", "+30.0", "", "2", "11", ".022"},
	} {
		for i, w := range want {
			if w != "" && got[behaviour][i] != w {
				t.Errorf("%s, column %d: %q, want %q of %q", behaviour, i, got[behaviour][i], w, got[behaviour])
			}
		}
	}
	line := d.Sections[0].Lines[0]
	if !strings.HasPrefix(line, "b.json succeeds more often than a.json, by more than chance: 73.3 % against 43.3 %") {
		t.Error(line)
	}
	if d, err = Compare(b, a, "b.json", "a.json", Question{Oracle: scenes.Earned}); err != nil ||
		!strings.HasPrefix(d.Sections[0].Lines[0], "a.json succeeds less often than b.json") {
		t.Error(d.Sections[0].Lines, err)
	}
	// 9 pairs to 2 have p = 2 (1 + 11 + 55)/2^11 = .065.
	few := evaluated("b", "++++++----", "--++++----", "++++++++++")
	if d, err = Compare(a, few, "a.json", "b.json", Question{Oracle: scenes.Earned}); err != nil ||
		!strings.HasPrefix(d.Sections[0].Lines[0], "b.json is not shown to differ from a.json: ") ||
		!strings.Contains(d.Sections[0].Lines[0], "p = .065 by McNemar's exact test, 30 pairs") {
		t.Error(d.Sections[0].Lines, err)
	}
	// By CALVIN's oracle all rollouts of both succeed.
	if d, err = Compare(a, b, "a.json", "b.json", Question{Oracle: scenes.CALVIN}); err != nil ||
		!strings.Contains(d.Sections[0].Lines[0], "p = 1.000 by McNemar's exact test, 30 pairs") {
		t.Error(d.Sections[0].Lines, err)
	}
	// Of more rollouts those that both have are compared.
	long := evaluated("b", "++++++++----", "--++++------", "++++++++++--")
	d, err = Compare(a, long, "a", "b", Question{Oracle: scenes.Earned})
	if err != nil || rows(t, d)["left"][1] != "80.0" {
		t.Error(err)
	}
}

// The sentence names B first, and gives B's rate first, whatever it says. Where nothing was shown it had them the other
// way round.
func TestVerdictKeepsTheOrder(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"++++++++++", "+---------",
			"B succeeds less often than A, by more than chance: 10.0 % against 100.0 %, -90.0 points"},
		{"+---------", "++++++++++",
			"B succeeds more often than A, by more than chance: 100.0 % against 10.0 %, +90.0 points"},
		{"+++-------", "++++------", "B is not shown to differ from A: 40.0 % against 30.0 %, +10.0 points"},
		{"++++------", "+++-------", "B is not shown to differ from A: 30.0 % against 40.0 %, -10.0 points"},
	} {
		d, err := Compare(evaluated("a", c.a, c.a, c.a), evaluated("b", c.b, c.b, c.b), "A", "B",
			Question{Oracle: scenes.Earned})
		if err != nil || !strings.HasPrefix(d.Sections[0].Lines[0], c.want) {
			t.Fatalf("%s against %s: %+v, %v, want %q", c.b, c.a, d.Sections, err, c.want)
		}
		if got := d.Sections[0].Intro; !strings.Contains(got, "A is A: policy a (") ||
			!strings.Contains(got, "B is B: policy b (") {
			t.Error(got)
		}
	}
}

// What does not consist of pairs is not compared.
func TestCompareRefuses(t *testing.T) {
	a := evaluated("a", "+", "+", "-")
	for word, change := range map[string]func(*record.Evaluation){
		"start from different states":   func(e *record.Evaluation) { e.Seed = 2 },
		"different states: evaluate":    func(e *record.Evaluation) { e.Trial = 3 },
		"only evaluations of one task":  func(e *record.Evaluation) { e.Task = "picking:Yaw=90" },
		"which simulate differently":    func(e *record.Evaluation) { e.Version = "2" },
		"is not complete: it has 2 rol": func(e *record.Evaluation) { e.Outcomes = e.Outcomes[:2] },
	} {
		b := evaluated("b", "+", "+", "-")
		change(&b)
		for _, pair := range [][2]record.Evaluation{{a, b}, {b, a}} {
			if _, err := Compare(pair[0], pair[1], "x", "y", Question{Oracle: scenes.Earned}); err == nil ||
				!strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v", word, err)
			}
		}
	}
}

// With a margin each behaviour says whether the difference is within: none of 60 pairs differs, 60 of 60 do, 3 of 60.
// Intervals at 90 %, by stats.PairedRates.
func TestCompareWithMargin(t *testing.T) {
	same, other := strings.Repeat("+", 60), strings.Repeat("-", 60)
	a := evaluated("a", same, same, same)
	b := evaluated("b", same, other, strings.Repeat("+", 57)+"---")
	d, err := Compare(a, b, "a", "b", Question{Oracle: scenes.Earned, Margin: 6})
	if err != nil {
		t.Fatal(err)
	}
	got := rows(t, d)
	for behaviour, want := range map[string]string{"left": "yes", "middle": "no", "right": "not shown"} {
		if r := got[behaviour]; r[len(r)-1] != want {
			t.Errorf("%s: %q, want %q at its end", behaviour, r, want)
		}
	}
	if r := got["left"]; r[len(r)-2] != "-4.3 to +4.3" { // Wilson's bound at 90 % of 60 of 60 is 95.7 %
		t.Errorf("interval %q", r[len(r)-2])
	}
	if d, _ := Compare(a, b, "a", "b", Question{Oracle: scenes.Earned}); len(rows(t, d)["left"]) != len(got["left"])-2 {
		t.Error("columns about a margin without a margin")
	}
}

// Rollouts in CALVIN itself have no verdicts of the earned oracle, and are compared by CALVIN's alone.
func TestCompareWithoutEarned(t *testing.T) {
	a, b := evaluated("a", "+", "+", "-"), evaluated("b", "+", "+", "-")
	for i := range b.Outcomes {
		b.Outcomes[i].EarnedSteps, b.Outcomes[i].EarnedWrongSteps = nil, nil
	}
	if _, err := Compare(a, b, "a", "b", Question{Oracle: scenes.CALVIN}); err != nil {
		t.Error(err)
	}
	if _, err := Compare(a, b, "a", "b", Question{Oracle: scenes.Earned}); err == nil ||
		!strings.Contains(err.Error(), "b has no verdicts of the oracle earned") {
		t.Error(err)
	}
}
