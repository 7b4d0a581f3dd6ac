package demos

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// Words of names of labels that say how a demonstration ended. A name has one of them besides fillers and negations:
// success_threshold and success_time are settings.
var (
	successWords = []string{"success", "successes", "successful", "successfully", "succeeded", "succeed", "solved"}
	endWords     = []string{"outcome", "result", "passed", "pass", "completed", "reached", "achieved", "accomplished"}
	// Words of names of labels that measure success, such as success_rate: a rate of an episode says no outcome.
	measureWords = []string{"rate", "ratio", "fraction", "probability", "prob", "percent", "percentage", "share",
		"score", "confidence", "likelihood"}
	valueWords = map[string]bool{"good": true, "bad": false} // is_good; of truth values alone
	// Words of names of flags that say whether a demonstration is to be used, and whether a yes there says that it is
	// not: keep, exclude. They judge as good and bad do, and say nothing of how it ended.
	useWords = map[string]bool{"keep": false, "kept": false, "valid": false, "usable": false, "use": false,
		"used": false, "useful": false, "include": false, "included": false, "accept": false, "accepted": false,
		"approved": false, "exclude": true, "excluded": true, "discard": true, "discarded": true, "reject": true,
		"rejected": true, "remove": true, "removed": true, "skip": true, "ignore": true, "ignored": true,
		"invalid": true, "unusable": true, "useless": true, "corrupt": true, "corrupted": true}
	useFillers = []string{"to", "be", "for", "in", "from", "training", "train", "data", "dataset"}
	fillers    = []string{"is", "was", "has", "next", "episode", "demo", "demonstration", "trajectory", "task",
		"final", "label", "flag", "human", "overall", "observation", "info", "goal"}
	// Words of names that say by whom success was judged: success_reviewer.
	judgeWords = []string{"auto", "automatic", "manual", "reviewed", "reviewer", "rater", "annotator", "annotated",
		"operator", "checked", "verified", "a", "b", "gt"}
)

// Ranks of names of labels, after those that say by themselves how a demonstration ended.
const (
	reason    = 4 // why it failed, such as failure_reason: it did where they say anything
	goodOrBad = 5 // how good it is, which may contradict how it ended
	measure   = 6 // a measure of success, which says no outcome
)

// reasonWords are words of their names after one of failure, and noReason are values that say of none.
var (
	reasonWords = []string{"reason", "reasons", "cause", "type", "mode", "kind"}
	noReason    = []string{"none", "no", "null", "nan", "n/a", "na", "-", "success", "no failure", "ok"}
)

// outcomeName says what the name of a label says of success: its rank among such names, 0 the surest and -1 for another
// name, and whether a yes means failure.
func outcomeName(name string) (rank int, inverted bool) {
	var rest []string
	for _, w := range wording.NameWords(name) {
		switch {
		case wording.IsNegation(w):
			inverted = !inverted
		case !slices.Contains(fillers, w):
			rest = append(rest, w)
		}
	}
	if len(rest) == 2 && slices.Contains(measureWords, rest[1]) && (slices.Contains(successWords, rest[0]) ||
		wording.SaysFailure(rest[0])) {
		return measure, inverted
	}
	if len(rest) == 2 && wording.SaysFailure(rest[0]) && slices.Contains(reasonWords, rest[1]) {
		return reason, false
	}
	if len(rest) > 1 {
		rest = slices.DeleteFunc(rest, func(w string) bool { return slices.Contains(judgeWords, w) })
		if len(rest) != 1 || !slices.Contains(successWords, rest[0]) && !wording.SaysFailure(rest[0]) {
			return -1, false
		}
	}
	if len(rest) == 0 {
		return -1, false
	}
	good, values := valueWords[rest[0]]
	switch w := rest[0]; {
	case name == "success":
		return 0, false
	case slices.Contains(successWords, w):
		return 1, inverted
	case wording.SaysFailure(w):
		return 2, !inverted
	case slices.Contains(endWords, w):
		return 3, inverted
	case values:
		return goodOrBad, inverted == good
	}
	return -1, false
}

// TellsOutcome reports whether a label says by its name whether a demonstration succeeded, as is_failure does.
func TellsOutcome(name string) bool {
	rank, _ := outcomeName(name)
	return rank >= 0 && rank < measure
}

// MeasuresSuccess reports whether a label measures success by its name, as success_rate does, which says no outcome.
func MeasuresSuccess(name string) bool {
	rank, _ := outcomeName(name)
	return rank == measure
}

