package simulator

import (
	"math"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Bounds are the least and the greatest value of each number of an observation. They are those of a Gymnasium space: no
// rollout leaves them, and an observation is not clipped to them.
type Bounds struct {
	RobotLow, RobotHigh [scenes.RobotSize]float32
	SceneLow, SceneHigh [scenes.SceneSize]float32
}

const (
	// give is by how much a joint or a mechanism may pass its stop (rad, m): the button gives way by 12 mm, joints by a
	// few milliradians.
	give = 0.02
	// reach is greater than any distance of the tool centre point from the robot's base (m): the offsets from one joint
	// to the next, and from the last one to that point, are 1.46 m end to end.
	reach = 1.5
	// room is the greatest coordinate of a block (m). The floor ends 5 m from the middle of the table.
	room = 10
)

// ObservationBounds returns the bounds for all tasks: stops of joints and mechanisms with what they give, ranges of
// angles, and a space around the table for positions.
func ObservationBounds() Bounds {
	var b Bounds
	robot := func(i int, low, high float64) { b.RobotLow[i], b.RobotHigh[i] = float32(low), float32(high) }
	scene := func(i int, low, high float64) { b.SceneLow[i], b.SceneHigh[i] = float32(low), float32(high) }
	euler := [3]float64{math.Pi, math.Pi / 2, math.Pi} // greatest magnitudes about x, y, z
	base := [3]float64{scenes.BasePosition.X, scenes.BasePosition.Y, scenes.BasePosition.Z}
	for i := range 3 {
		robot(scenes.RobotTCP+i, base[i]-reach, base[i]+reach)
		robot(scenes.RobotEuler+i, -euler[i], euler[i])
	}
	arm := scenes.NewPanda()
	for i := range physics.Joints {
		robot(scenes.RobotJoints+i, arm.Drives[i].Lower-give, arm.Drives[i].Upper+give)
	}
	robot(scenes.RobotWidth, -give, 2*arm.Drives[physics.Fingers].Upper+give)
	robot(scenes.RobotGrip, -1, 1)
	for i, travel := range [...]float64{
		scenes.Door: scenes.DoorTravel, scenes.Drawer: scenes.DrawerTravel, scenes.Button: scenes.ButtonTravel,
		scenes.Switch: scenes.SwitchTravel,
	} {
		scene(scenes.SceneSliders+i, -give, travel+give)
	}
	scene(scenes.SceneBulb, 0, 1)
	scene(scenes.SceneLED, 0, 1)
	for block := range scenes.BlockLengths {
		first := scenes.BlockIndex(block)
		for i := range 3 {
			scene(first+scenes.BlockPosition+i, -room, room)
			scene(first+scenes.BlockEuler+i, -euler[i], euler[i])
		}
	}
	return b
}
