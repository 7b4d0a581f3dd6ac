package expert

import "math/rand/v2"

func init() { Styles.Add("retry", retry{Spread: 0.2}) }

// retry first closes the hand next to the object, then opens it, goes back and grasps correctly. It succeeds and shows
// how to recover from a miss.
type retry struct {
	Spread float64 // greatest excess of the offset over the smallest that touches nothing, as a share of it
}

func (retry) About() string  { return "misses, comes back, succeeds" }
func (retry) Succeeds() bool { return true }

func (s retry) Apply(plan *route, r *rand.Rand) Expert {
	off := plan.beside[r.IntN(2)].Scale(uniform(r, 1, 1+s.Spread))
	var missed []waypoint
	for _, l := range plan.waypoints[:plan.grasp+1] { // up to and including the grasp, shifted except for the approach
		if l.phase != plan.waypoints[0].phase {
			l.pose.P = l.pose.P.Add(off)
		}
		missed = append(missed, l)
	}
	again := plan.waypoints[plan.grasp-2:] // from before the last stretch on
	// It goes back all the way: from halfway, the open fingers would push the object aside.
	back := again[0]
	back.phase, back.pose.P = "back", back.pose.P.Add(off)
	plan.waypoints = append(append(missed, back), again...)
	plan.grasp += len(missed) + 1 - (plan.grasp - 2)
	return plan
}
