package advice

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"counterpoise/internal/wording"
	"counterpoise/results/document"
	"counterpoise/scenes/demos"
)

// mostKinds is the largest number of kinds to which the answer gives a line each; the others are counted.
const mostKinds = 3

// Answer is the advice: what to do, why, what it is expected to bring, what the data cannot tell, and how many of each
// skill there are. Everything else is in Section.
func (r Report) Answer() []string {
	lines := slices.Concat(r.failureLines(), r.kindLines(), r.ratingLines())
	if !r.Changes {
		open := r.apart() > 0 || r.open() > 0
		if !r.NothingGood() {
			why, _ := r.untold()
			lines = append(lines, said("keep", map[string]any{"Tested": !open, "TooFew": r.tooFew(), "Untold": why,
				"Unusual": shortenedTo(r.Unusual, "more"), "N": len(r.Unusual)})...)
		}
		if !open {
			lines[0], lines[len(lines)-1] = lines[len(lines)-1], lines[0]
		}
	}
	if task := r.outcomeInTask(); task != "" {
		lines = slices.Concat(said("outcome in task", task), lines)
	} else if line := r.imbalanceLine(); line != "" {
		lines = append(lines, line)
	}
	if (r.Outcome.Source == "" || r.Outcome.EmptyHanded) && !r.Outcome.Judged {
		lines = append(lines, said("no success", shortened(r.Outcome.Doubtful))...)
	}
	return lines
}

// answer has the sentences.
//
//go:embed answer.tmpl
var answer string

// sentences are the parts of answer.
var sentences = document.Prose(answer, template.FuncMap{"plural": wording.Plural,
	"interval": func(v [3]float64) string { return fmt.Sprintf("%.2f [%.2f, %.2f]", v[0], v[1], v[2]) }})

