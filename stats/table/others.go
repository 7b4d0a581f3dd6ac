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

// Words in the names of columns of a wide table that are no methods, in small letters: made of other columns, measured
// beside the outcome, units of what is measured, conditions of a row, and what may stand beside any of these.
var (
	derived = []string{"diff", "difference", "differences", "delta", "δ", "improvement", "improvements", "gain",
		"gains", "uplift", "ratio", "change", "advantage", "gap", "p", "pvalue", "significance", "significant",
		"winner", "verbesserung", "differenz", "mejora", "amélioration", "différence", "diferencia", "提升", "差",
		"差值"}
	physical = []string{"temperature", "temp", "temperatur", "speed", "velocity", "force", "weight", "mass", "length",
		"width", "height", "angle", "yaw", "friction", "battery", "voltage", "lux", "brightness", "illumination",
		"illuminance"}
	measured = append([]string{"reward", "rewards", "return", "returns", "fps", "hz", "attempts", "retries", "date",
		"day", "clock", "zeit", "dauer", "abstand", "entfernung", "durée", "temps", "tiempo", "duración",
		"distancia", "时间", "距离"},
		wording.LessIsBetter...)
	// losses are measures whose names methods have that minimise them.
	losses = []string{"mse", "rmse", "mae", "nll", "energy", "penalty", "regret", "jerk", "fid", "rank", "cost", "loss"}
	units  = []string{"cm", "mm", "m", "km", "s", "ms", "min", "h", "kg", "g", "deg", "degrees", "rad", "c", "k", "f",
		"hz", "lx", "lumen", "j", "percent", "px", "pixels",
		"newton", "v", "w", "sec", "secs", "seconds", "minutes"}
	conditions = []string{"light", "lights", "lighting", "licht", "table", "camera", "object", "objects", "color",
		"colour", "x", "y", "z", "pose", "position", "order", "block", "index", "operator", "weather", "level",
		"difficulty", "room", "pos", "age", "gender", "experience", "year", "years", "month", "week", "hour", "size",
		"clutter", "noise", "sigma", "offset", "init", "obj", "demo", "count", "shift", "lumière", "luz", "batch", "id",
		"number", "note", "notes", "comment", "comments"}
	beside = []string{"mean", "avg", "average", "total", "median", "max", "min", "episode", "episodes", "completion",
		"execution", "wall", "elapsed", "rollout", "per", "of", "the", "to", "in", "from", "and", "object", "goal",
		"target", "final", "initial", "start", "end", "success", "successful", "task", "value", "val", "relative",
		"absolute", "rel", "abs", "n", "run", "training", "train", "inference", "drop", "vs", "over", "by", "pp",
		"points"}
	bounds = []string{"low", "high", "lower", "upper", "ci", "lo", "hi", "n", "rank", "std", "err"}
)

// isQuantity reports whether a name is of a time, an energy, a reward or another measure with a unit of its own.
func isQuantity(name string) bool {
	return !hasWord(name, []string{"day", "date", "clock"}) && slices.ContainsFunc([][]string{units, losses, measured,
		physical}, func(list []string) bool { return hasWord(name, list) })
}

// aQuantity is what a column holds by the name of a physical quantity.
const aQuantity = "a quantity"

