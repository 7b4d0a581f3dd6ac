package policies

import (
	"context"
	"math/rand/v2"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// reaching is a toy dataset without physics: a gantry, whose first three joints are the tool's coordinates, moves from
// above to a block at a random place and closes the gripper once there. Group g has n[g] demonstrations with the block
// in its own stretch of the table.
func reaching(k seed.Key, n ...int) (*demos.Dataset, demos.Groups) {
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
type fixed struct {
	alpha    []float64
	resample bool
	seen     [][]float64
}

func (f *fixed) Alpha() []float64       { return f.alpha }
func (f *fixed) Observe(loss []float64) { f.seen = append(f.seen, loss) }
func (f *fixed) Resample() bool         { return f.resample }

func small() Config {
	c := DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 64, 50, 64
	return c
}

func mustTrain(t testing.TB, d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (*Policy, *mixture.Log) {
	t.Helper()
	p, l, err := Train(context.Background(), d, g, m, c, k)
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

// trained is a policy of default size after a few steps, and the data it saw.
func trained(t testing.TB) (*Policy, *demos.Dataset) {
	t.Helper()
	d, g := reaching(seed.Of("toy"), 9, 27)
	c := DefaultConfig()
	c.Steps = 5
	p, _ := mustTrain(t, d, g, &fixed{alpha: []float64{0.5, 0.5}}, c, seed.Of("train"))
	return p, d
}

// newRun is a training run before its first step.
func newRun(d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (*trainer, error) {
	course, err := newCourse(d, g, c, k)
	if err != nil {
		return nil, err
	}
	return course.newTrainer(m, course.cfg, k)
}
