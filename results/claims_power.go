package results

import (
	"fmt"
	"math"

	"counterpoise/stats"
)

// studyTrials is the number of trials behind every statistic of the study.
const studyTrials = 10

// effect is the effect that the study's print implies, as a planned test; exact is false where it is only a lower bound, from a
// bound on p. There is none where the study prints neither, or claims that nothing differs.
//
//	d_z = t/√n;   |d_z| >= t_crit(p)/√n from "p < ..."   (n = 10);   F² = F df₁/(n (df₁ + 1))
func (c Claim) effect() (d stats.Design, exact, ok bool) {
	if c.equality() {
		return nil, false, false
	}
	switch c.Kind {
	case "t":
		return stats.PairedDesign{DZ: math.Abs(c.Statistic.Or(0)) / math.Sqrt(c.DF[0]+1)}, true, true
	case "p":
		return stats.PairedDesign{DZ: stats.CriticalT(c.bound().Or(0), studyTrials-1) / math.Sqrt(studyTrials)}, false, true
	case "F":
		a := stats.ANOVA{F: c.Statistic, DF1: stats.Some(c.DF[0]), N: int(c.DF[1]/c.DF[0]) + 1}
		d, err := a.Design()
		return d, true, err == nil
	}
	return nil, false, false
}

// equality says whether the claim is that nothing differs.
func (c Claim) equality() bool { return len(c.Tests) > 0 && c.Tests[0].Relation == "=" }

// Power is the chance of a verdict other than inconclusive where the study is right.
type Power struct {
	Power stats.Maybe `json:"power"`
	Of    string      `json:"of"` // what would be found: "d_z = 0.82"
}

// power is that of the weakest part: to find the effect that is printed; or, of claims of equality, to show it between equals
// whose differences spread as the records' do.
func (j Judged) power() Power {
	n := 0
	for i, t := range j.Parts {
		if t.N < 2 {
			return Power{}
		}
		if i == 0 || t.N < n {
			n = t.N
		}
	}
	d, exact, ok := j.effect()
	switch {
	case n == 0 || j.Kind == "table":
		return Power{}
	case j.equality():
		return Power{j.equalPower(), "equals equal"}
	case !ok:
		return Power{Of: fmt.Sprintf("no effect is printed; d_z = %.2f would be found with .80", detectable(n))}
	}
	p, err := stats.PowerOf(d, n, significant)
	if err != nil {
		return Power{}
	}
	of := ""
	switch d := d.(type) {
	case stats.PairedDesign:
		of = fmt.Sprintf("d_z = %.2f", d.DZ)
	case stats.RepeatedDesign:
		of = fmt.Sprintf("f = %.2f of the error SD", d.F)
	}
	if !exact {
		of += " or more"
	}
	return Power{p.Power, of}
}

// equalPower is the least power of the claim's pairs to be shown equal where they are, the difference's standard error SE being
// the records':
//
//	P(-t_c S >= Z - Δ/SE and Z + Δ/SE >= t_c S) >= 2 P((Z + Δ/SE)/S >= t_c) - 1     Δ the margin, t_c at 5 % one-sided
//
// which is exact but for the chance that neither holds.
func (j Judged) equalPower() stats.Maybe {
	least := 1.0
	for _, t := range j.Parts {
		for _, e := range t.Pairs {
			d, se, df := e.equality.High, e.test.SE.Or(0), e.test.DF.Or(1)
			if se == 0 {
				return stats.Maybe{}
			}
			least = min(least, max(0, 2*stats.UpperNoncentralT(stats.CriticalT(2*significant, df), df, d/se)-1))
		}
	}
	return stats.Some(least)
}

// detectable is the d_z that n pairs find with power .8 at 5 %.
func detectable(n int) float64 {
	low, high := 0.0, 100.0
	for range 50 {
		middle := (low + high) / 2
		if p, err := stats.PowerOf(stats.PairedDesign{DZ: middle}, n, significant); err == nil && p.Power.Or(0) >= 0.8 {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
