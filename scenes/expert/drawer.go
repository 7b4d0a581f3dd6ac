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
// on the cabinet, whose edge is 3 cm behind the handle: balanced cloning opens the drawer less often with Approach=0
// than with 36 degrees, from the state and from pictures (results/calibration/README.md).
const drawerAbove = 0.136

// drawerPull is how far the drawer is opened (m): 5 cm beyond the threshold of success.
const drawerPull = 0.17

const (
	// drawerError bounds how far off its middle the handle is gripped along its length (m). The bar is 24 cm long.
	drawerError = 0.06
	// drawerReach is that bound where a block is in the way (m). The bar's brackets begin 10 cm from its middle.
	drawerReach = 0.08
	// drawerTries bounds the draws of a grip that is clear of the blocks.
	drawerTries = 32
)

// openDrawer plans to grip the drawer's handle from above, one finger on either side of the bar, and to pull it
// from its present position at (m).
//
// At the grip the palm is 4 mm over the work surface and 3 cm beyond the table's edge. A block that lies there stops
// it, and the fingers shut above the bar: with grips that ignore the blocks, 10 of 1,000 random starts ended so. The
// grip is drawn again, from a wider range, until the palm is clear of all blocks.
func openDrawer(t *scenes.Tabletop, r *rand.Rand, grasp scenes.GraspPoint, at float64) *route {
	hand := physics.FromEuler(physics.Vec{X: math.Pi, Z: uniform(r, -graspTwist, graspTwist)})
	grip := grasp.At.Add(physics.Vec{X: uniform(r, -drawerError, drawerError)})
	for n := 0; n < drawerTries && blocked(t, physics.Pose{P: grip, R: hand}); n++ {
		grip.X = grasp.At.X + uniform(r, -drawerReach, drawerReach)
	}
	sin, cos := num.Sincos(grasp.Tilt)
	before := physics.Vec{Y: -float64(drawerAbove * sin), Z: float64(drawerAbove * cos)}
	after := physics.Vec{Y: -pullLength(drawerPull, at, scenes.DrawerTravel)}
	return pull(r, hand, grasp, grip, before, after, [2]physics.Vec{{Z: 0.05}, {Y: -fingerRoom}})
}
