package network

import (
	"counterpoise/internal/num"
	"counterpoise/scenes"
)

func init() { Observers.Add("state", state{}) }

// state observes the joints and the gripper of the robot and, as privileged information, the pose of the red block, the
// bulb, and the positions of door and drawer: 16 features.
//
// The position of the block is given in the world frame, as a camera on the ceiling would measure it, not relative to
// the tool. The network has to learn from joints and position how far the tool still is from the block, region by
// region. (Given the difference, one region teaches all others, and imbalance has no effect.) The yaw ψ of the block
// enters as (sin 2ψ, cos 2ψ): the block is a cuboid with a cross-section of 4 cm x 4 cm, so half a turn about the
// vertical looks the same, and 2ψ has no jump where ψ wraps. The last gripper command is left out: a cloned policy
// that observes its own last command learns to repeat it.
type state struct{}

// Indices of the state observer's features. The first robotFeatures are the robot's own: seven joints and the gripper.
const (
	robotFeatures = 8
	stateBlock    = 8 // x, y, z of the red block
	stateYaw      = 11
	stateBulb     = 13
	stateDoor     = 14
	stateDrawer   = 15
)

func (state) About() string {
	return "joints, gripper, and privileged: pose of the red block, bulb, door, drawer (16 features)"
}

func (state) Features() []Feature {
	return []Feature{
		{"joint 1", "rad"}, {"joint 2", "rad"}, {"joint 3", "rad"}, {"joint 4", "rad"},
		{"joint 5", "rad"}, {"joint 6", "rad"}, {"joint 7", "rad"},
		{"gripper width", "m"},
		{"red block x", "m"}, {"red block y", "m"}, {"red block z", "m"},
		{"sin 2 red block yaw", "1"}, {"cos 2 red block yaw", "1"},
		{"bulb", "1"},
		{"door", "m"}, {"drawer", "m"},
	}
}

// Tokens are the robot, the block, and each mechanism.
func (state) Tokens() [][]int {
	return [][]int{
		run(0, robotFeatures), run(stateBlock, stateBulb), {stateBulb}, {stateDoor}, {stateDrawer},
	}
}

// run lists the features from, ..., to-1.
func run(from, to int) (of []int) {
	for j := from; j < to; j++ {
		of = append(of, j)
	}
	return of
}

func (state) Encode(dst []float32, o *scenes.Observation) error {
	own, red := o.Proprioception(), o.Scene[scenes.BlockIndex(scenes.Red):]
	copy(dst, own[:])
	copy(dst[stateBlock:stateYaw], red[scenes.BlockPosition:])
	dst[stateYaw], dst[stateYaw+1] = doubleAngle(red[scenes.BlockYaw])
	dst[stateBulb] = o.Scene[scenes.SceneBulb]
	dst[stateDoor] = o.Scene[scenes.SceneSliders+scenes.Door]
	dst[stateDrawer] = o.Scene[scenes.SceneSliders+scenes.Drawer]
	return nil
}

// doubleAngle returns (sin 2ψ, cos 2ψ) of a yaw ψ in radians.
func doubleAngle(yaw float32) (sin, cos float32) {
	s, c := num.Sincos(2 * float64(yaw))
	return float32(s), float32(c)
}
