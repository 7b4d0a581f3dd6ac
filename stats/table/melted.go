package table

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// chartLine is a column of a chart that Weights & Biases exports: a run, or a group of runs, and what was logged.
var chartLine = regexp.MustCompile(`^(?:(?i:method|group|name): )?(.+) - ([^ ]+)$`)

// seeded is the name of a run that ends with its seed.
var seeded = regexp.MustCompile(`^(.+?)[-_ ]+(?i:s|seed|run)[-_= ]?([0-9]{1,9})$`)

// runs returns the table in long form where its columns are the lines of one chart, as Weights & Biases exports them:
// those of a run have the run's method and seed where the names of all end with seeds, else the run is the method. What
// says so. Other tables stay as they are.
func (s Sheet) runs() (out Sheet, what string) {
	type line struct {
		at           int
		method, seed string
	}
	var lines []line
	var others []int
	metric, seeds := "", true
	for at, name := range s.Names {
		if aside(name) != "" && strings.Contains(name, "__M") {
			continue // least and most, which lines have beside them
		}
		m := chartLine.FindStringSubmatch(name)
		if m == nil {
			others = append(others, at)
			continue
		}
		if metric == "" {
			metric = m[2]
		}
		if m[2] != metric {
			return s, ""
		}
		l := line{at, m[1], ""}
		if parts := seeded.FindStringSubmatch(m[1]); parts != nil {
			l.method, l.seed = parts[1], parts[2]
		}
		seeds = seeds && l.seed != ""
		lines = append(lines, l)
	}
	logs := slices.ContainsFunc(others, func(at int) bool { return slices.Contains(checkpoints, plain(s.Names[at])) })
	if len(lines) < 2 || !logs {
		return s, ""
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	for _, at := range others {
		out.Names = append(out.Names, s.Names[at])
	}
	value := metric[strings.LastIndexAny(metric, "/.")+1:]
	out.Names = append(out.Names, "method", "seed", value)
	if !seeds {
		out.Names = slices.Delete(out.Names, len(others)+1, len(others)+2)
	}
	for i := range out.Names {
		if slices.Contains(out.Names[:i], out.Names[i]) {
			return s, ""
		}
	}
	for i, row := range s.Rows {
		for _, l := range lines {
			if isMissing(row[l.at]) {
				continue
			}
			var texts []string
			for _, at := range others {
				texts = append(texts, row[at])
			}
			if seeds {
				texts = append(texts, l.method, l.seed, row[l.at])
			} else {
				name := chartLine.FindStringSubmatch(s.Names[l.at])[1]
				texts = append(texts, name, row[l.at])
			}
			out.Rows, out.Lines = append(out.Rows, texts), append(out.Lines, s.Lines[i])
		}
	}
	what = fmt.Sprintf(" Columns are lines of a chart of %s: %q is of method %s", metric, s.Names[lines[0].at],
		out.Rows[0][len(others)])
	if seeds {
		what += ", seed " + out.Rows[0][len(others)+1]
	}
	return out, what + "."
}

// tasks returns the table in long form where rows are methods and columns are tasks: a column of methods, none of
// outcomes or groups, and in two other columns or more the successes of rollouts, as 17/20 or as numbers beside one
// column of the numbers of rollouts. Columns that the user names beside that of the methods are tasks whatever they
// hold. Totals and means of the other columns are left out. What says so; other tables stay as they are.
func (s Sheet) tasks(given Choice) (out Sheet, what string) {
	method := slices.Index(s.Names, given.Method)
	asked := len(given.Columns) > 0
	if given.Method == "" {
		method = slices.IndexFunc(s.Names, func(n string) bool { return named("method", []string{n}) })
	}
	if method < 0 || given.Named() && !(asked && given.Method != "") || s.NamesGroups() ||
		!asked && named("value", s.Names) {
		return s, ""
	}
	var columns, numbers []int
	n := -1
	for at, name := range s.Names {
		if at == method || slices.Contains(usual["trial"], plain(name)) || slices.Contains(usual["start"],
			plain(name)) {
			continue
		}
		rollouts, _ := countsRollouts(name)
		switch c := s.profile(at); {
		case asked:
			if slices.Contains(given.Columns, name) {
				columns = append(columns, at)
			}
		case c.counted && (c.plain.text == "" || c.first.text == c.plain.text):
			columns = append(columns, at)
		case rollouts && c.kind == whole:
			if n >= 0 {
				return s, ""
			}
			n = at
		case c.kind == whole && aside(name) == "":
			numbers = append(numbers, at)
		}
	}
	value := "success"
	if !asked && len(columns) == 0 && n >= 0 {
		for _, at := range numbers {
			if _, amount := quantity(s.Names[at]); amount || !s.atMostOf(at, n) {
				return s, ""
			}
		}
		columns, value = numbers, "successes"
	}
	totals := ""
	if !asked {
		left := s.withoutTotals(columns)
		if len(left) < len(columns) {
			totals = ", without those of totals and means"
		}
		columns = left
	}
	if len(columns) < 2 {
		return s, ""
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	var others []int
	for at, name := range s.Names {
		if !slices.Contains(columns, at) && !s.profile(at).counted {
			others, out.Names = append(others, at), append(out.Names, name)
		}
	}
	out.Names = append(out.Names, "task", value)
	for i, name := range out.Names {
		if slices.Contains(out.Names[:i], name) {
			return s, ""
		}
	}
	var names []string
	for i, row := range s.Rows {
		for _, at := range columns {
			if isMissing(row[at]) {
				continue
			}
			var texts []string
			for _, o := range others {
				texts = append(texts, row[o])
			}
			out.Rows = append(out.Rows, append(texts, s.Names[at], row[at]))
			out.Lines = append(out.Lines, s.Lines[i])
		}
	}
	for _, at := range columns {
		names = append(names, strconv.Quote(s.Names[at]))
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return out, fmt.Sprintf(" Rows are methods, and columns %s tasks%s (--columns names methods).",
		strings.Join(names, ", "), totals)
}

// atMostOf reports whether no number of a column is above that of another in its row, or below 0.
func (s Sheet) atMostOf(at, most int) bool {
	return !slices.ContainsFunc(s.Rows, func(row []string) bool {
		k, some := wholeNumber(row[at])
		n, of := wholeNumber(row[most])
		return some && (!of || k < 0 || k > n)
	})
}

// withoutTotals leaves out the columns that are totals or means of the others by their names, or by their successes and
// rollouts in every row.
func (s Sheet) withoutTotals(columns []int) (left []int) {
	for i, at := range columns {
		total := len(columns) > 2 && i > 0 && len(s.Rows) > 0
		for _, row := range s.Rows {
			k, n := 0.0, 0.0
			for _, other := range columns[:i] {
				o, err := cell{row[other], 0, 0}.outcome()
				if err != nil || o.n == 0 {
					total = false
					break
				}
				k, n = k+o.sum(), n+float64(o.n)
			}
			o, err := cell{row[at], 0, 0}.outcome()
			total = total && err == nil && o.n > 0 && o.sum() == k && float64(o.n) == n
		}
		if !total && (summaryNaming(s.Names[at]) < wholly || len(columns) < 3) {
			left = append(left, at)
		}
	}
	return left
}
