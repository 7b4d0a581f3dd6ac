package expert

import "math/rand/v2"

func init() { Styles.Add("early", early{Share: 0.7}) }

// early follows the plan correctly and stops on the last stretch before the grasp, with the hand still empty. It fails.
type early struct {
	Share float64 // latest stopping point, as a share of the last stretch, in [0, 1]
}

func (early) About() string  { return "stops before the goal" }
func (early) Succeeds() bool { return false }

func (s early) Apply(plan *route, r *rand.Rand) Expert {
	from, to := plan.waypoints[plan.grasp-2].pose.P, plan.waypoints[plan.grasp-1].pose.P
	stop := &plan.waypoints[plan.grasp-1]
	stop.pose.P = from.AddScaled(uniform(r, 0, s.Share), to.Sub(from))
	plan.waypoints = plan.waypoints[:plan.grasp]
	return plan
}
