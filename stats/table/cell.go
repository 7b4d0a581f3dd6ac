package table

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// missing are the spellings of a missing cell in small letters; capitals count the same.
var missing = []string{"", "na", "nan", "n/a", "#n/a", "<na>", "null", "-", "--", "\u2013", "\u2014"}

// cell is a value as it stands in the file, with its place, both numbers from 1.
type cell struct {
	text         string
	line, column int
}

// outcome is the outcome that a cell tells.
type outcome struct {
	value   float64 // a score, or the mean of several rollouts; NaN where it is missing
	n       int32   // rollouts, where the cell tells their number, as in 17/20; else 0
	form    form
	spoken  bool    // a word names the outcome, as success does; true and yes say that what their column names is so
	rounded float64 // half a unit of the last digit, by which the value may be rounded; 0 where it is exact
}

// form is how a cell tells an outcome.
type form int

const (
	plainNumber form = iota // 0.61
	word                    // true, failure
	percent                 // 61 %
	counted                 // 17/20, 0.61 (n=50), 85 % (17/20)
	absent                  // missing
)

// Cells that are no plain numbers: 17/20, 17 of 20; 61 %; 0.61 (n=50), 61 % (50), 85 % (17/20).
var (
	ofRollouts = regexp.MustCompile(`^([0-9]{1,9}) *(?:/|of|out of|von|sur|de) *([0-9]{1,9})` +
		`(?: *\(([-+.0-9]+) *(%?)\))?$`)
	rateOf = regexp.MustCompile(`^([-+]?[.0-9]+) *(%?)(?: *\( *(n *= *|of *)?(?:([0-9]{1,9}) */ *)?` +
		`([0-9]{1,9}) *\))?$`)
)

// spread is what stands between a mean and its spread: 0.85 ± 0.05, 85 +/- 5.
var spread = regexp.MustCompile(`±|\+/?-|\\pm`)

// inBrackets is a mean with its spread in brackets: 4523.1 (312.4).
var inBrackets = regexp.MustCompile(`^[0-9.]+ *%? *\([0-9]*\.[0-9]+ *%?\)$`)

// outcome is what the cell tells: a number, true or false or the like, percent, or the successes of so many rollouts.
// Infinities and numbers beyond float64 are errors, because no test is defined on them.
func (c cell) outcome() (o outcome, err error) {
	if isMissing(c.text) {
		return outcome{value: math.NaN(), form: absent}, nil
	}
	if v, ok := truth(c.text); ok {
		return outcome{value: v, form: word, spoken: saysOutcome(c.text)}, nil
	}
	v, err := strconv.ParseFloat(c.text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && math.IsInf(v, 0):
		return o, fmt.Errorf("line %d, column %d: %s is beyond the numbers that can be computed with", c.line, c.column,
			quoted(c.text))
	case err == nil:
		return outcome{value: v, rounded: rounding(c.text)}, nil
	case startsNumber(c.text) && len(c.text) <= 60:
		if m := ofRollouts.FindStringSubmatch(c.text); m != nil {
			return c.shareBeside(m[1], m[2], m[3], m[4])
		}
		m := rateOf.FindStringSubmatch(c.text)
		if m != nil && m[4] != "" { // 85 % (17/20)
			return c.shareBeside(m[4], m[5], m[1], m[2])
		}
		if m != nil && (m[2] != "" || m[5] != "") {
			text, form := m[1], percent
			if m[2] != "" {
				text += "e-2"
			}
			n := 0
			if m[5] != "" {
				form = counted
				if n, err = strconv.Atoi(m[5]); err != nil || n < 1 {
					return o, fmt.Errorf("line %d, column %d: %s is of no rollout", c.line, c.column, quoted(c.text))
				}
			}
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				o = outcome{value: v, n: int32(n), form: form, rounded: rounding(text)}
				if m[3] == "" && n > 0 && !o.possible() {
					return o, fmt.Errorf("line %d, column %d: %s is no rate of %d rollouts; if the last number is a "+
						"spread, leave it out, and give a row for each value behind the mean", c.line, c.column,
						quoted(c.text), n)
				}
				return o, nil
			}
		}
	}
	what := "not a number; a missing one is an empty cell, NA or NaN"
	switch {
	case grouped.MatchString(c.text):
		what = "not a number: its comma may be a decimal point or group digits; write it without"
	case startsNumber(c.text) && (spread.MatchString(c.text) || inBrackets.MatchString(c.text)):
		what = "not a number but a mean with its spread: give a row for each value behind it, or the mean alone"
	}
	return o, fmt.Errorf("line %d, column %d: %s is %s", c.line, c.column, quoted(c.text), what)
}

// possible reports whether some number of successes of the rollouts has this rate, within the digits that it has.
func (o outcome) possible() bool {
	k := o.value * float64(o.n)
	return o.value >= 0 && o.value <= 1 && math.Abs(k-math.Round(k)) <= 1e-9*float64(o.n)+o.rounded*float64(o.n)
}

