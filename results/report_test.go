package results

import (
	"html"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
)

// The worst behaviour is the least successful one of each trial: with `four`, balanced has 6 in every trial (middle), left
// starved 5 4 3 4 (left), right starved 6 7 7 7 (right, then middle or right).
func TestWorst(t *testing.T) {
	p := planned(t, 4)
	r := readings(p, recorded(p, four))[0]
	for arm, want := range map[string][]float64{"balanced": {6, 6, 6, 6}, "left starved": {5, 4, 3, 4}, "middle starved": {5, 6, 7, 4}, "right starved": {6, 7, 7, 7}} {
		if got := r.successes(r.arm(arm), worst); !slices.Equal(got, want) {
			t.Errorf("%s: worst %v, want %v", arm, got, want)
		}
	}
}

// A page names what it shows, and words that would be HTML stay words.
func TestReportEscapes(t *testing.T) {
	p, s := methods(t)
	const evil = `<img src=x onerror=alert(1)> & "quotes"`
	p.Experiments[0].Question = evil
	p.Experiments[0].Designs[0].Arms[1].Name = evil
	for i, c := range p.Experiments[0].Designs[0].Comparisons {
		if c.Against == "zero" {
			p.Experiments[0].Designs[0].Comparisons[i].Against = evil
		}
	}
	page, err := Report{Dir: evil, Plans: []bench.Plan{p}, Records: s, Notes: []string{evil}}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<img src=x") || !strings.Contains(html.UnescapeString(string(page)), evil) {
		t.Error("words of an experiment became HTML, or are not on the page")
	}
}

// What a folder answers is found out from its records alone.
func TestPlans(t *testing.T) {
	small, large := planned(t, 2), planned(t, 4)
	large.Size.Seed = 9
	var records []bench.Record
	for _, p := range []bench.Plan{large, small} {
		for _, r := range recorded(p, four) {
			records = append(records, r)
		}
	}
	other := records[0]
	other.Cell.Version = "0.9"
	plans, notes := Plans(append(records, other))
	if len(plans) != 2 || plans[0].Size != small.Size || plans[1].Size != large.Size || plans[0].Experiments[0].Name != "E1" {
		t.Errorf("plans %+v, want those of 2 and 4 trials", plans)
	}
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "1 record of version 0.9 left out") {
		t.Errorf("notes %q", notes)
	}
	if plans, _ := Plans(nil); len(plans) > 0 {
		t.Errorf("no records answer %v", plans)
	}
}

// A report shows a success and a failure of each behaviour, from as few policies as do.
func TestScenes(t *testing.T) {
	p := planned(t, 2)
	scenes := Scenes(p, recorded(p, counts{
		"balanced":       {{10, 7}, {10, 10}, {10, 3}},
		"left starved":   {{10, 10}, {10, 0}, {10, 10}},
		"middle starved": {{10, 10}, {10, 10}, {10, 10}},
		"right starved":  {{10, 10}, {10, 10}, {10, 10}},
	}))
	if len(scenes) != 2 {
		t.Fatalf("%d policies, want 2: %+v", len(scenes), scenes)
	}
	want := [][]bench.Rollout{{{Behaviour: "left", Number: 0}, {Behaviour: "left", Number: 7}, {Behaviour: "middle", Number: 0}, {Behaviour: "right", Number: 0}, {Behaviour: "right", Number: 3}}, {{Behaviour: "middle", Number: 0}}}
	for i, s := range scenes {
		if !slices.Equal(s.Rollouts, want[i]) {
			t.Errorf("policy %d (%v): rollouts %v, want %v", i, s.Record.Cell, s.Rollouts, want[i])
		}
	}
	if scenes := Scenes(planned(t, 2), shelf{}); len(scenes) > 0 {
		t.Errorf("no records have scenes: %v", scenes)
	}
}

func BenchmarkReport(b *testing.B) {
	p, s := methods(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Report{Dir: "out", Plans: []bench.Plan{p}, Records: s}).HTML(); err != nil {
			b.Fatal(err)
		}
	}
}
