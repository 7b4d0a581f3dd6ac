package table

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// Direction says which outcomes are better.
type Direction string

// Directions. Nothing tells that of Unknown.
const (
	Higher  Direction = "higher"
	Lower   Direction = "lower"
	Unknown Direction = "unknown"
)

// events are words for what should not happen in a rollout: its success is 1 minus the outcome.
var events = []string{"collision", "collisions", "collided", "crash", "crashes", "crashed", "timeout", "timeouts",
	"dropped", "drops", "drop", "fell", "falls", "violation", "violations", "missed", "misses", "miss", "lost",
	"aborted", "aborts", "intervention", "interventions", "intervened", "takeover", "takeovers", "estop", "estops",
	"stuck", "slipped", "incomplete", "incorrect"}

// manyEvents reports whether a rollout may have several of the events that a name tells: plurals, but for those that
// end a rollout, and for names that say that rollouts are counted, as rollouts with collisions.
func manyEvents(name string) bool {
	if readingOf(name) == rates {
		return false
	}
	many, counted, per := false, false, false
	for _, w := range nameWords(name) {
		many = many || strings.HasSuffix(w, "s") && (slices.Contains(events, w) || w == "mistakes" || w == "errors") &&
			!slices.Contains([]string{"crashes", "timeouts", "aborts"}, w)
		counted = counted || slices.Contains(rolloutNouns, w)
		per = per || w == "per"
	}
	return many && (!counted || per)
}

// gains are words for measures of which more is better.
var gains = []string{"success", "successes", "successful", "succeeded", "sr", "solved", "completed", "completion",
	"complete", "completes", "score", "scores", "reward", "rewards", "return", "returns", "accuracy", "acc", "value",
	"outcome", "outcomes", "result", "results", "pass", "passed", "reached", "progress",
	"stage", "stages", "coverage", "correct", "win", "wins",
	"won", "ok", "done", "achieved"}

// Words beside those of failures and events. A noun only qualifies another one behind it, as in failure recovery,
// unless that is a measure. An event behind a preposition of time is not what is told: what came before it is better
// the longer it took.
var (
	eventNouns = []string{"failure", "collision", "crash", "timeout", "drop", "violation", "intervention", "takeover"}
	measures   = []string{"rate", "rates", "count", "counts", "n", "number", "num", "fraction", "share", "proportion",
		"ratio", "frequency", "probability", "flag", "percent", "percentage", "pct", "pc", "total", "sum", "mean",
		"average", "avg", "std", "sd", "of", "in", "on", "at", "with", "by", "per", "during", "over", "occurred",
		"happened", "needed", "required", "and", "or"}
	befores    = []string{"to", "until", "till", "before", "between"}
	afters     = []string{"from", "after", "despite", "without"}
	times      = []string{"time", "times", "duration", "steps", "step", "seconds", "minutes", "distance"}
	recoveries = []string{"recovered", "recovery", "recoveries", "recovers", "recover", "rescued", "avoided"}
	lasting    = []string{"survival", "survived", "alive", "uptime"}
)

// saysEvent reports whether a name says that an outcome is a failure or an event, rather than something else with one
// in its name.
func saysEvent(words []string) bool {
	for i, w := range words {
		if !slices.Contains(events, w) && !wording.SaysFailure(w) {
			continue
		}
		of := i > 0 && (slices.Contains(befores, words[i-1]) || slices.Contains(afters, words[i-1]))
		qualifies := i+1 < len(words) && slices.Contains(eventNouns, w) && !slices.Contains(measures, words[i+1]) &&
			!slices.Contains(events, words[i+1]) && !wording.SaysFailure(words[i+1])
		if !of && !qualifies {
			return true
		}
	}
	return false
}

// denied are words of gains that a negation turns into failures: not_successful.
var denied = []string{"success", "successful", "succeeded", "solved", "completed", "complete", "passed", "pass",
	"reached", "correct", "won", "ok"}

// nameWords are the words of a name of an outcome. Those of an emergency stop are one; "no. of successes" and
// no_successes tell a number, and "no" denies nothing there.
func nameWords(name string) (words []string) {
	all := wording.NameWords(english(name))
	for i, w := range all {
		next := ""
		if n := len(words); w == "stop" && n > 0 && words[n-1] == "estop" {
			continue
		}
		if i+1 < len(all) {
			next = all[i+1]
		}
		switch {
		case w == "no" && (next == "of" || strings.HasSuffix(next, "s") && !strings.HasSuffix(next, "ss")):
		case next == "stop" && (w == "e" || w == "emergency"):
			words = append(words, "estop")
		default:
			words = append(words, w)
		}
	}
	return words
}

