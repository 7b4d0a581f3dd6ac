package stats

import (
	"fmt"
	"math"
)

// A pilot is a finding that the next experiment is planned from. Its effect is an estimate: small pilots that came out
// significant overstate it, so plan for less.

// Design is the same test on new data whose true effect is the one found: d_z of a paired test, d of a two-sample one.
// It errs where the effect is undefined.
func (t Test) Design() (Design, error) {
	d, ok := t.D.Get()
	if !ok {
		return nil, fmt.Errorf("stats: the effect of this %s test is undefined, so no experiment can be planned from it", t.Name)
	}
	if len(t.N) == 1 {
		return PairedDesign{DZ: d}, nil
	}
	return TwoSampleDesign{D: d}, nil
}

// Design is the same one-way ANOVA on new subjects, with the condition means, error variance and GG epsilon found:
// F² = SS_effect/SS_error · (n - 1)(K - 1)/(nK) = F df₁/(n(df₁ + 1)). An effect of a two-way design is planned as the
// one-way design with the same df₁. It errs where F is undefined.
func (a ANOVA) Design() (Design, error) {
	f, ok := a.F.Get()
	if !ok {
		return nil, fmt.Errorf("stats: F is undefined, so no experiment can be planned from this ANOVA")
	}
	n, p := float64(a.N), a.DF1.Or(1)
	return RepeatedDesign{F: math.Sqrt(f * p / (n * (p + 1))), K: int(p) + 1, Epsilon: a.Epsilon.GG.Or(1)}, nil
}
