package render

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// Arbitrary is a snapshot with everything somewhere, whether physics would allow it or not: what renderers are compared and
// measured on. next gives numbers in [0, 1).
func Arbitrary(next func() float64) scenes.Snapshot {
	var o scenes.Observation
	for i := range physics.Joints {
		o.Robot[scenes.RobotJoints+i] = float32(scenes.Home[i] + float64(1.2*(next()-0.5)))
	}
	o.Robot[scenes.RobotWidth] = float32(2 * scenes.MaxOpening * next())
	for i, travel := range [4]float64{scenes.DoorTravel, scenes.DrawerTravel, scenes.ButtonTravel, scenes.SwitchTravel} {
		o.Scene[scenes.SceneSliders+i] = float32(travel * next())
	}
	o.Scene[scenes.SceneBulb], o.Scene[scenes.SceneLED] = float32(next()), float32(next())
	for i := range scenes.BlockLengths {
		v := o.Scene[scenes.BlockIndex(i):]
		v[0], v[1], v[2] = float32(float64(0.8*next())-0.4), float32(float64(0.3*next())-0.17), float32(0.46+float64(0.2*next()))
		v[3], v[4], v[5] = float32(next()-0.5), float32(next()-0.5), float32(6*next())
	}
	return scenes.SnapshotOf(&o)
}
