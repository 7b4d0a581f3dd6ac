package expert

import "math/rand/v2"

func init() { Styles.Add("retry", retry{Spread: 0.2}) }

// retry grips beside the thing first, notices, opens the hand, goes back up and does it right. It succeeds, and shows how
// to recover from a miss.
type retry struct {
	Spread float64 // how much farther beside than need be, at most, as a share
}

func (retry) About() string { return "misses, comes back, succeeds" }
func (retry) Ends() bool    { return true }

func (s retry) Apply(plan *route, r *rand.Rand) Expert {
	off := plan.beside[r.IntN(2)].Scale(uniform(r, 1, 1+s.Spread))
	var missed []waypoint
	for _, l := range plan.legs[:plan.goal+1] { // there, and close the hand on nothing
		if l.phase != plan.legs[0].phase {
			l.pose.P = l.pose.P.Add(off)
		}
		missed = append(missed, l)
	}
	back := plan.legs[plan.goal-2] // the place before the last stretch
	back.phase, back.pose.P, back.near = "back", back.pose.P.Add(off), 0.03
	plan.legs = append(append(missed, back), plan.legs[plan.goal-2:]...)
	plan.goal += len(missed) + 1 - (plan.goal - 2)
	return plan
}
