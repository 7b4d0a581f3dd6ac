package expert

import "math/rand/v2"

func init() { Styles.Add("mistake", mistake{}) }

// mistake goes for a wrong place first, the other handle or an empty part of the table, goes back when it notices, and
// then follows the plan. It notices before the last stretch, after it, or when the hand has closed. It succeeds. From
// one initial state it shows ways to two places.
type mistake struct{}

func (mistake) About() string  { return "goes for the wrong place first, then for the right one" }
func (mistake) Succeeds() bool { return true }

func (mistake) Apply(plan *route, r *rand.Rand) Expert {
	wrong := plan.other(r)
	back := wrong.waypoints[wrong.grasp-2]
	back.phase = "back"
	notices := wrong.grasp - 2 + r.IntN(3) // the waypoint after which it does
	visits := wrong.waypoints[: notices+1 : notices+1]
	if notices == wrong.grasp {
		letGo := wrong.waypoints[notices]
		letGo.phase, letGo.grip = "release", 1
		visits = append(visits, letGo)
	}
	if notices > wrong.grasp-2 {
		visits = append(visits, back)
	}
	plan.waypoints = append(visits, plan.waypoints...)
	plan.grasp += len(visits)
	return plan
}
