package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// summaries are words that name a row of means, spreads or sums of the others, in small letters.
var summaries = []string{"mean", "means", "average", "averaged", "averages", "avg", "ave", "median", "std", "sd",
	"stdev", "stddev", "sem", "se", "ci", "var", "variance", "iqm", "iqr", "quantile", "percentile", "quartile",
	"total", "totals", "subtotal", "subtotals", "all", "overall", "sum", "sums", "across", "aggregate", "aggregated",
	"pooled", "durchschnitt", "durchschnittlich", "mittelwert", "mittel", "gesamt", "gesamtergebnis", "insgesamt",
	"summe", "alle", "standardabweichung", "zwischensumme", "moyenne", "moy", "médiane", "somme", "écart",
	"promedio", "prom", "mediana", "suma", "media", "totale", "somma", "média", "soma", "gemiddelde", "totaal",
	"średnia", "среднее", "итого", "всего", "平均", "均值", "合計", "合计", "总计",
	"总和", "小计", "計", "평균", "합계", "ø", "σ", "μ", "µ"}

// extremes are words that name a row of the greatest, the least or the number of the others, or of their differences.
// Methods, tasks and policies may be called so too.
var extremes = []string{"max", "min", "maximum", "minimum", "best", "worst", "highest", "lowest", "top", "peak", "n",
	"count", "counts", "diff", "difference", "differences", "delta", "improvement", "gain", "δ", "beste", "bester",
	"schlechteste", "differenz", "anzahl", "meilleur", "mejor", "máximo", "mínimo", "最大", "最小", "最高",
	"差"}

// percentiles are names such as p50 and q1.
var percentiles = regexp.MustCompile(`^[pqPQ][0-9]{1,3}$`)

// summarised are words that may stand beside: "All tasks", "mean success rate", "average over seeds".
var summarised = []string{"task", "tasks", "env", "envs", "environment", "environments", "seed", "seeds", "scene",
	"scenes", "suite", "suites", "group", "groups", "run", "runs", "trial", "trials", "episode", "episodes", "over",
	"of", "the", "in", "success", "successes", "sr", "rate", "rates", "score", "scores", "combined", "dev", "deviation",
	"standard", "error", "row", "rows", "result", "results", "grand", "per", "value", "values", "and", "aufgaben",
	"über", "im", "en", "erfolg", "erfolge", "erfolgsrate", "au", "general", "général", "type", "from"}

// naming is how far a label names a summary of other rows.
type naming int

const (
	unnamed naming = iota
	hinted         // a word in it may, beside others: "kitchen total", "success rate"
	partly         // its words may: "max", "best seed"
	wholly         // its words do: "average over seeds"
)

// isSummary reports whether a label names such a row whatever the row holds.
func isSummary(text string) bool { return summaryNaming(text) == wholly }

// summaryNaming is how far a label names a summary.
func summaryNaming(text string) naming {
	if len(text) > 60 || strings.IndexFunc(text, func(c rune) bool { return !('0' <= c && c <= '9') }) < 0 {
		return unnamed
	}
	if percentiles.MatchString(text) {
		return partly
	}
	for _, sign := range []string{"∅", "∑", "x̄", "x̅"} {
		if text == sign || strings.HasPrefix(text, sign+" ") {
			return wholly
		}
	}
	words := wording.NameWords(text)
	some, extreme, rate, others := false, false, false, 0
	for _, w := range words {
		switch {
		case slices.Contains(summaries, w):
			some = true
		case slices.Contains(extremes, w):
			extreme = true
		case !slices.Contains(summarised, w):
			others++
		default:
			rate = rate || w == "rate" || w == "rates" || w == "erfolgsrate"
		}
	}
	numbered := hasDigit(text) && !startsNumber(text)
	switch {
	case some && others == 0 && (len(words) > 1 || !numbered): // not all2, which may be a name
		return wholly
	case extreme && others == 0 && !numbered:
		return partly
	case some || rate && !numbered:
		return hinted
	}
	return unnamed
}

// summaryRow is a row that is left out as a summary of others.
type summaryRow struct {
	line int
	name string
}

