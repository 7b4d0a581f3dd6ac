package report

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

// The table of weights has the printed weights beside ours where the study prints any, and is left out where no method
// moves weights.
func TestWeightTable(t *testing.T) {
	alpha, ref := recordtest.Table1()
	s := recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 4, "E5"), alpha, ref)
	e, _ := bench.Experiments.Get("E5")
	r := frame.Of(bench.Plan{Name: "E5", Experiments: []bench.Experiment{e}, Size: recordtest.Size(4)},
		s).Findings()[0]
	table, ok := weightTable(r)
	if !ok || len(table.Rows) != 8 {
		t.Fatalf("%v, %d rows", ok, len(table.Rows))
	}
	for i, want := range map[int][]string{
		0: {"imbalanced", "optimal", "0.67", "0.67", apa.None, apa.None},
		1: {"imbalanced", "biased", "0.3", "0.33", apa.None, apa.None},
		2: {"zero", "optimal", "0.50", "0.5", apa.None, "0"},
		4: {"remix", "optimal", "0.47", "0.4652", "0.93", "0.9337"},
		7: {"ours", "biased", "0.06", "0.0633", "1.90", "1.893"},
	} {
		row := table.Texts()[i]
		if row[0] != want[0] || row[1] != want[1] || !strings.HasPrefix(row[2], want[2]) || row[3] != want[3] ||
			!strings.HasPrefix(row[4], want[4]) || row[5] != want[5] || row[6] != "4" {
			t.Errorf("row %d is %q, want %q", i, row, want)
		}
	}
	if !slices.ContainsFunc(Section(r).Tables, func(t document.Table) bool { return t.Name == "weights" }) {
		t.Error("the section of E5 has no table of weights")
	}
	if _, ok := weightTable(frame.Of(recordtest.PlanE1(t, 4),
		recordtest.RecordsE1(recordtest.PlanE1(t, 4), recordtest.Four)).Findings()[0]); ok {
		t.Error("E1 learns no weights, and has a table of them")
	}
}

// An arm without a course of weights, as one whose weights another program gave, leaves no empty column: panels are 235
// points wide.
func TestWeightFigureHasNoEmptyColumns(t *testing.T) {
	alpha, ref := recordtest.Table1()
	s := recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 4, "E5"), alpha, ref)
	for h, r := range s {
		if r.Cell.Method == "natural" {
			r.Training.Alpha = nil
			s[h] = r
		}
	}
	e, _ := bench.Experiments.Get("E5")
	f, ok := weights(frame.Of(bench.Plan{Name: "E5", Experiments: []bench.Experiment{e},
		Size: recordtest.Size(4)}, s).Findings()[0])
	svg := string(f.SVG())
	if panels := strings.Count(svg, ">gradient step<"); !ok || panels != 3 || !strings.Contains(svg, `width="705pt"`) {
		t.Errorf("%v, %d panels in %.200s", ok, panels, svg)
	}
}

// A group that a method gave up while its loss still fell stands in the notes of the section, with the trials and the
// earliest step; a plan without rollouts has weights and no table of success.
func TestCollapseIsWarnedOf(t *testing.T) {
	alpha, ref := recordtest.Table1()
	s := recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 4, "E5"), alpha, ref)
	e, _ := bench.Experiments.Get("E5")
	plan := bench.Plan{Name: "E5", Experiments: []bench.Experiment{e}, Size: recordtest.Size(4)}
	weightsOnly := plan
	weightsOnly.Size.Rollouts = 0
	bare := recordtest.Records{}
	for h, r := range s {
		if r.Cell.Method == study.Primary.Ours && r.Cell.Trial < 3 {
			r.Training.Collapsed = []record.Collapse{{Group: "biased", Step: 40 + r.Cell.Trial}}
			s[h] = r
		}
		r.Rollouts, r.Cell.Rollouts = nil, 0
		bare[r.Cell.Hash()] = r
	}
	const warning = "Warning: ours took biased below 1 % while its excess loss was still falling, in 3 of 4 trials, " +
		"first at step 40."
	if notes := Section(frame.Of(plan, s).Findings()[0]).Notes; !slices.Contains(notes, warning) {
		t.Errorf("notes %q", notes)
	}
	section := Section(frame.Of(weightsOnly, bare).Findings()[0])
	if len(section.Tables) != 1 || section.Tables[0].Name != "weights" || !slices.Contains(section.Notes, warning) {
		t.Errorf("without rollouts: %d tables, notes %q", len(section.Tables), section.Notes)
	}
}
