package expert

import "math/rand/v2"

func init() { Styles.Add("biased", biased{Spread: 0.2}) }

// biased performs the whole motion next to the object, always on the same side, and does not correct it. It fails. By
// the measurement that list styles shows it lowers the success of a cloned policy, in opening as much as erratic and
// more than miss, in picking less than both.
type biased struct {
	Spread float64 // greatest excess of the offset over the smallest that misses, as a share of it
}

func (biased) About() string  { return "ends beside it, always on the same side" }
func (biased) Succeeds() bool { return false }

func (s biased) Apply(plan *route, r *rand.Rand) Expert {
	return plan.shifted(plan.misses[0].Scale(uniform(r, 1, 1+s.Spread)))
}
