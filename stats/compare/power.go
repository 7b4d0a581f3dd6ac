package compare

import (
	"counterpoise/stats"
)

// chance is the power that the next experiment is planned for: 0.8 is usual (Cohen, Statistical Power Analysis (1988)).
const chance = 0.8

// plan sets the power of the pairs of a family: by the test that decides, at the level of the first step of Holm's
// correction, which is alpha over the number of pairs that were tested.
func (c *comparison) plan(f Family) (err error) {
	tested := 0
	for _, p := range f.Pairs {
		if p.Decision.P.Defined() {
			tested++
		}
	}
	for i := range f.Pairs {
		p := &f.Pairs[i]
		if p.next == nil || !p.Decision.P.Defined() {
			continue
		}
		if p.Power, err = p.next(c.o.Alpha / float64(tested)); err != nil {
			return err
		}
		if !p.Power.Detectable.Defined() && p.N[0] > 1 && c.out.Design.Outcome != Scores {
			p.warn("with this spread no possible difference of rates is found by as many units with probability %g",
				chance)
		}
	}
	return nil
}

// next plans the next experiment from the spread and the difference of this one, by the t-test that decides. Welch's
// has the degrees of freedom of this one; sd is the pooled one, or that of the differences of pairs.
func (c *comparison) next(t stats.Test, sd, alpha float64) (power Power, err error) {
	d, ok := t.D.Get()
	if !ok || sd == 0 {
		return power, nil
	}
	key := detectableKey{paired: len(t.N) == 1, df: t.DF.Or(0), alpha: alpha}
	if _, known := c.detectable[key]; !known {
		c.detectable[key] = stats.Detectable(func(e float64) stats.Design {
			return stats.MeasuredDesign{T: e, DF: key.df}
		}, 2, chance, alpha)
	}
	if d := c.detectable[key] * t.SE.Or(0); c.out.Design.Outcome == Scores || d <= 1 {
		power.Detectable = stats.Some(d)
	}
	plan := stats.Design(stats.TwoSampleDesign{D: d})
	if key.paired {
		plan = stats.PairedDesign{DZ: d}
	}
	if need, err := stats.RequiredN(plan, chance, alpha); err == nil {
		power.Units = stats.Some(float64(need.N))
	}
	if c.o.Margin > 0 {
		equal := stats.EquivalenceDesign{Margin: c.o.Margin / sd, TwoSample: !key.paired}
		if need, err := stats.RequiredN(equal, chance, alpha); err == nil {
			power.Margin = stats.Some(float64(need.N))
		}
	}
	return power, nil
}

// detectableKey is what the detectable difference of a t-test, in standard errors, depends on.
type detectableKey struct {
	paired    bool
	df, alpha float64
}
