package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// How the drawer is opened (m). CALVIN's own expert grips and pulls at the same points but comes from straight above. Clones of that
// land on the cabinet, whose edge is 3 cm behind the handle: in trials before the calibration (1 to 4 of 20 to 30 rollouts, 400 steps)
// balanced cloning opened the drawer in 48 % of rollouts from the state and in 5 % from pictures, and so in 67 and 66 %.
var (
	drawerGrip  = physics.Vec{X: 0.18, Y: -0.25, Z: 0.37} // where the handle is gripped
	drawerAbove = physics.Vec{Y: -0.08, Z: 0.11}          // from there: over the handle and in front of it, clear of the cabinet
	drawerPull  = physics.Vec{Y: -0.17}
)

// drawerError is how far off its middle the handle is gripped along its length, at most (m): the bar is 24 cm wide.
const drawerError = 0.06

// openDrawer grips the drawer's handle from above, one finger on either side of the bar, and pulls.
func openDrawer(r *rand.Rand) *route {
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: uniform(r, -graspTwist, graspTwist)})
	grip := drawerGrip.Add(physics.Vec{X: uniform(r, -drawerError, drawerError)})
	return pull(r, over, grip, drawerAbove, drawerPull, [2]physics.Vec{{Z: 0.05}, {Y: -fingerRoom}})
}