// directionOf is the direction of an outcome by the name of its column; event says that it is 1 minus a success.
func directionOf(name string) (d Direction, event bool) {
	words := nameWords(name)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	named := has(events...) || slices.ContainsFunc(words, wording.SaysFailure)
	bad := saysEvent(words)
	not := slices.ContainsFunc(words, wording.IsNegation)
	rate := !slices.ContainsFunc(words, func(w string) bool { return w != "rate" && !slices.Contains(neutral, w) })
	last := len(words) - 1
	if strings.Contains(name, "↑") && !named {
		return Higher, false
	}
	switch {
	case last > 1 && slices.Contains(befores, words[last-1]) && has("attempts", "tries", "trials", "retries") &&
		slices.Contains(gains, words[last]):
		return Lower, false // attempts to success
	case has(times...) && (named && has(befores...) || has(lasting...)):
		return Higher, false // time to failure
	case named && !bad && has("failure", "crash", "collision") && has(times...):
		return Unknown, false // failure time
	case (named || has(wording.LessIsBetter...)) && (not || has("free", "negative", "neg")):
		return Unknown, false
	case has("distance") && len(words) <= 2 && !slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"final", "goal", "target", "error", "pose", "mean", "to"}, w)
	}):
		return Unknown, false // walked, or left to go
	case has(wording.LessIsBetter...):
		return Lower, false
	case named && (!bad || has(denied...) || has(recoveries...)):
		return Unknown, false
	case bad || not && has(denied...):
		return Lower, true
	case not || has("negative", "neg"):
		return Unknown, false
	case has(gains...), rate && has("rate"):
		return Higher, false
	case strings.Contains(name, "↓"):
		return Lower, false
	}
	return Unknown, false
}

// outcomeName is the name of the outcome of a wide table, whose columns are methods: the words that all their names
// have, "failure rate" of act_failure_rate and dp_failure_rate.
func outcomeName(columns []string) string {
	shared := wording.NameWords(columns[0])
	percent := true
	for _, name := range columns {
		words := wording.NameWords(name)
		shared = slices.DeleteFunc(shared, func(w string) bool { return !slices.Contains(words, w) })
		percent = percent && strings.Contains(name, "%")
	}
	if percent {
		shared = append(shared, "(%)")
	}
	return strings.Join(shared, " ")
}

// lowerFlag names the flag that turns a direction round. Stats watch has none.
const lowerFlag = " (--lower-is-better=false: higher)"

// direct finds the direction of outcomes by the name of their column, and says it where it is not Higher. Failures of
// rollouts, which lie between 0 and the number of the rollouts, become successes. Spoken says that cells name the
// outcome in words, which goes before the name.
func direct(name string, spoken bool, entries []stats.Entry) (d Direction, said string) {
	if spoken {
		return Higher, ""
	}
	d, event := directionOf(name)
	graded := func(e stats.Entry) bool { return e.Rollouts != 1 || e.Sum != 0 && e.Sum != 1 }
	event = event || hasWord(name, []string{"error", "errors", "err"}) && d == Lower &&
		!slices.ContainsFunc(entries, graded)
	outside := func(e stats.Entry) bool { return !(e.Sum >= 0 && e.Sum <= float64(e.Rollouts)) }
	switch {
	case event && !slices.ContainsFunc(entries, outside):
		for i, e := range entries {
			entries[i].Sum = float64(e.Rollouts) - e.Sum
		}
		return Higher, fmt.Sprintf(" Column %q has failures: what is compared is success, 1 minus them.", name)
	case d == Lower:
		return d, fmt.Sprintf(" Lower is taken for better in column %q%s.", name, lowerFlag)
	case d == Unknown && name != "":
		return d, fmt.Sprintf(" Which is better does not follow from the name %q (--lower-is-better, or =false: "+
			"higher).", name)
	}
	return d, ""
}

// neutral are words in the names of outcomes that may be rates or scores.
var neutral = []string{"sr", "acc", "value", "outcome", "result", "results", "mean", "average", "avg"}

// stageWords are words in the names of outcomes that count how far a rollout came: 3/5 is one rollout in the third of
// five stages, and not three of five rollouts.
var stageWords = []string{"stage", "stages", "progress", "subtask", "subtasks", "subgoal", "subgoals", "milestone",
	"milestones", "checklist"}

// hasWord reports whether a name has one of some words.
func hasWord(name string, words []string) bool {
	of := wording.NameWords(english(name))
	return slices.ContainsFunc(of, func(w string) bool { return slices.Contains(words, w) })
}

// isScore reports whether outcomes are scores of rollouts and not rates of successes: by the name of their column, or
// because a rollout of a start is neither a success nor a failure.
func isScore(name string, starts bool, entries []stats.Entry) bool {
	graded := slices.ContainsFunc(entries, func(e stats.Entry) bool {
		return e.Rollouts == 1 && e.Sum != 0 && e.Sum != 1
	})
	return graded && (starts || scoreName(name))
}

// scoreName reports whether a name is that of scores, where outcomes are graded.
func scoreName(name string) bool {
	r := readingOf(name)
	success := slices.ContainsFunc(wording.NameWords(english(name)), func(w string) bool {
		return strings.HasPrefix(w,
			"succ")
	})
	return r != rates && (!success || hasWord(name, times)) && !hasWord(name, neutral)
}

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
