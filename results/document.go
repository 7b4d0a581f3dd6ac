package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/results/document"
)

// Write says what the records show of a plan. Cells without a record are left out and counted in a note.
func Write(plan bench.Plan, records Records) document.Document {
	d := document.Document{Title: "Counterpoise: " + plan.Name}
	for _, r := range readings(plan, records) {
		d.Sections = append(d.Sections, r.section())
	}
	if holdsStudy(plan.Experiments) {
		d.Sections = append(d.Sections, Ruling{plan.Size, Judge(Claims(), plan.Size, records)}.Section())
	}
	return d
}

// readings are the designs of a plan, one after the other.
func readings(plan bench.Plan, records Records) (rs []reading) {
	for _, e := range plan.Experiments {
		for _, design := range e.Designs {
			rs = append(rs, reading{plan, e, design, records})
		}
	}
	return rs
}

func (r reading) section() document.Section {
	fs, os := r.findings(), r.omnibus()
	s := document.Section{
		Title:  r.experiment.Name + ", " + r.design.Task,
		Intro:  fmt.Sprintf("%s (%s)", r.experiment.Question, r.experiment.Source),
		Lines:  append(lines(fs, r.design), omnibusLines(os)...),
		Tables: []document.Table{r.successTable(), r.intervalTable()},
		Notes:  []string{"Worst behaviour: in each trial the least successful one, whichever it is."},
	}
	if len(fs) > 0 {
		s.Tables = append(s.Tables, findingTable(r.design, fs))
		s.Notes = append(s.Notes, "Differences are in percentage points, paired by trial: t-test, two-sided; d_z is their mean over their SD.", apa.StarsNote("Holm"))
	}
	if t, ok := r.equalityTable(fs); ok {
		s.Tables = append(s.Tables, t)
		s.Lines = append(s.Lines, equalityLines(fs)...)
		s.Notes = append(s.Notes, equalityNote)
	}
	if t, ok := r.weightTable(); ok {
		s.Tables = append(s.Tables, t)
		s.Notes = append(s.Notes, weightNote)
	}
	s.Notes = append(s.Notes, remarks(fs)...)
	s.Notes = append(s.Notes, r.origins()...)
	return s
}

// remarks are the notes of the findings, each once, with the rows that it is about.
func remarks(fs []Finding) []string {
	var notes []string
	for i, f := range fs {
		if f.Note == "" || slices.ContainsFunc(fs[:i], func(g Finding) bool { return g.Note == f.Note }) {
			continue
		}
		var rows []string
		for _, g := range fs[i:] {
			if g.Note == f.Note {
				rows = append(rows, g.Behaviour)
			}
		}
		notes = append(notes, strings.Join(rows, ", ")+": "+f.Note)
	}
	return notes
}

// worst is the column of the worst behaviour.
const worst = bench.Worst

// successTable has a row for each arm: every behaviour, whether it is compared or not, and the worst.
func (r reading) successTable() document.Table {
	t := document.Table{
		Name:    "success",
		Title:   fmt.Sprintf("Success in percent, mean ± SD over %s of %d rollouts per behaviour", wording.Plural(r.plan.Size.Trials, "trial"), r.plan.Size.Rollouts),
		Columns: []document.Column{document.WordColumn("data", "arm"), document.NumberColumn("demonstrations", "recipe"), document.NumberColumn("frames", "frames")},
	}
	for _, b := range append(r.behaviours(), worst) {
		t.Columns = append(t.Columns, document.NumberColumn(b, b+"_mean", b+"_sd"))
	}
	for _, a := range r.design.Arms {
		frames := r.frames(a)
		row := []document.Cell{document.Word(a.Name), document.Entry(amounts(a.Recipe), a.Recipe), document.Entry(frames, frames)}
		for _, b := range append(r.behaviours(), worst) {
			row = append(row, apa.MeanSDCell(r.success(a, b)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// intervalTable has the intervals of the means of successTable.
func (r reading) intervalTable() document.Table {
	t := document.Table{
		Name:    "intervals",
		Title:   apa.Percent(level) + " intervals of these means (t, over trials, within 0 and 100)",
		Columns: []document.Column{document.WordColumn("data", "arm")},
	}
	for _, b := range append(r.behaviours(), worst) {
		t.Columns = append(t.Columns, document.NumberColumn(b, b+"_low", b+"_high"))
	}
	for _, a := range r.design.Arms {
		row := []document.Cell{document.Word(a.Name)}
		for _, b := range append(r.behaviours(), worst) {
			row = append(row, apa.IntervalCell("%.1f", r.interval(a, b)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// findingTable has a row for each comparison. Where a behaviour is compared more than once, people see the arms' names too.
func findingTable(d bench.Design, fs []Finding) document.Table {
	arms := document.Column{Words: true, Fields: []string{"arm", "against"}}
	if !once(d) {
		arms.Title = "arms"
	}
	t := document.Table{
		Name:  "findings",
		Title: d.Compared,
		Columns: []document.Column{
			document.WordColumn("behaviour", "behaviour"), arms,
			document.NumberColumn(d.Sides[0], "mean", "sd"), document.NumberColumn(d.Sides[1], "mean_against", "sd_against"),
			document.NumberColumn("difference", "mean_difference"), document.NumberColumn("95 % interval", "ci_low", "ci_high"), document.NumberColumn("t", "t"), document.NumberColumn("df", "df"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"), document.NumberColumn("d_z", "d_z"), document.NumberColumn("n", "n"),
		},
	}
	for _, f := range fs {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(f.Behaviour), document.Entry(f.Arm+" - "+f.Against, f.Arm, f.Against), apa.MeanSDCell(f.Success), apa.MeanSDCell(f.Base),
			apa.NumberCell("%+.1f", f.Test.MeanDifference), apa.IntervalCell("%+.1f", f.Test.CI),
			apa.NumberCell("%.2f", f.Test.T), apa.NumberCell("%.0f", apa.DF(f.Test)), apa.PCell(f.Test.P), document.Entry(apa.Probability(f.Holm)+apa.Stars(f.Holm), apa.Exact(f.Holm)),
			apa.NumberCell("%.2f", f.Test.D), document.Count(f.Test.N.Total()),
		})
	}
	return t
}

// amounts shortens a recipe to its numbers: "left=9,middle=27,right=27" is 9/27/27.
func amounts(recipe string) string {
	parts := strings.Split(recipe, ",")
	for i, p := range parts {
		_, parts[i], _ = strings.Cut(p, "=")
	}
	return strings.Join(parts, "/")
}

// frames are the frames of each behaviour that an arm was trained on, mean over trials.
func (r reading) frames(a bench.Arm) string {
	var sum []int
	n := 0
	for t := range r.plan.Size.Trials {
		rec, ok := r.of(a, t)
		if !ok {
			continue
		}
		n++
		sum = append(sum, make([]int, max(0, len(rec.Data.Groups)-len(sum)))...)
		for i, g := range rec.Data.Groups {
			sum[i] += g.Frames
		}
	}
	words := make([]string, len(sum))
	for i, s := range sum {
		words[i] = fmt.Sprint((s + n/2) / n)
	}
	return strings.Join(words, "/")
}
