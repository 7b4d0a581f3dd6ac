package remote

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// source describes numbers of an observation that a mapping can name. Sources can be joined: position+joints.
type source struct {
	size  int // numbers
	about string
	read  func(dst []float32, o *scenes.Observation) // writes size numbers
}

// maxWidth is the gripper's widest opening, both fingers together, in metres.
const maxWidth = 0.08

// sources are the sources of numbers by name. Their order and units are those of CALVIN's robot_obs and scene_obs
// (scenes.Observation) unless the description says otherwise.
var sources = map[string]source{
	"robot": {scenes.RobotSize, "position, euler, width, joints, command: CALVIN's robot_obs",
		func(dst []float32, o *scenes.Observation) { copy(dst, o.Robot[:]) }},
	"scene": {scenes.SceneSize, "CALVIN's scene_obs, which tells where everything is: privileged",
		func(dst []float32, o *scenes.Observation) { copy(dst, o.Scene[:]) }},
	"position":  {3, "of the tool centre point (m)", robot(scenes.RobotTCP)},
	"euler":     {3, "orientation of the tool, fixed-axis Euler angles (rad)", robot(scenes.RobotEuler)},
	"axisangle": {3, "the same as axis times angle (rad), as in LIBERO", axisAngle},
	"width":     {1, "of the gripper's opening (m), 0 to 0.08", robot(scenes.RobotWidth)},
	"fingers":   {2, "positions of both fingers (m), w/2 and -w/2, as in robosuite", fingers},
	"closed":    {1, "how far the gripper is closed, 0 to 1, as in DROID", closed},
	"joints":    {7, "angles of the arm (rad), from the base", robot(scenes.RobotJoints)},
	"command":   {1, "last gripper command: -1 close, +1 open", robot(scenes.RobotGrip)},
}

// robot reads numbers of robot_obs from an index on.
func robot(first int) func([]float32, *scenes.Observation) {
	return func(dst []float32, o *scenes.Observation) { copy(dst, o.Robot[first:]) }
}

func axisAngle(dst []float32, o *scenes.Observation) {
	e := o.Robot[scenes.RobotEuler:]
	m := physics.FromEuler(physics.Vec{X: float64(e[0]), Y: float64(e[1]), Z: float64(e[2])})
	v := m.RotationVector()
	dst[0], dst[1], dst[2] = float32(v.X), float32(v.Y), float32(v.Z)
}

func fingers(dst []float32, o *scenes.Observation) {
	w := o.Robot[scenes.RobotWidth]
	dst[0], dst[1] = w/2, -w/2
}

func closed(dst []float32, o *scenes.Observation) {
	dst[0] = min(1, max(0, 1-o.Robot[scenes.RobotWidth]/maxWidth))
}

// The sources that are not numbers.
const (
	staticCamera  = "static"  // picture of the static camera
	gripperCamera = "gripper" // picture of the camera on the gripper
	prompt        = "prompt"  // the instruction in words
	episode       = "episode" // a whole number that tells rollouts apart
	step          = "step"    // control steps since the start of the rollout, from 0
)

// side returns the width and height in pixels of the picture of a source; 0 if it is no picture.
func side(name string) int {
	switch name {
	case staticCamera:
		return 200
	case gripperCamera:
		return 84
	}
	return 0
}
