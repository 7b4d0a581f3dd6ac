package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats/table"
)

// Finding is something in results that a comparison should not rest on unseen.
type Finding struct {
	Kind  string `json:"kind"`  // a few words: "missing starts"
	What  string `json:"what"`  // a sentence, with names
	Lines []int  `json:"lines"` // of the first rows of it; rows where no file has lines
	Do    string `json:"do"`    // what to do about it
}

// Report is what New finds.
type Report struct {
	Rows     int       `json:"rows"` // with an outcome
	Methods  []string  `json:"methods"`
	Findings []Finding `json:"findings"`
	Looked   []string  `json:"looked"` // what was looked at, and in which columns
	line     string    // what Finding.Lines count: "line" or "row"
}

// New checks what Detect took a table for. It needs the rows, which table.Choice.Keep keeps.
func New(t table.Taken) Report {
	d := newData(t)
	r := Report{Rows: len(t.Long.Entries), Methods: t.Long.Methods, Findings: []Finding{}, Looked: []string{},
		line: "line"}
	if t.Rows.Made {
		r.line = "row"
	}
	for _, rule := range []func(*data) (found []Finding, looked string){
		mixedUnits, repeatedStarts, missingOutcomes, missingStarts, missingTrainings, separateGroups, conditions,
		batches, settings,
		checkpoints, alike, pasted,
	} {
		found, looked := rule(d)
		r.Findings = append(r.Findings, found...)
		if looked != "" {
			r.Looked = append(r.Looked, looked)
		}
	}
	return r
}

// mixedUnits finds fractions among percentages.
func mixedUnits(d *data) (found []Finding, looked string) {
	if d.Mixed.What == "" {
		return nil, ""
	}
	return []Finding{{"mixed units", "fractions may stand among percentages: " + d.Mixed.What, d.Mixed.Lines,
		"write all as fractions, or all in percent"}}, ""
}

// Warnings are the findings about settings and trainings, which a comparison warns of.
func Warnings(t table.Taken) (texts []string) {
	d := newData(t)
	for _, rule := range []func(*data) ([]Finding, string){settings, checkpoints} {
		found, _ := rule(d)
		for _, f := range found {
			if f.Kind == mixedCheckpoints {
				continue
			}
			texts = append(texts, f.What+"; "+f.Do)
		}
	}
	return texts
}

// data are the rows of results with an outcome, by entry.
type data struct {
	table.Taken
}

func newData(t table.Taken) *data { return &data{t} }

// column is the column of a role, -1 where there is none.
func (d *data) column(role string) int {
	if at, ok := d.Rows.Roles[role]; ok {
		return at
	}
	return -1
}

// text is the text of entry i in a column.
func (d *data) text(i, column int) string { return d.Rows.Rows[d.Rows.Of[i]][column] }

// line is the line of entry i.
func (d *data) line(i int) int { return d.Rows.Lines[d.Rows.Of[i]] }

// cell is the part of the results in which a start has one rollout: a method, training and group.
type cell struct{ method, trial, group int32 }

// cell is the cell of entry i. Where starts are the units, all rows of a method and group are of one policy.
func (d *data) cell(i int) cell {
	e := d.Long.Entries[i]
	if d.Starts || !d.Paired {
		e.Trial = -1
	}
	return cell{e.Method, e.Trial, e.Group}
}

// name names a cell: "act, seed 2, task open".
func (d *data) name(c cell) string {
	text := d.Long.Methods[c.method]
	if c.trial >= 0 {
		text += fmt.Sprintf(", %s %s", d.Unit, d.Long.Trials[c.trial])
	}
	if len(d.Long.Groups) > 1 {
		text += ", " + d.group(c.group)
	}
	return text
}

// group names a group with its column.
func (d *data) group(g int32) string {
	if at := d.column("group"); at >= 0 {
		return d.Rows.Names[at] + " " + d.Long.Groups[g]
	}
	return d.Long.Groups[g]
}

// start is the start of entry i, empty where none is told.
func (d *data) start(i int) string {
	at := d.column("start")
	if at < 0 || table.Missing(d.text(i, at)) {
		return ""
	}
	return d.text(i, at)
}

// maxNames is the number of names or lines that a finding lists.
const maxNames = 4

// few lists the first of some names.
func few(names []string) string {
	if more := len(names) - maxNames; more > 0 {
		names = append(slices.Clone(names[:maxNames]), strconv.Itoa(more)+" more")
	}
	return wording.List(names)
}

// numeric orders names, whole numbers by their value.
func numeric(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil && x != y:
		return x - y
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Place says in which lines a finding is, in brackets; empty where it is in none.
func (r Report) Place(f Finding) string {
	if len(f.Lines) == 0 {
		return ""
	}
	var lines []string
	for _, line := range f.Lines {
		if text := strconv.Itoa(line); !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	noun := r.line
	if len(lines) > 1 {
		noun += "s"
	}
	return fmt.Sprintf(" (%s %s)", noun, strings.Join(lines, ", "))
}
