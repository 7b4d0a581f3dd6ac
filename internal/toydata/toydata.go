package toydata

import (
	"math/rand/v2"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Reaching returns a dataset of a gantry robot, whose first three joints are the tool's coordinates. The tool moves
// from above the table to a block at a random place and closes the gripper there. Group g has n[g] demonstrations,
// with the block in its own interval of x, 0.2 m wide. The dataset depends on k and n only.
func Reaching(k seed.Key, n ...int) (*demos.Dataset, demos.Groups) {
	r := k.Rand()
	d := &demos.Dataset{}
	g := demos.Groups{N: n, Frames: make([]int, len(n))}
	for group, count := range n {
		g.Names = append(g.Names, string(rune('a'+group)))
		for range count {
			e := reach(r, group)
			d.Episodes = append(d.Episodes, e)
			g.Of = append(g.Of, int32(group))
			g.Frames[group] += e.Frames()
		}
	}
	return d, g
}

// maxStep is the distance (m) that the tool moves along an axis under an action of 1.
const maxStep = 0.02

// reach returns a demonstration of 20 to 24 frames.
func reach(r *rand.Rand, group int) demos.Episode {
	var e demos.Episode
	tool := [3]float64{0, 0.1, 0.5}
	block := [3]float64{-0.3 + 0.2*(float64(group)+r.Float64()), -0.1 * r.Float64(), 0.46}
	yaw := r.Float64() * 3
	for range 20 + r.IntN(5) {
		var o scenes.Observation
		var a scenes.Action
		a[scenes.ActionGripper] = -1
		for i := range 3 {
			o.Robot[scenes.RobotJoints+i], o.Scene[scenes.SceneBlocks+i] = float32(tool[i]), float32(block[i])
			step := min(1, max(-1, (block[i]-tool[i])/maxStep))
			if step*step > 0.01 { // more than 2 mm from the block: the gripper stays open
				a[scenes.ActionGripper] = 1
			}
			a[i] = float32(step)
			tool[i] += maxStep * step
		}
		o.Scene[scenes.SceneBlocks+scenes.BlockYaw] = float32(yaw)
		o.Robot[scenes.RobotWidth] = 0.08
		e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
	}
	return e
}