// TellsGood reports whether a label says by its name alone that a demonstration is good or bad, as is_good does, or
// whether it is to be used (TellsUse), and whether a yes there means bad.
func TellsGood(name string) (bad, is bool) {
	if bad, is = TellsUse(name); is {
		return bad, true
	}
	rank, inverted := outcomeName(name)
	return inverted, rank == goodOrBad
}

// TellsUse reports whether a label says by its name whether a demonstration is to be used, as keep and exclude do, and
// whether a yes there means that it is not.
func TellsUse(name string) (bad, is bool) {
	var rest []string
	not := false
	for _, w := range wording.NameWords(name) {
		switch {
		case wording.IsNegation(w):
			not = !not
		case !slices.Contains(fillers, w) && !slices.Contains(useFillers, w):
			rest = append(rest, w)
		}
	}
	if len(rest) != 1 {
		return false, false
	}
	bad, is = useWords[rest[0]]
	return is && bad != not, is
}

// ListSays returns what the name of a list of demonstrations, such as "failure", says of those in it.
func ListSays(name string) Said {
	rank, inverted := outcomeName(name)
	switch {
	case rank < 0 || rank > 3: // good and bad are kinds
		return Unsaid
	case inverted:
		return Failed
	}
	return Succeeded
}

// SpeaksOfOutcome reports whether a text, such as the name of a task, begins or ends with a word of success or failure:
// "failed: pick left".
func SpeaksOfOutcome(text string) bool {
	words := wording.NameWords(text)
	if len(words) < 2 {
		return false
	}
	return slices.ContainsFunc([]string{words[0], words[len(words)-1]}, func(w string) bool {
		return slices.Contains(successWords, w) || wording.SaysFailure(w)
	})
}

// Said is what a dataset says of the success of a demonstration.
type Said int8

// What is said.
const (
	Unsaid Said = iota
	Succeeded
	Failed
)

// Outcome says which demonstrations of a dataset succeeded, and how that is known.
type Outcome struct {
	Of    []Said // of each demonstration
	Label string // that tells it; empty where rewards do, or nothing
	// Inverted says that a yes of the label means failure.
	Inverted bool
	Source   string // as in "label failed (yes: it failed)"; empty: nothing says it
	// Strange is a value of the label that says neither yes nor no; empty where there is none.
	Strange string
	// Doubtful says of labels whose names speak of success, and of rewards that are all 0, why they are not read.
	Doubtful []string
	// Contradicted are the places of demonstrations of which another label says the opposite: nothing is said of them.
	Contradicted []int
	// Contradictions says which labels contradict one another, or rewards, and in how many demonstrations.
	Contradictions []string
}

// Known is the number of demonstrations of which the dataset says whether they succeeded.
func (o *Outcome) Known() (n int) {
	for _, s := range o.Of {
		if s != Unsaid {
			n++
		}
	}
	return n
}

// Success returns what is said of a demonstration; nil: nothing.
func (o *Outcome) Success(i int) *bool {
	if o.Of[i] == Unsaid {
		return nil
	}
	yes := o.Of[i] == Succeeded
	return &yes
}

// Successes returns what is to be written of the success of the demonstrations with labels; nil: nothing. A label
// "success" of yes or no counts, even where another label contradicts it.
func (o Outcome) Successes(labels []map[string]string) []*bool {
	all := make([]*bool, len(labels))
	for i, l := range labels {
		all[i] = o.Success(i)
		x, err := strconv.ParseFloat(l["success"], 64)
		if yes, known := Truth(l["success"]); known && (err != nil || x == 0 || x == 1) {
			all[i] = &yes
		}
	}
	return all
}

// Outcomes collects what the labels of the demonstrations of a dataset say of their success.
type Outcomes struct {
	n       int
	columns map[string]*outcomeColumn
	rewards outcomeColumn      // of which bonus is success
	bonus   float64            // the greatest reward of the first demonstration that has any; 0: none has
	minus   outcomeColumn      // the same, where -1 is failure and 0 success
	truths  map[string]*truths // of labels whose names say nothing of success
}

// truths are which words of truth a label has; other is another value.
type truths struct{ yes, no, other bool }

// addTruth takes a value of a label whose name says nothing of success.
func (o *Outcomes) addTruth(name, text string) {
	if o.truths == nil {
		o.truths = map[string]*truths{}
	}
	if o.truths[name] == nil {
		o.truths[name] = &truths{}
	}
	yes, known := Truth(text)
	_, err := strconv.ParseFloat(text, 64)
	seen := o.truths[name]
	seen.yes, seen.no, seen.other = seen.yes || yes, seen.no || !yes, seen.other || !known || err == nil
}

