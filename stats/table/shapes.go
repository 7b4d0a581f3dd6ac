package table

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Words in the names of columns that count successes, and those that count failures or all rollouts of the same row.
var (
	successWords = []string{"success", "successes", "succeeded"}
	failureWords = []string{"failure", "failures", "failed", "fails"}
	rolloutWords = []string{"rollouts", "trials", "episodes", "attempts", "total", "n"}
)

// counting are two columns of one thing: its successes, and its failures or all of its rollouts.
type counting struct {
	of                            string // a method or a group; empty where the table has one outcome
	successes, failures, rollouts int    // columns; failures or all is -1
}

// part splits the name of a column into what it counts and of what: "bc success" and "success_bc" count successes of
// bc.
func part(name string) (of string, successes, failures, all bool) {
	at := func(i int) bool { return i < len(name) && strings.IndexByte(" _-./:", name[i]) >= 0 }
	for _, list := range [][]string{successWords, failureWords, rolloutWords} {
		for _, w := range list {
			n := len(name) - len(w)
			switch {
			case n < 0:
				continue
			case strings.EqualFold(name, w):
				of = ""
			case n > 1 && strings.EqualFold(name[n:], w) && at(n-1):
				of = name[:n-1]
			case n > 1 && strings.EqualFold(name[:len(w)], w) && at(len(w)):
				of = name[len(w)+1:]
			default:
				continue
			}
			return of, slices.Contains(successWords, w), slices.Contains(failureWords, w),
				slices.Contains(rolloutWords, w)
		}
	}
	return "", false, false, false
}

// countings are the columns that count successes beside failures or rollouts, in their order; nil where none do, or
// where a method has a column of successes alone.
func (s Sheet) countings() (all []counting) {
	for at, name := range s.Names {
		of, successes, failures, rollouts := part(name)
		if !successes && !failures && !rollouts {
			continue
		}
		i := slices.IndexFunc(all, func(c counting) bool { return c.of == of })
		if i < 0 {
			i = len(all)
			all = append(all, counting{of, -1, -1, -1})
		}
		place := &all[i].successes
		if failures {
			place = &all[i].failures
		} else if rollouts {
			place = &all[i].rollouts
		}
		if *place >= 0 {
			return nil
		}
		*place = at
	}
	for i, c := range all { // ACT beside ACT n
		if at := slices.Index(s.Names, c.of); c.of != "" && c.rollouts >= 0 && c.successes < 0 && c.failures < 0 &&
			at >= 0 {
			all[i].successes = at
		}
	}
	all = slices.DeleteFunc(all, func(c counting) bool { return c.successes < 0 && c.failures < 0 })
	for _, c := range all {
		if c.successes < 0 || c.failures < 0 && c.rollouts < 0 {
			return nil
		}
	}
	return all
}

// whole is the whole number of a cell; ok is false where it is none, and some where the cell is missing.
func (s Sheet) whole(row []string, at int) (n int, some, ok bool) {
	if isMissing(row[at]) {
		return 0, false, true
	}
	k, ok := wholeNumber(row[at])
	return int(k), true, ok && k >= 0
}

// ofRate is the number of successes of a cell that tells their rate; ok is false where no number has it.
func (s Sheet) ofRate(row []string, at, rollouts int) (k int, some, ok bool) {
	o, err := cell{row[at], 0, 0}.outcome()
	n, whole := wholeNumber(row[rollouts])
	if err != nil || !whole || n < 1 || o.n > 0 {
		return 0, true, false
	}
	o.n, o.form = n, counted
	return int(o.sum()), true, o.possible()
}

// count returns the table with the columns successes and rollouts in place of those that count successes and failures
// of one outcome, or successes and failures or rollouts of several methods or groups, which then stand below each
// other. What says what was taken for what. A table without such columns stays as it is, and so does one in which a
// cell of them is no whole number. It is an error where successes and failures do not add up to the rollouts.
func (s Sheet) count() (out Sheet, what string, err error) {
	of := s.countings()
	if len(of) == 0 || len(of) == 1 && (of[0].failures < 0 || of[0].of != "") || len(of) > 1 && of[0].of == "" {
		return s, "", nil
	}
	taken := map[int]bool{}
	for _, c := range of {
		for _, at := range []int{c.successes, c.failures, c.rollouts} {
			taken[at] = true
		}
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	var others []int
	for at, name := range s.Names {
		if !taken[at] {
			others, out.Names = append(others, at), append(out.Names, name)
		}
	}
	role := "method"
	if named("method", out.Names) {
		role = "group"
	}
	if len(of) > 1 {
		out.Names = append(out.Names, role)
	}
	out.Names = append(out.Names, "successes", "rollouts")
	if known := map[string]bool{}; slices.ContainsFunc(out.Names, func(n string) bool {
		defer func() { known[n] = true }()
		return known[n]
	}) {
		return s, "", nil
	}
	for i, row := range s.Rows {
		for _, c := range of {
			k, some, ok := s.whole(row, c.successes)
			if !ok && c.failures < 0 && s.Names[c.successes] == c.of {
				k, some, ok = s.ofRate(row, c.successes, c.rollouts)
			}
			n, more := 0, false
			for _, at := range []int{c.failures, c.rollouts} {
				if at < 0 {
					continue
				}
				v, is, whole := s.whole(row, at)
				if ok = ok && whole && is == some; !ok {
					return s, "", nil
				}
				if at == c.failures {
					v += k
				}
				if more && v != n {
					return s, "", fmt.Errorf("line %d: %d successes and %d failures are not %d rollouts", s.Lines[i], k,
						n-k, v)
				}
				n, more = v, true
			}
			if !some {
				continue
			}
			texts := make([]string, 0, len(out.Names))
			for _, at := range others {
				texts = append(texts, row[at])
			}
			if len(of) > 1 {
				texts = append(texts, c.of)
			}
			out.Rows = append(out.Rows, append(texts, strconv.Itoa(k), strconv.Itoa(n)))
			out.Lines = append(out.Lines, s.Lines[i])
		}
	}
	second := func(c counting) string {
		if c.failures >= 0 {
			return fmt.Sprintf("%q and %q count successes and failures", s.Names[c.successes], s.Names[c.failures])
		}
		return fmt.Sprintf("%q and %q count successes and rollouts", s.Names[c.successes], s.Names[c.rollouts])
	}
	if what = " Columns " + second(of[0]); len(of) > 1 {
		what += fmt.Sprintf(" of %s %s, and so on (%d)", role, of[0].of, len(of))
	}
	return out, what + ".", nil
}

// levels joins the two rows of a header of two levels: the first names a thing in the first of its columns, or in each
// of them, and the second what the columns hold of it. A header is one where names of the first row are missing or
// repeated behind its first column, and the second row has words alone, distinct below each name of the first.
func levels(first, second []string) (names []string, ok bool) {
	if len(first) != len(second) {
		return nil, false
	}
	above, gaps, known := "", false, map[string]bool{}
	for i, name := range first {
		name, below := strings.TrimSpace(name), strings.TrimSpace(second[i])
		gaps = gaps || i > 0 && (name == "" || name == above)
		if name != "" {
			above = name
		}
		if startsNumber(below) || below != "" && isMissing(below) {
			return nil, false
		}
		if _, is := truth(below); is && !slices.Contains(successWords, strings.ToLower(below)) &&
			!slices.Contains(failureWords, strings.ToLower(below)) {
			return nil, false
		}
		joined := strings.TrimSpace(above + " " + below)
		if known[joined] || i > 0 && joined == "" {
			return nil, false
		}
		known[joined] = true
		names = append(names, joined)
	}
	return names, gaps
}

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