// dropSummaries leaves out the rows that are summaries of others, and returns the sentence that says so. By its name
// alone a trial, group, start or label of the first column tells one: mean, total, in all columns, unless its rollouts
// contradict (see contradicted); max and best do where the others are numbered. Where a name says so in part, or a
// label is missing, and for the names of methods, the numbers have to be those of a summary of the rows beside: their
// sum or mean; where the name may be that of a summary, as best, also their median, maximum, minimum, spread or
// difference. Without such a name a row is one where it has the sums of the successes and of the rollouts of all
// others, of two methods or more. A column in which all values are such names has none.
func (d *detector) dropSummaries() (said string) {
	if d.Made || d.allRows {
		return ""
	}
	var left []summaryRow
	for at := range d.Names {
		role := d.role(at)
		label := role == "" && d.columns[at].kind == words && !NamesCheckpoints(d.Names[at])
		if role == "trial" || role == "group" || role == "start" || role == "method" || label {
			left = append(left, d.dropBy(at)...)
		}
	}
	if len(left) == 0 {
		return ""
	}
	d.columns = d.columns[:0]
	for at := range d.Names {
		d.columns = append(d.columns, d.profile(at))
	}
	name := quoted(left[0].name)
	if left[0].name == "" {
		name = "no label"
	}
	return fmt.Sprintf(" Left out as summaries of other rows: %d (first: %s, line %d; --all-rows keeps them).",
		len(left),
		name, left[0].line)
}

// dropBy leaves out the summaries that a column tells.
func (d *detector) dropBy(at int) (left []summaryRow) {
	role := d.role(at)
	alone := at == 0 && role == "" || role == "trial" || role == "group" || role == "start" // names suffice
	kinds := make([]naming, len(d.Rows))
	numbered, others := true, 0 // the labels that name no summary
	known := map[string]naming{}
	for i, row := range d.Rows {
		of, ok := known[row[at]]
		if !ok {
			of = summaryNaming(row[at])
			if len(known) < maxValues {
				known[row[at]] = of
			}
		}
		kinds[i] = of
		if of < partly && !isMissing(row[at]) {
			others++
			numbered = numbered && startsNumber(row[at])
		}
	}
	if others == 0 {
		return nil
	}
	worded := d.worded(at, kinds)
	check := d.rowSums(at)
	check.named = make([]bool, len(d.Rows))
	for i, row := range d.Rows {
		check.named[i] = kinds[i] != unnamed || isMissing(row[at])
	}
	drop := make([]bool, len(d.Rows))
	for i, row := range d.Rows {
		switch missing := isMissing(row[at]); {
		case alone && (kinds[i] == wholly || kinds[i] == partly && numbered && others > 1), worded &&
			!hasDigit(row[at]):
			drop[i] = true
		case role == "method" && kinds[i] != unnamed:
			drop[i] = check.method(i, at, kinds[i])
		case kinds[i] != unnamed || missing && (at == 0 || role != ""):
			drop[i] = check.holds(i, drop, missing || kinds[i] == hinted)
		}
	}
	if alone {
		check.keep(at, kinds, drop)
	}
	if !slices.Contains(drop, true) {
		drop = check.totals(at)
	}
	var rows [][]string
	var lines []int
	for i, row := range d.Rows {
		if drop[i] {
			left = append(left, summaryRow{d.Lines[i], row[at]})
			continue
		}
		rows, lines = append(rows, row), append(lines, d.Lines[i])
	}
	if len(rows) > 0 && len(left) > 0 {
		d.Rows, d.Lines = rows, lines
		return left
	}
	return nil
}

// hasDigit reports whether a text has a digit.
func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// worded reports whether a column numbers trials or starts, and has a few words that name no number behind the numbers
// of each method and group: summaries under names that no list has.
func (d *detector) worded(at int, kinds []naming) bool {
	if role := d.role(at); role != "trial" && role != "start" {
		return false
	}
	words, numbers := 0, 0
	last := map[string]bool{} // keys in which a word was
	for i, row := range d.Rows {
		key := d.key(row, "method", "group")
		switch {
		case isMissing(row[at]) && kinds[i] == unnamed:
		case startsNumber(row[at]):
			if numbers++; last[key] {
				return false
			}
		case hasDigit(row[at]) && kinds[i] == unnamed:
			return false
		default:
			words++
			last[key] = true
		}
	}
	return words > 0 && numbers >= 2*len(last) && numbers >= words
}

