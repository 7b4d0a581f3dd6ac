package toydata

import (
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"math/rand/v2"
)

// reaching is a toy dataset without physics: a gantry, whose first three joints are the tool's coordinates, moves from
// above to a block at a random place and closes the gripper once there. Group g has n[g] demonstrations with the block
// in its own stretch of the table.
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
			step := min(1, max(-1, (block[i]-tool[i])/0.02))
			if step*step > 0.01 {
				a[scenes.ActionGripper] = 1
			}
			a[i] = float32(step)
			tool[i] += 0.02 * step
		}
		o.Scene[scenes.SceneBlocks+scenes.BlockYaw] = float32(yaw)
		o.Robot[scenes.RobotWidth] = 0.08
		e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
	}
	return e
}

// fixed is a mixture of constant weights that remembers what it was told.
type FixedMixture struct {
	Weights    []float64
	Resampling bool
	Losses     [][]float64
}

func (f *FixedMixture) Alpha() []float64 { return f.Weights }

func (f *FixedMixture) Observe(loss []float64) { f.Losses = append(f.Losses, loss) }

func (f *FixedMixture) Resample() bool { return f.Resampling }

// drawn paints pictures into a toy dataset: the block is a red square, the tool a white one, in both.
func WithPictures(d *demos.Dataset) *demos.Dataset {
	for i := range d.Episodes {
		for t := range d.Episodes[i].Observations {
			DrawPictures(&d.Episodes[i].Observations[t])
		}
	}
	return d
}

func DrawPictures(o *scenes.Observation) {
	square := func(size int, x, y float32, colour [3]uint8) {
		picture := o.Static
		if size == gripperSize {
			picture = o.Gripper
		}
		half := size / 12
		cx, cy := int((0.5+x)*float32(size)), int((0.5-y)*float32(size))
		for v := max(0, cy-half); v < min(size, cy+half); v++ {
			for u := max(0, cx-half); u < min(size, cx+half); u++ {
				copy(picture[3*(v*size+u):], colour[:])
			}
		}
	}
	o.Static, o.Gripper = make([]uint8, 3*staticSize*staticSize), make([]uint8, 3*gripperSize*gripperSize)
	for _, size := range []int{staticSize, gripperSize} {
		square(size, o.Scene[scenes.SceneBlocks], o.Scene[scenes.SceneBlocks+1], [3]uint8{220, 20, 20})
		square(size, o.Robot[scenes.RobotJoints], o.Robot[scenes.RobotJoints+1], [3]uint8{230, 230, 230})
	}
}

// Sides of the pictures of both cameras, pixels.
const staticSize, gripperSize = 200, 84
