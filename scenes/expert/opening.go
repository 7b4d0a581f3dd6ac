package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

func init() { Skills.Add("opening", open) }

// pullSpeed is the speed while the hand moves the drawer or the door, as a share of the greatest.
const pullSpeed = 0.5

// open opens the drawer or moves the door to the left, whichever is to be grasped.
func open(t *scenes.Tabletop, grasp scenes.GraspPoint, r *rand.Rand) *route {
	at := t.Slider(grasp.Part.Index)
	if grasp.Part.Index == scenes.Drawer {
		return openDrawer(t, r, grasp, at)
	}
	return slideDoor(r, grasp, at)
}

// stopRoom is how far before its stop a mechanism that stood ajar is let go (m).
const stopRoom = 0.01

// pullLength returns how far to pull a mechanism (m): far, or less where that is beyond its stop at travel from its
// present position at.
func pullLength(far, at, travel float64) float64 { return min(far, travel-stopRoom-at) }

// pull plans to move to a point before the handle, to the handle, to close the fingers and to pull, with the hand in
// one orientation. grip is the place of the handle at which the hand grasps it. The points before and after are
// relative to the grip (m); at the two offsets misses the hand misses the handle and touches nothing.
func pull(r *rand.Rand, hand physics.Mat, grasp scenes.GraspPoint, grip, before, after physics.Vec,
	misses [2]physics.Vec) *route {
	pace, room := paceOf(grasp), grasp.Room
	speed := float64(pace * uniform(r, slowest, 1))
	via := grip.Add(before)
	spread := physics.Vec{X: uniform(r, -viaSpread, viaSpread), Y: uniform(r, -viaSpread, 0), Z: uniform(r, 0,
		viaSpread)}
	move := func(phase string, p physics.Vec, gripper float32, share, near float64) waypoint {
		at := physics.Pose{P: p, R: hand}
		return waypoint{phase, at, gripper, float64(speed * share), near, 0.1, 0, patience(120, pace)}
	}
	plan := &route{
		misses: misses, beside: misses, exact: room < wideRoom, away: frontAndUp, grasp: 3, pace: pace,
	}
	plan.waypoints = []waypoint{
		move("approach", via.Add(spread), 1, 1, 0.03),
		move("align", via, 1, 1, min(alignNear, float64(alignShare*room))),
		move("reach", grip, 1, 1, 0.006),
		{"grasp", physics.Pose{P: grip, R: hand}, -1, speed, math.Inf(1), math.Inf(1), closeSteps, closeSteps + 1},
		move("pull", grip.Add(after), -1, pullSpeed, 0.012),
	}
	return plan
}

// frontAndUp draws a direction between straight towards the robot and 60 degrees up from there. Both handles are long:
// along them the hand would still find them, and from behind or from the right it would push what it should pull.
func frontAndUp(r *rand.Rand) physics.Vec {
	s, c := num.Sincos(uniform(r, 0, math.Pi/3))
	return physics.Vec{Y: -c, Z: s}
}