// rowSums compares the numbers of a row with those of the rows beside it.
type rowSums struct {
	*detector
	keys    []int // columns that are alike in rows that a summary is of
	numbers []int // columns with outcomes
	counts  int   // the column of the numbers of rollouts, -1 where there is none
	rows    map[string][]int
	named   []bool // rows that may be summaries by their names
	work    int    // rows looked at
}

// rowSums prepares the comparison of rows whose labels are in a column.
func (d *detector) rowSums(label int) *rowSums {
	s := &rowSums{detector: d, counts: -1}
	value, long := d.found["value"]
	for at, c := range d.columns {
		role := d.role(at)
		switch {
		case at == label:
		case role == "rollouts":
			s.counts = at
		case long && at == value || !long && role == "" && c.kind != words && c.kind != empty &&
			aside(d.Names[at]) == "":
			s.numbers = append(s.numbers, at)
		case role == "method" || role == "trial" || role == "group" || role == "start" || c.kind == words && at < label:
			s.keys = append(s.keys, at)
		}
	}
	return s
}

// key is what the rows have in common that a summary is of.
func (s *rowSums) key(i int) string {
	var b strings.Builder
	for _, at := range s.keys {
		b.WriteString(s.Rows[i][at])
		b.WriteByte(0)
	}
	return b.String()
}

// beside are the rows that row i may be a summary of: with the same keys, of those that it has.
func (s *rowSums) beside(i int) []int {
	if slices.ContainsFunc(s.keys, func(at int) bool { return isMissing(s.Rows[i][at]) }) {
		return s.agreeing(i)
	}
	if s.rows == nil {
		s.rows = map[string][]int{}
		for j := range s.Rows {
			k := s.key(j)
			s.rows[k] = append(s.rows[k], j)
		}
	}
	return s.rows[s.key(i)]
}

// agreeing are the rows with the keys that row i has.
func (s *rowSums) agreeing(i int) (of []int) {
	if s.work += len(s.Rows); s.work > maxSummed {
		return nil
	}
	for j, row := range s.Rows {
		differs := func(at int) bool {
			return !isMissing(s.Rows[i][at]) && row[at] != s.Rows[i][at]
		}
		if !slices.ContainsFunc(s.keys, differs) {
			of = append(of, j)
		}
	}
	return of
}

// tally is an outcome: the sum of n rollouts and their mean, or one number where n is 0; rounded is half a unit of the
// last digit of the mean.
type tally struct{ sum, n, mean, rounded float64 }

// tally is the outcome of a row in a column; ok is false where there is none.
func (s *rowSums) tally(i, at int) (t tally, ok bool) {
	o, err := cell{s.Rows[i][at], 0, 0}.outcome()
	if err != nil || o.form == absent {
		return t, false
	}
	t = tally{o.value, float64(o.n), o.value, o.rounded}
	if o.n > 0 {
		t.sum = o.sum()
		return t, true
	}
	if s.counts < 0 {
		return t, true
	}
	n, ok := wholeNumber(s.Rows[i][s.counts])
	switch t.n = float64(n); {
	case !ok || n < 1:
		return t, false
	case o.value == math.Trunc(o.value) && readingOf(s.Names[at]) != rates:
		t.mean, t.rounded = o.value/t.n, 0
	case o.value > 1:
		t.mean, t.rounded, t.sum = o.value/100, o.rounded/100, o.value/100*t.n
	default:
		t.sum = o.value * t.n
	}
	return t, true
}