// others leaves the columns out of those of numbers that hold something else than scores of a method: differences, sums
// and means of others and measures, by their names or their values; numbers far above those of rates; and, where two
// methods are left, conditions such as light. It is an error where one method or none is left of several columns, or
// where two units may be meant.
func (d *detector) others(columns []int) (methods []int, err error) {
	if len(columns) < 2 || len(columns) > maxValues { // too many to be methods
		return columns, nil
	}
	shared := map[string]int{} // columns with a word
	for _, at := range columns {
		words := wording.NameWords(d.Names[at])
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			shared[w]++
		}
	}
	kind := make([]string, len(columns))
	measures := map[string]bool{}
	for i, at := range columns {
		if kind[i] = d.measure(at, shared, len(columns)); kind[i] != "" {
			measures[kind[i]] = true
		}
	}
	if len(measures) == 1 && !slices.Contains(kind, "") {
		clear(kind) // all are scores in one measure
	}
	for i, at := range columns { // height among rates is a method that is called so
		rates := func(other int) bool { return other == at || d.isRate(other) }
		if kind[i] == aQuantity && !slices.ContainsFunc(columns, func(other int) bool { return !rates(other) }) &&
			d.isRate(at) {
			kind[i] = ""
		}
	}
	for i, at := range columns {
		if kind[i] == "" && d.madeOf(at, earlier(columns, kind, i)) {
			kind[i] = "made of others"
		}
	}
	conditional, graded := slices.Clone(kind), false
	for i, at := range columns {
		if kind[i] == "" && d.isCondition(at) {
			conditional[i] = "a condition"
		} else if kind[i] == "" {
			graded = graded || d.isRate(at)
		}
	}
	for i, at := range columns { // a rate among rates is no condition, but for a mean
		if graded && d.isRate(at) && kind[i] == "" && summaryNaming(d.Names[at]) != wholly {
			conditional[i] = ""
		}
	}
	before := kind
	if kind = conditional; len(earlier(columns, kind, len(columns))) < 2 { // they are the methods
		kind = before
	}
	if err := d.scale(columns, kind); err != nil {
		return nil, err
	}
	if methods = earlier(columns, kind, len(columns)); len(methods) < 2 && len(columns) > 1 {
		var left []int
		for i, at := range columns {
			if kind[i] != "" {
				left = append(left, at)
			}
		}
		return nil, fmt.Errorf("a comparison needs two methods, and columns %s are taken for something else: name the "+
			"methods' columns with --columns, or their names' with --method and the outcome's with --value",
			d.quoted(left))
	}
	return methods, nil
}

// earlier are the columns of no other kind yet that stand before i.
func earlier(columns []int, kind []string, i int) (left []int) {
	for j, at := range columns[:i] {
		if kind[j] == "" {
			left = append(left, at)
		}
	}
	return left
}

// measure is what a column holds by its name besides scores of a method: each of its words says so, is neutral, or
// stands in the name of another column, which may be the method that is measured; shared are the numbers of columns by
// word. Empty where it may be a method.
func (d *detector) measure(at int, shared map[string]int, columns int) (what string) {
	words := wording.NameWords(d.Names[at])
	if strings.ContainsAny(d.Names[at], "<>/−") && len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		return shared[w] < 2
	}) {
		return "derived" // A > B
	}
	if d.Names[at] == "P" || d.Names[at] == "p" && columns < 3 {
		return "" // a controller
	}
	if len(words) == 0 {
		if strings.ContainsAny(d.Names[at], "Δ∆%±↑↓") {
			return "derived"
		}
		return ""
	}
	own, strange := 0, 0 // words of other methods
	for i, w := range words {
		switch {
		case slices.Contains(derived, w):
			what = "derived"
		case slices.Contains(physical, w):
			if what == "" {
				what = aQuantity
			}
		case slices.Contains(measured, w) && (len(words) > 1 || !slices.Contains(losses, w)):
			if what == "" {
				what = w
			}
		case i > 0 && slices.Contains(units, w):
		case slices.Contains(beside, w):
		case shared[w] > 1:
			own++
		case i > 0 && slices.Contains(bounds, w):
		default:
			strange++
		}
	}
	switch {
	case strange > 0 || hasDigit(d.Names[at]):
		return ""
	case what == "" && own > 0 && slices.Contains(bounds, last(words)) && shared[last(words)] < columns &&
		!d.outOfBounds(words):
		return "a bound"
	}
	return what
}

