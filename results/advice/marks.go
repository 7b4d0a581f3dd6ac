package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// Words of values with which a person judges a single demonstration. Words that compare (better, worse), that are about
// people (novice, expert) and numbers are none: nobody says by them that a demonstration is not to be learned from.
var (
	markedGood = []string{"good", "great", "excellent", "perfect", "success", "successful", "succeeded", "approved",
		"accepted"}
	markedBad = []string{"bad", "poor", "sloppy", "terrible", "awful", "unusable", "useless", "reject", "rejected",
		"discard", "failed", "fail", "failure", "unsuccessful"}
	markedElse = []string{"okay", "ok", "fair", "acceptable", "mediocre"}
	unjudged   = []string{"unsure", "unknown", "unclear", "undecided", "skipped"}
)

// judgement is what a value of a mark says of a demonstration.
type judgement int8

const (
	noJudgement judgement = iota
	judgedBad
	judgedBetween
	judgedGood
)

// judged returns what a value says, and whether all of its words are words of judgements.
func judged(value string) (j judgement, plain bool) {
	words := wording.NameWords(value)
	plain = len(words) > 0
	var said []judgement
	not := false
	for _, w := range words {
		switch {
		case slices.Contains(notWords, w):
			not = true
		case slices.Contains(markedGood, w):
			said = append(said, judgedGood)
		case slices.Contains(markedBad, w):
			said = append(said, judgedBad)
		case slices.Contains(markedElse, w):
			said = append(said, judgedBetween)
		case !slices.Contains(unjudged, w):
			plain = false
		}
	}
	if len(said) != 1 { // "good+bad" says nothing
		return noJudgement, plain
	}
	if j = said[0]; not && j != judgedBetween {
		j = judgedBad + judgedGood - j
	}
	return j, plain
}

// judgedBy is judged of a value of a label, whose name says what a yes means where it is good, bad or is_good.
func judgedBy(label, value string) (j judgement, plain bool) {
	bad, is := demos.TellsGood(label)
	yes, truth := demos.Truth(value)
	switch {
	case !is || !truth:
		return judged(value)
	case yes == bad:
		return judgedBad, true
	}
	return judgedGood, true
}

// ofScene reports whether a label is about what is seen, or where, and not about the demonstration, by its name.
func ofScene(label string) bool {
	return slices.ContainsFunc(wording.NameWords(label), func(w string) bool {
		return slices.Contains([]string{"object", "item", "weather", "light", "lighting", "wifi", "network", "scene",
			"environment", "env", "camera", "room", "background", "surface", "battery"}, w)
	})
}

// isMark reports whether a label judges single demonstrations: a label of quality some of whose values say bad in words
// of judgements, or one that has no value of other words, of which some say good or bad.
func isMark(label string, values map[string]bool, quality bool) bool {
	if _, _, mixed := mixesScales(label, values); mixed || !quality && ofScene(label) {
		return false
	}
	bad, good, all := false, false, true
	for v := range values {
		j, plain := judgedBy(label, v)
		bad, good = bad || j == judgedBad, good || j == judgedGood
		all = all && (plain || strings.TrimSpace(v) == "")
	}
	return quality && bad || all && (bad || good)
}

// Marks are the judgements of demonstrations, by labels such as quality with the values good and bad.
type Marks struct {
	Bad, Good []bool // of each demonstration
	Judged    int    // demonstrations that are judged
	// Opposed is the number of demonstrations that one label calls good and another bad. They count as not judged.
	Opposed int
}

// N is the number of demonstrations that are marked bad.
func (m Marks) N() (n int) {
	for _, bad := range m.Bad {
		if bad {
			n++
		}
	}
	return n
}

// Source says how it is known which demonstrations are bad; empty: it is not.
func (m Marks) Source(l Labels) string {
	if m.Judged == 0 {
		return ""
	}
	var by []string
	if l.Marks != nil {
		by = append(by, "label "+wording.List(l.Marks))
	}
	for _, c := range l.Worse {
		by = append(by, c.String()+" (--suboptimal)")
	}
	return fmt.Sprintf("%s, of %d of %d", wording.List(by), m.Judged, len(m.Bad))
}

// Any reports whether somebody judged a demonstration.
func (m Marks) Any() bool { return m.Judged > 0 }

// All reports whether every demonstration is judged.
func (m Marks) All() bool { return m.Judged == len(m.Bad) && m.Judged > 0 }

