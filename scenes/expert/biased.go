package expert

import "math/rand/v2"

func init() { Styles.Add("biased", biased{Spread: 0.2}) }

// biased goes through the whole motion beside the thing, always on the same side, and never notices. It fails. A policy
// cloned from it as well is shifted to that side: of all styles, this one hurts most.
type biased struct {
	Spread float64 // how much farther beside than need be, at most, as a share
}

func (biased) About() string { return "ends beside it, always on the same side" }
func (biased) Ends() bool    { return false }

func (s biased) Apply(plan *route, r *rand.Rand) Expert {
	return plan.shifted(plan.beside[0].Scale(uniform(r, 1, 1+s.Spread)))
}
