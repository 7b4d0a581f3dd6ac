package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// reading says what the outcome of a row is that stands for several rollouts.
type reading int

const (
	undecided reading = iota // the values decide
	sums                     // of scores, over the rollouts
	counts                   // numbers of successes: sums of outcomes that are 0 or 1
	means                    // of scores
	rates                    // means of outcomes that are 0 or 1
	either                   // successes or their rate: the values decide
	totals                   // sums, of a rollout or over the rollouts
)

// readings are the readings that words in the name of an outcome have; an earlier one goes before a later one.
var readings = []struct {
	reading
	words []string
}{
	{rates, []string{"rate", "rates", "sr", "accuracy", "acc", "fraction", "share", "proportion"}},
	{means, []string{"mean", "average", "avg"}},
	{totals, []string{"sum", "total"}},
	{counts, []string{"successes", "count", "n", "num", "number"}},
	{means, []string{"score", "reward", "return"}},
	{either, []string{"success", "succeeded"}},
}

// inPercent reports whether the name of an outcome says that it is in percent.
func inPercent(name string) bool {
	return strings.Contains(name, "%") || hasWord(name, []string{"pc", "pct", "percent", "percentage"})
}

// readingOf is the reading of an outcome by the name of its column.
func readingOf(name string) reading {
	if inPercent(name) {
		return rates
	}
	if name = plain(name); name == "sum" || name == "total" {
		return sums
	}
	words := strings.Split(name, "_")
	for _, r := range readings {
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(r.words, w) }) {
			return r.reading
		}
	}
	return undecided
}

// example is the first row of which something holds; its line is 0 where there is none.
type example struct {
	line  int
	value float64
	n     int32
}

// note keeps the first row of which something holds.
func (e *example) note(holds bool, line int, value float64, n int32) {
	if holds && e.line == 0 {
		*e = example{line, value, n}
	}
}

// outcomes are what the outcomes of a table with numbers of rollouts have in common.
type outcomes struct {
	several  bool    // a row stands for several rollouts
	graded   bool    // an outcome is neither 0 nor 1
	notWhole bool    // the value times the number of rollouts is no whole number, even within the digits of the value
	fraction example // rows of several rollouts: no whole number
	beyond   example // below 0, or above the number of rollouts
	outside  example // outside [0, 1]
	small    example // above 0, up to 1
	hundreds example // outside [0, 100]
	notParts bool    // the value in percent times the number of rollouts is no whole number, even within its digits
	part     example // rows of several rollouts: a rate that no number of successes has; the same in percent
	cents    example
	infinite example // the value times the number of rollouts is not finite
}

// add adds the outcome of a row of n rollouts; rounded is half a unit of the last digit of the value.
func (o *outcomes) add(rounded float64, line int, value float64, n int32) {
	k := value * float64(n)
	o.graded = o.graded || value != 0 && value != 1
	exact := 1e-9 * float64(n)
	notWhole := func(k, within float64) bool {
		near := math.Abs(k - math.Round(k))
		return !(near <= exact || within < 0.5 && near <= within+exact)
	}
	part, cents := notWhole(k, float64(n)*rounded), notWhole(k/100, float64(n)*rounded/100)
	o.notWhole, o.notParts = o.notWhole || part, o.notParts || cents
	o.part.note(part && n > 1, line, value, n)
	o.cents.note(cents && n > 1, line, value/100, n)
	o.small.note(value > 0 && value <= 1, line, value, n)
	o.hundreds.note(value < 0 || value > 100, line, value, n)
	o.outside.note(value < 0 || value > 1, line, value, n)
	o.infinite.note(math.IsInf(k, 0), line, value, n)
	if n > 1 {
		o.several = true
		o.fraction.note(value != math.Trunc(value), line, value, n)
		o.beyond.note(value < 0 || value > float64(n), line, value, n)
	}
}

// rounding is half a unit of the last digit of a number, by which it may be rounded: 0.005 of 0.67.
func rounding(text string) float64 {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	_, digits, _ := strings.Cut(mantissa, ".")
	power, err := strconv.Atoi(exponent)
	if exponent != "" && err != nil || max(power, -power) > 400 {
		return 0
	}
	return 0.5 * math.Pow10(power-len(digits))
}

// question is what a reading is decided about.
type question struct {
	value, rollouts string // names of the columns of the outcomes and of the numbers of rollouts
	column          int    // of the outcomes, from 1
	named           bool   // the user names the column of the numbers of rollouts
	flag            string // by which it is named
	added           bool   // outcomes are known to be sums
}

// unit is what the outcomes of rows of several rollouts are.
type unit int

const (
	ofRow   unit = iota // sums over the rollouts
	ofOne               // means
	ofCents             // means in percent
)