// MakeKinds takes a label of judgements for one that makes kinds, where the user names a value of it among the kinds
// that are worse: the user's word decides about all of its values.
func (l *Labels) MakeKinds(all []filter.Episode, suboptimal []string) {
	values := valuesOf(all)
	for _, mark := range slices.Clone(l.Marks) {
		if slices.ContainsFunc(suboptimal, func(value string) bool { return values[mark][value] }) {
			l.Marks = slices.DeleteFunc(l.Marks, func(name string) bool { return name == mark })
			l.Quality = append(l.Quality, mark)
		}
	}
	if !l.MarksOf(all).All() {
		l.Quality, l.Described = append(l.Quality, l.Described...), nil
	}
	slices.Sort(l.Quality)
	l.miss(all)
}

// MarksOf returns what the labels of judgements say of demonstrations.
func (l Labels) MarksOf(all []filter.Episode) Marks {
	m := Marks{Bad: make([]bool, len(all)), Good: make([]bool, len(all))}
	for i := range all {
		var said []judgement
		for _, name := range l.Marks {
			if j, _ := judgedBy(name, all[i].Labels[name]); j != noJudgement {
				said = append(said, j)
			}
		}
		good, bad := slices.Contains(said, judgedGood), slices.Contains(said, judgedBad)
		worse := false
		for _, c := range l.Worse {
			if all[i].Labels[c.Label] != "" {
				said = append(said, judgedBetween)
			}
			worse = worse || c.Holds(&all[i])
		}
		switch {
		case worse: // by the user's word
			m.Judged++
			m.Bad[i] = true
			continue
		case good && bad:
			m.Opposed++
			continue
		case said != nil:
			m.Judged++
		}
		m.Bad[i], m.Good[i] = bad, good
	}
	return m
}

// MarkedBad are the conditions of demos filter for demonstrations that a label of judgements calls bad.
func (l Labels) MarkedBad(all []filter.Episode) (conditions []string) {
	values := valuesOf(all)
	for _, name := range l.Marks {
		for _, v := range slices.Sorted(maps.Keys(values[name])) {
			if j, _ := judgedBy(name, v); j == judgedBad {
				conditions = append(conditions, name+"="+v)
			}
		}
	}
	for _, c := range l.Worse {
		conditions = append(conditions, c.String())
	}
	return conditions
}

// goodOf is a value of the first label of judgements that says good; empty where there is none.
func (l Labels) goodOf(all []filter.Episode) string {
	for i := 0; l.Marks != nil && i < len(all); i++ {
		if v := all[i].Labels[l.Marks[0]]; v != "" {
			if j, _ := judgedBy(l.Marks[0], v); j == judgedGood {
				return v
			}
		}
	}
	return ""
}

// Decided says which labels are only described, since judgements win over them, with what the demonstrations that are
// kept have of their values, as entries of Decided of demos.Description. Cost, which may be nil, is what the
// demonstrations of a style were measured to cost.
func (m Marks) Decided(l Labels, all []filter.Episode, f Failures, cost func(string) (Cost, bool)) (list []string) {
	judges, known := slices.Clone(l.Marks), "weigh --known NUMBERS"
	for _, c := range l.Worse {
		judges = append(judges, c.Label)
	}
	if good := l.goodOf(all); good != "" {
		known = fmt.Sprintf("weigh --known %s=%s", l.Marks[0], good)
	}
	by := wording.List(slices.Compact(judges))
	if m.Opposed > 0 {
		list = append(list, fmt.Sprintf("opposed: %s call %s good and bad; these count as not judged (--labels FILE "+
			"with these columns)", by, wording.Plural(m.Opposed, "demonstration")))
	}
	if len(m.Bad) > m.Judged+m.Opposed && m.Judged > 0 {
		list = append(list, fmt.Sprintf("unjudged: %d of %d, of which %s says neither good nor bad; they are kept "+
			"(%s)", len(m.Bad)-m.Judged-m.Opposed, len(m.Bad), by, known))
	}
	for _, label := range l.Described {
		n := map[string]int{}
		for i := range all {
			if !m.Bad[i] && !f.Failed[i] {
				n[valueOf(&all[i], label)]++
			}
		}
		values := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
			if n[a] != n[b] {
				return n[b] - n[a]
			}
			return strings.Compare(a, b)
		})
		var parts []string
		for _, v := range values {
			text := fmt.Sprintf("%d %s", n[v], v)
			if cost != nil && label == string(demos.ByStyle) {
				if c, ok := cost(v); ok && c.Harms() {
					text += fmt.Sprintf(" (cost %s points where that was measured)", &c)
				}
			}
			parts = append(parts, text)
		}
		if parts != nil {
			list = append(list, fmt.Sprintf("%s: %s of those kept; not judged, as %s judges every demonstration", label,
				wording.List(shortened(parts)), by))
		}
	}
	return list
}
