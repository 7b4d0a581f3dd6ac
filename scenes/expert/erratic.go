package expert

import "math/rand/v2"

func init() {
	Styles.Add("erratic", erratic{Near: 0.06, Far: 0.12, Hand: noisy{Strength: 0.3, Memory: 0.9}})
}

// erratic performs the whole motion somewhere beside the object, each time in another direction and at another
// distance, with a hand twice as unsteady as noisy's. It fails. What it does is wrong and hard to fit: biased is wrong
// and as easy to fit as an optimal demonstration, miss hardly harder, and noisy is right and harder (list styles).
//
// At half of Near the fingers still close on the object; at twice Far the hand leaves the table. With the hand of noisy
// the style is wrong and little harder to fit than optimal.
type erratic struct {
	Near, Far float64 // range of the offset (m)
	Hand      noisy
}

func (erratic) About() string  { return "ends elsewhere each time, with an unsteady hand" }
func (erratic) Succeeds() bool { return false }

func (s erratic) Apply(plan *route, r *rand.Rand) Expert {
	return s.Hand.Apply(plan.shifted(plan.away(r).Scale(uniform(r, s.Near, s.Far))), r)
}