// said returns the lines of a part of the sentences. A part that cannot be written is a fault of this program.
func said(part string, data any) (lines []string) {
	var b strings.Builder
	if err := sentences.ExecuteTemplate(&b, part, data); err != nil {
		panic("advice: " + err.Error())
	}
	for line := range strings.SplitSeq(b.String(), "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
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
var keepEvery = said("every", nil)[0]

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

// failures is what failureLines say.
type failures struct {
	Total, N, Failed, Out int  // demonstrations; those that failed or are marked bad; that failed; that are left out
	All                   bool // all failed or are marked bad
	Marked, EmptyHanded   bool
	Unrecorded            bool // all are said to have failed: perhaps success was never recorded
	Known, BySkill        []string
	Opposed               string
	Reasons               []string // to keep some
	MoreReasons           int
	Costs                 []string // of the styles that are left out
	EmptyHandedGain       string
	EmptyHandedRecipes    int
	CostlyStyles          string
}

// failureLines say how many demonstrations failed or are marked bad, what to do with them, how that is known, and what
// it brings.
func (r Report) failureLines() []string {
	f := failures{N: r.apart(), EmptyHanded: r.Outcome.EmptyHanded, BySkill: r.apartBySkill(), Opposed: r.failedGood(),
		Costs: shortened(r.costs()), EmptyHandedGain: emptyHandedGain, EmptyHandedRecipes: emptyHandedRecipes,
		CostlyStyles: costlyStyles}
	if f.N == 0 {
		return nil
	}
	f.Total = r.countOf(func(Group) bool { return true })
	f.Failed = r.countOf(func(g Group) bool { return g.Failed })
	f.Marked = r.countOf(func(g Group) bool { return g.Bad }) > 0
	f.All = f.N == f.Total
	for _, v := range r.Failures {
		if v.LeaveOut {
			f.Out += r.Groups[v.Group].Demonstrations
		} else if !slices.Contains(f.Reasons, v.Why) {
			f.Reasons = append(f.Reasons, v.Why)
		}
	}
	if f.All && f.Out == 0 {
		f.Reasons = nil // there is nothing to keep them beside
	}
	if n := len(f.Reasons); n > mostKinds {
		f.Reasons, f.MoreReasons = f.Reasons[:mostKinds-1], n-mostKinds+1
	}
	switch {
	case f.Failed > 0 && f.EmptyHanded:
		f.Known = append(f.Known, r.Outcome.Source)
	case f.Failed > 0:
		f.Known = append(f.Known, fmt.Sprintf("%s, of %d of %d", r.Outcome.Source, r.Outcome.Known, f.Total))
	}
	if f.Marked {
		f.Known = append(f.Known, r.Outcome.Marks)
	}
	f.Unrecorded = f.Failed == f.Total && f.Total > 1 && !r.Outcome.Replayed && !f.EmptyHanded
	return said("failures", f)
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
func (r Report) apartBySkill() (parts []string) {
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
	return shortened(parts)
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

// costs are what the styles of demonstrations that failed and are left out were measured to cost. A demonstration that
// is marked bad is not like the others of its style.
func (r Report) costs() (costs []string) {
	for _, v := range r.Failures {
		if g := r.Groups[v.Group]; v.LeaveOut && g.Cost != nil && !g.Bad {
			text := fmt.Sprintf("%s %s", g.labels[string(demos.ByStyle)], g.Cost)
			if !slices.Contains(costs, text) {
				costs = append(costs, text)
			}
		}
	}
	return costs
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

// kinds are some kinds of demonstrations about which the same is said.
type kinds struct {
	Name       string // of the first
	N          int    // demonstrations of the first
	Names      []string
	Undirected bool
	Why        string
	numbers
}

// numbers are difficulty and conflict of the first of some kinds with their intervals; not measured where they decide
// nothing.
type numbers struct {
	Measured   bool
	Subject    string
	Difficulty [3]float64 // value and interval
	Reference  []string
	Conflict   *[3]float64
}

// kindLines say which kinds to leave out, and about which the data do not tell.
func (r Report) kindLines() []string {
	var data struct {
		Label           string // that makes the kinds
		Out, Open, Kept []kinds
		MoreOut         int
	}
	data.Label = r.kindsAre()
	var open, kept []Verdict
	for _, v := range r.Verdicts {
		switch {
		case v.LeaveOut:
			data.Out = append(data.Out, r.kindsOf([]Verdict{v}))
		case v.Open:
			open = append(open, v)
		default:
			kept = append(kept, v)
		}
	}
	if n := len(data.Out); n > mostKinds {
		data.Out, data.MoreOut = data.Out[:mostKinds-1], n-mostKinds+1
	}
	for _, of := range alike(open) {
		data.Open = append(data.Open, r.kindsOf(of))
	}
	for _, of := range alike(kept) {
		data.Kept = append(data.Kept, r.kindsOf(of))
	}
	return said("kinds", data)
}

// kindsOf are kinds about which the same is said.
func (r Report) kindsOf(of []Verdict) kinds {
	first := of[0]
	why := strings.TrimPrefix(strings.TrimPrefix(first.Why, "left out: "), "kept: ")
	k := kinds{Name: r.kindName(first), Why: why, Undirected: first.Undirected && first.Reference != "",
		numbers: numbersOf(of)}
	for _, i := range first.Groups {
		k.N += r.Groups[i].Demonstrations
	}
	for _, v := range of {
		if !k.Undirected {
			k.Names = append(k.Names, r.kindName(v))
			continue
		}
		for _, name := range append(strings.Split(v.Reference, ","), v.Name) {
			if name = quoted(name); !slices.Contains(k.Names, name) {
				k.Names = append(k.Names, name)
			}
		}
	}
	if k.Undirected {
		k.Names = shortenedTo(k.Names, "more")
	} else {
		k.Names = shortened(k.Names)
	}
	return k
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

// kindName is the name of a kind in a sentence: with its label where it is a number or a word of truth.
func (r Report) kindName(v Verdict) string {
	_, err := strconv.ParseBool(v.Name)
	if label := r.kindsAre(); label != "kind" && (err == nil || isNumber(v.Name)) {
		return label + " " + quoted(v.Name)
	}
	return quoted(v.Name)
}

// quoted is a name in a sentence: in quotation marks where it begins or ends with blanks, which nobody would see.
func quoted(name string) string {
	if strings.TrimSpace(name) != name {
		return strconv.Quote(name)
	}
	return name
}

// numbersOf are the numbers of some kinds.
func numbersOf(all []Verdict) (n numbers) {
	v := all[0]
	low, known := v.Difficulty.Low.Get()
	if !known || v.Measured != nil || v.Named {
		return n
	}
	n = numbers{Measured: true, Subject: "It",
		Difficulty: [3]float64{v.Difficulty.Value.Or(0), low, v.Difficulty.High.Or(0)}}
	if len(all) > 1 || v.Undirected {
		n.Subject = quoted(v.Name)
	}
	if v.Reference != "" {
		n.Reference = shortenedTo(strings.Split(v.Reference, ","), "more")
	}
	if value, ok := v.Conflict.Value.Get(); ok {
		least, most := v.conflict()
		n.Conflict = &[3]float64{value, least, most}
	}
	return n
}