// outOfBounds reports whether a column that is called the lower or upper bound of another one stands beside such a
// column that is above or below it somewhere, so that neither is a bound.
func (d *detector) outOfBounds(words []string) bool {
	of := words[:len(words)-1]
	base := slices.IndexFunc(d.Names, func(n string) bool { return slices.Equal(wording.NameWords(n), of) })
	if base < 0 {
		return false
	}
	for at, name := range d.Names {
		other := wording.NameWords(name)
		if len(other) != len(words) || !slices.Equal(other[:len(of)], of) {
			continue
		}
		sign := map[string]float64{"low": 1, "lower": 1, "lo": 1, "high": -1, "upper": -1, "hi": -1}[last(other)]
		for _, row := range d.Rows {
			x, err := cell{row[at], 0, 0}.number()
			y, wrong := cell{row[base], 0, 0}.number()
			if err == nil && wrong == nil && sign*(x-y) > 0 {
				return true
			}
		}
	}
	return false
}

// isCondition reports whether a column is a condition of its rows by its name, or a summary.
func (d *detector) isCondition(at int) bool {
	words := wording.NameWords(d.Names[at])
	if len(words) == 0 {
		return false
	}
	if summaryNaming(d.Names[at]) == wholly || amountOf(d.Names[at]) != "" {
		return true
	}
	some := false
	for i, w := range words {
		is := slices.Contains(conditions, w)
		if some = some || is; !is && !slices.Contains(beside, w) && !(i > 0 && slices.Contains(units, w)) {
			return false
		}
	}
	return some
}

// isNote reports whether a column of words tells the conditions of its rows, what was seen, or who won, by its name.
func (d *detector) isNote(at int) bool {
	words := wording.NameWords(d.Names[at])
	return len(words) > 0 && plain(d.Names[at]) != "mode" && !slices.ContainsFunc(words, func(w string) bool {
		return !slices.Contains(conditions, w) && !slices.Contains(derived, w) && !slices.Contains(notes, w)
	})
}

// notes are names of columns of words that no test is about.
var notes = []string{"note", "notes", "comment", "comments", "remark", "remarks", "kommentar", "bemerkung",
	"bemerkungen", "date", "datum", "day", "commentaire", "notas", "video", "videos", "best", "failure", "mode",
	"reason", "cause", "备注"}

// isRate reports whether a column has rates, of which one is neither 0 nor 1.
func (d *detector) isRate(at int) bool {
	low, high := d.extent(at)
	return d.columns[at].shares || d.columns[at].kind == number && low >= 0 && high <= 1
}

// madeOf reports whether the numbers of a column are those of a summary of the columns before it in each row: their
// sum, mean or the difference of two; their greatest or least where its name says so. Rows of 0 and 1 alone tell
// nothing.
func (d *detector) madeOf(at int, before []int) bool {
	if len(before) < 2 || len(before) > 50 || len(d.Rows) < 2 || len(d.Rows) > 100_000 {
		return false
	}
	naming := summaryNaming(d.Names[at])
	var possible []string
	rows, telling := 0, 0
	for i, row := range d.Rows {
		o, err := cell{row[at], 0, 0}.outcome()
		if err != nil || o.form == absent {
			continue
		}
		t := tally{o.value, 0, o.value, o.rounded}
		var values []tally
		for _, b := range before {
			v, err := cell{d.Rows[i][b], 0, 0}.outcome()
			if err != nil || v.form == absent {
				return false
			}
			values = append(values, tally{v.value, 0, v.value, v.rounded})
		}
		fits := statistics(t, values)
		for a, x := range values {
			for b, y := range values {
				if a != b && math.Abs(x.mean-y.mean-o.value) <= 1.01*(o.rounded+1e-9) {
					fits = append(fits, fmt.Sprint(a, " minus ", b))
				}
			}
		}
		if rows++; rows == 1 {
			possible = fits
		} else {
			possible = slices.DeleteFunc(possible, func(f string) bool { return !slices.Contains(fits, f) })
		}
		if o.value != 0 && math.Abs(o.value) != 1 {
			telling++
		}
		if len(possible) == 0 {
			return false
		}
	}
	if naming == unnamed && telling < 3 || telling < 1 {
		return false
	}
	return slices.ContainsFunc(possible, func(f string) bool {
		switch f {
		case "median", "max", "min", "n", "spread", "difference":
			return naming != unnamed
		}
		return true
	})
}

