package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// shares are the cells of outcomes of a table that are in percent, or tell of how many rollouts they are. Others can't
// stand among them: 58 among percent could be 58 % or 58, and 0.85 among 17/20 is of an unknown number of rollouts.
type shares struct {
	counted, alone example // the first cell that tells its number of rollouts, and the first that does not
	percent, above example // the first cell in percent, and the first plain number above 1
	fraction       example // the first plain number between 0 and 1
	below, most    example // the first plain number below 0, and the largest one
	spoken         bool    // a cell names a success or a failure, and not whether what its column is called is so
	part           example // the first cell with a rate that no number of its rollouts has
	other          bool    // a plain number lies outside [0, 1] and [5, 100], as no fraction and few percentages do
}

// add adds an outcome, or returns an error where it can't stand among those before it.
func (s *shares) add(o outcome, line, column int) error {
	at := int32(column)
	s.spoken = s.spoken || o.spoken
	s.counted.note(o.form == counted, line, o.value, at)
	s.alone.note(o.form != counted && o.form != absent, line, o.value, at)
	s.percent.note(o.form == percent, line, o.value, at)
	s.above.note(o.form == plainNumber && o.value > 1, line, o.value, at)
	s.fraction.note(o.form == plainNumber && o.value > 0 && o.value < 1, line, o.value, at)
	s.below.note(o.form == plainNumber && o.value < 0, line, o.value, at)
	if o.form == plainNumber && (s.most.line == 0 || o.value > s.most.value) {
		s.most = example{line, o.value, at}
	}
	s.part.note(o.form == counted && !o.possible(), line, o.value, o.n)
	s.other = s.other || o.form == plainNumber && !(o.value >= 0 && o.value <= 1 || o.value >= 5 && o.value <= 100)
	switch {
	case s.counted.line > 0 && s.alone.line > 0:
		return fmt.Errorf("line %d, column %d: %g tells no number of rollouts, and line %d does: write all as in 17/20",
			s.alone.line, s.alone.n, s.alone.value, s.counted.line)
	case s.percent.line > 0 && s.above.line > 0:
		return fmt.Errorf("line %d, column %d: %g has no sign of percent, and line %d has one: write all as in 61 %%",
			s.above.line, s.above.n, s.above.value, s.percent.line)
	}
	return nil
}

// impossible says which rate no number of successes has.
func (s *shares) impossible() []string { return s.part.impossible() }

// noRate says which outcome is neither a fraction nor a percentage, of a column whose name tells of rates.
func (s *shares) noRate(name string) []string {
	e := s.below
	if s.most.value > 100 || s.most.value > 1 && s.most.value < 5 {
		e = s.most
	}
	if e.line == 0 || readingOf(name) != rates {
		return nil
	}
	return []string{fmt.Sprintf("%g in line %d is neither a rate between 0 and 1 nor a percentage, as column %q has "+
		"them", e.value, e.line, name)}
}

// mixed says that fractions and percentages stand among each other, in a sentence, and what and in which lines; empty
// where they do not.
func (s *shares) mixed() (sentence string, units Mixed) {
	switch {
	case s.fraction.line == 0:
	case s.percent.line > 0:
		what := fmt.Sprintf("%g (line %d) was taken for %g %%", s.fraction.value, s.fraction.line, 100*s.fraction.value)
		return " Fractions and percentages are mixed: " + what + ".", Mixed{what, []int{s.fraction.line,
			s.percent.line}}
	case s.above.line > 0 && !s.other:
		what := fmt.Sprintf("%g (line %d) and %g (line %d) were taken for the same unit", s.fraction.value,
			s.fraction.line, s.above.value, s.above.line)
		return " Look: " + what + ". If one is a fraction and the other a percentage, write both alike.",
			Mixed{what, []int{s.fraction.line, s.above.line}}
	}
	return "", Mixed{}
}

// refuse returns an error where a fraction stands among numbers that look like percentages, unless the name of the
// outcome says that all are scores or measures in one unit.
func (s *shares) refuse(name string) error {
	lower, _ := directionOf(name)
	if s.fraction.line == 0 || s.percent.line > 0 || s.above.line == 0 || s.other || lower == Lower ||
		hasWord(name, []string{"score", "scores", "reward", "rewards", "return", "returns"}) {
		return nil
	}
	return fmt.Errorf("line %d, column %d: %g stands among numbers like %g (line %d): if one is a fraction and the "+
		"other a percentage, write both alike; if all are in one unit, say so in the name of the column, as score",
		s.fraction.line, s.fraction.n, s.fraction.value, s.above.value, s.above.line)
}

