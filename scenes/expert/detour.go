package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Styles.Add("detour", detour{Places: 3, Reach: 0.12, Pause: 15}) }

// detour first visits random places that have nothing to do with the task, pauses at each, and then follows the plan.
// It succeeds, late.
type detour struct {
	Places int     // greatest number of places; the smallest is 1
	Reach  float64 // greatest distance of a place from the plan's first waypoint, on each axis (m)
	Pause  int     // longest pause at a place (control steps)
}

func (detour) About() string  { return "wanders and pauses before it gets going" }
func (detour) Succeeds() bool { return true }

func (s detour) Apply(plan *route, r *rand.Rand) Expert {
	first := plan.waypoints[0]
	var visits []waypoint
	for range 1 + r.IntN(s.Places) {
		w := first
		w.phase = "wander"
		offset := physics.Vec{X: uniform(r, -s.Reach, s.Reach), Y: uniform(r, -s.Reach, 0), Z: uniform(r, 0, s.Reach)}
		w.pose.P = w.pose.P.Add(offset)
		w.wait = r.IntN(s.Pause + 1)
		w.near, w.nearTurn = 0.03, math.Inf(1)
		visits = append(visits, w)
	}
	plan.waypoints = append(visits, plan.waypoints...)
	plan.grasp += len(visits)
	return plan
}