// scale finds columns beside rates that are none: plain numbers beside 17/20 and 61 %, and numbers above 100 beside two
// columns from 0 to 1. Numbers up to 100 could be percentages beside fractions, and are an error.
func (d *detector) scale(columns []int, kind []string) error {
	var shares, fractions, plain []int
	for i, at := range columns {
		if kind[i] != "" {
			continue
		}
		switch low, high := d.extent(at); {
		case d.columns[at].shares:
			shares = append(shares, i)
		case low >= 0 && high <= 1:
			fractions = append(fractions, i)
		default:
			plain = append(plain, i)
		}
	}
	var single []int // rollouts that succeeded or failed
	for _, i := range fractions {
		if !d.halves(columns[i]) && d.columns[columns[i]].kind != number {
			single = append(single, i)
		}
	}
	if len(single) > 1 {
		for _, i := range fractions {
			if !slices.Contains(single, i) && !d.halves(columns[i]) {
				kind[i] = "no successes" // beside columns of them
			}
		}
		fractions = slices.DeleteFunc(fractions, func(i int) bool { return kind[i] != "" })
	}
	switch {
	case len(shares) > 1:
		for _, i := range slices.Concat(fractions, plain) {
			kind[i] = "no rates"
		}
	case len(fractions) > 1 && len(plain) > 0:
		for _, i := range plain {
			low, high := d.extent(columns[i])
			if low >= 0 && high <= 100 {
				var names []int
				for _, j := range fractions {
					names = append(names, columns[j])
				}
				return fmt.Errorf("columns %s hold numbers from 0 to 1, and %q numbers up to %g: if it is no "+
					"method, name "+
					"those that are with --columns; if it is in percent, write all alike", d.quoted(names),
					d.Names[columns[i]],
					high)
			}
			kind[i] = "no rates"
		}
	}
	return nil
}

// extent are the least and the greatest number of a column.
func (d *detector) extent(at int) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range d.Rows {
		if o, err := (cell{row[at], 0, 0}).outcome(); err == nil && o.form != absent {
			low, high = min(low, o.value), max(high, o.value)
		}
	}
	return low, high
}

// dated is a date or a time of day.
var dated = regexp.MustCompile(`^[0-9]{1,4}[-/.:][0-9]{1,2}([-/.:][0-9]{1,4})?([T ].*)?$`)

// lettered is a text with a word of three letters.
var lettered = regexp.MustCompile(`\p{L}{3}`)

// isText reports whether no value of a column of words is an outcome, and each of them is meant for a text, as notes
// and dates are: "3 retries", "2024-05-01".
func (d *detector) isText(at int) bool {
	for _, row := range d.Rows {
		text := row[at]
		if isMissing(text) {
			continue
		}
		if _, err := (cell{text, 0, 0}).outcome(); err == nil {
			return false
		}
		if !lettered.MatchString(text) && !dated.MatchString(text) {
			return false
		}
	}
	return true
}

// spreads are words in the names of columns that say how far others vary.
var spreads = []string{"std", "sd", "stdev", "stddev", "sem", "stderr", "variance", "ci"}

// isSpread reports whether a name says how far something else varies.
func isSpread(name string) bool {
	text := strings.Join(wording.NameWords(name), " ")
	return hasWord(name, spreads) || strings.Contains(text, "standard deviation") ||
		strings.Contains(text, "standard error")
}

// clocks are names of columns that say when a row was written, in small letters.
var clocks = []string{"wall_time", "timestamp", "runtime", "relative_time"}

