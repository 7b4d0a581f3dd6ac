package table

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// summaries are words that name a row of means, spreads or sums of the others, in small letters.
var summaries = []string{"mean", "average", "averaged", "avg", "median", "std", "sd", "stdev", "sem", "total", "all",
	"overall", "sum", "across", "aggregate", "aggregated", "durchschnitt", "mittelwert", "mittel", "gesamt",
	"insgesamt", "summe", "alle", "moyenne", "promedio", "media", "平均", "合計"}

// summarised are words that may stand beside: "All tasks", "mean success rate", "average over seeds".
var summarised = []string{"task", "tasks", "env", "envs", "environment", "environments", "seed", "seeds", "scene",
	"scenes", "suite", "suites", "group", "groups", "run", "runs", "trial", "trials", "episode", "episodes", "over",
	"of", "the", "success", "rate", "score", "combined", "dev", "deviation", "standard", "error",
	"aufgaben", "über"}

// isSummary reports whether a label names such a row.
func isSummary(text string) bool {
	if len(text) > 40 || text == "" || '0' <= text[0] && text[0] <= '9' {
		return false
	}
	words := wording.NameWords(text)
	some := false
	for _, w := range words {
		is := slices.Contains(summaries, w)
		if some = some || is; !is && !slices.Contains(summarised, w) {
			return false
		}
	}
	return some && (len(words) > 1 || !strings.ContainsAny(text, "0123456789"))
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
