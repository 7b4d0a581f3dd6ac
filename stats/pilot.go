package stats

import (
	"fmt"
	"math"
)

// The methods of this file turn the result of a pilot experiment into the design of the next one. The effect of a
// pilot is an estimate: small pilots with a significant result overstate it on average, so plan for a smaller effect.

// Design plans the same test on new data, with the estimated effect as the true one: d_z of a paired test, d of a
// two-sample test. It returns an error where the effect is undefined.
func (t Test) Design() (Design, error) {
	d, ok := t.D.Get()
	if !ok {
		return nil, fmt.Errorf("stats: the effect of this %s test is undefined, "+
			"so no experiment can be planned from it", t.Name)
	}
	if len(t.N) == 1 {
		return PairedDesign{DZ: d}, nil
	}
	return TwoSampleDesign{D: d}, nil
}

// Design plans the same one-way ANOVA on new subjects, with the estimated condition means, error variance and
// Greenhouse-Geisser epsilon as the true ones. In terms of the F statistic and its df₁ = K - 1, the effect size f of
// [RepeatedDesign] is
//
//	f² = SS_effect/SS_error · (n - 1)(K - 1)/(nK) = F df₁/(n(df₁ + 1))
//
// An effect of a two-way design is planned as the one-way design with the same df₁. It returns an error where F is
// undefined.
func (a ANOVA) Design() (Design, error) {
	f, ok := a.F.Get()
	if !ok {
		return nil, fmt.Errorf("stats: F is undefined, so no experiment can be planned from this ANOVA")
	}
	n, p := float64(a.N), a.DF1.Or(1)
	return RepeatedDesign{F: math.Sqrt(f * p / (n * (p + 1))), K: int(p) + 1, Epsilon: a.Epsilon.GG.Or(1)}, nil
}
