package twobytwo

import (
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// levels are points that arms of the made-up records have above plain cloning: the study's method gains 12 where the
// style is biased, Remix loses 9 on every style of opening, and leaving out gains 20 on biased.
var levels = map[string]int{
	"biased, ours": 12, "biased, left out": 20,
	"opening biased, remix": -9, "opening detour, remix": -9, "opening early, remix": -9, "opening erratic, remix": -9,
	"opening miss, remix": -9, "opening noisy, remix": -9, "opening retry, remix": -9,
}

// madeUp returns the maps of made-up records of an experiment, with their plan and the records.
func madeUp(t *testing.T, name string, trials int) ([]Map, bench.Plan, recordtest.Records) {
	t.Helper()
	e, err := bench.Experiments.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Plan{
		Name: e.Name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(trials), Oracle: scenes.CALVIN,
	}
	s := recordtest.RecordsOf(recordtest.Varied(levels), trials, e.Name)
	return Maps(name, frame.Of(p, s)), p, s
}

// The effect of a method is the mean over trials of the mean over behaviours of the difference in percent, and that of
// a quadrant the mean over its styles, both computed here from the records.
func TestEffects(t *testing.T) {
	for _, name := range Experiments {
		t.Run(name, func(t *testing.T) { checkEffects(t, name) })
	}
}

func checkEffects(t *testing.T, name string) {
	maps, p, s := madeUp(t, name, 6)
	if len(maps) != 2 {
		t.Fatalf("%d maps", len(maps))
	}
	for i, m := range maps {
		d := p.Experiments[0].Designs[i]
		rate := func(style, arm string, trial int) (mean float64) {
			r, ok := s.Get(p.Cell(p.Experiments[0], d, armOf(t, d, style+", "+arm), trial))
			if !ok {
				t.Fatalf("%s, %s has no record of trial %d", style, arm, trial)
			}
			for _, o := range r.Rollouts {
				n, _ := o.Successes(scenes.CALVIN)
				mean += float64(n) / float64(len(r.Rollouts))
			}
			return mean
		}
		effectOf := func(styles []string, method string) (mean float64) {
			for _, style := range styles {
				for trial := range 6 {
					mean += (rate(style, method, trial) - rate(style, "natural", trial)) / 6 / float64(len(styles))
				}
			}
			return mean
		}
		if want := len(d.Arms) / (1 + len(m.Methods)); len(m.Styles) != want {
			t.Errorf("%s: %d styles, want %d", m.Task, len(m.Styles), want)
		}
		for _, style := range m.Styles {
			for _, e := range style.Effects {
				want := effectOf([]string{style.Name}, e.Method)
				if got := e.Test.MeanDifference.Or(99); !near(got, want) {
					t.Errorf("%s, %s, %s: effect %v, want %v", m.Task, style.Name, e.Method, got, want)
				}
			}
		}
		listed := 0
		for _, q := range m.Quadrants {
			listed += len(q.Styles)
			for _, e := range q.Effects {
				if got, want := e.Test.MeanDifference.Or(99), effectOf(q.Styles, e.Method); !near(got, want) {
					t.Errorf("%s, %s, %s: effect %v, want %v", m.Task, q.Place, e.Method, got, want)
				}
				if e.Test.N.Total() != 6 || e.Holm.Defined() == IsYardstick(e.Method) {
					t.Errorf("%s, %s, %s: n %d, corrected p %v", m.Task, q.Place, e.Method, e.Test.N.Total(), e.Holm)
				}
			}
		}
		if listed != len(m.Styles) {
			t.Errorf("%s: %d styles in quadrants, %d in all", m.Task, listed, len(m.Styles))
		}
	}
}

func armOf(t *testing.T, d bench.Design, name string) bench.Arm {
	t.Helper()
	for _, a := range d.Arms {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("%s has no arm %q", d.Task, name)
	return bench.Arm{}
}

// What was made up is found: Remix harms in every quadrant of opening and equals plain cloning in picking.
func TestVerdicts(t *testing.T) {
	maps, _, _ := madeUp(t, Experiment, 8)
	for _, m := range maps {
		want := analysis.Equal
		if m.Task == "opening" {
			want = analysis.Harms
		}
		for _, q := range m.Quadrants {
			for _, e := range q.Effects {
				if e.Method == "remix" && e.Verdict() != want {
					t.Errorf("%s, %s: remix %s, want %s (%+v)", m.Task, q.Place, e.Verdict(), want, e.Test)
				}
			}
		}
	}
	for i, line := range Effects(maps) {
		for _, want := range []string{"costly", "min-max ", "Remix ", "the study's method "} {
			if !strings.Contains(line, want) || strings.Contains(line, LeftOut) {
				t.Errorf("%q lacks %q, or has a yardstick", line, want)
			}
		}
		if i >= len(maps[0].Quadrants) && !strings.Contains(line, "Remix -") {
			t.Errorf("in opening Remix harms: %q", line)
		}
	}
}

// The rules of a place, at their bounds. An undefined interval is above nothing.
func TestRules(t *testing.T) {
	estimate := func(low float64) frame.Estimate {
		return frame.Estimate{CI: stats.Interval{Low: stats.Some(low), High: stats.Some(9)}}
	}
	for _, c := range []struct {
		cost, fit float64
		want      string
	}{
		{.1, 1.11, "costly and hard to fit"}, {.1, 1.1, "costly and easy to fit"},
		{0, 1.11, "hard to fit and not shown to be costly"}, {-3, .9, "easy to fit and not shown to be costly"},
	} {
		if got := place(estimate(c.cost), estimate(c.fit)).String(); got != c.want {
			t.Errorf("cost above %v, ratio above %v: %q, want %q", c.cost, c.fit, got, c.want)
		}
	}
	if got := place(frame.Estimate{}, frame.Estimate{}); got != (Place{}) {
		t.Errorf("nothing measured: %v", got)
	}
}

// The section has two tables a task, the figure a panel a task, with words in ASCII; other experiments and plans
// without records have neither.
func TestForms(t *testing.T) {
	for _, name := range Experiments {
		t.Run(name, func(t *testing.T) { checkForms(t, name) })
	}
}

func checkForms(t *testing.T, name string) {
	maps, p, s := madeUp(t, name, 3)
	section, ok := Section(name, frame.Of(p, s))
	if !ok || len(section.Tables) > 0 || len(section.Lines) != len(maps[0].Quadrants)+len(maps[1].Quadrants) {
		t.Errorf("section %+v", section)
	}
	for _, m := range maps {
		tables, notes := m.Tables()
		if len(tables) != 2 || len(tables[0].Rows) != len(m.Styles) ||
			len(tables[1].Rows) != len(m.Methods)*len(m.Quadrants) || len(notes) != 5 {
			t.Errorf("%s: tables %+v, notes %q", m.Task, tables, notes)
		}
		for _, row := range tables[1].Rows {
			if method, verdict := row[2].Text, row[7].Text; IsYardstick(method) != (verdict == "no method") {
				t.Errorf("%s: the verdict on %q is %q", m.Task, method, verdict)
			}
		}
		// The styles whose lower bound in bench/style_axes.json lies between two thresholds.
		elsewhere := map[string]string{
			"picking": "above 1.1. With 1 in its place miss would lie elsewhere.",
			"opening": "above 1.1.",
		}[m.Task]
		if !strings.HasSuffix(notes[1], elsewhere) {
			t.Errorf("%s: %s", m.Task, notes[1])
		}
	}
	f, ok := Figure(name, maps, p.Size)
	if !ok || f.Panels() != 2 || !strings.Contains(f.Alt, "costly and easy to fit") {
		t.Errorf("figure of %d panels: %s", f.Panels(), f.Alt)
	}
	if _, ok := Section(name, frame.Of(p, recordtest.Records{})); ok {
		t.Error("a section without records")
	}
	if _, ok := Figure(name, nil, p.Size); ok {
		t.Error("a figure without maps")
	}
	e1, _ := bench.Experiments.Get("E1")
	other := bench.Plan{Experiments: []bench.Experiment{e1}, Size: p.Size}
	if m := Maps(name, frame.Of(other, recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1"))); len(m) > 0 {
		t.Errorf("E1 has maps %+v", m)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// In the corners of the figure an effect that is rounded to 0 has no sign, and one without a test has a question mark.
func TestShort(t *testing.T) {
	effect := func(difference stats.Maybe) analysis.Effect {
		return analysis.Effect{Method: "remix", Test: stats.Test{MeanDifference: difference}, Alpha: .05}
	}
	for want, difference := range map[string]stats.Maybe{
		"remix 0.0": stats.Some(-.04), "remix -0.1": stats.Some(-.06), "remix +1.2": stats.Some(1.2), "remix ?": {},
	} {
		if got := short(effect(difference)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
