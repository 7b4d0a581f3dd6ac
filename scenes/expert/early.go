package expert

import "math/rand/v2"

func init() { Styles.Add("early", early{Share: 0.7}) }

// early does everything right and stops before the goal: somewhere on the way to it, with the hand still empty. It fails.
type early struct {
	Share float64 // of the way from the second to the last place before the grip, at which it stops at the latest
}

func (early) About() string { return "stops before the goal" }
func (early) Ends() bool    { return false }

func (s early) Apply(plan *route, r *rand.Rand) Expert {
	from, to := plan.legs[plan.goal-2].pose.P, plan.legs[plan.goal-1].pose.P
	stop := &plan.legs[plan.goal-1]
	stop.pose.P = from.AddScaled(uniform(r, 0, s.Share), to.Sub(from))
	plan.legs = plan.legs[:plan.goal]
	return plan
}
