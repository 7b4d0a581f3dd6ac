package advice

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
)

// mostKinds is the largest number of kinds to which the answer gives a line each; the others are counted.
const mostKinds = 3

// Answer is the advice: what to do, why, what it is expected to bring, what the data cannot tell, and how many of each
// skill there are. Everything else is in Section.
func (r Report) Answer() []string {
	lines := slices.Concat(r.failureLines(), r.kindLines(), r.ratingLines())
	if !r.Changes {
		keep := keepEvery + ": " + r.against()
		if r.apart() > 0 || r.open() > 0 {
			keep = "Until that is tested, keep every demonstration, each frame counting the same."
		}
		if !r.NothingGood() {
			lines = append(lines, keep)
		}
		if r.apart() == 0 && r.open() == 0 {
			lines[0], lines[len(lines)-1] = lines[len(lines)-1], lines[0]
		}
	}
	if task := r.outcomeInTask(); task != "" {
		lines = slices.Insert(lines, 0, fmt.Sprintf("Tasks such as %.60q say how demonstrations ended, and count as "+
			"skills here: give what is shown and how it ended apart, by --labels FILE with columns task and "+
			"success.", task))
	} else if line := r.imbalanceLine(); line != "" {
		lines = append(lines, line)
	}
	if (r.Outcome.Source == "" || r.Outcome.EmptyHanded) && !r.Outcome.Judged {
		missing := "no label, reward of 0 or 1, or replay says it"
		if len(r.Outcome.Doubtful) > 0 {
			missing = wording.List(shortened(r.Outcome.Doubtful))
		}
		lines = append(lines, fmt.Sprintf("No success recorded: %s. Who knows it gains most: --labels FILE with a "+
			"column success, or weigh --known.", missing))
	}
	return lines
}

// against says what speaks for other weights where labels and losses do not.
func (r Report) against() string {
	switch {
	case r.tooFew():
		why, _ := r.untold()
		return why + "."
	case len(r.Unusual) > 0:
		of, them := "trajectories are unlike the others", "them"
		if len(r.Unusual) == 1 {
			of, them = "trajectory is unlike the others", "it"
		}
		return fmt.Sprintf("no label and no loss speaks for other weights, but %d %s (%s): look at %s (--page FILE).",
			len(r.Unusual), of, wording.List(shortenedTo(r.Unusual, "more")), them)
	}
	return "no label and no loss speaks for other weights."
}

// untold says why losses tell nothing where no group has enough demonstrations, and whether more of the same would
// help.
func (r Report) untold() (why string, more bool) {
	total, alone, measured, spread := 0, true, false, false
	for _, s := range r.Skills {
		alone = alone && s.Demonstrations == 1
	}
	for _, g := range r.Groups {
		total += g.Demonstrations
		measured, spread = measured || g.Loss.N > 0, spread || g.Loss.se > 0
	}
	are := fmt.Sprintf("%d demonstrations are", total)
	switch {
	case total == 1:
		return "1 demonstration is too few to tell anything else", true
	case alone && total > leastLeft:
		return fmt.Sprintf("each of the %d demonstrations shows another skill by its labels, so that none can be "+
			"predicted from others", total), false
	case !alone && !measured && r.apart() < total:
		return "the actions are the same in every frame, so that nothing can be learned from them", false
	case measured && !spread && total > leastLeft:
		return are + " predicted equally well, as copies are, so that nothing tells them apart", false
	case len(r.Skills) > 1:
		return fmt.Sprintf("%d demonstrations of %d skills are too few to tell anything else", total,
			len(r.Skills)), true
	}
	return are + " too few to tell anything else", true
}

// tooFew reports whether no group has enough demonstrations to tell how hard it is to fit.
func (r Report) tooFew() bool {
	return !slices.ContainsFunc(r.Groups, func(g Group) bool {
		ok, _ := enough(g.Loss)
		return ok
	})
}

// outcomeInTask returns the first skill whose name says how its demonstrations ended; empty: none.
func (r Report) outcomeInTask() string {
	for _, s := range r.Skills {
		if demos.SpeaksOfOutcome(s.Name) {
			return s.Name
		}
	}
	return ""
}

// Lines is the answer with what was decided for the user behind the first thing that it says.
func (r Report) Lines() []string {
	lines := r.Answer()
	first := 1
	for first < len(lines) && strings.HasPrefix(lines[first], " ") {
		first++
	}
	return slices.Insert(lines, first, r.decisions()...)
}

// decisions are what was decided for the user, a line each.
func (r Report) decisions() (lines []string) {
	for _, line := range r.Decided {
		name, text, _ := strings.Cut(line, ": ")
		lines = append(lines, fmt.Sprintf("%-9s %s", name, text))
	}
	return lines
}

// MostLines is the largest number of lines of Short; with the next command the answer has one more.
const MostLines = 11

