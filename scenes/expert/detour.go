package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Styles.Add("detour", detour{Places: 3, Reach: 0.12, Pause: 15}) }

// detour wanders to places that have nothing to do with the task and lingers there before it gets going. It succeeds,
// late.
type detour struct {
	Places int     // where it goes first, 1 to this many
	Reach  float64 // how far these are from the first place of the plan, on each axis, at most (m)
	Pause  int     // how long it stays at each, at most (control steps)
}

func (detour) About() string { return "wanders and pauses before it gets going" }
func (detour) Ends() bool    { return true }

func (s detour) Apply(plan *route, r *rand.Rand) Expert {
	first := plan.legs[0]
	var wander []waypoint
	for range 1 + r.IntN(s.Places) {
		l := first
		l.phase = "wander"
		l.pose.P = l.pose.P.Add(physics.Vec{X: uniform(r, -s.Reach, s.Reach), Y: uniform(r, -s.Reach, 0), Z: uniform(r, 0, s.Reach)})
		l.wait = r.IntN(s.Pause + 1)
		l.near, l.nearTurn = 0.03, math.Inf(1)
		wander = append(wander, l)
	}
	plan.legs = append(wander, plan.legs...)
	plan.goal += len(wander)
	return plan
}
