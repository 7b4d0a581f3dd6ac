package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// How the sliding door is moved to the left (m). CALVIN's own expert uses the same points.
var (
	doorGrip   = physics.Vec{X: 0.04, Y: 0.013, Z: 0.575} // where the handle is gripped
	doorBefore = physics.Vec{Y: -0.12, Z: 0.05}           // from there: in front of the door
	doorPull   = physics.Vec{X: -0.20}
)

// doorError is how far off its middle the handle is gripped along its length, at most (m).
const doorError = 0.005

// slideDoor grips the door's handle from the front, fingers left and right of it, and takes it to the left.
func slideDoor(r *rand.Rand) *route {
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: math.Pi/2 + uniform(r, -graspTwist, graspTwist)})
	grip := doorGrip.Add(physics.Vec{Z: uniform(r, -doorError, doorError)})
	return pull(r, over, grip, doorBefore, doorPull, [2]physics.Vec{{X: -fingerRoom}, {X: fingerRoom}})
}
