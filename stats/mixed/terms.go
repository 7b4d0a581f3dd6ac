package mixed

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"counterpoise/stats"
)

// term is a random effect: the trials, or one of the finer divisions of each trial.
type term int

const (
	ofTrial  term = iota // one effect a trial
	ofMethod             // trial:method, one a policy
	ofCell               // trial:method:group
	ofStart              // trial:group:start, crossed with the methods
)

// String is the term in the formula language of R.
func (t term) String() string {
	return [...]string{"trial", "trial:method", "trial:method:group", "trial:group:start"}[t]
}

// level is the number of an entry's effect within its trial.
func (t term) level(e stats.Entry, data stats.Long) int64 {
	switch t {
	case ofMethod:
		return int64(e.Method)
	case ofCell:
		return int64(e.Method)*int64(len(data.Groups)) + int64(e.Group)
	case ofStart:
		return int64(e.Group)*int64(max(1, data.Starts)) + int64(e.Start)
	}
	return 0
}

// levels is how the entries fall into the effects of a term.
type levels struct {
	n           int  // effects
	maxRollouts int  // of an effect
	oneMethod   bool // no effect is shared by two methods
}

// levelsOf sorts the entries by trial and effect of a term, and counts. O(n log n).
func levelsOf(t term, entries []stats.Entry, data stats.Long) levels {
	sortBy(t, entries, data)
	c := levels{oneMethod: true}
	rollouts := 0
	for i, e := range entries {
		if i == 0 || e.Trial != entries[i-1].Trial || t.level(e, data) != t.level(entries[i-1], data) {
			c.n++
			rollouts = 0
		} else if e.Method != entries[i-1].Method {
			c.oneMethod = false
		}
		rollouts += int(e.Rollouts)
		c.maxRollouts = max(c.maxRollouts, rollouts)
	}
	return c
}

// sortBy sorts entries by trial, effect of the term, method, group and start.
func sortBy(t term, entries []stats.Entry, data stats.Long) {
	slices.SortStableFunc(entries, func(a, b stats.Entry) int {
		return cmp.Or(cmp.Compare(a.Trial, b.Trial), cmp.Compare(t.level(a, data), t.level(b, data)),
			cmp.Compare(a.Method, b.Method), cmp.Compare(a.Group, b.Group), cmp.Compare(a.Start, b.Start))
	})
}

// chooseTerms returns the terms that the data can tell apart, from coarse to fine, and why the others are left out. A
// term is left out if each of its effects has one rollout, whose variance is that of a coin toss alone, or if its
// effects are those of a term that is in the model. It reorders the entries.
func chooseTerms(entries []stats.Entry, data stats.Long, starts bool) (terms []term, warnings stats.Warnings) {
	out := func(t term, why string) {
		warnings = append(warnings, fmt.Sprintf("no random effect of %v: %s", t, why))
	}
	coarser, cells := levels{}, 0
	for _, t := range []term{ofTrial, ofMethod, ofCell} {
		l := levelsOf(t, entries, data)
		switch cells = l.n; {
		case l.maxRollouts < 2:
			out(t, "each has one rollout")
		case len(terms) > 0 && l.n == coarser.n:
			if t != ofCell || len(data.Groups) > 1 { // with one group the term is not expected
				out(t, fmt.Sprintf("they are the same as those of %v", terms[len(terms)-1]))
			}
		default:
			terms, coarser = append(terms, t), l
		}
	}
	if !starts || data.Starts == 0 {
		return terms, warnings
	}
	trials := levelsOf(ofTrial, entries, data).n
	switch l := levelsOf(ofStart, entries, data); {
	case l.maxRollouts < 2:
		out(ofStart, "no start was tried twice")
	case l.n == trials || l.oneMethod && l.n == cells:
		out(ofStart, "they are the same as those of another term")
	default:
		terms = append(terms, ofStart)
	}
	return terms, warnings
}

// blocksOf arranges entries as one block a trial. cellIndex[method·groups + group] is the index of each β. Entries that
// agree in everything that the model looks at are added up. It reorders the entries.
func blocksOf(entries []stats.Entry, data stats.Long, terms []term, cellIndex []int32) []block {
	finest := terms[len(terms)-1]
	if finest != ofStart {
		for i := range entries {
			entries[i].Start = -1
		}
	}
	sortBy(finest, entries, data)
	var blocks []block
	for len(entries) > 0 {
		n := 0
		for n < len(entries) && entries[n].Trial == entries[0].Trial {
			n++
		}
		a := arranger{data: data, cellIndex: cellIndex, terms: terms}
		blocks = append(blocks, a.block(entries[:n]))
		entries = entries[n:]
	}
	shareMatrices(blocks)
	return blocks
}

// checkEntries returns an error unless each entry is a number of successes in a number of rollouts.
func checkEntries(data stats.Long) error {
	told := 0
	for i, e := range data.Entries {
		if e.Rollouts < 1 || e.Sum < 0 || e.Sum > float64(e.Rollouts) || e.Sum != math.Trunc(e.Sum) {
			return fmt.Errorf("mixed: entry %d has %v successes of %d: a logistic model takes successes, a whole "+
				"number from 0 to that of the rollouts", i+1, e.Sum, e.Rollouts)
		}
		if e.Start >= 0 {
			told++
		}
	}
	if told > 0 && told < len(data.Entries) {
		return fmt.Errorf("mixed: %d of %d entries have a start and the others none", told, len(data.Entries))
	}
	return nil
}