// outcomeColumn is what one label says.
type outcomeColumn struct {
	of      []Said
	strange string // the first value that says neither yes nor no
	number  bool   // such a value is a number: the label measures something
	said    int    // values that say yes or no
	others  int    // values that say neither
	reasons bool   // values are reasons of failures
}

// few reports whether values that say neither yes nor no are at most a fifth of all.
func (c *outcomeColumn) few() bool { return 4*c.others <= c.said }

// Add takes the labels of the next demonstration.
func (o *Outcomes) Add(labels map[string]string) {
	for name, text := range labels {
		rank, inverted := outcomeName(name)
		if rank < 0 {
			if _, use := TellsUse(name); !use {
				o.addTruth(name, text)
			}
			continue
		}
		if o.columns == nil {
			o.columns = map[string]*outcomeColumn{}
		}
		if o.columns[name] == nil {
			o.columns[name] = &outcomeColumn{reasons: rank == reason}
		}
		o.columns[name].set(o.n, text, inverted)
	}
	if text, ok := labels[MaxReward]; ok {
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && x > 0 && o.bonus == 0 {
			o.bonus = x
		}
		switch {
		case err == nil && x == o.bonus && x != 0:
			o.rewards.set(o.n, "1", false)
		case err == nil && x > 0: // 1 beside another bonus
			o.rewards.set(o.n, "other", false)
		default:
			o.rewards.set(o.n, text, false)
		}
		switch {
		case err == nil && x == -1:
			text = "0"
		case err == nil && x == 0:
			text = "1"
		default:
			text = "other"
		}
		o.minus.set(o.n, text, false)
	}
	o.n++
}