// Short is Lines without what can wait: where they are more than MostLines, reasons to keep something go first, then
// what was decided without a question being open, then further kinds and ratings, and the last line counts them.
func (r Report) Short() []string {
	lines := r.Lines()
	decided := r.decisions()
	rank := func(line string) int { // the lowest stay longest
		name, _, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(line, "  kept: "), strings.HasPrefix(line, "Keep ") && !keepsAll(line):
			return 5
		case slices.Contains(decided, line) && slices.Contains(openDecisions, name):
			return 2
		case slices.Contains(decided, line):
			return 4
		case strings.HasPrefix(line, "By "), strings.HasPrefix(line, "Whether to leave out "),
			strings.HasPrefix(line, "Which "):
			return 3
		case strings.HasPrefix(line, "  "):
			return 1
		}
		return 0
	}
	if len(lines) <= MostLines {
		return lines
	}
	left := len(lines) - MostLines + 1
	more := wording.Plural(left, "more line") + ": --full"
	for n := left; n > 0; n-- {
		at := 0
		for i := range lines {
			if rank(lines[i]) >= rank(lines[at]) {
				at = i
			}
		}
		lines = slices.Delete(lines, at, at+1)
	}
	return append(lines, more)
}

// openDecisions are the names of decisions that leave something unknown.
var openDecisions = []string{"gripper", "opposed", "unknown", "unjudged", "missing"}

// keepsAll reports whether a line says to keep every demonstration.
func keepsAll(line string) bool { return strings.HasPrefix(line, keepEvery) }

// keepEvery begins the line that changes nothing.
const keepEvery = "Keep every demonstration, each frame counting the same"

// apart is the number of demonstrations that failed or are marked bad.
func (r Report) apart() int {
	return r.countOf(func(g Group) bool { return g.apart() })
}

// CannotTell reports whether the answer says of demonstrations that the data cannot tell whether to leave them out, and
// keeps all: rollouts can.
func (r Report) CannotTell() bool { return !r.Changes && (r.apart() > 0 || r.open() > 0) }

// UserKnows reports whether nothing is open but ratings of which the user alone knows which values are better.
func (r Report) UserKnows() bool {
	cuts := func(one Rating) bool { return one.Cuts() != nil }
	return r.open() > 0 && r.open() == len(r.Ratings) && r.apart() == 0 && !slices.ContainsFunc(r.Ratings, cuts)
}

// NothingGood reports whether all demonstrations failed or are marked bad.
func (r Report) NothingGood() bool {
	return r.apart() > 0 && r.apart() == r.countOf(func(Group) bool { return true })
}

// Unsuspected reports whether neither labels nor losses speak for other weights.
func (r Report) Unsuspected() bool { return !r.Changes && r.apart() == 0 && r.open() == 0 }

// Searched reports whether trajectories that are unlike the others are worth a look: neither labels nor losses speak
// for other weights, and there are demonstrations enough to be unlike.
func (r Report) Searched() bool { return r.Unsuspected() && !r.tooFew() }

// open is the number of kinds and ratings about which the data do not tell.
func (r Report) open() int {
	n := len(r.Ratings)
	for _, v := range r.Verdicts {
		if v.Open {
			n++
		}
	}
	return n
}

