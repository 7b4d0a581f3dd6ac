package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// The waypoints for opening the drawer (m). CALVIN's own expert grips and pulls at the same points but approaches
// from straight above. Policies cloned from that approach land on the cabinet, whose edge is 3 cm behind the handle:
// in trials before the calibration (1 to 4 of 20 to 30 rollouts, 400 gradient steps), balanced cloning opened the
// drawer in 48 % of rollouts from the state and 5 % from pictures with CALVIN's approach, and in 67 % and 66 % with
// this one.
var (
	drawerGrip  = physics.Vec{X: 0.18, Y: -0.25, Z: 0.37} // middle of the handle when the drawer is shut
	drawerAbove = physics.Vec{Y: -0.08, Z: 0.11}          // relative to it: above and in front, clear of the cabinet
	drawerPull  = physics.Vec{Y: -0.17}                   // relative to it: 5 cm beyond the threshold of success
)

// drawerError bounds how far off its middle the handle is gripped along its length (m). The bar is 24 cm long.
const drawerError = 0.06

// openDrawer plans to grip the drawer's handle from above, one finger on either side of the bar, and to pull.
func openDrawer(r *rand.Rand) *route {
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: uniform(r, -graspTwist, graspTwist)})
	grip := drawerGrip.Add(physics.Vec{X: uniform(r, -drawerError, drawerError)})
	return pull(r, hand, grip, drawerAbove, drawerPull, [2]physics.Vec{{Z: 0.05}, {Y: -fingerRoom}})
}