// share is the outcome of k successes of n rollouts.
func (c cell) share(k, n string) (outcome, error) {
	successes, _ := strconv.Atoi(k)
	rollouts, _ := strconv.Atoi(n)
	if rollouts < 1 {
		return outcome{}, fmt.Errorf("line %d, column %d: %s is of no rollout", c.line, c.column, quoted(c.text))
	}
	if successes > rollouts {
		return outcome{}, fmt.Errorf("line %d, column %d: %s has more successes than rollouts", c.line, c.column,
			quoted(c.text))
	}
	return outcome{value: float64(successes) / float64(rollouts), n: int32(rollouts), form: counted}, nil
}

// contradicts begins what is wrong with a cell whose rate is not that of its successes.
const contradicts = " contradicts itself: "

// shareBeside is the outcome of k successes of n rollouts beside the same rate as a number, which may be empty. It is
// an error where the two are not the same, within the digits of the rate.
func (c cell) shareBeside(k, n, rate, sign string) (outcome, error) {
	o, err := c.share(k, n)
	if err != nil || rate == "" {
		return o, err
	}
	if sign != "" {
		rate += "e-2"
	}
	v, err := strconv.ParseFloat(rate, 64)
	if err != nil {
		return o, fmt.Errorf("line %d, column %d: %s is not a number", c.line, c.column, quoted(c.text))
	}
	within := 1.01*rounding(rate) + 1e-9
	if cents := sign == "" && math.Abs(v/100-o.value) <= within/100; math.Abs(v-o.value) > within && !cents {
		return o, fmt.Errorf("line %d, column %d: %s"+contradicts+"%s/%s is %.4g %%; mend one of them", c.line,
			c.column, quoted(c.text), k, n, 100*o.value)
	}
	return o, nil
}

// number is the value of the cell's outcome, NaN where it is missing.
func (c cell) number() (float64, error) {
	o, err := c.outcome()
	return o.value, err
}

// sum is the sum of the outcomes of the rollouts that a cell counts, a whole number of successes where the value is one
// within its digits.
func (o outcome) sum() float64 {
	k := o.value * float64(max(1, o.n))
	if whole := math.Round(k); o.n > 0 && o.value >= 0 && o.value <= 1 &&
		math.Abs(k-whole) <= 1e-9*float64(o.n)+math.Min(.5, o.rounded*float64(o.n)) {
		return whole
	}
	return k
}

// Successes are the successes and the rollouts that a text counts, as 17/20, 66 % (n=300) and .66 (300) do. It is an
// error where the text tells no number of rollouts, a rate outside [0, 1], or a rate that no number of successes has
// within half a unit of its last digit.
func Successes(text string) (k, n int, err error) {
	o, err := cell{text, 1, 1}.outcome()
	if err != nil && strings.Contains(err.Error(), contradicts) {
		return 0, 0, errors.New(strings.TrimPrefix(err.Error(), "line 1, column 1: "))
	}
	switch {
	case err != nil || o.form != counted:
		return 0, 0, fmt.Errorf("%s does not tell successes and rollouts: write 17/20, or 66 %% (n=300)", quoted(text))
	case o.value < 0 || o.value > 1:
		return 0, 0, fmt.Errorf("%s is no success rate: write 17/20, or 66 %% (n=300)", quoted(text))
	}
	k, n = int(math.Round(o.value*float64(o.n))), int(o.n)
	if !o.possible() {
		return 0, 0, fmt.Errorf("%s: no number of successes of %d rollouts has this rate (the nearest is %s): "+
			"write the successes, or mend the number of rollouts", quoted(text), n, nearest(o.value, n))
	}
	return k, n, nil
}

// quoted is the text of a cell for a message, cut after 60 characters.
func quoted(text string) string {
	const most = 60
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		return strconv.Quote(string(runes[:most])) + "..."
	}
	return strconv.Quote(text)
}

// wholeNumber is a whole number of 32 bits. It may have a point, as in 10.0: a column of whole numbers with missing
// cells is written so by programs that have no whole number for missing.
func wholeNumber(text string) (n int32, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, false
	}
	return int32(v), true
}

// numberOf is a number behind the word that says of what it is: seed1, run_01.
var numberOf = regexp.MustCompile(`^(?i:seed|run|trial)[-_=# ]*([0-9]+)$`)

// identity is the name of a trial, start or group as it is compared: whole numbers are equal however they are written,
// as 1, 01, seed1 and 1.0, which a join of tables makes of 1.
func identity(text string) string {
	if text != "" && len(text) < 30 && strings.IndexByte("sSrRtT", text[0]) >= 0 {
		if m := numberOf.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
	}
	if text == "" || !slices.Contains([]byte("+.0123456789"), text[0]) {
		return text
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) >= 1<<53 || strings.ContainsAny(text, "xXpP_") {
		return text
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