// holds reports whether row i is a summary of those beside it: of those that no name makes a summary too, of all that
// are not left out already, or of those right above it. Strict asks for a sum or a mean, in two columns or of
// rollouts.
func (s *rowSums) holds(i int, out []bool, strict bool) bool {
	if len(s.numbers) == 0 {
		return false
	}
	var plain, all, above []int
	for _, j := range s.beside(i) {
		if j < i && out[j] {
			above = nil
		}
		if j == i || out[j] {
			continue
		}
		if all = append(all, j); j < i {
			above = append(above, j)
		}
		if !s.named[j] {
			plain = append(plain, j)
		}
	}
	is := func(others []int) bool {
		fits, columns, counted := s.of(i, others)
		if strict {
			fits = slices.DeleteFunc(fits, func(name string) bool { return name != "sum" && name != "mean" })
			return len(fits) > 0 && (columns > 1 || counted || s.unlike(i, others))
		}
		return len(fits) > 0
	}
	return is(plain) || len(all) > len(plain) && is(all) || len(above) < len(all) && is(above)
}

// unlike reports whether others succeeded or failed in the only column of outcomes, and row i did neither.
func (s *rowSums) unlike(i int, others []int) bool {
	binary := func(j int) bool {
		t, ok := s.tally(j, s.numbers[0])
		return ok && t.n == 0 && (t.mean == 0 || t.mean == 1)
	}
	return len(s.numbers) == 1 && !binary(i) && !slices.ContainsFunc(others, func(j int) bool { return !binary(j) })
}

// method reports whether the rows of the method of row i are sums or means of those of the other methods beside them,
// in two numbers or more, or of rollouts. One whose name may be that of an extreme is one where three are.
func (s *rowSums) method(i, at int, kind naming) bool {
	var possible []string
	rows, several := 0, false
	for j, row := range s.Rows {
		if row[at] != s.Rows[i][at] {
			continue
		}
		var others []int
		for _, o := range s.beside(j) {
			if s.Rows[o][at] != row[at] && !s.named[o] {
				others = append(others, o)
			}
		}
		fits, _, counted := s.of(j, others)
		if rows++; rows > 1 {
			fits = slices.DeleteFunc(fits, func(name string) bool { return !slices.Contains(possible, name) })
		}
		possible, several = fits, several || counted
	}
	return slices.Contains(possible, "sum") || (rows > 1 || several) && slices.Contains(possible, "mean") ||
		(rows > 2 || kind == partly && slices.Contains(possible, "difference")) && len(possible) > 0
}

// unsummed are words of summaries that no sum or mean of rollouts is.
var unsummed = []string{"median", "std", "sd", "stdev", "stddev", "sem", "se", "ci", "var", "variance", "iqm", "iqr",
	"quantile", "percentile", "quartile", "standardabweichung", "écart", "mediana", "deviation"}

// keep keeps the rows of a label that names a sum or a mean where one of them counts rollouts that are not those of the
// others together, at a rate that is not their mean: all may be a method, or a condition that has everything.
func (s *rowSums) keep(at int, kinds []naming, drop []bool) {
	kept := map[string]bool{}
	for i, row := range s.Rows {
		if drop[i] && kinds[i] == wholly && !hasWord(row[at], unsummed) && s.contradicted(i) {
			kept[row[at]] = true
		}
	}
	for i, row := range s.Rows {
		drop[i] = drop[i] && !kept[row[at]]
	}
}

// contradicted reports whether a row counts rollouts in some column, and neither they nor their rate are those of the
// others beside it, of which none is a summary by its name.
func (s *rowSums) contradicted(i int) bool {
	var others, above []int
	for _, j := range s.beside(i) {
		if j != i && !s.named[j] {
			if others = append(others, j); j < i {
				above = append(above, j)
			}
		}
	}
	for _, at := range s.numbers {
		t, ok := s.tally(i, at)
		if !ok || t.n == 0 {
			continue
		}
		fits, some := false, false
		for _, of := range [][]int{others, above} {
			var values []tally
			n, sum := 0.0, 0.0
			for _, j := range of {
				if v, ok := s.tally(j, at); ok && v.n > 0 {
					x, _ := cell{s.Rows[j][at], 0, 0}.number()
					values, n, sum = append(values, v), n+v.n, sum+x
				}
			}
			if len(values) == 0 {
				continue
			}
			is := statistics(t, values)
			o, _ := cell{s.Rows[i][at], 0, 0}.outcome() // 8.5 is the mean of 8 and 9, with as many rollouts
			if o.value == math.Trunc(o.value) {
				o.rounded = 0
			}
			mean := math.Abs(o.value-sum/float64(len(values))) <= 1.01*o.rounded+1e-9
			some = true
			fits = fits || mean || len(values) > 1 && n == t.n || slices.Contains(is, "sum") ||
				slices.Contains(is, "mean")
		}
		if some && !fits {
			return true
		}
	}
	return false
}

