package expert

import "math/rand/v2"

func init() { Styles.Add("miss", miss{Spread: 0.2}) }

// miss goes through the whole motion beside the thing, on either side, and never notices. It fails. In a cloned policy,
// misses to different sides average out.
type miss struct {
	Spread float64 // how much farther beside than need be, at most, as a share
}

func (miss) About() string { return "ends beside it, on either side" }
func (miss) Ends() bool    { return false }

func (s miss) Apply(plan *route, r *rand.Rand) Expert {
	return plan.shifted(plan.beside[r.IntN(2)].Scale(uniform(r, 1, 1+s.Spread)))
}
