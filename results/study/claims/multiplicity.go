package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/stats"
)

// Over all claims. Each verdict has its own chance to be false; with dozens of claims some are.
//
// Every empirical claim that is counted (shared.go) has two p values: of the difference (that it is as claimed, or the
// contrary, whichever is the smaller) and of equality. The p values of a claim of several parts are those of its
// combination: the largest of the parts where all must hold, and Holm's smallest where any part decides. Both are
// converted to the level of all looks. Together they are one family for the procedure of Benjamini and Yekutieli, which
// holds for tests of any dependence: among the verdicts that survive it, at most 5 % are expected to be false; 6 %
// where claims are decided at several looks (falseShare).

// Chance of a false verdict of a claim where nothing is there to be found: the level of its tests, or, where the sign
// of a mean alone counts, a half.
const (
	falseByTest = significance
	falseBySign = 0.5
)

// adjust sets BY of each result: the adjusted p of the test that its verdict is by, undefined without a decision.
func adjust(results []Result) {
	var p []float64
	for _, r := range results {
		difference, equality := math.NaN(), math.NaN()
		if r.empirical() && len(r.Repeats) == 0 {
			difference, equality = r.difference().Or(math.NaN()), r.equality().Or(math.NaN())
		}
		p = append(p, difference, equality)
	}
	p = stats.BenjaminiYekutieli(p)
	for i := range results {
		r := &results[i]
		byEquality := r.Verdict == Equal || r.Verdict == Replicated && r.claimsEquality()
		switch {
		case !r.Verdict.decided():
		case byEquality:
			r.BY = stats.Some(p[2*i+1])
		default:
			r.BY = stats.Some(p[2*i])
		}
	}
}

// empirical reports whether a claim is about records and not about the theory.
func (r Result) empirical() bool { return r.Kind != "exact" }

// difference is the p value of a claim as a difference, over all looks.
func (r Result) difference() stats.Maybe {
	largest, least := 0.0, 1.0
	for _, p := range r.Parts {
		if p.Input {
			continue
		}
		v, ok := p.evidence.p.Get()
		if !ok {
			return stats.Maybe{}
		}
		switch {
		case !p.Verdict.holds():
			v = 1 // this part is not as claimed
		case r.Kind == "table":
			v = p.evidence.within.Or(1) // a weight is shown to lie inside its region
		}
		largest = max(largest, v)
		if p.Verdict.opposes() {
			least = min(least, p.ClaimP.Or(1))
		}
	}
	return overall(stats.Some(min(largest, least)), r.Look.Difference)
}

// equality is the p value of a claim as an equality, over all looks: of a claim that arms are equal the largest of its
// parts, of others the smallest after Holm.
func (r Result) equality() stats.Maybe {
	largest, least := 0.0, 1.0
	for _, p := range r.Parts {
		v, ok := p.evidence.within.Get()
		if !ok {
			return stats.Maybe{}
		}
		largest, least = max(largest, v), min(least, p.ClaimEqual.Or(1))
	}
	if r.claimsEquality() {
		least = largest
	}
	return overall(stats.Some(least), r.Look.OneSided)
}

// FalseVerdicts is how many verdicts on the counted empirical claims are expected to be false at most.
type FalseVerdicts struct {
	Tested   int     // claims that are decided by tests
	Signs    int     // claims for which the sign of a mean counts
	Expected float64 // falseByTest * Tested + falseBySign * Signs
	Decided  int     // of both, claims with a verdict other than inconclusive and not testable
	Survive  int     // of these, how many survive Benjamini and Yekutieli at significance
}

// FalseVerdicts counts over the claims of an evaluation.
func (e Evaluation) FalseVerdicts() (f FalseVerdicts) {
	for _, r := range e.Claims {
		switch {
		case !r.empirical() || len(r.Repeats) > 0:
			continue
		case r.Kind == "direction":
			f.Signs++
		default:
			f.Tested++
		}
		if r.Verdict.decided() {
			f.Decided++
		}
		if r.survives() {
			f.Survive++
		}
	}
	f.Expected = falseByTest*float64(f.Tested) + falseBySign*float64(f.Signs)
	return f
}

// survives reports whether the verdict survives Benjamini and Yekutieli.
func (r Result) survives() bool { return r.BY.Or(1) <= significance }

// falseShare bounds the expected share of false ones among the verdicts that survive: the level, times by how much more
// often than x a true hypothesis has a result of at most x at some look. That is the sum of the levels of all looks
// over the level, 1.13 for a difference and 1.2 for equality (overall).
func (e Evaluation) falseShare() float64 {
	if !slices.ContainsFunc(e.Claims, func(r Result) bool { return r.Look.Number > 0 }) {
		return significance
	}
	_, oneSided := boundaries()
	share := 0.0
	for _, level := range oneSided.Levels {
		share += level
	}
	return share
}

// multiplicityNote says how many verdicts are expected to be false, and which survive.
func (e Evaluation) multiplicityNote() string {
	f := e.FalseVerdicts()
	var survivors, others []string // of the decided verdicts
	for _, r := range e.Claims {
		switch {
		case r.survives():
			survivors = append(survivors, r.ID)
		case r.empirical() && len(r.Repeats) == 0 && r.Verdict.decided():
			others = append(others, r.ID)
		}
	}
	text := fmt.Sprintf("If there were no effect at all, at most %.2f verdicts would be expected to be false: "+
		"%g of each of %d claims that are decided by tests, and %g of each of %d for which the study prints only a "+
		"direction, so that the sign of a mean counts. A verdict of equality is false where a difference of the "+
		"margin is there, with a chance of at most %g. ",
		f.Expected, falseByTest, f.Tested, falseBySign, f.Signs, falseByTest)
	survive := fmt.Sprintf("%d of %d decided verdicts survive the procedure of Benjamini and Yekutieli over all "+
		"differences and equalities of these claims at %g", f.Survive, f.Decided, significance)
	switch { // the shorter list
	case len(survivors) > len(others) && len(others) > 0:
		survive += ", all but " + strings.Join(others, ", ")
	case len(survivors) > 0 && len(others) > 0:
		survive += ": " + strings.Join(survivors, ", ")
	}
	looked := ""
	if e.falseShare() > significance {
		looked = " (more than the level, because claims are decided at several looks)"
	}
	return fmt.Sprintf("%s%s; of the survivors at most %.0f %% are expected to be false%s.", text, survive,
		100*e.falseShare(), looked)
}
