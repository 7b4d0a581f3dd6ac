package claims

import (
	"fmt"
	"math"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// studyTrials is the number of trials behind every statistic of the study. The study prints t(9) for its paired
// tests: 10 trials, 9 degrees of freedom. It is the n of the formulae below, and the number of trials that
// tooFewRecords proposes.
const studyTrials = 10

// effect is the effect that the study's printed statistic implies, as a planned test; exact is false where it is only
// a lower bound, from a bound on p. There is none where the study prints neither, or claims that nothing differs.
//
//	d_z = t/√n;   |d_z| >= t_crit(p)/√n from "p < ..."   (n = 10);   F² = F df₁/(n (df₁ + 1))
//
// Each formula inverts the test that the study ran. The sign is dropped, because power does not depend on it.
// An F gives Cohen's f in units of the standard deviation of the error (stats.ANOVA.Design).
func (c Claim) effect() (d stats.Design, exact, ok bool) {
	if c.claimsEquality() {
		return nil, false, false
	}
	switch c.Kind {
	// DF is n - 1 of a paired test, so n = DF + 1.
	case "t":
		return stats.PairedDesign{DZ: math.Abs(c.Statistic.Or(0)) / math.Sqrt(c.DF[0]+1)}, true, true
	// "p < .05" says only that |t| exceeds the critical value at that p: a lower bound of the effect.
	case "p":
		t := stats.CriticalT(c.bound().Or(0), studyTrials-1)
		return stats.PairedDesign{DZ: t / math.Sqrt(studyTrials)}, false, true
	// df₂ = df₁ (n - 1) for repeated measures, so n = df₂/df₁ + 1.
	case "F":
		a := stats.ANOVA{F: c.Statistic, DF1: stats.Some(c.DF[0]), N: int(c.DF[1]/c.DF[0]) + 1}
		d, err := a.Design()
		return d, true, err == nil
	}
	return nil, false, false
}

// claimsEquality reports whether the claim is that nothing differs. Read accepts one relation or several; the
// first part speaks for the claim.
func (c Claim) claimsEquality() bool { return len(c.Parts) > 0 && c.Parts[0].Relation == "=" }

// Power is the chance of a verdict other than inconclusive where the study is right, with the trials and the levels of
// the look. An inconclusive verdict means little where the power is small: then the records could hardly have shown the
// effect.
type Power struct {
	Power stats.Maybe `json:"power"` // in [0, 1]; undefined where no effect is printed
	Of    string      `json:"of"`    // which effect would be found: "d_z = 0.82"
}

// power is that of the weakest part: to find the printed effect; or, for claims of equality, to show equality between
// arms that are equal and whose differences spread as the records' do, if they do.
//
// The printed effect is the study's estimate, which tends to overstate a true effect that was selected for
// being significant, so the power tends to be overstated with it.
func (r Result) power() Power {
	n := 0 // fewest pairs or trials of a part
	for i, p := range r.Parts {
		if p.N < 2 {
			return Power{}
		}
		if i == 0 || p.N < n {
			n = p.N
		}
	}
	d, exact, ok := r.effect()
	switch {
	// Table 1 prints weights, which have no effect size.
	case n == 0 || r.Kind == "table":
		return Power{}
	case r.claimsEquality():
		if p := r.equalityPower(); p.Defined() {
			return Power{p, "equals equal"}
		}
		return Power{}
	// Without a printed effect the sentence turns the question round: which effect n pairs would have found.
	case !ok:
		return Power{Of: fmt.Sprintf("no effect is printed; d_z = %.2f would be found with .80",
			frame.DetectableEffect(n, r.Look.Difference))}
	}
	p, err := stats.PowerOf(d, n, r.Look.Difference)
	if err != nil {
		return Power{}
	}
	return Power{p.Power, effectText(d, exact)}
}

// effectText is an effect in words. d_z is the mean of the differences over their standard deviation (Cohen
// 1988).
func effectText(d stats.Design, exact bool) (text string) {
	switch d := d.(type) {
	case stats.PairedDesign:
		text = fmt.Sprintf("d_z = %.2f", d.DZ)
	case stats.RepeatedDesign:
		text = fmt.Sprintf("f = %.2f of the error SD", d.F)
	}
	if !exact {
		text += " or more"
	}
	return text
}

// equalityPower is the least power of the claim's pairs to be shown equal if they are equal, the standard error SE of
// the difference being that of the records:
//
//	P(-t_c S >= Z - Δ/SE and Z + Δ/SE >= t_c S) >= 2 P((Z + Δ/SE)/S >= t_c) - 1
//
// with the margin Δ (bench.VerdictMargin) and the critical value t_c of a one-sided test at the level of the look.
//
// The right side is exact but for the chance that neither event occurs.
//
// Z is a standard normal and S an independent chi over the root of its degrees of freedom, so (Z + Δ/SE)/S is a
// noncentral t. The bound is cut at 0, because a probability cannot be negative. Power is undefined where all
// differences are the same (SE = 0).
func (r Result) equalityPower() stats.Maybe {
	least := 1.0
	for _, part := range r.Parts {
		for _, pair := range part.pairs {
			// The margins are symmetric, so the upper one is Δ.
			margin, se, df := pair.equal[0].High, pair.test.SE.Or(0), pair.test.DF.Or(1)
			if se == 0 {
				return stats.Maybe{}
			}
			t := stats.CriticalT(2*r.Look.OneSided, df)
			least = min(least, max(0, 2*stats.UpperNoncentralT(t, df, margin/se)-1))
		}
	}
	return stats.Some(least)
}

// powerOfFivePoints is the least power of the claim's pairs to find a difference of bench.VerdictMargin whose trials
// spread as the records' do; undefined for Table 1, and where a part has fewer than two trials or no spread.
func (r Result) powerOfFivePoints() stats.Maybe {
	if r.Kind == "table" {
		return stats.Maybe{}
	}
	least := stats.Maybe{}
	for _, part := range r.Parts {
		for _, pair := range part.pairs {
			n, se := pair.test.N.Total(), pair.test.SE.Or(0)
			if part.N < 2 || se == 0 {
				return stats.Maybe{}
			}
			d := stats.PairedDesign{DZ: bench.VerdictMargin / (se * math.Sqrt(float64(n)))}
			p, err := stats.PowerOf(d, n, r.Look.Difference)
			if err != nil {
				return stats.Maybe{}
			}
			least = stats.Some(min(p.Power.Or(1), least.Or(1)))
		}
	}
	return least
}
