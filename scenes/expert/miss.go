package expert

import "math/rand/v2"

func init() { Styles.Add("miss", miss{Spread: 0.2}) }

// miss performs the whole motion next to the object, on a random one of two sides, and does not correct it. It fails.
// What it costs a cloned policy, beside biased, depends on the task (biased.go).
type miss struct {
	Spread float64 // greatest excess of the offset over the smallest that misses, as a share of it
}

func (miss) About() string  { return "ends beside it, on either side" }
func (miss) Succeeds() bool { return false }

func (s miss) Apply(plan *route, r *rand.Rand) Expert {
	return plan.shifted(plan.misses[r.IntN(2)].Scale(uniform(r, 1, 1+s.Spread)))
}
