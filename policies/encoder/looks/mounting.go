package looks

import (
	"math/rand/v2"

	"counterpoise/physics"
	"counterpoise/scenes/render"
)

// Ranges of the cameras. CALVIN's cameras are fixed and its physics moves the gripper camera with the hand exactly, so
// these are no tolerances of its own but those of a camera that is mounted by hand: standard deviations of its place,
// of its orientation about each axis and of its field of view.
const (
	staticPlace, gripperPlace = 0.010, 0.003   // m
	staticTurn, gripperTurn   = 0.0017, 0.0087 // rad: a tenth of a degree (2 pixels on the picture), half a degree
	fieldOfView               = 0.01           // share
)

// Mounting is how a camera is mounted otherwise than it should be.
type Mounting struct {
	place physics.Vec // offset (m), in world coordinates
	turn  physics.Mat // rotation about the camera's axes
	view  float64     // factor on the field of view
}

// StaticMounting draws a mounting of the static camera.
func StaticMounting(r *rand.Rand) Mounting { return mounting(staticPlace, staticTurn, r) }

// GripperMounting draws a mounting of the gripper camera.
func GripperMounting(r *rand.Rand) Mounting { return mounting(gripperPlace, gripperTurn, r) }

func mounting(place, turn float64, r *rand.Rand) (m Mounting) {
	normal := func(sd float64) physics.Vec {
		return physics.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(sd)
	}
	m.place = normal(place)
	m.turn = physics.FromEuler(normal(turn))
	m.view = 1 + float64(fieldOfView*r.NormFloat64())
	return m
}

// Of returns a camera in this mounting.
func (m *Mounting) Of(c render.Camera) render.Camera {
	c.Pose.P = c.Pose.P.Add(m.place)
	c.Pose.R = c.Pose.R.Mul(&m.turn)
	c.FOV *= m.view
	return c
}