// failureLines say how many demonstrations failed or are marked bad, what to do with them, how that is known, and what
// it brings.
func (r Report) failureLines() []string {
	total, out, failed := 0, 0, 0
	for _, g := range r.Groups {
		if total += g.Demonstrations; g.Failed {
			failed += g.Demonstrations
		}
	}
	var reasons []string
	for _, v := range r.Failures {
		if v.LeaveOut {
			out += r.Groups[v.Group].Demonstrations
		} else if !slices.Contains(reasons, v.Why) {
			reasons = append(reasons, v.Why)
		}
	}
	n := r.apart()
	if n == 0 {
		return nil
	}
	are, ones := "failed", "failed"
	marked := r.countOf(func(g Group) bool { return g.Bad })
	switch {
	case failed == 0 && n == 1:
		are, ones = "is marked bad", "bad"
	case failed == 0:
		are, ones = "are marked bad", "bad"
	case r.Outcome.EmptyHanded && marked == 0 && n == 1:
		are, ones = "closes the gripper on nothing wider than 2 % of its stroke", "such"
	case r.Outcome.EmptyHanded && marked == 0:
		are, ones = "close the gripper on nothing wider than 2 % of its stroke", "such"
	case r.Outcome.EmptyHanded:
		are, ones = "close the gripper on nothing or are marked bad", "such"
	case marked > 0:
		are, ones = "failed or are marked bad", "failed or bad"
	}
	them := "them"
	if n == 1 {
		them = "it"
	}
	first := fmt.Sprintf("%d of %s %s: ", n, wording.Plural(total, "demonstration"), are)
	switch {
	case out == 0 && n == total:
		all := fmt.Sprintf("All %s", wording.Plural(total, "demonstration"))
		if total == 1 {
			all = "The only demonstration"
		}
		first = fmt.Sprintf("%s %s: nothing shows how to succeed; record some that do.", all, are)
	case out == 0 && failed == 0:
		first += "without " + them + " too few would remain."
	case out == 0:
		first += "whether to leave " + them + " out, the data cannot tell."
	case out < n:
		first += fmt.Sprintf("leave out %d of them.", out)
	default:
		first += "leave " + them + " out."
	}
	if out > 0 && r.Outcome.EmptyHanded {
		first = strings.TrimSuffix(first, ".") + ", unless the task can be done so."
	}
	var known []string
	switch {
	case failed > 0 && r.Outcome.EmptyHanded:
		known = append(known, r.Outcome.Source)
	case failed > 0:
		known = append(known, fmt.Sprintf("%s, of %d of %d", r.Outcome.Source, r.Outcome.Known, total))
	}
	if marked > 0 {
		known = append(known, r.Outcome.Marks)
	}
	lines := []string{first, fmt.Sprintf("  known from %s; %s: %s", strings.Join(known, ", and "), ones,
		r.apartBySkill())}
	if failed == total && total > 1 && !r.Outcome.Replayed && !r.Outcome.EmptyHanded {
		lines[1] += "; if success was never recorded, --labels FILE with a column success says which succeeded"
	}
	if text := r.failedGood(); text != "" {
		lines = append(lines, "  opposed: "+text)
	}
	if n == total && out == 0 {
		reasons = nil // there is nothing to keep them beside
	}
	for i, why := range reasons {
		if i == mostKinds-1 && len(reasons) > mostKinds {
			lines = append(lines, fmt.Sprintf("  %d more reasons to keep %s ones: --full", len(reasons)-i, ones))
			break
		}
		lines = append(lines, "  kept: "+why)
	}
	if out > 0 {
		lines = append(lines, "  expected: "+r.expected())
	}
	return lines
}

// countOf counts the demonstrations of groups.
func (r Report) countOf(has func(Group) bool) (n int) {
	for _, g := range r.Groups {
		if has(g) {
			n += g.Demonstrations
		}
	}
	return n
}

// apartBySkill says how many demonstrations of each skill failed or are marked bad.
func (r Report) apartBySkill() string {
	var parts []string
	for _, s := range r.Skills {
		failed, all := 0, 0
		for _, i := range slices.Concat(s.Groups, s.Failed) {
			all += r.Groups[i].Demonstrations
			if r.Groups[i].apart() {
				failed += r.Groups[i].Demonstrations
			}
		}
		if failed > 0 {
			name := s.Name
			if name != "" {
				name += " "
			}
			parts = append(parts, fmt.Sprintf("%s%d of %d", name, failed, all))
		}
	}
	return wording.List(shortened(parts))
}

// shortened keeps the first names of many.
func shortened(names []string) []string { return shortenedTo(names, "more skills") }

// shortenedTo is shortened with what the others are called.
func shortenedTo(names []string, others string) []string {
	const most = 6
	if len(names) > most {
		return append(slices.Clip(names[:most-1]), fmt.Sprintf("%d %s", len(names)-most+1, others))
	}
	return names
}

// expected says what leaving out demonstrations that failed or are marked bad is expected to bring: what their styles
// were measured to cost or, where nobody measured, what failing styles cost in general. A demonstration that is marked
// bad is not like the others of its style.
func (r Report) expected() string {
	var costs []string
	for _, v := range r.Failures {
		if g := r.Groups[v.Group]; v.LeaveOut && g.Cost != nil && !g.Bad {
			text := fmt.Sprintf("%s %s", g.labels[string(demos.ByStyle)], g.Cost)
			if !slices.Contains(costs, text) {
				costs = append(costs, text)
			}
		}
	}
	if costs != nil {
		return "points of success, as such ones beside as many good ones cost: " + strings.Join(shortened(costs), ", ")
	}
	if r.Outcome.EmptyHanded {
		return fmt.Sprintf("not known of this robot; %s points, mean of the %d recipes of our tasks in which such "+
			"ones were left out (results/worth-again)", emptyHandedGain, emptyHandedRecipes)
	}
	if r.countOf(func(g Group) bool { return g.Failed }) == 0 {
		return "not known; costly styles cost " + costlyStyles + " points of success where that was measured, and " +
			"others at most 5"
	}
	return "six of seven failing styles cost " + costlyStyles + " points of success where that was measured; the " +
		"seventh, which only stops early, cost -2 to +4, and without it success fell by 12"
}

// What leaving out demonstrations that close the gripper on nothing brought, where nothing but trajectories spoke
// (results/worth-again/regret.md, to which TestEmptyHandedWorth holds it).
const (
	emptyHandedGain    = "+8.8 [+3.9, +13.8]"
	emptyHandedRecipes = 13
)

