package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
)

// Document is what a run says in the end, before it has a form.
type Document struct {
	Title    string
	Sections []Section
}

// Section is an experiment on one task.
type Section struct {
	Title  string
	Intro  string
	Tables []Table
	Notes  []string // one line each
}

// Table is rows of text under a header; the first column is words, the others are numbers.
type Table struct {
	Title  string
	Header []string
	Rows   [][]string
}

// Write says what the records show of a plan. Cells without a record are left out and counted in a note.
func Write(plan bench.Plan, records Records) Document {
	d := Document{Title: "Counterpoise: " + plan.Name}
	for _, e := range plan.Experiments {
		for _, design := range e.Designs {
			d.Sections = append(d.Sections, reading{plan, e, design, records}.section())
		}
	}
	return d
}

func (r reading) section() Section {
	fs := r.findings()
	s := Section{
		Title:  r.experiment.Name + ", " + r.design.Task,
		Intro:  fmt.Sprintf("%s (%s)", r.experiment.Question, r.experiment.Source),
		Tables: []Table{r.successTable(), findingTable(r.design, fs)},
		Notes:  []string{"Differences are in percentage points, paired by trial: t-test, two-sided; d_z is their mean over their SD.", starsMean},
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

// successTable has a row for each arm: every behaviour, whether it is compared or not.
func (r reading) successTable() Table {
	behaviours := r.behaviours()
	t := Table{
		Title:  fmt.Sprintf("Success in percent, mean ± SD over %s of %d rollouts per behaviour", several(r.plan.Size.Trials, "trial"), r.plan.Size.Rollouts),
		Header: append([]string{"data", "demonstrations", "frames"}, behaviours...),
	}
	for _, a := range r.design.Arms {
		row := []string{a.Name, amounts(a.Recipe), r.frames(a)}
		for _, b := range behaviours {
			row = append(row, meanSD(r.success(a, b)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// findingTable has a row for each comparison.
func findingTable(d bench.Design, fs []Finding) Table {
	t := Table{
		Title:  d.Compared,
		Header: []string{"behaviour", d.Sides[0], d.Sides[1], "difference", "95 % interval", "t", "df", "p", "p (Holm)", "d_z", "n"},
	}
	for _, f := range fs {
		t.Rows = append(t.Rows, []string{
			f.Behaviour, meanSD(f.Success), meanSD(f.Base),
			spell("%+.1f", f.Test.MeanDifference), interval(f.Test.CI),
			spell("%.2f", f.Test.T), spell("%.0f", df(f.Test)), probability(f.Test.P), probability(f.Holm) + stars(f.Holm),
			spell("%.2f", f.Test.D), fmt.Sprint(f.Test.N.Total()),
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

// origins says what the numbers come from: sizes, seed, programs, backends; and how many cells are missing.
func (r reading) origins() []string {
	var programs, backends []string
	n := 0
	r.each(func(_ bench.Arm, rec bench.Record) {
		n++
		programs = append(programs, program(rec.Origin))
		backends = append(backends, rec.Training.Backend)
	})
	s := r.plan.Size
	var notes []string
	if n > 0 {
		notes = append(notes,
			fmt.Sprintf("%s, %d gradient steps each, trained by %s; made by %s.", several(n, "network"), s.Steps, distinct(backends), distinct(programs)),
			fmt.Sprintf("Again: counterpoise run %s --trials %d --rollouts %d --steps %d --seed %d", r.plan.Name, s.Trials, s.Rollouts, s.Steps, s.Seed))
	}
	if all := len(r.design.Arms) * s.Trials; n < all {
		notes = append(notes, fmt.Sprintf("%d of %d cells without a record: these numbers are not final.", all-n, all))
	}
	return notes
}

// program names the program that made a record, and the machine.
func program(o bench.Origin) string {
	name := "a program without a commit"
	if o.Commit != "" {
		name = "commit " + o.Commit[:min(12, len(o.Commit))]
	}
	if o.Modified {
		name += " with changes"
	}
	if o.System != "" {
		name += " on " + strings.TrimSpace(o.System+" "+o.CPU)
	}
	return name
}

// distinct lists words once each, in order.
func distinct(words []string) string {
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " and ")
}
