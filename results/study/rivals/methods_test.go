package rivals

import (
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/analysis"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// madeUp returns the comparisons of made-up records: famo gains 20 in every behaviour of both tasks, ours loses 20 in
// picking alone, and the others differ from plain cloning by chance only.
func madeUp(t *testing.T, trials int) (bench.Plan, recordtest.Records, []Comparison) {
	t.Helper()
	plan, err := bench.NewPlan("rivals", func(s *record.Size) { *s = recordtest.Size(trials) })
	if err != nil {
		t.Fatal(err)
	}
	plan.Oracle = scenes.CALVIN
	s := recordtest.RecordsOf(recordtest.Varied(map[string]int{"famo": 20, "picking ours": -20}), trials,
		study.RivalsStarved, study.RivalsStyles)
	return plan, s, Comparisons(frame.Of(plan, s))
}

// What was made up is found, the best method stands first, and the effects are the means of the records' differences:
// of the starved behaviour, and of all behaviours.
func TestComparisons(t *testing.T) {
	plan, records, cs := madeUp(t, 6)
	if len(cs) != 2 {
		t.Fatalf("%d comparisons", len(cs))
	}
	for i, c := range cs {
		if len(c.Methods) != len(study.RivalsMethods) || c.Methods[0].Method != "famo" {
			t.Errorf("%s: %d methods, the first %s", c.Experiment, len(c.Methods), c.Methods[0].Method)
		}
		last := c.Methods[len(c.Methods)-1]
		if v := c.Methods[0].First.Verdict(); v != analysis.Helps || last.Method != "ours" ||
			last.First.Verdict() != analysis.Harms {
			t.Errorf("%s: famo %s, the last is %s, which %s", c.Experiment, v, last.Method, last.First.Verdict())
		}
		var want float64 // of ours
		for _, d := range plan.Experiments[i].Designs {
			var arms [2]bench.Arm
			for _, a := range d.Arms {
				switch a.Name {
				case "ours":
					arms[0] = a
				case study.RivalsPlain:
					arms[1] = a
				}
			}
			for trial := range 6 {
				for k, a := range arms {
					r, ok := records.Get(plan.Cell(plan.Experiments[i], d, a, trial))
					if !ok {
						t.Fatalf("no record of %s", a.Name)
					}
					for _, o := range r.Rollouts {
						n, _ := o.Successes(scenes.CALVIN)
						if c.Experiment == study.RivalsStyles {
							want += float64(1-2*k) * float64(n) / float64(len(r.Rollouts)) / 12
						} else if o.Behaviour == d.Comparisons[0].Behaviour {
							want += float64(1-2*k) * float64(n) / 12
						}
					}
				}
			}
		}
		if got := last.First.Test.MeanDifference.Or(99); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: ours %v, want %v", c.Experiment, got, want)
		}
		if c.Yardstick.First.Holm.Defined() || !c.Yardstick.First.Test.MeanDifference.Defined() {
			t.Errorf("%s: yardstick %+v", c.Experiment, c.Yardstick)
		}
	}
}

// The section has a sentence and a table for each experiment, the figure a row for each method; other plans and plans
// without records have none.
func TestForms(t *testing.T) {
	plan, records, cs := madeUp(t, 6)
	s, ok := Section(frame.Of(plan, records))
	if !ok || len(s.Tables) != 2 || len(s.Lines) != 2 {
		t.Fatalf("section %+v", s)
	}
	for i, want := range []string{
		"Where a behaviour is starved, verdicts on 15 methods by success in the starved behaviour over both tasks: " +
			"helps, 1: famo (+",
		"Where a third of the demonstrations is bad, verdicts on 15 methods by success in the mean over behaviours " +
			"over both tasks: helps, 1: famo (+",
	} {
		if !strings.HasPrefix(s.Lines[i], want) {
			t.Errorf("%q does not begin with %q", s.Lines[i], want)
		}
		for _, row := range s.Tables[i].Rows {
			if len(row) != len(s.Tables[i].Columns) {
				t.Errorf("row of %d cells under %d columns", len(row), len(s.Tables[i].Columns))
			}
		}
		if f := cs[i].Figure(); !strings.Contains(f.Alt, "famo") {
			t.Errorf("figure without famo: %s", f.Alt)
		}
	}
	if _, ok := Section(frame.Of(plan, recordtest.Records{})); ok {
		t.Error("a section without records")
	}
	e1, _ := bench.Experiments.Get("E1")
	other := bench.Plan{Experiments: []bench.Experiment{e1}, Size: plan.Size}
	if cs := Comparisons(frame.Of(other, recordtest.RecordsOf(recordtest.Varied(nil), 3, "E1"))); len(cs) > 0 {
		t.Errorf("E1 has comparisons %+v", cs)
	}
}

// The weights that stand beside the effects are those of the committed records: of two styles "equal" gives each a
// half, of three behaviours and of two each a third and a half, and who leaves the bad ones out gives them nothing.
func TestWeights(t *testing.T) {
	all, records := recordtest.Committed(t, "../../rivals")
	plans, _ := frame.Plans(all)
	want := map[string][]float64{study.RivalsStarved: {1. / 3, .5}, study.RivalsStyles: {.5, .5}}
	seen := 0
	for _, p := range plans {
		for _, c := range Comparisons(frame.Of(p, records)) {
			for _, m := range append([]Row{c.Yardstick}, c.Methods...) {
				for i, w := range m.Weights {
					if got := w.Or(-1); m.Method == "equal" && math.Abs(got-want[c.Experiment][i]) > 1e-9 ||
						m.Method == "left out" && got != 0 || got < 0 || got > 1 {
						t.Errorf("%s, %s, %s: weight %v", c.Experiment, m.Method, c.Tasks[i], got)
					}
					seen++
				}
			}
		}
	}
	if seen != 2*2*(1+len(study.RivalsMethods)) {
		t.Errorf("%d weights", seen)
	}
}
