package recordtest

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// WithVerdicts returns a copy of a record with the verdicts of both oracles: CALVIN's successes are those of the
// record, of which the earned oracle takes back the last unearned ones of each behaviour; by both oracles the last
// wrong rollouts that did not succeed by CALVIN's showed another behaviour, at step 50.
func WithVerdicts(r record.Record, unearned, wrong int) record.Record {
	r.Rollouts = slices.Clone(r.Rollouts)
	for i, o := range r.Rollouts {
		n := len(o.Steps)
		o.EarnedSteps, o.WrongSteps = slices.Clone(o.Steps), make([]int, n)
		back, other := unearned, wrong
		for j := n - 1; j >= 0; j-- {
			switch {
			case o.Steps[j] > 0 && back > 0:
				o.EarnedSteps[j] = 0
				back--
			case o.Steps[j] == 0 && other > 0:
				o.WrongSteps[j] = 50
				other--
			}
		}
		o.EarnedWrongSteps = slices.Clone(o.WrongSteps)
		r.Rollouts[i] = o
	}
	return r
}

// AddChance adds records of untrained policies for the chance levels of a plan on picking: k[t] rollouts of each
// behaviour succeed under initialisation t, for every t that k has.
func AddChance(s Records, p bench.Plan, k ...int) {
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			for _, l := range d.ChanceLevels() {
				for t, n := range k {
					c := p.ChanceCell(l, t)
					s[c.Hash()] = WithVerdicts(Record(c, n, n, n), 0, 0)
				}
			}
		}
	}
}
