package policies

import (
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

func init() { Networks.Add("state", state{}) }

// state sees the robot's joints and, privileged, where the red block lies and whether the bulb is lit: 14 numbers.
//
// The block's position is given in the world, as a camera on the ceiling would measure it, not relative to the tool:
// how far the tool still has to go is for the network to learn from joints and position, region by region. (Given the
// difference, one region teaches all others and no amount of imbalance matters.) Its yaw ψ enters as (sin 2ψ, cos 2ψ):
// the block is a cuboid with a 4 cm x 4 cm cross-section, so half a turn about the vertical looks the same, and 2ψ has
// no jump where ψ wraps. The last gripper command is left out: a cloned policy that sees its own last command learns to
// repeat it.
type state struct{}

func (state) Features() []Feature {
	return []Feature{
		{"joint 1", "rad"}, {"joint 2", "rad"}, {"joint 3", "rad"}, {"joint 4", "rad"},
		{"joint 5", "rad"}, {"joint 6", "rad"}, {"joint 7", "rad"},
		{"gripper width", "m"},
		{"red block x", "m"}, {"red block y", "m"}, {"red block z", "m"},
		{"sin 2 red block yaw", "1"}, {"cos 2 red block yaw", "1"},
		{"bulb", "1"},
	}
}

func (state) Encode(dst []float32, o *scenes.Observation) error {
	red := o.Scene[scenes.BlockIndex(scenes.Red):]
	copy(dst, o.Robot[scenes.RobotJoints:scenes.RobotJoints+7])
	dst[7] = o.Robot[scenes.RobotWidth]
	copy(dst[8:11], red[scenes.BlockPosition:])
	dst[11], dst[12] = doubled(red[scenes.BlockYaw])
	dst[13] = o.Scene[scenes.SceneBulb]
	return nil
}

// doubled is (sin 2ψ, cos 2ψ) of a yaw ψ in radians.
func doubled(yaw float32) (sin, cos float32) {
	s, c := num.Sincos(2 * float64(yaw))
	return float32(s), float32(c)
}