// costlyStyles are the least and the greatest mean cost, in points, of the styles that were measured to harm on a task
// of ours (TestCostlyStyles).
const costlyStyles = "10 to 48"

// kindLines say which kinds to leave out, and about which the data do not tell.
func (r Report) kindLines() (lines []string) {
	var out, open, kept []Verdict
	for _, v := range r.Verdicts {
		switch {
		case v.LeaveOut:
			out = append(out, v)
		case v.Open:
			open = append(open, v)
		default:
			kept = append(kept, v)
		}
	}
	for i, v := range out {
		if i == mostKinds-1 && len(out) > mostKinds {
			lines = append(lines, fmt.Sprintf("Leave out %d kinds more: --full.", len(out)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("Leave out %s (%s): %s.%s", r.kindName(v), r.demonstrationsOf(v),
			strings.TrimPrefix(v.Why, "left out: "), numbersOf([]Verdict{v})))
	}
	for _, of := range alike(open) {
		if of[0].Undirected && of[0].Reference != "" {
			var names []string
			for _, v := range of {
				for _, name := range append(strings.Split(v.Reference, ","), v.Name) {
					if name = said(name); !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
			lines = append(lines, fmt.Sprintf("Which %s is better, %s, no label says and the data cannot tell: %s.%s",
				r.kindsAre(), strings.Join(shortenedTo(names, "more"), " or "),
				strings.TrimPrefix(of[0].Why, "kept: "), numbersOf(of)))
			continue
		}
		lines = append(lines, fmt.Sprintf("Whether to leave out %s, the data cannot tell: %s.%s",
			wording.List(shortened(r.namesOf(of))), strings.TrimPrefix(of[0].Why, "kept: "), numbersOf(of)))
	}
	for _, of := range alike(kept) {
		lines = append(lines, fmt.Sprintf("Keep %s: %s.%s", wording.List(shortened(r.namesOf(of))),
			strings.TrimPrefix(of[0].Why, "kept: "), numbersOf(of)))
	}
	return lines
}

// kindsAre is what kinds are: the label that makes them, where there is one.
func (r Report) kindsAre() string {
	if len(r.Groups) == 0 {
		return "kind"
	}
	if labels := slices.Collect(maps.Keys(r.Groups[0].labels)); len(labels) == 1 {
		return labels[0]
	}
	return "kind"
}

// alike puts kinds together about which the same is said, the numbers of the first aside, and those of which no label
// says which is better.
func alike(all []Verdict) (groups [][]Verdict) {
	for _, v := range all {
		k := slices.IndexFunc(groups, func(g []Verdict) bool {
			return g[0].Undirected == v.Undirected && (v.Undirected || g[0].Why == v.Why)
		})
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], v)
	}
	return groups
}

// namesOf are the names of kinds.
func (r Report) namesOf(all []Verdict) (names []string) {
	for _, v := range all {
		names = append(names, r.kindName(v))
	}
	return names
}

// kindName is the name of a kind in a sentence: with its label where it is a number or a word of truth.
func (r Report) kindName(v Verdict) string {
	_, err := strconv.ParseBool(v.Name)
	if label := r.kindsAre(); label != "kind" && (err == nil || isNumber(v.Name)) {
		return label + " " + said(v.Name)
	}
	return said(v.Name)
}

// said is a name in a sentence: in quotation marks where it begins or ends with blanks, which nobody would see.
func said(name string) string {
	if strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// demonstrationsOf counts the demonstrations of a kind.
func (r Report) demonstrationsOf(v Verdict) string {
	n := 0
	for _, i := range v.Groups {
		n += r.Groups[i].Demonstrations
	}
	return wording.Plural(n, "demonstration")
}

// numbersOf are difficulty and conflict of the first of some kinds with their intervals, as they follow a sentence;
// empty where they decide nothing.
func numbersOf(all []Verdict) string {
	v, subject := all[0], "It"
	if len(all) > 1 || v.Undirected {
		subject = said(v.Name)
	}
	low, known := v.Difficulty.Low.Get()
	if !known || v.Measured != nil || v.Named {
		return ""
	}
	text := fmt.Sprintf(" %s is %.2f [%.2f, %.2f] times as hard to fit", subject, v.Difficulty.Value.Or(0), low,
		v.Difficulty.High.Or(0))
	if v.Reference != "" {
		text += " as " + wording.List(shortenedTo(strings.Split(v.Reference, ","), "more"))
	}
	if value, ok := v.Conflict.Value.Get(); ok {
		least, most := v.conflict()
		text += fmt.Sprintf(", and with it the others are predicted at %.2f [%.2f, %.2f] of the loss", value, least,
			most)
	}
	return text + "."
}
