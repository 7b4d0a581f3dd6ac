package table

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// successNouns are words of names that say whether a rollout succeeded, and successEndings the usual names of outcomes
// that are counted or rated so.
var (
	successNouns = []string{"success", "successes", "succeeded", "successful", "succ", "completed", "complete",
		"solved", "done", "win", "won", "wins", "achieved", "reached", "passed", "pass", "sr"}
	notSuccess = []string{"time", "times", "step", "steps", "duration", "seconds", "sec", "length", "len",
		"threshold", "first", "stage", "stages", "std", "sd", "sem", "se", "ci", "low", "high", "lower", "upper",
		"train", "training",
		"weighted", "reward", "loss", "not", "un", "no", "mean", "avg", "average"}
)

// tellsSuccess reports whether the name of a column says whether rollouts succeeded, or how often.
func tellsSuccess(name string) bool {
	words := wording.NameWords(name)
	is := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	_, amount := quantity(name)
	return is(successNouns) && !is(notSuccess) && !amount && aside(name) == ""
}

// namesSuccess reports whether a column has a usual name of successes, or another that tells them.
func (d *detector) namesSuccess(at int) bool {
	return slices.Contains(successNames, usualName("value", d.Names[at])) || tellsSuccess(d.Names[at])
}

// findSuccess takes for the outcome the only column that tells successes, by its name and its values, before rewards
// and scores: goal_reached, success_once, eval/success. Several of them are left to the user. It reports whether there
// are any.
func (d *detector) findSuccess() bool {
	if !d.hasMethods() || len(d.free(number, whole, boolean)) < 2 {
		return false
	}
	var told []int
	for at, name := range d.Names {
		if d.role(at) == "" && d.succeeds(at) && (tellsSuccess(name) || d.isBinary(at) &&
			slices.Contains(usual["value"], usualName("value", name))) {
			told = append(told, at)
		}
	}
	switch {
	case len(told) == 1:
		d.found["value"] = told[0]
	case len(told) > 1:
		d.successes = told
	}
	return len(told) > 0
}

// hasMethods reports whether a column may name the methods, by its name or by words that repeat.
func (d *detector) hasMethods() bool {
	if _, ok := d.found["method"]; ok {
		return true
	}
	return slices.ContainsFunc(d.columns, func(c column) bool { return c.kind == words && 2*c.distinct <= len(d.Rows) })
}

// isBinary reports whether all values of a column are successes and failures.
func (d *detector) isBinary(at int) bool {
	if k := d.columns[at].kind; k != boolean && k != whole {
		return false
	}
	return !slices.ContainsFunc(d.Rows, func(row []string) bool {
		o, err := cell{row[at], 0, 0}.outcome()
		return err != nil || o.form != absent && o.value != 0 && o.value != 1
	})
}

// succeeds reports whether the values of a column may be successes or their rates: they lie in [0, 1], or [0, 100] in
// percent, and are not all alike where its name says no success.
func (d *detector) succeeds(at int) bool {
	c := d.columns[at]
	said := hasWord(d.Names[at], []string{"success", "successes", "succeeded", "successful"})
	if c.kind == words || c.kind == empty || c.distinct < 2 && !said {
		return false
	}
	return !slices.ContainsFunc(d.Rows, func(row []string) bool {
		o, err := cell{row[at], 0, 0}.outcome()
		return err != nil || o.form != absent && (o.value < 0 || o.value > 100)
	})
}

// ofTraining reports whether a name has the path of what a training logs of itself: train/success.
func ofTraining(name string) bool {
	path, _, ok := strings.Cut(strings.ToLower(name), "/")
	return ok && (path == "train" || path == "training")
}

// hundreds writes 1 for 100 where the outcomes of rollouts that succeeded or failed are written as 100 and 0, which are
// no scores. Rates of trainings may be so too, and stay.
func (d *detector) hundreds() {
	at, ok := d.found["value"]
	_, counts := d.found["rollouts"]
	_, trial := d.found["trial"]
	if !ok || counts || d.columns[at].kind != whole || !d.namesSuccess(at) ||
		trial && hasWord(d.Names[at], []string{"rate", "pct", "pc", "percent", "mean"}) {
		return
	}
	some := false
	for _, row := range d.Rows {
		v, whole := wholeNumber(row[at])
		some = some || v == 100
		if !isMissing(row[at]) && (!whole || v != 0 && v != 100) {
			return
		}
	}
	if !some {
		return
	}
	rows := make([][]string, len(d.Rows))
	for i, row := range d.Rows {
		rows[i] = row
		if v, _ := wholeNumber(row[at]); v == 100 {
			rows[i] = slices.Clone(row)
			rows[i][at] = "1"
		}
	}
	d.Rows = rows
	d.columns[at] = d.profile(at)
	d.doubt = append(d.doubt, fmt.Sprintf("100 and 0 in column %q are read as success and failure", d.Names[at]))
}

// sentinel returns an error for -1 among times, lengths and successes, where others are 0 or more: it stands for no
// value there.
func (d *detector) sentinel() error {
	at := d.found["value"]
	if !hasWord(d.Names[at], wording.LessIsBetter) && !d.namesSuccess(at) {
		return nil
	}
	first, others := -1, false
	for i, row := range d.Rows {
		o, err := cell{row[at], 0, 0}.outcome()
		switch {
		case err != nil || o.form == absent:
		case o.value >= 0:
			others = others || o.value != 1
		case o.value != -1:
			return nil
		case first < 0:
			first = i
		}
	}
	if first < 0 || !others {
		return nil
	}
	return fmt.Errorf("line %d, column %d: -1 stands among values of 0 or more in column %q: leave the cell empty if "+
		"there is none; if it marks a failure, compare successes, written as 1 and 0", d.Lines[first], at+1,
		d.Names[at])
}
