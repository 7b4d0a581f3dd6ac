package advice

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// skillCount is the demonstrations of a skill that are kept.
type skillCount struct {
	name string
	kept int
}

// skillCounts counts the demonstrations of each skill that are kept, and those without a value of a label of skills,
// which are none. Skills whose names differ in blanks, capitals or full stops alone are one.
func (r Report) skillCounts() (counts []skillCount, nameless int) {
	var plain []string
	for _, s := range r.Skills {
		kept := 0
		for _, i := range slices.Concat(s.Groups, s.Failed) {
			if r.Weights[i] > 0 {
				kept += r.Groups[i].Demonstrations
			}
		}
		if slices.Contains(strings.Split(s.Name, ":"), none) {
			nameless += kept
			continue
		}
		name := strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(s.Name)), " "), ". ")
		if at := slices.Index(plain, name); at >= 0 {
			counts[at].kept += kept
			continue
		}
		plain, counts = append(plain, name), append(counts, skillCount{strings.TrimRight(s.Name, ". "), kept})
	}
	return counts, nameless
}

// imbalanceLine says how scarce the scarcest skill is among the demonstrations that are kept, and what that means. The
// others with less than half of the most are named too.
func (r Report) imbalanceLine() string {
	counts, nameless := r.skillCounts()
	said := ""
	if nameless > 0 {
		said = fmt.Sprintf(" %s without a label of a skill count for none (--labels).",
			wording.Plural(nameless, "demonstration"))
	}
	if len(counts) < 2 {
		if nameless > 0 {
			return "The labels name no two skills, so that none is scarce." + said
		}
		if r.tooFew() && r.Unsuspected() {
			return "Record more."
		}
		return "All groups show the same skill, so no skill is scarce; --find-skills FILE looks for skills that no " +
			"label names."
	}
	if r.tooFew() && r.Unsuspected() {
		var parts []string
		for _, c := range counts {
			parts = append(parts, fmt.Sprintf("%s has %d", c.name, c.kept))
		}
		return "Record more of every skill: " + wording.List(shortened(parts)) + "." + said
	}
	slices.SortStableFunc(counts, func(a, b skillCount) int { return a.kept - b.kept })
	least, most := counts[0], slices.MaxFunc(counts, func(a, b skillCount) int { return a.kept - b.kept })
	if least.kept == most.kept {
		return fmt.Sprintf("Skills are balanced: %s of each.", wording.Plural(least.kept, "demonstration")) + said
	}
	if 10*least.kept >= 9*most.kept {
		return fmt.Sprintf("Skills are balanced: %d to %d demonstrations of each.", least.kept, most.kept) + said
	}
	line := fmt.Sprintf("%s has %s, %s %d: re-weighting will not mend that (-1.3 to +1.0 points where it was "+
		"measured); record %d more of %s.", least.name, wording.Plural(least.kept, "demonstration"), most.name,
		most.kept, most.kept-least.kept, least.name)
	var scarce []string
	for _, c := range counts[1:] {
		if 2*c.kept < most.kept {
			scarce = append(scarce, fmt.Sprintf("%s (%d)", c.name, c.kept))
		}
	}
	if len(scarce) > 0 {
		line += " Scarce too: " + wording.List(shortened(scarce)) + "."
	}
	return line + said
}
