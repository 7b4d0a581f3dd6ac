package evals

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/stats/table"
)

// Rates as papers and people write them, of which table.Successes reads one form each.
var (
	// 17 / 20, 17 of 20 rollouts, 17/20 (85 %)
	toldShare = regexp.MustCompile(`^([0-9]{1,9}) *(?:/|of|out of) *([0-9]{1,9})(?: *` + rollouts + `)?` +
		`(?: *\( *` + rate + ` *\))?$`)
	// 66 % (n=300), 66 % (300 rollouts), 85 % (17/20)
	toldBeside = regexp.MustCompile(`^` + rate + ` *\( *(n *= *|of |over )?(?:([0-9]{1,9}) */ *)?([0-9]{1,9})( *` +
		rollouts + `)? *\)$`)
	// 66 % over 300 rollouts, 66 %, 300 rollouts
	toldOver = regexp.MustCompile(`^` + rate + `(?:[,;]? *(?:over|in|on|of|out of|from) *|[,;] +)([0-9]{1,9}) *` +
		rollouts + `$`)
	// 66 % n=300, 66 % of 300
	toldN = regexp.MustCompile(`^` + rate + `[,;]? *n *= *([0-9]{1,9})$`)
	toldO = regexp.MustCompile(`^([0-9]*[.,]?[0-9]+) *(\\?%) *(?:of|over|out of) *([0-9]{1,9})$`)
)

const (
	rate     = `([0-9]*[.,]?[0-9]+) *(\\?%)?`
	rollouts = `(?:rollout|trial|episode|attempt|run|evaluation)s?`
)

// spaces are written as one kind.
var spaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ")

// canonical is the text of a rate with its rollouts in the form that table.Successes reads; ok is false for other
// texts.
func canonical(text string) (form string, ok bool) {
	text = strings.TrimSpace(spaces.Replace(text))
	if text == "" || len(text) > 60 || !strings.ContainsRune(".0123456789", rune(text[0])) {
		return "", false
	}
	lower := strings.ToLower(text)
	rateOf := func(number, sign string) string {
		return strings.Replace(number, ",", ".", 1) + strings.TrimPrefix(sign, `\`)
	}
	if m := toldShare.FindStringSubmatch(lower); m != nil {
		form = m[1] + "/" + m[2]
		if m[3] != "" {
			form += " (" + rateOf(m[3], m[4]) + ")"
		}
		return form, true
	}
	if m := toldBeside.FindStringSubmatch(lower); m != nil {
		of := m[5]
		switch {
		case m[4] != "":
			of = m[4] + "/" + m[5]
		case m[3] != "" || m[6] != "":
			of = "n=" + of
		}
		return rateOf(m[1], m[2]) + " (" + of + ")", true
	}
	for _, form := range []*regexp.Regexp{toldOver, toldN, toldO} {
		if m := form.FindStringSubmatch(lower); m != nil {
			return rateOf(m[1], m[2]) + " (n=" + m[3] + ")", true
		}
	}
	return "", false
}

// Successes are the successes and the rollouts that a text counts: 17/20, 17 / 20 (85 %), 66 % (n=300), 66 % over 300
// rollouts, 85,0 % (n=20). The errors are those of table.Successes.
func Successes(text string) (k, n int, err error) {
	form, ok := canonical(text)
	if !ok {
		return table.Successes(text)
	}
	if k, n, err = table.Successes(form); err != nil {
		err = errors.New(strings.Replace(err.Error(), strconv.Quote(form), strconv.Quote(text), 1))
	}
	return k, n, err
}

// readable writes the rates of a sheet's cells that table cannot read in the form that it can.
func readable(s table.Sheet) table.Sheet {
	for _, row := range s.Rows {
		for i, text := range row {
			if !strings.ContainsAny(text, "%=(ort") {
				continue
			}
			if form, ok := canonical(text); ok && form != text {
				if _, _, err := table.Successes(text); err != nil {
					row[i] = form
				}
			}
		}
	}
	return s
}
