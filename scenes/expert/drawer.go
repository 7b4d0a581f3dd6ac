package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/internal/num"
	"counterpoise/physics"
	"counterpoise/scenes"
)

// drawerAbove is the distance of the waypoint above and in front of the drawer's handle from the handle (m), in the
// direction that the task's knob Approach says: 36 degrees from the vertical are clear of the cabinet. CALVIN's own
// expert grips and pulls at the same points but approaches from straight above. Policies cloned from that approach land
// on the cabinet, whose edge is 3 cm behind the handle: in trials before the first calibration (1 to 4 of 20 to 30
// rollouts, 400 gradient steps), balanced cloning opened the drawer in 48 % of rollouts from the state and 5 % from
// pictures with CALVIN's approach, and in 67 % and 66 % with 36 degrees.
const drawerAbove = 0.136

// drawerPull is how far the drawer is opened (m): 5 cm beyond the threshold of success.
const drawerPull = 0.17

// drawerError bounds how far off its middle the handle is gripped along its length (m). The bar is 24 cm long.
const drawerError = 0.06

// openDrawer plans to grip the drawer's handle from above, one finger on either side of the bar, and to pull it
// from its present position at (m).
func openDrawer(r *rand.Rand, grasp scenes.GraspPoint, at float64) *route {
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: uniform(r, -graspTwist, graspTwist)})
	grip := grasp.At.Add(physics.Vec{X: uniform(r, -drawerError, drawerError)})
	sin, cos := num.Sincos(grasp.Tilt)
	before := physics.Vec{Y: -float64(drawerAbove * sin), Z: float64(drawerAbove * cos)}
	after := physics.Vec{Y: -pullLength(drawerPull, at, scenes.DrawerTravel)}
	return pull(r, hand, grasp.Room, grip, before, after, [2]physics.Vec{{Z: 0.05}, {Y: -fingerRoom}})
}
