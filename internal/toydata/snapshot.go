package toydata

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// RandomSnapshot returns a snapshot in which every joint, mechanism, lamp and block has a random value. The state need
// not be physically possible: blocks may float or overlap. Renderers are compared and measured on such states because
// together they show every object from many sides.
//
// next returns the next random number, uniform in [0, 1). The order of the calls is part of the contract: fingerprints
// of rendered pictures in tests depend on it.
func RandomSnapshot(next func() float64) scenes.Snapshot {
	var o scenes.Observation
	for i := range physics.Joints {
		o.Robot[scenes.RobotJoints+i] = float32(scenes.Home[i] + float64(1.2*(next()-0.5)))
	}
	o.Robot[scenes.RobotWidth] = float32(2 * scenes.MaxOpening * next())
	travels := [4]float64{scenes.DoorTravel, scenes.DrawerTravel, scenes.ButtonTravel, scenes.SwitchTravel}
	for i, travel := range travels {
		o.Scene[scenes.SceneSliders+i] = float32(travel * next())
	}
	o.Scene[scenes.SceneBulb], o.Scene[scenes.SceneLED] = float32(next()), float32(next())
	for i := range scenes.BlockLengths {
		v := o.Scene[scenes.BlockIndex(i):]
		v[0] = float32(float64(0.8*next()) - 0.4)
		v[1] = float32(float64(0.3*next()) - 0.17)
		v[2] = float32(0.46 + float64(0.2*next()))
		v[3], v[4], v[5] = float32(next()-0.5), float32(next()-0.5), float32(6*next())
	}
	return scenes.SnapshotOf(&o)
}
