package toydata

import (
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Passing returns a dataset of one group in which a tool passes the same places in both directions: n demonstrations to
// the right and n to the left, in turn, from start to end of one line, each begun at another place. One observation
// does not say which way the tool moves, and two do: the action is 1 to the right and -1 to the left in its first
// component, and 0 in the others. A policy without a memory has at best the squared error of the mean action, 1/7 a
// component, except at the two ends.
func Passing(k seed.Key, n int) (*demos.Dataset, demos.Groups) {
	r := k.Rand()
	d := &demos.Dataset{}
	g := demos.Groups{Names: []string{"passing"}, N: []int{2 * n}, Frames: []int{0}}
	for i := range 2 * n {
		var e demos.Episode
		direction := float64(1 - i%2*2)
		at := direction * (-.2 - .02*r.Float64())
		for range 20 {
			var o scenes.Observation
			var a scenes.Action
			o.Robot[scenes.RobotJoints] = float32(at)
			a[0] = float32(direction)
			e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
			at += maxStep * direction
		}
		d.Episodes, g.Of = append(d.Episodes, e), append(g.Of, 0)
		g.Frames[0] += e.Frames()
	}
	return d, g
}
