package advice

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// skillCount is the usable demonstrations of a skill.
type skillCount struct {
	name string
	n    int
}

// usable reports whether the demonstrations of a group are kept and show how to do something: those that failed or are
// marked bad do not, even where nothing better is there, unless failures of their style are not shown to cost success.
func (r Report) usable(group int) bool {
	g := r.Groups[group]
	harmless := !g.Bad && g.Cost != nil && !g.Cost.Harms()
	return r.Weights[group] > 0 && (!g.apart() || harmless)
}

// skillCounts counts the usable demonstrations of each skill, and those without a value of a label of skills, which are
// none. Skills whose names differ in blanks, capitals or full stops alone are one.
func (r Report) skillCounts() (counts []skillCount, nameless int) {
	var plain []string
	for _, s := range r.Skills {
		n := 0
		for _, i := range slices.Concat(s.Groups, s.Failed) {
			if r.usable(i) {
				n += r.Groups[i].Demonstrations
			}
		}
		if slices.Contains(strings.Split(s.Name, ":"), none) {
			nameless += n
			continue
		}
		name := strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(s.Name)), " "), ". ")
		if at := slices.Index(plain, name); at >= 0 {
			counts[at].n += n
			continue
		}
		plain, counts = append(plain, name), append(counts, skillCount{strings.TrimRight(s.Name, ". "), n})
	}
	return counts, nameless
}

// drawnMoreOften is what a starved behaviour gained where it was drawn as often as the others, the least and the most
// of five behaviours (results/confirm; checkDrawnMoreOften).
const drawnMoreOften = "-3.3 to +2.2"

// imbalanceLine says how scarce the scarcest skills are among the usable demonstrations, and what that means. The
// others with half of the most or less are named too. Where nothing is good it is empty.
func (r Report) imbalanceLine() string {
	if r.NothingGood() {
		return ""
	}
	counts, nameless := r.skillCounts()
	said := ""
	if nameless > 0 {
		said = fmt.Sprintf(" %s without a label of a skill count for none (--labels).",
			wording.Plural(nameless, "demonstration"))
	}
	_, more := r.untold()
	few := more && r.tooFew() && r.Unsuspected()
	if alone := !slices.ContainsFunc(counts, func(c skillCount) bool { return c.n != 1 }); alone && len(counts) > 2 {
		return fmt.Sprintf("Each of %d skills has 1 demonstration, as where every one has a sentence of its own: "+
			"--find-skills FILE looks for skills that several share.", len(counts)) + said
	}
	if len(counts) < 2 {
		switch {
		case r.Found == 1:
			return "One skill was found, so none is scarce."
		case nameless > 0:
			return "The labels name no two skills, so that none is scarce." + said
		case few || len(counts) == 1 && counts[0].n < leastLeft:
			return "Record more."
		}
		return "No label tells skills apart, so that none is known to be scarce; --find-skills FILE looks for some."
	}
	what := "demonstration"
	if r.apart() > 0 {
		what = "usable demonstration"
	}
	most := slices.MaxFunc(counts, func(a, b skillCount) int { return a.n - b.n })
	if few || most.n < leastLeft {
		var parts []string
		for i, c := range counts {
			n := fmt.Sprint(c.n)
			if i == 0 && r.apart() > 0 {
				n = wording.Plural(c.n, what)
			}
			parts = append(parts, fmt.Sprintf("%s has %s", c.name, n))
		}
		return "Record more of every skill: " + wording.List(shortened(parts)) + "." + said
	}
	slices.SortStableFunc(counts, func(a, b skillCount) int { return a.n - b.n })
	least := counts[0].n
	if least == most.n {
		return fmt.Sprintf("Skills are balanced: %s of each.", wording.Plural(least, what)) + said
	}
	if 10*least >= 9*most.n {
		return fmt.Sprintf("Skills are balanced: %d to %d %ss of each.", least, most.n, what) + said
	}
	var names, scarce []string // the scarcest, which may be several, and others
	for _, c := range counts {
		switch {
		case c.n == least:
			names = append(names, c.name)
		case 2*c.n <= most.n:
			scarce = append(scarce, fmt.Sprintf("%s (%d)", c.name, c.n))
		}
	}
	has, each, of := "has", "", names[0]
	if len(names) > 1 {
		has, each, of = "have", " each", "each"
	}
	line := fmt.Sprintf("%s %s %s%s, %s %d: drawing them more often will not mend that (%s points where it was "+
		"measured); record %d more of %s.", wording.List(shortened(names)), has, wording.Plural(least, what), each,
		most.name, most.n, drawnMoreOften, most.n-least, of)
	if len(scarce) > 0 {
		line += " Scarce too: " + wording.List(shortened(scarce)) + "."
	}
	return line + said
}
