package table

import (
	"fmt"
	"slices"
	"strings"
)

// summaries are words that name a row of means, spreads or sums of the others, in small letters.
var summaries = []string{"mean", "average", "avg", "median", "std", "sd", "stdev", "sem", "total", "all", "overall",
	"sum", "mean±std"}

// isSummary reports whether a label names such a row.
func isSummary(text string) bool {
	return len(text) <= 10 && slices.Contains(summaries, strings.ToLower(strings.TrimSpace(text)))
}

// dropSummaries leaves out the rows whose trial, group, start or label names a summary of other rows, and returns the
// sentence that says so. A column in which all values are such names has none.
func (d *detector) dropSummaries() (said string) {
	var first int
	var name string
	left := 0
	for at := range d.Names {
		role := d.role(at)
		if role != "trial" && role != "group" && role != "start" && (role != "" || d.columns[at].kind != words) {
			continue
		}
		other := func(row []string) bool { return !isSummary(row[at]) && !isMissing(row[at]) }
		if !slices.ContainsFunc(d.Rows, other) {
			continue
		}
		var rows [][]string
		var lines []int
		for i, row := range d.Rows {
			if isSummary(row[at]) {
				if left++; left == 1 {
					first, name = d.Lines[i], row[at]
				}
				continue
			}
			rows, lines = append(rows, row), append(lines, d.Lines[i])
		}
		d.Rows, d.Lines = rows, lines
	}
	if left == 0 {
		return ""
	}
	d.columns = d.columns[:0]
	for at := range d.Names {
		d.columns = append(d.columns, d.profile(at))
	}
	return fmt.Sprintf(" Left out as summaries of other rows: %d (first: %s, line %d).", left, quoted(name), first)
}
