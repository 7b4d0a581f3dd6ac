package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// Words in the names of columns that count successes, and those that count failures or all rollouts of the same row.
var (
	successWords = []string{"success", "successes", "succeeded", "succ", "pass", "passed", "success_rate",
		"success rate", "sr"}
	failureWords = []string{"failure", "failures", "failed", "fails", "fail"}
	rolloutWords = []string{"rollouts", "trials", "episodes", "attempts", "total", "n"}
)

// counting are the columns of one thing: two or all of its successes, its failures and its rollouts.
type counting struct {
	of                            string // a method or a group; empty where the table has one outcome
	successes, failures, rollouts int    // columns, -1 where there is none; one at most
}

// amountOfEvents is a name that says that a number of successes or failures follows.
var amountOfEvents = regexp.MustCompile(`^(?i:(?:num|number of|n|#)[ _]*((?:success|succ|fail)[a-z]*))$`)

// part splits the name of a column into what it counts and of what: "bc success" and "success_bc" count successes of
// bc.
func part(name string) (of string, successes, failures, all bool) {
	if m := amountOfEvents.FindStringSubmatch(name); m != nil {
		name = m[1] // num_success
	}
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
		if c.successes < 0 && c.rollouts < 0 || c.failures < 0 && c.rollouts < 0 {
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
func (s Sheet) ofRate(row []string, at, rollouts int) (k int, ok bool) {
	o, err := cell{row[at], 0, 0}.outcome()
	n, whole := wholeNumber(row[rollouts])
	if err != nil || !whole || n < 1 || o.n > 0 {
		return 0, false
	}
	if o.form == plainNumber && o.value > 1 {
		o.value, o.rounded = o.value/100, o.rounded/100
	}
	o.n, o.form = n, counted
	return int(o.sum()), o.possible()
}

// namesRates reports whether a column has success rates by its name.
func (s Sheet) namesRates(at int) bool {
	return readingOf(s.Names[at]) == rates || hasWord(s.Names[at], []string{"sr"})
}

// count returns the table with the columns successes and rollouts in place of those that count two or all of the
// successes, failures and rollouts of one outcome (see countings), or of several methods or groups, which then stand
// below each other. A column with the name of a method alone beside its rollouts may have rates of successes. What says
// what was taken for what. A table without such columns stays as it is, and so does one in which another cell of them
// is no whole number. It is an error where successes and failures do not add up to the rollouts.
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
	parts, err := s.furtherParts(of)
	if err != nil {
		return s, "", err
	}
	for _, at := range parts {
		taken[at] = true
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
			k, some, ok := 0, false, false
			if c.successes >= 0 {
				k, some, ok = s.whole(row, c.successes)
			} else if k, some, ok = s.whole(row, c.failures); ok && some {
				n, is, whole := s.whole(row, c.rollouts)
				k, ok = n-k, whole && is && k <= n
			}
			if c.successes >= 0 && c.failures < 0 && some && (s.namesRates(c.successes) || !ok) {
				k, ok = s.ofRate(row, c.successes, c.rollouts)
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
					for _, part := range parts {
						m, _, _ := s.whole(row, part)
						v += m
					}
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
		if c.successes < 0 {
			return fmt.Sprintf("%q and %q count failures and rollouts", s.Names[c.failures], s.Names[c.rollouts])
		}
		if c.failures >= 0 {
			return fmt.Sprintf("%q and %q count successes and failures", s.Names[c.successes], s.Names[c.failures])
		}
		if s.namesRates(c.successes) {
			return fmt.Sprintf("%q and %q have success rates and numbers of rollouts", s.Names[c.successes],
				s.Names[c.rollouts])
		}
		return fmt.Sprintf("%q and %q count successes and rollouts", s.Names[c.successes], s.Names[c.rollouts])
	}
	if what = " Columns " + second(of[0]); len(of) > 1 {
		what += fmt.Sprintf(" of %s %s, and so on (%d)", role, of[0].of, len(of))
	}
	for _, at := range parts {
		what += fmt.Sprintf(", %q further rollouts without success", s.Names[at])
	}
	return out, what + ".", nil
}

// furtherParts are the columns that count further rollouts beside successes and failures, as partial ones and those
// that were aborted: with them all rows have one number of rollouts. They are none where all rows have one without
// them, and an error where neither is so.
func (s Sheet) furtherParts(of []counting) (parts []int, err error) {
	if len(of) != 1 || of[0].successes < 0 || of[0].failures < 0 || of[0].rollouts >= 0 {
		return nil, nil
	}
	for at, name := range s.Names {
		words := nameWords(name)
		partly := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(partlyWords, w) })
		if at != of[0].failures && s.profile(at).kind == whole && (partly || saysEvent(words)) {
			parts = append(parts, at)
		}
	}
	total := func(row []string, columns ...int) (sum int) {
		for _, at := range columns {
			n, _, _ := s.whole(row, at)
			sum += n
		}
		return sum
	}
	two := []int{of[0].successes, of[0].failures}
	one, all := true, true
	for _, row := range s.Rows {
		one = one && total(row, two...) == total(s.Rows[0], two...)
		all = all && total(row, append(two, parts...)...) == total(s.Rows[0], append(two, parts...)...)
	}
	switch {
	case len(parts) == 0 || one:
		return nil, nil
	case all:
		return parts, nil
	}
	return nil, fmt.Errorf("line 1: %q may count rollouts that are neither successes nor failures: add a column "+
		"rollouts", s.Names[parts[0]])
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
		if above == below { // one cell over both
			joined = below
		}
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
var seeded = regexp.MustCompile(`^(.+?)(?:[-_ ]+| *[(\[])(?i:s|seed|run)[-_= #]*([0-9]{1,9})[)\]]?$`)

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
// outcomes or groups, and in two other columns or more the successes of rollouts, as 17/20, or their numbers or rates
// beside one column of the numbers of rollouts; rates without these where each method has one row, which is an error
// that asks for them. Columns that the user names beside that of the methods are tasks whatever they
// hold. Totals and means of the other columns are left out. What says so; other tables stay as they are.
func (s Sheet) tasks(given Choice) (out Sheet, what string, err error) {
	method := slices.Index(s.Names, given.Method)
	asked := len(given.Columns) > 0
	if given.Method == "" {
		method = slices.IndexFunc(s.Names, func(n string) bool { return named("method", []string{n}) })
	}
	if method < 0 || given.Named() && !(asked && given.Method != "") || !asked && named("value", s.Names) {
		return s, "", nil
	}
	role := "task"
	if s.NamesGroups() {
		role = "condition" // of the tasks in another column
	}
	var columns, numbers, parts []int // counts as 17/20; numbers; rates
	n, inCents, units := -1, 0, false
	for at, name := range s.Names {
		if at == method || named("trial", []string{name}) || named("start", []string{name}) {
			units = units || at != method
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
				return s, "", nil
			}
			n = at
		case inPercent(name) && (c.kind == whole || c.kind == number):
			parts, inCents = append(parts, at), inCents+1
		case c.kind == number && aside(name) == "" && !hasWord(name, derived) && summaryNaming(name) < partly &&
			(c.shares || s.inUnit(at)):
			parts = append(parts, at)
		case c.kind == whole && aside(name) == "":
			numbers = append(numbers, at)
		}
	}
	if role != "task" && len(columns) == 0 {
		return s, "", nil
	}
	value := "success"
	single := s.profile(method).distinct == len(s.Rows) && !units
	switch single = single || units && s.scoresOfTrainings(method, parts); {
	case asked || len(columns) > 0:
	case single && len(parts) == 0 && len(s.chain()) > 1:
		columns, value = s.chain(), "success_rate (%)"
	case n >= 0 && len(parts) == 0:
		for _, at := range numbers {
			if _, amount := quantity(s.Names[at]); amount || !s.atMostOf(at, n) {
				return s, "", nil
			}
		}
		columns, value = numbers, "successes"
	case single && len(numbers) == 0 && (inCents == 0 || inCents == len(parts)):
		if columns, value = parts, "success_rate"; inCents > 0 {
			value = "success_rate (%)"
		}
	}
	if !asked && len(columns) == 0 && n < 0 && slices.ContainsFunc(s.Names, isSummary) { // means are of tasks
		for at, name := range s.Names {
			c := s.profile(at)
			if at != method && (c.kind == whole || c.kind == number) && aside(name) == "" && !hasWord(name, derived) &&
				summaryNaming(name) < partly {
				columns = append(columns, at)
			}
		}
	}
	totals := ""
	overall := func(name string) bool { return hasWord(name, []string{"overall"}) }
	if at := slices.IndexFunc(s.Names, overall); !asked && at >= 0 && len(columns) > 1 &&
		s.profile(at).kind != words && s.least(at, columns) {
		if !slices.Contains(columns, at) {
			columns = append(columns, at)
		}
		return s.onlyMeasure(at, columns)
	}
	if !asked {
		left := s.withoutTotals(columns)
		if len(left) < len(columns) {
			dropped := slices.DeleteFunc(slices.Clone(columns), func(at int) bool { return slices.Contains(left, at) })
			totals = fmt.Sprintf(", without %q, a total or mean of others", s.Names[dropped[0]])
		} else if at := slices.IndexFunc(s.Names, isSummary); at >= 0 && at != method && at != n &&
			len(left) > 1 {
			totals = fmt.Sprintf(", without %q, a total or mean of others", s.Names[at])
		}
		columns = left
	}
	if len(columns) < 2 {
		return s, "", nil
	}
	if keep, err := s.sameRollouts(columns, method); err != nil && !asked {
		return s, "", err
	} else if keep >= 0 && !asked {
		return s.onlyMeasure(keep, columns)
	}
	var one bool
	if value, one = s.taskOutcomes(columns, value); !one && !asked {
		return s, "", nil
	}
	all, falls := columns, !asked && s.falls(columns, n)
	chance := 1.0 // that one row falls if it need not
	for i := range all {
		chance /= float64(i + 1)
	}
	steep := falls && math.Pow(chance, float64(len(s.Rows))) <= .05
	stages := falls && s.stagesByName(columns)
	if stages && !steep && s.orders(columns) {
		return s, "", fmt.Errorf("line 1: columns %q to %q may be stages of the same rollouts, or tasks: --value "+
			"%[2]q compares the last stage, --method %q --columns %s takes them for tasks", s.Names[columns[0]],
			s.Names[columns[len(columns)-1]], s.Names[method], s.Names[columns[0]]+",...")
	}
	if stages {
		columns = columns[len(columns)-1:]
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	var others []int
	for at, name := range s.Names {
		if !slices.Contains(all, at) && !s.profile(at).counted {
			others, out.Names = append(others, at), append(out.Names, name)
		}
	}
	if !stages {
		out.Names = append(out.Names, role)
	}
	out.Names = append(out.Names, value)
	for i, name := range out.Names {
		if slices.Contains(out.Names[:i], name) {
			return s, "", nil
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
			if !stages {
				texts = append(texts, s.Names[at])
			}
			out.Rows = append(out.Rows, append(texts, row[at]))
			out.Lines = append(out.Lines, s.Lines[i])
		}
	}
	for _, at := range all {
		names = append(names, strconv.Quote(s.Names[at]))
	}
	if stages {
		return out, fmt.Sprintf(" Columns %s are stages of the same rollouts by their names: the last, %q, is "+
			"compared alone (if they are tasks, --method %q --columns %s).",
			strings.Join(names[:min(len(names), 8)], ", "),
			s.Names[columns[0]], s.Names[method], s.Names[all[0]]+",..."), nil
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	what = fmt.Sprintf(" Rows are methods, and columns %s %ss%s (--columns names methods).",
		strings.Join(names, ", "), role, totals)
	real := slices.IndexFunc(all, func(at int) bool { return hasWord(s.Names[at], []string{"real"}) })
	sim := slices.ContainsFunc(all, func(at int) bool {
		return hasWord(s.Names[at], []string{"sim", "simulation", "simulated"})
	})
	switch {
	case real >= 0 && sim:
		what += fmt.Sprintf(" Simulation and reality count as one: --value %q compares it alone.", s.Names[all[real]])
	case steep:
		what += fmt.Sprintf(" They fall from left to right in every row: if they are stages of the same rollouts, "+
			"--value %q compares the last.", s.Names[all[len(all)-1]])
	}
	return out, what, nil
}

// scoresOfTrainings reports whether each row is a training of a method, and its columns are rates whose names say
// nothing but where they were measured: method, seed, lift, can, square.
func (s Sheet) scoresOfTrainings(method int, columns []int) bool {
	seed := slices.IndexFunc(s.Names, func(n string) bool { return hasWord(n, []string{"seed"}) })
	if seed < 0 || len(columns) < 2 {
		return false
	}
	known := map[[2]string]bool{}
	for _, row := range s.Rows {
		if k := [2]string{row[method], row[seed]}; known[k] {
			return false
		} else {
			known[k] = true
		}
	}
	return !slices.ContainsFunc(columns, func(at int) bool {
		d, event := directionOf(s.Names[at])
		return d != Unknown || event || hasWord(s.Names[at], []string{"precision", "recall", "iou", "spl", "ratio",
			"lr", "temperature", "dropout", "weight", "alpha", "beta", "gamma"})
	})
}

// onlyMeasure returns the table without the columns that measure the same rollouts as one that is kept.
func (s Sheet) onlyMeasure(keep int, columns []int) (out Sheet, what string, err error) {
	out = s
	out.Names, out.Rows = nil, make([][]string, len(s.Rows))
	var left []string
	for at, name := range s.Names {
		if at != keep && slices.Contains(columns, at) {
			left = append(left, strconv.Quote(name))
			continue
		}
		switch {
		case at == keep && inPercent(name) && !s.profile(at).counted:
			name = "success_rate (%)"
		case at == keep:
			name = "success"
		}
		out.Names = append(out.Names, name)
		for i, row := range s.Rows {
			out.Rows[i] = append(out.Rows[i], row[at])
		}
	}
	return out, fmt.Sprintf(" Column %q tells the success; left out are %s of the same rollouts (--columns takes them "+
		"for tasks).", s.Names[keep], strings.Join(left, ", ")), nil
}

// stageVerbs are what a rollout does one after the other. A name that has one of them alone is that of a stage, where
// all others are so, and none is their mean.
var stageVerbs = []string{"reach", "approach", "touch", "contact", "grasp", "grip", "pick", "lift", "raise", "move",
	"carry", "transport", "transfer", "align", "place", "put", "insert", "release", "retract"}

// chain are the columns of percentages that are numbered from 1 on beside the length of a chain, as CALVIN's are: nil
// where there are none.
func (s Sheet) chain() (columns []int) {
	for at := range s.Names {
		low, high := math.Inf(1), math.Inf(-1)
		for _, row := range s.Rows {
			if v, err := (cell{row[at], 0, 0}).number(); err == nil {
				low, high = min(low, v), max(high, v)
			}
		}
		if s.Names[at] == strconv.Itoa(len(columns)+1) && s.profile(at).kind == number && low >= 0 && high > 1 &&
			high <= 100 {
			columns = append(columns, at)
		}
	}
	if !s.stagesByName(columns) {
		return nil
	}
	return columns
}

// stagesOfRollouts reports whether columns are the stages of single rollouts: by their names, of 0 and 1, and none is
// reached without the one before.
func (d *detector) stagesOfRollouts(columns []int) bool {
	if len(columns) < 2 || !d.stagesByName(columns) {
		return false
	}
	for _, row := range d.Rows {
		before := 1.0
		for _, at := range columns {
			o, err := cell{row[at], 0, 0}.outcome()
			if err != nil || o.value != 0 && o.value != 1 || o.value > before {
				return false
			}
			before = o.value
		}
	}
	return true
}

// orders reports whether all columns are called as what a robot is told to do, pick and place, which names tasks as
// well as stages.
func (s Sheet) orders(columns []int) bool {
	return !slices.ContainsFunc(columns, func(at int) bool {
		words := wording.NameWords(s.Names[at])
		return len(words) != 1 || !slices.Contains(stageVerbs, words[0])
	})
}

// stagesByName reports whether columns are stages of the same rollouts by their names: each of them says so, is 1/5 or
// success@1, is a verb as grasp or placed alone, or begins with one in the past, each another; or they are numbered
// from 1 on beside the length of a chain.
func (s Sheet) stagesByName(columns []int) bool {
	said, verbs, numbers := 0, 0, 0
	var pasts []string
	for i, at := range columns {
		name := s.Names[at]
		words := slices.DeleteFunc(wording.NameWords(name), func(w string) bool {
			return slices.Contains(successWords, w) || w == "up" || w == "rate"
		})
		verb := func(w string) bool {
			return slices.ContainsFunc(stageVerbs, func(v string) bool {
				return w == v || w == v+"ed" || w == strings.TrimSuffix(v, "e")+"ed" || w == v+"ing" ||
					w == strings.TrimSuffix(v, "e")+"ing"
			})
		}
		if hasWord(name, append([]string{"chain", "phase"}, stageWords...)) || strings.ContainsAny(name, "@≥") ||
			ofRollouts.MatchString(name) {
			said++
		}
		past := len(words) > 1 && verb(words[0]) && strings.HasSuffix(words[0], "ed") &&
			!slices.Contains(pasts, words[0])
		if past {
			pasts = append(pasts, words[0])
		}
		if past || len(words) == 1 && verb(words[0]) || len(words) == 0 && i == len(columns)-1 {
			verbs++
		}
		if name == strconv.Itoa(i+1) {
			numbers++
		}
	}
	n := len(columns)
	chain := func(name string) bool { return hasWord(name, []string{"len", "length", "chain"}) }
	return said == n || verbs == n && !slices.ContainsFunc(s.Names, isSummary) ||
		numbers == n && slices.ContainsFunc(s.Names, chain)
}

// withoutSums leaves out a column that would have numbers of rollouts by its name and has the sum of the other whole
// numbers of each row: of successes of tasks it is the total, and no number of rollouts. Beside a column of successes
// or failures of all, the rollouts may be their sum.
func (s Sheet) withoutSums(given Choice) Sheet {
	may := func(name string) bool { is, _ := countsRollouts(name); return is || summaryNaming(name) == wholly }
	if !slices.ContainsFunc(s.Names, may) {
		return s
	}
	var numbers, counts []int
	for at, name := range s.Names {
		rollouts, _ := countsRollouts(name)
		of, successes, failures, _ := part(name)
		switch c := s.profile(at); {
		case c.kind != whole:
		case rollouts || summaryNaming(name) == wholly:
			counts = append(counts, at)
		case of == "" && (successes || failures) || named("value", []string{name}) || name == given.Value:
			return s
		case aside(name) == "" && !namesUnits(name) && !named("start", []string{name}) && !namesIDs(name):
			numbers = append(numbers, at)
		}
	}
	at := slices.IndexFunc(counts, func(at int) bool {
		return s.Names[at] != given.Rollouts && !slices.Contains(given.Columns, s.Names[at]) && s.isSum(at, numbers)
	})
	if at < 0 {
		return s
	}
	at = counts[at]
	out := s
	out.Names, out.Rows = slices.Delete(slices.Clone(s.Names), at, at+1), nil
	for _, row := range s.Rows {
		out.Rows = append(out.Rows, slices.Delete(slices.Clone(row), at, at+1))
	}
	out.shape += fmt.Sprintf(" Column %q is the sum of the others, and left out (--rollouts-column if it counts "+
		"rollouts).", s.Names[at])
	return out
}

// isSum reports whether a column has the sum of two others or more in every row, and two rows or more.
func (s Sheet) isSum(at int, others []int) bool {
	all := 0
	for _, row := range s.Rows {
		sum := 0
		for _, other := range others {
			k, _ := wholeNumber(row[other])
			sum += int(k)
		}
		n, ok := wholeNumber(row[at])
		if !ok || int(n) != sum {
			return false
		}
		all += sum
	}
	return len(others) > 1 && len(s.Rows) > 1 && all > 0
}

// taskOutcomes is the name of what columns of tasks have: of failures where the names of all say so. Ok is false where
// some names say so.
func (s Sheet) taskOutcomes(columns []int, otherwise string) (value string, ok bool) {
	var names []string
	failures, events := 0, 0
	for _, at := range columns {
		names = append(names, s.Names[at])
		if slices.ContainsFunc(nameWords(s.Names[at]), wording.SaysFailure) {
			failures++
		}
		if _, event := directionOf(s.Names[at]); event {
			events++
		}
	}
	switch {
	case events == 0 || events < len(columns):
		return otherwise, failures == 0
	case failures == events:
		return "failures", true
	}
	return outcomeName(names), true
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

// numberedName is the name of a column of one repeat or training of several: seed 1, s0, Run 3, #2, 4.
var numberedName = regexp.MustCompile(`^(?i:(seed|s|fold|training|run|rep|repeat|repetition|trial|episode|rollout|` +
	`attempt|#|)[-_ #]*)([0-9]{1,9})$`)

// outcomeBefore is the name of an outcome before that of a training: success_seed1.
var outcomeBefore = regexp.MustCompile(`^(?i:success(?:es)?(?:[_ ]rate)?|sr|score|return|reward|accuracy)[-_ ]+`)

// steppedName is the name of a column of one checkpoint of several: 10k, ckpt_50000, epoch 20.
var steppedName = regexp.MustCompile(`^(?i:(?:ckpt|checkpoint|step|steps|epoch|iter|iteration|update)[-_ ]*[0-9.]+k?|` +
	`(?:[a-z ]+@ *)?[0-9.]+[km])$`)

// repeats returns the table in long form where rows are methods and columns are trainings, rollouts or checkpoints by
// their names. Columns of trainings and checkpoints have their numbers; those of rollouts that succeeded or failed pair
// nothing unless the user says so. Numbers alone may be of tasks too, and are an error, unless what they have is a
// success or a failure each. What says what was taken for what; other tables stay as they are.
func (s Sheet) repeats(given Choice) (out Sheet, what string, err error) {
	if len(given.Columns) > 0 || given.Value != "" || given.Trial != "" {
		return s, "", nil
	}
	method := slices.IndexFunc(s.Names, func(n string) bool {
		return n == given.Method && n != "" || given.Method == "" && named("method", []string{n})
	})
	if method < 0 && given.Method == "" && s.profile(0).kind == words && !named("group", s.Names[:1]) &&
		!namesUnits(s.Names[0]) {
		method = 0
	}
	if method < 0 {
		return s, "", nil
	}
	var columns, others []int
	word, steps, outcome := "", true, ""
	for at, name := range s.Names {
		name = strings.TrimSpace(name)
		if of := outcomeBefore.FindString(name); of != "" && at != method {
			name, outcome = name[len(of):], strings.TrimRight(of, "_- ")
		}
		m := numberedName.FindStringSubmatch(name)
		stepped := steppedName.MatchString(name)
		switch {
		case at == method || m == nil && !stepped:
			if rollouts, _ := countsRollouts(name); at != method && !rollouts && !named("group", []string{name}) &&
				summaryNaming(name) == unnamed && aside(name) == "" {
				return s, "", nil // it holds something else
			} else if at == method || rollouts || named("group", []string{name}) {
				others = append(others, at)
			}
			continue
		case len(columns) == 0 && m != nil:
			word = strings.ToLower(m[1])
		case len(columns) > 0 && m != nil && strings.ToLower(m[1]) != word:
			return s, "", nil
		}
		steps = steps && stepped
		columns = append(columns, at)
	}
	numbered := func(at int) []string {
		return numberedName.FindStringSubmatch(outcomeBefore.ReplaceAllString(strings.TrimSpace(s.Names[at]), ""))
	}
	if len(columns) < 2 || !steps && slices.ContainsFunc(columns, func(at int) bool { return numbered(at) == nil }) {
		return s, "", nil
	}
	single, counts := true, false
	for _, row := range s.Rows {
		for _, at := range columns {
			o, err := cell{row[at], 0, 0}.outcome()
			if err != nil {
				return s, "", nil
			}
			counts = counts || o.n > 0
			single = single && (o.form == absent || o.n == 0 && (o.value == 0 || o.value == 1))
		}
	}
	if word == "attempt" && !single {
		return s, "", fmt.Errorf("line 1: columns %q to %q may count the same rollouts, those that succeeded by then: "+
			"name the one that counts with --value; if attempts are trainings, call them seed 1", s.Names[columns[0]],
			s.Names[columns[len(columns)-1]])
	}
	role, value := "seed", "value"
	trains := slices.Contains([]string{"seed", "s", "fold", "training"}, word) && !steps
	switch {
	case steps:
		role = "checkpoint"
	case single && !trains:
		role = ""
		if given.Paired {
			role = "rollout"
		}
	case word == "" && s.stagesByName(columns):
		return s, "", nil // of chains of tasks
	case word == "":
		return s, "", fmt.Errorf("line 1: columns %q to %q are numbers, which may be of seeds, tasks or stages: call "+
			"them seed 1 or task 1", s.Names[columns[0]], s.Names[columns[len(columns)-1]])
	case word == "episode" || word == "rollout":
		return s, "", nil
	}
	if counts || single {
		value = "success"
	} else if outcome != "" {
		value = outcome
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	for _, at := range others {
		out.Names = append(out.Names, s.Names[at])
	}
	if role != "" {
		out.Names = append(out.Names, role)
	}
	out.Names = append(out.Names, value)
	if method == 0 && !named("method", s.Names[:1]) && given.Method == "" {
		out.Names[0] = "method"
	}
	for i, name := range out.Names {
		if slices.Contains(out.Names[:i], name) {
			return s, "", nil
		}
	}
	for i, row := range s.Rows {
		for _, at := range columns {
			if isMissing(row[at]) {
				continue
			}
			var texts []string
			for _, o := range others {
				texts = append(texts, row[o])
			}
			switch m := numbered(at); {
			case steps:
				texts = append(texts, strings.TrimSpace(s.Names[at]))
			case role != "":
				texts = append(texts, m[2])
			}
			out.Rows, out.Lines = append(out.Rows, append(texts, row[at])), append(out.Lines, s.Lines[i])
		}
	}
	are := map[string]string{"seed": "trainings", "checkpoint": "checkpoints", "rollout": "rollouts that are paired",
		"": "rollouts of one policy each, which pair nothing (--paired if they began alike)"}[role]
	return out, fmt.Sprintf(" Rows are methods, and columns %q to %q %s.", s.Names[columns[0]],
		s.Names[columns[len(columns)-1]], are), nil
}

// falls reports whether the successes of columns fall from left to right in every row, of as many rollouts each, as
// those of stages do: each counts the same rollouts, those that came so far. The rollouts are those of a column, or of
// the cells where it is -1.
func (s Sheet) falls(columns []int, rollouts int) bool {
	if len(columns) < 2 {
		return false
	}
	for _, row := range s.Rows {
		var first, before outcome
		for i, at := range columns {
			o, err := cell{row[at], 0, 0}.outcome()
			if err != nil || o.form == absent || rollouts < 0 && i > 0 && o.n != before.n || i > 0 &&
				o.value > before.value {
				return false
			}
			if before = o; i == 0 {
				first = o
			}
		}
		if before.value >= first.value {
			return false
		}
	}
	return len(s.Rows) > 0
}
