package expert

import "math/rand/v2"

func init() { Styles.Add("fumble", fumble{Most: 4, Shortest: 3, Longest: 10}) }

// fumble closes the hand and opens it again, once or several times, before the last stretch or at the object, and then
// grasps and goes on as planned. It succeeds. At one place with one opening of the fingers it shows both commands to
// the gripper, and, with the object in the hand, to stay as well as to go on.
type fumble struct {
	Most              int // greatest number of times; the smallest is 1
	Shortest, Longest int // bounds of the time for which the hand closes (control steps); closeSteps shut it
}

func (fumble) About() string  { return "closes and opens the hand several times before it holds" }
func (fumble) Succeeds() bool { return true }

func (s fumble) Apply(plan *route, r *rand.Rand) Expert {
	var above, at []waypoint
	for range 1 + r.IntN(s.Most) {
		place, list := plan.waypoints[plan.grasp-2], &above
		if r.IntN(2) == 1 {
			place, list = plan.waypoints[plan.grasp], &at
		}
		*list = append(*list, squeezed(place, -1, s.Shortest+r.IntN(s.Longest-s.Shortest+1)),
			squeezed(place, 1, closeSteps+r.IntN(s.Longest-s.Shortest+1)))
	}
	last, grasp := plan.waypoints[plan.grasp-1], plan.waypoints[plan.grasp:]
	all := append(plan.waypoints[:plan.grasp-1:plan.grasp-1], above...)
	plan.waypoints = append(append(append(all, last), at...), grasp...)
	plan.grasp += len(above) // at the object the hand closes here for the first time
	return plan
}

// squeezed returns a place at which the hand stays for some control steps with a command to the gripper.
func squeezed(place waypoint, grip float32, steps int) waypoint {
	place.phase, place.grip, place.wait, place.patience = "fumble", grip, steps, steps+1
	return place
}