// String is the unit in words.
func (u unit) String() string {
	return [...]string{"sums over the rollouts of a row", "means over the rollouts of a row",
		"means over the rollouts of a row, in percent"}[u]
}

// decide returns what the outcomes are, or an error where their values contradict the name of their column, or where
// the sum and the mean are both possible. Rates are in percent where some are above 1 and all could be; a column that
// is called so has them where these are whole numbers of rollouts.
func (o outcomes) decide(q question) (u unit, err error) {
	if q.added || !o.several {
		return ofRow, nil
	}
	r := readingOf(q.value)
	if r == rates && o.hundreds.line == 0 && (o.outside.line > 0 && (o.small.line == 0 || !o.notParts) ||
		inPercent(q.value) && !o.notParts) {
		return ofCents, nil
	}
	if !o.graded && !q.named && (r == undecided || r == either || r == means || r == totals) {
		return ofRow, fmt.Errorf("line 1, column %d: every outcome in column %q is 0 or 1, and column %q has numbers "+
			"above 1: if those count the rollouts that a row stands for, name their column with --%s and call the "+
			"outcome successes (their sum) or success_rate (their mean); else take the column out", q.column, q.value,
			q.rollouts, q.flag)
	}
	if r == undecided || r == either {
		switch {
		case o.fraction.line > 0 && r == either:
			r = rates
		case o.fraction.line > 0:
			r = means
		case r == either || o.beyond.line == 0:
			r = counts
		default:
			r = totals
		}
	}
	place := func(e example) string { return fmt.Sprintf("line %d, column %d: %g is", e.line, q.column, e.value) }
	_, event := directionOf(q.value)
	switch {
	case r == totals && o.beyond.line > 0 && event:
		return ofRow, fmt.Errorf("%s beyond the %d rollouts of its row: if column %q counts something of which a "+
			"rollout may have several, give a row for each rollout", place(o.beyond), o.beyond.n, q.value)
	case r == totals:
		return ofRow, fmt.Errorf("line 1, column %d: column %q could hold the sums of a row's rollouts or their "+
			"means: call it sum or mean", q.column, q.value)
	case r == rates && o.outside.line > 0:
		return ofRow, fmt.Errorf("%s no rate between 0 and 1, which column %q holds of the rollouts of a row: "+
			"write all as "+
			"rates, or all in percent", place(o.outside), q.value)
	case r == counts && o.fraction.line > 0:
		return ofRow, fmt.Errorf("%s no number of successes of %d rollouts: if column %q holds rates between 0 and 1, "+
			"call it success_rate", place(o.fraction), o.fraction.n, q.value)
	case r == counts && o.beyond.line > 0:
		return ofRow, fmt.Errorf("%s no number of successes of %d rollouts: if column %q holds percent, call it "+
			"success_percent; if it holds scores, call it score", place(o.beyond), o.beyond.n, q.value)
	case (r == means || r == rates) && o.infinite.line > 0:
		return ofRow, fmt.Errorf("%s beyond the numbers that can be computed with, times %d rollouts",
			place(o.infinite), o.infinite.n)
	}
	if r == means || r == rates {
		return ofOne, nil
	}
	return ofRow, nil
}

// impossible says which rate no number of successes has, of outcomes that are rates of successes by the name of their
// column.
func (o outcomes) impossible(name string, u unit) []string {
	switch r := readingOf(name); {
	case r != rates && r != either:
	case u == ofOne:
		return o.part.impossible()
	case u == ofCents:
		return o.cents.impossible()
	}
	return nil
}

// impossible says that no number of successes of n rollouts has a rate.
func (e example) impossible() []string {
	if e.line == 0 {
		return nil
	}
	return []string{fmt.Sprintf("no number of successes of %d rollouts has the rate %.4g of line %d (the nearest is "+
		"%s): write the successes, or mend the number of rollouts", e.n, e.value, e.line, nearest(e.value, int(e.n)))}
}

// nearest are the successes of n rollouts whose rate is nearest: 17/20, or 30/50 or 31/50.
func nearest(rate float64, n int) string {
	k := rate * float64(n)
	if low := math.Floor(k); math.Abs(k-low-0.5) < 1e-6 {
		return fmt.Sprintf("%.0f/%d or %.0f/%[2]d", low, n, low+1)
	}
	return fmt.Sprintf("%.0f/%d", k, n)
}

// sum is the sum of the outcomes of n rollouts in a unit. Where all means are rates of successes, within the digits
// that they have, it is the number of successes.
func (o outcomes) sum(value float64, n int32, u unit) float64 {
	notWhole, outside := o.notWhole, o.outside
	switch u {
	case ofRow:
		return value
	case ofCents:
		value, notWhole, outside = value/100, o.notParts, o.hundreds
	}
	if notWhole || outside.line > 0 {
		return value * float64(n)
	}
	return math.Round(value * float64(n))
}
