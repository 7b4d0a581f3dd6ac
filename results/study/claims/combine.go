package claims

import (
	"math"
	"slices"

	"counterpoise/stats"
)

// A claim of several parts needs all of them, so "replicated" is an intersection-union test: each part is tested at the
// level itself, without correction, because all have to pass (Berger, Technometrics 24 (1982) 295). Contradiction and
// equality are decided by any one part, so there the p values of the parts are corrected by Holm within the claim:
//
//	contradicted where the difference of any part is, after Holm over the parts' p of a difference;
//	else not testable where any part is;
//	else replicated where all parts are (ReplicatedSmall where any part is);
//	else equal where any part of a < b or a > b is, after Holm over the parts' p of equality;
//	else inconclusive
//
// The nominal levels of the looks serve the corrected p values too. Over three looks this keeps the chance that any
// part is rejected falsely below .056 (the sum of the levels, Bonferroni over looks and parts).

// combine returns the verdict on a claim from the judgements of its parts, and sets their p values within the claim.
func (l Look) combine(parts []PartResult, of func(*PartResult) *Judgement) Verdict {
	difference, equality := make([]float64, len(parts)), make([]float64, len(parts))
	for i := range parts {
		e := of(&parts[i]).evidence
		difference[i], equality[i] = e.p.Or(math.NaN()), e.within.Or(math.NaN())
	}
	difference, equality = stats.Holm(difference), stats.Holm(equality)
	var opposed, equal []Verdict
	all := func(is func(Verdict) bool) bool {
		return !slices.ContainsFunc(parts, func(p PartResult) bool { return !is(of(&p).Verdict) })
	}
	for i := range parts {
		own := of(&parts[i])
		own.ClaimP, own.ClaimEqual = stats.Some(difference[i]), stats.Some(equality[i])
		if own.Verdict.opposes() && shown(own.ClaimP, l.Difference) {
			opposed = append(opposed, own.Verdict)
		}
		if own.Verdict == Equal && shown(own.ClaimEqual, l.OneSided) {
			equal = append(equal, own.Verdict)
		}
	}
	switch {
	case slices.Contains(opposed, Contradicted):
		return Contradicted
	case len(opposed) > 0:
		return ContradictedSmall
	case !all(func(v Verdict) bool { return v != NotTestable }):
		return NotTestable
	case all(func(v Verdict) bool { return v == Replicated }):
		return Replicated
	case all(Verdict.holds):
		return ReplicatedSmall
	case len(equal) > 0:
		return Equal
	}
	return Inconclusive
}

// narrow and wide select the judgements of a part at 5 points and at 10.
func narrow(p *PartResult) *Judgement { return &p.Judgement }
func wide(p *PartResult) *Judgement   { return &p.Wide }