// hundredths divides outcomes of single rows that are in percent by the name of their column, and says so. Cells that
// say themselves what they are, as 61 % and 17/20, are rates already; numbers outside [0, 100] stay as they are.
func (s *shares) hundredths(name string, entries []stats.Entry) string {
	several := func(e stats.Entry) bool { return e.Rollouts != 1 }
	if !inPercent(name) || s.most.line == 0 || s.below.line > 0 || s.most.value > 100 || s.percent.line > 0 ||
		s.counted.line > 0 || slices.ContainsFunc(entries, several) {
		return ""
	}
	for i := range entries {
		entries[i].Sum /= 100
	}
	return fmt.Sprintf(" Column %q is in percent by its name: %g in line %d is %[2]g %%.", name, s.most.value,
		s.most.line)
}

// checkUnits returns an error where the outcomes of one method are all fractions and those of another all percentages.
// Names that tell of a success are of rates, which have these two units alone; scores of two methods may lie so.
func checkUnits(name string, entries []stats.Entry, methods []string) error {
	if !slices.ContainsFunc(wording.NameWords(name), func(w string) bool { return strings.HasPrefix(w, "succ") }) {
		return nil
	}
	low, high := make([]float64, len(methods)), make([]float64, len(methods)) // of the outcomes that are not 0
	for i := range low {
		low[i] = math.Inf(1)
	}
	for _, e := range entries {
		switch {
		case e.Rollouts > 1 || e.Sum < 0:
			return nil
		case e.Sum > 0:
			low[e.Method], high[e.Method] = min(low[e.Method], e.Sum), max(high[e.Method], e.Sum)
		}
	}
	fractions, percentages := -1, -1
	for m := range methods {
		switch {
		case low[m] < 1 && high[m] <= 1:
			fractions = m
		case low[m] >= 5 && high[m] >= low[m] && high[m] <= 100: // not where all are 0
			percentages = m
		}
	}
	if fractions < 0 || percentages < 0 {
		return nil
	}
	return fmt.Errorf("column %q: the outcomes of %q are fractions and those of %q percentages; write both alike", name,
		methods[fractions], methods[percentages])
}

// contradicted returns an error where a column has another success rate than the numbers of successes and rollouts of
// its row.
func (d *detector) contradicted() error {
	value, number := d.found["value"], d.found["rollouts"]
	for at, name := range d.Names {
		stranger := func(w string) bool {
			return !slices.Contains([]string{"success", "rate", "sr", "pct", "percent", "percentage", "pc"}, w)
		}
		words := wording.NameWords(english(name))
		if d.role(at) != "" || slices.ContainsFunc(words, stranger) || readingOf(name) != rates && plain(name) != "sr" {
			continue
		}
		for i, row := range d.Rows {
			k, some, ok := d.whole(row, value)
			n, counted := wholeNumber(row[number])
			o, err := cell{row[at], d.Lines[i], at + 1}.outcome()
			if !some || !ok || !counted || n < 1 || err != nil || o.form == absent {
				continue
			}
			is := float64(k) / float64(n)
			within := 1.01*o.rounded + 1e-9
			if math.Abs(o.value-is) > within && math.Abs(o.value/100-is) > within/100 {
				return fmt.Errorf("line %d, column %d: %s is not the rate of %d of %d, which columns %q and %q "+
					"tell (%.4g %%): "+
					"mend one, or take one out", d.Lines[i], at+1, quoted(row[at]), k, n, d.Names[value],
					d.Names[number],
					100*is)
			}
		}
	}
	return nil
}

// coded looks for outcomes that are all 1 or 2, or all -1 or 1, as some code success and failure. It is an error where
// their name tells of a success, else a doubt.
func (d *detector) coded(name string, entries []stats.Entry) error {
	seen := map[float64]bool{}
	for _, e := range entries {
		if seen[e.Sum] = true; e.Rollouts != 1 || len(seen) > 2 {
			return nil
		}
	}
	if len(seen) != 2 || !seen[1] || !seen[2] && !seen[-1] {
		return nil
	}
	other := map[bool]int{true: 2, false: -1}[seen[2]]
	if d, _ := directionOf(name); d == Higher && hasWord(name, []string{"success", "successes", "succeeded",
		"successful",
		"solved", "passed", "pass", "completed", "outcome", "result"}) || hasWord(name, []string{"failure", "failed"}) {
		return fmt.Errorf("line 1: column %q holds 1 and %d alone: which is a success? Write 1 and 0, or true and "+
			"false",
			name, other)
	}
	if len(entries) > 5 {
		d.doubt = append(d.doubt, fmt.Sprintf("outcomes are 1 and %d alone: if these code success and failure, "+
			"write 1 and 0",
			other))
	}
	return nil
}

