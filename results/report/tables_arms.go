package report

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// armTable has a row for each arm: the data and the method of its policies, and how many of them have a record. The
// column of variations is left out where no arm has one.
//
// The number of policies is below the number of trials while a run goes on.
func armTable(f frame.Findings) document.Table {
	type row = bench.Arm
	columns := []document.Column[row]{
		document.Words("data", "arm", func(a row) string { return a.Name }),
		{Head: document.WordColumn("demonstrations", "recipe"), Cell: func(a row) document.Cell {
			return document.Entry(strings.ReplaceAll(a.Recipe, ",", ", "), a.Recipe)
		}},
		document.Words("method", "method", func(a row) string { return a.Method }),
		document.Words("groups", "groups", func(a row) string { return string(a.Groups) }),
		document.Counts("policies", "policies", f.N),
	}
	// A variation is a setting of the policy that an arm changes, such as its chunk.
	if slices.ContainsFunc(f.Arms, func(a row) bool { return a.Variation() != "" }) {
		columns = append(columns, document.Words("setting", "setting", row.Variation))
	}
	return document.TableOf("arms", "What was compared", f.Arms, columns...)
}

// weightTable is the study's Table 1 for any design: the last weights of each arm's groups and their reference losses,
// beside those that the study prints. It is false where no method moves weights or has reference losses.
//
// Rows are arms and groups in their order. The study's columns are empty for arms that its Table 1 does not
// have. Losses have the unit of our loss; see weightNote. The table is one of detail where the study prints none of its
// weights and success is measured too.
func weightTable(f frame.Findings) (document.Table, bool) {
	t := document.Table{
		Name: "weights",
		Title: fmt.Sprintf("Weights of the groups at the end and reference losses, mean ± SD over %s; "+
			"the study's are those of its Table 1", f.TrialsText()),
		Columns: []document.Head{
			document.WordColumn("data", "arm"), document.WordColumn("group", "group"),
			document.NumberColumn("weight", "alpha_mean", "alpha_sd"), document.NumberColumn("study's", "alpha_study"),
			document.NumberColumn("reference loss", "reference_mean", "reference_sd"),
			document.NumberColumn("study's", "reference_study"), document.NumberColumn("n", "n"),
		},
	}
	// One arm that learns brings the whole table, so that the fixed arms stand beside it.
	learned, known := false, false
	for _, a := range f.Arms {
		w := f.FinalWeights(a.Name)
		learned = learned || w.References != nil || f.WeightCourse(a).Moves()
		for g, name := range w.Groups {
			alpha, reference := printed(f, a.Name, name)
			known = known || alpha.Defined()
			losses := []float64(nil)
			if w.References != nil {
				losses = w.References[g]
			}
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(a.Name), document.Word(name), summaryCell("%.3f", w.Alpha[g]),
				apa.NumberCell("%.4g", alpha),
				summaryCell("%.4f", losses), apa.NumberCell("%.4g", reference), document.Count(len(w.Alpha[g])),
			})
		}
	}
	t.Detail = !known && f.Plan.Size.Rollouts > 0
	return t, learned
}

// weightNote explains weightTable.
const weightNote = "Reference losses here are means over the components of an action. Those of the study's method " +
	"are most likely sums over seven (results/authors.md): a seventh of them compares. Those of Re-Mix are entropies."

// collapseNotes warns of groups that methods gave up before they were learned.
func collapseNotes(f frame.Findings) (notes []string) {
	for _, c := range f.Collapses() {
		notes = append(notes, fmt.Sprintf("Warning: %s took %s below 1 %% while its excess loss was still falling, "+
			"in %d of %s, first at step %d.", c.Arm, c.Group, c.Trials, wording.Plural(c.Of, "trial"), c.Earliest))
	}
	return notes
}

// summaryCell is a cell with mean and standard deviation of numbers in a format; empty without numbers. A
// single number has no standard deviation. Its two values for programs are mean and standard deviation.
func summaryCell(format string, x []float64) document.Cell {
	s, err := stats.Summarise(x)
	if err != nil {
		return document.Entry(apa.None, "", "")
	}
	text := apa.Format(format, s.Mean)
	if s.SD.Defined() {
		text += " ± " + apa.Format(format, s.SD)
	}
	return document.Entry(text, apa.Exact(s.Mean), apa.Exact(s.SD))
}