// maxSummed bounds the rows that are looked at to find summaries of others.
const maxSummed = 1_000_000

// of are the summaries of others that row i may be, with the number of columns that were compared; counted says that
// some tell their rollouts.
func (s *rowSums) of(i int, others []int) (possible []string, columns int, counted bool) {
	if s.work += len(others); len(others) < 2 || s.work > maxSummed {
		return nil, 0, false
	}
	for _, at := range s.numbers {
		t, ok := s.tally(i, at)
		if !ok {
			continue
		}
		var values []tally
		for _, j := range others {
			if v, ok := s.tally(j, at); ok {
				values = append(values, v)
			}
		}
		if len(values) < 2 {
			continue
		}
		fits := statistics(t, values)
		if columns++; columns == 1 {
			possible = fits
		} else {
			possible = slices.DeleteFunc(possible, func(name string) bool { return !slices.Contains(fits, name) })
		}
		counted = counted || t.n > 0
	}
	return possible, columns, counted
}

// statistics are the names of the summaries of values that a number may be.
func statistics(t tally, values []tally) (fits []string) {
	x, k, n := make([]float64, len(values)), 0.0, 0.0
	for i, v := range values {
		x[i] = v.mean
		k, n = k+v.sum, n+v.n
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= t.rounded*1.01+1e-9*max(1, math.Abs(b)) }
	add := func(name string, is bool) {
		if is {
			fits = append(fits, name)
		}
	}
	slices.Sort(x)
	mean := 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	spread := 0.0
	for _, v := range x {
		spread += (v - mean) * (v - mean)
	}
	last := len(x) - 1
	add("sum", math.Abs(t.sum-k) <= (t.rounded*1.01+1e-9)*max(1, n) && t.n == n)
	add("mean", near(t.mean, mean) || n > 0 && near(t.mean, k/n))
	add("median", near(t.mean, x[len(x)/2]/2+x[last/2]/2))
	add("max", near(t.mean, x[last]))
	add("min", near(t.mean, x[0]))
	add("n", t.sum == float64(len(x)))
	add("difference", len(x) == 2 && near(math.Abs(t.mean), x[1]-x[0]))
	add("spread", near(t.mean, math.Sqrt(spread/float64(last))) || near(t.mean, math.Sqrt(spread/float64(len(x)))))
	return fits
}

// totals finds the rows of the last label where they are the sums of all others, in their successes and their
// rollouts, for each of two methods or more: totals under a name that no list has.
func (s *rowSums) totals(at int) []bool {
	drop, none := make([]bool, len(s.Rows)), make([]bool, len(s.Rows))
	role := s.role(at)
	if len(s.Rows) < 3 || len(s.Rows) > 10_000 || role == "trial" || role == "method" || len(s.numbers) == 0 {
		return none
	}
	label, cells := s.Rows[len(s.Rows)-1][at], 0
	for i, row := range s.Rows {
		if row[at] != label {
			continue
		}
		for _, n := range s.numbers {
			t, ok := s.tally(i, n)
			k, of, rows := 0.0, 0.0, 0
			for _, j := range s.beside(i) {
				if v, is := s.tally(j, n); is && s.Rows[j][at] != label {
					k, of, rows = k+v.sum, of+v.n, rows+1
				}
			}
			if !ok || rows < 2 || math.Abs(t.sum-k) > 1e-6 || t.n != of || of == 0 {
				return none
			}
			if k != 0 {
				cells++
			}
		}
		drop[i] = true
	}
	if cells < 2 {
		return none
	}
	return drop
}