// set takes the value of demonstration i.
func (c *outcomeColumn) set(i int, text string, inverted bool) {
	c.of = append(c.of, make([]Said, i+1-len(c.of))...)
	if strings.TrimSpace(text) == "" {
		return
	}
	yes, known := Truth(text)
	if c.reasons {
		yes, known = slices.Contains(noReason, strings.ToLower(strings.TrimSpace(text))), true
	}
	if words := wording.NameWords(text); len(words) > 0 && wording.SaysFailure(words[0]) { // "failed at the grasp"
		yes, known = inverted, true
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if number := err == nil && x == x; number && x != 0 && x != 1 || !known {
		c.others++
		if c.number = c.number || number; c.strange == "" {
			c.strange = text
		}
		return
	}
	c.said++
	if c.of[i] = Failed; yes != inverted {
		c.of[i] = Succeeded
	}
}

// Outcome returns what is said so far. Of several labels the surest name counts: success, other words of success, words
// of failure, outcome or result, good or bad. Where another one of these, good and bad aside, says the opposite,
// nothing is said; where rewards do, the label counts. What it does not say, others may. A label with other numbers
// than 0 and 1 measures something and is not read; neither is an outcome, a result, and what is good or bad, with
// values that say neither yes nor no. Where such numbers and values are at most a fifth of all, the label is read, and
// nothing is said of these. Without a label rewards tell success where the greatest of every demonstration is 0 or 1,
// and of some it is 1: where all are 0, a reward may never have been recorded. So they do where it is 0 or another
// number, the same of all, and where each frame costs 1 until success: the greatest is -1 or 0, and of some it is 0.
func (o *Outcomes) Outcome() Outcome {
	out := Outcome{}
	best := -1
	var read []string // labels that say how demonstrations ended
	for _, name := range slices.Sorted(maps.Keys(o.columns)) {
		c := o.columns[name]
		rank, inverted := outcomeName(name)
		if rank == measure {
			out.Doubtful = append(out.Doubtful, fmt.Sprintf("label %s measures success, and which of its values are "+
				"successes is not known here", name))
			continue
		}
		some := slices.ContainsFunc(c.of, func(s Said) bool { return s != Unsaid })
		if c.strange != "" && !(some && c.few()) && (c.number || !some || rank > 2) {
			out.Doubtful = append(out.Doubtful, fmt.Sprintf("label %s has %.40q, which says neither yes nor no", name,
				c.strange))
			continue
		}
		if some && rank < goodOrBad {
			read = append(read, name)
		}
		if !some || best >= 0 && rank >= best {
			continue
		}
		best, out.Of, out.Label, out.Inverted, out.Source = rank, c.of, name, inverted, "label "+name
		out.Strange = c.strange
		if inverted {
			out.Source += " (a yes there says that it failed)"
		}
	}
	if best >= 0 && best < goodOrBad {
		o.contradict(&out, read)
		o.complete(&out, read)
	}
	if rewards, scale := o.reward(); best < 0 && rewards.strange == "" && len(rewards.of) == o.n &&
		!slices.Contains(rewards.of, Unsaid) {
		switch {
		case slices.Contains(rewards.of, Succeeded):
			out.Of, out.Source = rewards.of, "rewards of "+scale
		case o.n > 1:
			out.Doubtful = append(out.Doubtful, "all rewards are "+scale[:strings.Index(scale, " ")]+": all failed, "+
				"or none was recorded")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.truths)) {
		if t := o.truths[name]; out.Source == "" && t.yes && t.no && !t.other {
			out.Doubtful = append(out.Doubtful, fmt.Sprintf("label %s has yes and no, and its name does not say "+
				"of what", name))
		}
	}
	out.Of = append(slices.Clone(out.Of), make([]Said, o.n-len(out.Of))...)
	return out
}

// complete takes what the label that counts does not say of demonstrations from others, and from rewards.
func (o *Outcomes) complete(out *Outcome, labels []string) {
	out.Of = append(out.Of, make([]Said, o.n-len(out.Of))...)
	take := func(of []Said, source string) {
		told := false
		for i, said := range of {
			_, against := slices.BinarySearch(out.Contradicted, i)
			if out.Of[i] == Unsaid && said != Unsaid && !against {
				out.Of[i], told = said, true
			}
		}
		switch {
		case told && out.Source == "":
			out.Source = source
		case told:
			out.Source += " and " + source
		}
	}
	for _, name := range labels {
		take(o.columns[name].of, "label "+name)
	}
	if rewards, scale := o.reward(); rewards.strange == "" && slices.Contains(rewards.of, Succeeded) {
		take(rewards.of, "rewards of "+scale)
	}
}

// contradict finds the demonstrations of which a label, or a reward, says the opposite of the label that counts. Of
// those that another label contradicts nothing is said any more.
func (o *Outcomes) contradict(out *Outcome, labels []string) {
	counts := out.Of
	out.Of = slices.Clone(counts)
	opposite := func(of []Said) (places []int) {
		for i := range min(len(of), len(counts)) {
			if of[i] != Unsaid && counts[i] != Unsaid && of[i] != counts[i] {
				places = append(places, i)
			}
		}
		return places
	}
	for _, name := range labels {
		places := opposite(o.columns[name].of)
		if name == out.Label || len(places) == 0 {
			continue
		}
		out.Contradictions = append(out.Contradictions, fmt.Sprintf("labels %s and %s contradict each other in %d of "+
			"%d, which count as unknown", out.Label, name, len(places), o.n))
		out.Contradicted = append(out.Contradicted, places...)
	}
	rewards, _ := o.reward()
	if places := opposite(rewards.of); rewards.strange == "" && len(places) > 0 && !rewards.constant(places, counts) {
		out.Contradictions = append(out.Contradictions, fmt.Sprintf("rewards contradict label %s in %d of %d, where "+
			"the label counts", out.Label, len(places), o.n))
	}
	slices.Sort(out.Contradicted)
	out.Contradicted = slices.Compact(out.Contradicted)
	for _, i := range out.Contradicted {
		out.Of[i] = Unsaid
	}
	if len(out.Contradicted) > 0 && out.Known() == 0 {
		out.Source, out.Label = "", ""
		out.Doubtful = append(out.Doubtful, out.Contradictions...)
	}
}

// reward is what rewards say, and their scale: of 0 and 1 or, where some is -1, of -1 and 0.
func (o *Outcomes) reward() (c *outcomeColumn, scale string) {
	if o.minus.strange == "" && slices.Contains(o.minus.of, Failed) {
		return &o.minus, "-1 and 0"
	}
	return &o.rewards, "0 and " + NumberLabel(cmp.Or(o.bonus, 1), 32)
}

// constant reports whether the rewards at places, which contradict a label, have one value, and all demonstrations
// have it of which the label says the opposite: such rewards may never have been recorded.
func (c *outcomeColumn) constant(places []int, counts []Said) bool {
	value := c.of[places[0]]
	if slices.ContainsFunc(places, func(i int) bool { return c.of[i] != value }) {
		return false
	}
	n := 0
	for _, said := range counts {
		if said != Unsaid && said != value {
			n++
		}
	}
	return n == len(places)
}
