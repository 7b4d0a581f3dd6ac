package expert

import "math/rand/v2"

func init() { Styles.Add("release", release{Soonest: 0.1, Latest: 0.3, Wait: 10}) }

// release grasps correctly, opens the hand after a part of the way, and withdraws as if all were done: the block falls,
// the drawer or the door stays where it is. It fails. Until the hand opens, nothing is wrong.
//
// At Latest the hand is at 78 % of the way to success in picking, at 40 to 43 % in opening; at half of Soonest the
// block has hardly left the table.
type release struct {
	Soonest, Latest float64 // bounds of the place where the hand opens, as a share of the last stretch
	Wait            int     // longest pause there with the hand still closed (control steps)
}

func (release) About() string  { return "grasps it, and lets go too soon" }
func (release) Succeeds() bool { return false }

func (s release) Apply(plan *route, r *rand.Rand) Expert {
	before, grip := plan.waypoints[plan.grasp-2].pose.P, plan.waypoints[plan.grasp].pose.P
	short := plan.waypoints[plan.grasp+1]
	short.pose.P = grip.AddScaled(uniform(r, s.Soonest, s.Latest), short.pose.P.Sub(grip))
	short.near, short.wait = plan.waypoints[plan.grasp-1].near, r.IntN(s.Wait+1)
	letGo := plan.waypoints[plan.grasp]
	letGo.phase, letGo.pose, letGo.grip = "release", short.pose, 1
	back := plan.waypoints[plan.grasp-2]
	back.phase, back.pose.P, back.near = "back", short.pose.P.Add(before.Sub(grip)), backNear
	plan.waypoints = append(plan.waypoints[:plan.grasp+1], short, letGo, back)
	return plan
}

// backNear is the distance from its last place at which a hand that withdraws has arrived (m).
const backNear = 0.015