// partial reports whether outcomes of single rollouts are scores with partial credit: by their name, or because all are
// 0, 1/2 or 1 and their name tells of no rate.
func partial(name string, entries []stats.Entry) bool {
	credit := hasWord(name, []string{"partial", "partially", "graded", "credit"})
	half := false
	for _, e := range entries {
		if e.Rollouts != 1 || e.Sum < 0 || e.Sum > 1 || e.Sum != 0 && e.Sum != 0.5 && e.Sum != 1 && !credit {
			return false
		}
		half = half || e.Sum != 0 && e.Sum != 1
	}
	return half && (credit || len(entries) > 5 && readingOf(name) != rates && readingOf(name) != means)
}

// partialText says that outcomes are scores with partial credit.
func partialText(name string) string {
	of := "outcomes"
	if name != "" {
		of = fmt.Sprintf("outcomes in %q", name)
	}
	return of + " between 0 and 1 are taken for partial credit, a score and no success rate; if they are rates, " +
		"write them " +
		"with their rollouts, as in 1/2"
}

// Words of columns that measure the same rollouts in several ways.
var (
	partlyWords  = []string{"partial", "partially"}
	entireWords  = []string{"whole", "full", "overall", "entire", "complete"}
	shortSuccess = []string{"sr", "rate", "success", "successes", "successful", "succeeded", "succ", "tasks", "task"}
)

// Names of successes that are more or less strict, and of the limits of a rate.
var (
	strictName = regexp.MustCompile(`(?i)\b(?:strict|lenient|loose|relaxed|within)\b|\btop[-_ ]?[0-9]|` +
		`\bfirst (?:try|attempt)|@`)
	lowerLimit = regexp.MustCompile(`^(?i:(?:.*[ _-])?(?:lower|lcb|(?:ci|ci[ _]?95|95)[ _]?(?:low|lo))(?:[ _-].*)?)$`)
	upperLimit = regexp.MustCompile(`^(?i:(?:.*[ _-])?(?:upper|ucb|(?:ci|ci[ _]?95|95)[ _]?(?:high|hi))(?:[ _-].*)?)$`)
)

// sameRollouts finds out whether columns, each of which could be a task of its own, measure the same rollouts instead:
// a success beside its collisions, a whole task beside its stages, strict and lenient successes, a rate beside its
// limits. Keep is the column that tells the success, -1 where all are tasks. It is an error where names say that they
// do, and not which one counts.
func (s Sheet) sameRollouts(columns []int, method int) (keep int, err error) {
	if at := s.limited(columns); at >= 0 {
		return at, nil
	}
	var success, pure, entire, bad, ways []int
	for _, at := range columns {
		words := nameWords(s.Names[at])
		has := func(list []string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
		}
		is := has(successWords)
		switch {
		case has(partlyWords) || saysEvent(words):
			bad = append(bad, at)
		case is && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(shortSuccess, w) }):
			pure = append(pure, at)
		case has(entireWords) && (is || has([]string{"task", "tasks"})):
			entire = append(entire, at)
		case is:
			success = append(success, at)
		}
		if strictName.MatchString(s.Names[at]) {
			ways = append(ways, at)
		}
	}
	told := slices.Concat(pure, entire)
	switch {
	case len(bad) == len(columns) || len(ways) == len(columns) && s.falls(columns, 0) && s.stagesByName(columns):
		return -1, nil // failures of tasks; stages
	case len(told) == 1 && (len(bad) > 0 || len(pure) == 1 && len(success) == 0 || s.least(told[0], columns)):
		return told[0], nil
	case len(success) == 1 && len(bad) > 0 && len(told) == 0:
		return success[0], nil
	case len(bad) > 0 && len(success) > 0, len(told) == 1 && len(success) > 0, len(ways) > 0:
		names := make([]string, len(columns))
		for i, at := range columns {
			names[i] = strconv.Quote(s.Names[at])
		}
		return -1, fmt.Errorf("line 1: columns %s may measure the same rollouts in several ways, or be tasks: --value "+
			"%s compares one, --method %q --columns %s takes them for tasks", strings.Join(names, ", "),
			names[len(names)-1], s.Names[method], s.Names[columns[0]]+",...")
	}
	return -1, nil
}

