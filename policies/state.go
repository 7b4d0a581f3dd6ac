package policies

import (
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

func init() { Networks.Add("state", state{}) }

// state sees the robot's joints and, privileged, where the red block lies and whether the bulb is lit: 19 numbers.
//
// The block enters relative to the tool (what a grasp needs), and its yaw ψ as (sin 2ψ, cos 2ψ): the block is a cuboid
// with a 4 cm x 4 cm cross-section, so half a turn about the vertical looks the same, and 2ψ has no jump where ψ wraps.
// The tool's yaw enters in the same form, since two fingers have the same symmetry. The last gripper command is left
// out: a cloned policy that sees its own last command learns to repeat it.
type state struct{}

// Where things are in scenes.Observation.
const (
	robotTCP, robotYaw, robotWidth, robotJoints = 0, 5, 6, 7
	sceneBulb, sceneRed, sceneRedYaw            = 4, 6, 11
)

func (state) Features() []Feature {
	return []Feature{
		{"joint 1", "rad"}, {"joint 2", "rad"}, {"joint 3", "rad"}, {"joint 4", "rad"},
		{"joint 5", "rad"}, {"joint 6", "rad"}, {"joint 7", "rad"},
		{"gripper width", "m"},
		{"tool x", "m"}, {"tool y", "m"}, {"tool z", "m"},
		{"sin 2 tool yaw", "1"}, {"cos 2 tool yaw", "1"},
		{"tool to red block x", "m"}, {"tool to red block y", "m"}, {"tool to red block z", "m"},
		{"sin 2 red block yaw", "1"}, {"cos 2 red block yaw", "1"},
		{"bulb", "1"},
	}
}

func (state) Encode(dst []float32, o *scenes.Observation) error {
	copy(dst, o.Robot[robotJoints:robotJoints+7])
	dst[7] = o.Robot[robotWidth]
	copy(dst[8:11], o.Robot[robotTCP:robotTCP+3])
	dst[11], dst[12] = doubled(o.Robot[robotYaw])
	for i := range 3 {
		dst[13+i] = o.Scene[sceneRed+i] - o.Robot[robotTCP+i]
	}
	dst[16], dst[17] = doubled(o.Scene[sceneRedYaw])
	dst[18] = o.Scene[sceneBulb]
	return nil
}

// doubled is (sin 2ψ, cos 2ψ) of a yaw ψ in radians.
func doubled(yaw float32) (sin, cos float32) {
	s, c := num.Sincos(2 * float64(yaw))
	return float32(s), float32(c)
}
