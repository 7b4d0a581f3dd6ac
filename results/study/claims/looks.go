package claims

import (
	"fmt"
	"sync"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// Look is a look at the records of a claim: after how many trials, and at which nominal levels its tests decide. Over
// all looks together a test rejects a true hypothesis with probability significance.
type Look struct {
	Number int `json:"number"` // from 1; 0 before the first look is reached
	Trials int `json:"trials"` // that count: the first ones
	// Difference is the level of two-sided tests and of F, OneSided that of each one-sided test.
	Difference float64 `json:"level"`
	OneSided   float64 `json:"one_sided_level"`
}

// significance is the level of every test over all looks, the study's own.
const significance = 0.05

// boundaries are the levels of the looks: O'Brien and Fleming's bounds for the two-sided test of a difference and for
// each of the two one-sided tests of equality.
var boundaries = sync.OnceValues(func() (difference, oneSided stats.Boundary) {
	difference, err := stats.OBrienFleming(bench.Looks, significance, 2)
	if err != nil {
		panic("claims: " + err.Error()) // the looks are constants
	}
	oneSided, _ = stats.OBrienFleming(bench.Looks, significance, 1)
	return difference, oneSided
})

// looksAt returns the looks that are reached with some complete trials, in their order. Where none is reached it is one
// look at all trials that there are, with tests at significance: its verdicts are provisional and no reason to stop.
func looksAt(complete, recorded int) (looks []Look) {
	difference, oneSided := boundaries()
	for i, n := range bench.Looks {
		if n <= complete {
			looks = append(looks, Look{i + 1, n, difference.Levels[i], oneSided.Levels[i]})
		}
	}
	if len(looks) == 0 {
		looks = []Look{{0, recorded, significance, significance}}
	}
	return looks
}

// String is the look in words: "look 1 of 3, 30 trials".
func (l Look) String() string {
	if l.Number == 0 {
		return fmt.Sprintf("provisional: %s, the first look is at %d", wording.Plural(l.Trials, "trial"),
			bench.Looks[0])
	}
	return fmt.Sprintf("look %d of %d, %d trials", l.Number, len(bench.Looks), l.Trials)
}

// overall converts the p value of a test at a look into one that is comparable with significance: p reaches the level
// of the look where the result reaches significance. Below that it is approximate: a true hypothesis has a result of at
// most x at some look with a probability of at most 1.13 x (a difference) or 1.2 x (equality), by the sum of the levels
// of all looks over significance.
func overall(p stats.Maybe, level float64) stats.Maybe {
	v, ok := p.Get()
	if !ok {
		return p
	}
	return stats.Some(min(1, v*significance/level))
}

// Undecided are the experiments that have a claim that is undecided at the last look that was reached, in the order of
// claims.csv. An experiment is extended to the next look as a whole: all its arms, on both tasks.
func (e Evaluation) Undecided() (experiments []string) {
	seen := map[string]bool{}
	for _, r := range e.Claims {
		if r.Verdict.decided() {
			continue
		}
		for _, name := range r.experiments() {
			if !seen[name] {
				seen[name] = true
				experiments = append(experiments, name)
			}
		}
	}
	return experiments
}