// limited is the column of a rate of which two others are the limits by their names, and lie on both sides of it in
// every row; -1 where there is none.
func (s Sheet) limited(columns []int) (at int) {
	lower := slices.IndexFunc(columns, func(at int) bool { return lowerLimit.MatchString(s.Names[at]) })
	upper := slices.IndexFunc(columns, func(at int) bool { return upperLimit.MatchString(s.Names[at]) })
	if lower < 0 || upper < 0 || lower == upper || len(columns) != 3 {
		return -1
	}
	at = columns[3-lower-upper]
	for _, row := range s.Rows {
		var values [3]float64
		for i, c := range [3]int{columns[lower], at, columns[upper]} {
			o, err := cell{row[c], 0, 0}.outcome()
			if err != nil || o.n > 0 {
				return -1
			}
			values[i] = o.value
		}
		if values[0] > values[1] || values[1] > values[2] {
			return -1
		}
	}
	return at
}

// least reports whether no value of a column is above another of its row, and one is below another.
func (s Sheet) least(at int, columns []int) bool {
	below := false
	for _, row := range s.Rows {
		o, err := cell{row[at], 0, 0}.outcome()
		if err != nil {
			return false
		}
		for _, other := range columns {
			if other == at {
				continue
			}
			v, err := cell{row[other], 0, 0}.outcome()
			if err != nil || o.value > v.value {
				return false
			}
			below = below || o.value < v.value
		}
	}
	return below
}

// votes is the error of preferences: each vote is for one of the methods, so that their numbers are no independent
// rates. They are votes by the names of methods or outcome, or where these say who won and the rates of each row add up
// to 1.
func (s Sheet) votes(t Taken) error {
	names := slices.Concat(t.Long.Methods, s.Names)
	says := func(words ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return hasWord(n, words) })
	}
	ties := slices.ContainsFunc(t.Long.Methods, func(n string) bool {
		return slices.Contains([]string{"tie", "ties", "tied"}, plain(n))
	})
	won := says("win", "wins", "won", "preference", "preferences") && wholes(t.Long.Entries)
	if !ties && !won && !says("preferred", "prefer", "votes") {
		return nil
	}
	return errVotes(s.File)
}

// scoresBeside reports whether a column holds numbers that may be scores.
func (s Sheet) scoresBeside() bool {
	for at, name := range s.Names {
		if k := s.profile(at).kind; (k == number || k == whole || k == boolean) && !numbersRollouts(name) &&
			!saysWho(name) && aside(name) == "" {
			return true
		}
	}
	return false
}

// errVotes is the error of votes.
func errVotes(file string) error {
	return fmt.Errorf("%s: these look like votes, of which each is for one method: count those for one of two, "+
		"without ties, and see whether the interval of stats rate 25/40 holds one half; if they are none, "+
		"--methods or --columns names what to compare", file)
}

// wholes reports whether the successes of all methods in a group are together its rollouts.
func wholes(entries []stats.Entry) bool {
	type part struct{ group, start int32 }
	sum, n := map[part]float64{}, map[part]int32{}
	for _, e := range entries {
		p := part{e.Group, e.Start}
		if of, known := n[p]; known && of != e.Rollouts {
			return false
		}
		sum[p], n[p] = sum[p]+e.Sum, e.Rollouts
	}
	for p, total := range sum {
		if math.Abs(total-float64(n[p])) > 1e-6*total {
			return false
		}
	}
	return len(sum) > 0
}

// metrics is the error of several columns that are measures by their names, and no tasks and no methods, where none
// tells the success.
func (s Sheet) metrics(given Choice) error {
	var names []string
	for _, name := range s.Names {
		if hasWord(name, []string{"precision", "recall", "spl", "dtw", "ndtw", "ap", "iou", "auroc", "auc"}) {
			names = append(names, strconv.Quote(name))
		}
	}
	if given.Named() || len(names) < 2 || named("value", s.Names) || slices.ContainsFunc(s.Names, func(n string) bool {
		return hasWord(n, successWords)
	}) {
		return nil
	}
	return fmt.Errorf("line 1: columns %s are measures: name the one to compare with --value, and the column of "+
		"methods with --method", strings.Join(names, ", "))
}