// aside says what a column holds by its name that stands beside scores and is none, empty where it may be a score:
// numbers of rollouts, seeds, steps, times, spreads; and the least and most of a step, which W&B writes.
func aside(name string) string {
	p := strings.TrimPrefix(plain(strings.TrimSpace(name)), "_")
	words := wording.NameWords(name)
	switch {
	case p == "total" || p == "trials" || p == "run" || p == "trial": // may be conditions
		return ""
	case slices.Contains(usual["rollouts"], p):
		return "numbers of rollouts"
	case slices.Contains(usual["trial"], usualName("trial", p)):
		return "seeds or subjects"
	case slices.Contains(checkpoints, p):
		return "steps of a training"
	case slices.Contains(clocks, p):
		return "times"
	case len(words) > 0 && slices.Contains(spreads, words[len(words)-1]), len(words) > 1 && isSpread(name):
		return "spreads"
	case amountOf(name) != "" && (len(words) > 1 || strings.HasPrefix(p, "#")):
		return "numbers of " + amountOf(name)
	case strings.HasSuffix(name, "__MIN") || strings.HasSuffix(name, "__MAX"):
		return "the least and most of a step"
	}
	return ""
}

// splitNames are names of columns that say on which part of the data a row was measured.
var splitNames = []string{"split", "phase", "set", "subset", "partition", "stage", "mode"}

// withoutTraining leaves out what was measured in training or validation beside the same of a test, unless columns are
// named: columns train_success and test_success, and rows of a column split.
func (s Sheet) withoutTraining(given Choice) Sheet {
	if given.Named() {
		return s
	}
	for at, name := range s.Names {
		if !slices.Contains(splitNames, plain(name)) || s.profile(at).distinct > 3 {
			continue
		}
		part := func(row []string) int { // 1 of training, 2 of validation, 3 of a test
			words := wording.NameWords(row[at])
			for i, list := range [][]string{{"train", "training"}, {"val", "valid", "validation"},
				{"test", "testing", "eval", "evaluation"}} {
				if len(words) > 0 && slices.Contains(list, words[0]) {
					return i + 1
				}
			}
			return 0
		}
		most, all := 0, true
		for _, row := range s.Rows {
			most, all = max(most, part(row)), all && part(row) > 0
		}
		out := s
		out.Rows, out.Lines = nil, nil
		for i, row := range s.Rows {
			if part(row) == most {
				out.Rows, out.Lines = append(out.Rows, row), append(out.Lines, s.Lines[i])
			}
		}
		if all && most > 1 && len(out.Rows) < len(s.Rows) {
			out.Warn(fmt.Sprintf("rows of %s in column %q count alone, those of training and validation do not",
				out.Rows[0][at], name))
			return out
		}
	}
	key := func(name string, splits ...string) (rest string, is bool) {
		words := slices.DeleteFunc(wording.NameWords(name), func(w string) bool {
			split := slices.Contains(splits, w)
			is = is || split
			return split
		})
		return strings.Join(words, " "), is
	}
	var drop []int
	for at, name := range s.Names {
		for _, c := range []struct{ less, more []string }{
			{[]string{"train", "training"}, []string{"test", "eval", "evaluation", "val", "validation"}},
			{[]string{"val", "validation"}, []string{"test"}},
		} {
			rest, is := key(name, c.less...)
			beside := func(other string) bool { of, ok := key(other, c.more...); return ok && of == rest }
			if is && aside(name) == "" && !namesUnits(name) && !slices.Contains(drop, at) &&
				slices.ContainsFunc(s.Names, beside) && s.profile(at).kind != words {
				drop = append(drop, at)
			}
		}
	}
	if len(drop) == 0 {
		return s
	}
	var names []string
	for _, at := range drop {
		names = append(names, strconv.Quote(s.Names[at]))
	}
	keep := func(row []string) (out []string) {
		for at, text := range row {
			if !slices.Contains(drop, at) {
				out = append(out, text)
			}
		}
		return out
	}
	out := s
	out.Names, out.Rows = keep(s.Names), nil
	for _, row := range s.Rows {
		out.Rows = append(out.Rows, keep(row))
	}
	out.doubt = append(slices.Clone(s.doubt), fmt.Sprintf("left out: %s, of training or validation beside a test",
		strings.Join(names, ", ")))
	return out
}
