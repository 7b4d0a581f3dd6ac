package physics

import (
	"math"
	"runtime"
	"sync"
	"testing"
)

// Costs of a substep, on the rig of about as many boxes as the tabletop has. Per core; ns/op is ns a substep.

func bench(b *testing.B, w *World) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		w.Step()
	}
}

// swing steps a world while its arm goes back and forth between two targets, in two seconds; every ten times it
// starts afresh.
func swing(b *testing.B, w *World, from, to [DOF]float64) {
	b.Helper()
	b.ReportAllocs()
	start := w.Save(nil)
	n := 0
	for b.Loop() {
		if n%4800 == 0 {
			must(b, w.Load(start))
		}
		if n%8 == 0 {
			s := 0.5 - 0.5*math.Cos(2*math.Pi*float64(n)/480)
			q := from
			for i := range q {
				q[i] += s * (to[i] - from[i])
			}
			must(b, w.SetTarget(&q))
		}
		w.Step()
		n++
	}
}

// over are joint angles with the tool at p, pointing down.
func over(b *testing.B, w *World, p Vec, opening float64) [DOF]float64 {
	b.Helper()
	q := reach(b, w.arm.model, w.Target(), Pose{p, FromEuler(Vec{math.Pi, 0, 0})})
	q[Fingers] = opening
	return q
}

// The arm goes back and forth over the table and touches nothing.
func BenchmarkFreeMotion(b *testing.B) {
	w := tabletop(b)
	swing(b, w, over(b, w, Vec{0, -0.2, 0.58}, 0.04), over(b, w, Vec{0.2, -0.2, 0.58}, 0.03))
}

// A block is held in the gripper, and carried back and forth.
func BenchmarkGrasp(b *testing.B) {
	w := grasp(b)
	swing(b, w, w.Target(), over(b, w, w.BodyPose(0).P.Add(Vec{0.1, -0.05, 0.02}), 0))
	if w.BodyPose(0).P.Z < 0.5 {
		b.Fatal("the block was dropped")
	}
}

// A block is held in the gripper, and the arm stands still.
func BenchmarkHold(b *testing.B) { bench(b, grasp(b)) }

// The arm is driven about among everything, as in TestHashIsPinned.
func BenchmarkBusy(b *testing.B) {
	w, d := tabletop(b), driver{n: 1}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		d.step(w, n)
		n++
	}
}

// A stack of three, kept awake.
func BenchmarkStack(b *testing.B) {
	w := newWorld(b, Surface{Friction: 1})
	for i := range 3 {
		addCube(b, w, At(0, 0, 0.025+0.05*float64(i)), 0.1, 0.5)
	}
	run(w, 1)
	bench(b, sleepless(w))
}

// Thirty boxes on the floor, kept awake, and asleep.
func BenchmarkBoxes(b *testing.B) {
	floor := func() *World {
		w := newWorld(b, Surface{Friction: 1})
		for i := range 30 {
			addCube(b, w, At(0.1*float64(i%6), 0.1*float64(i/6), 0.025), 0.1, 0.5)
		}
		run(w, 1)
		return w
	}
	b.Run("awake", func(b *testing.B) { bench(b, sleepless(floor())) })
	b.Run("asleep", func(b *testing.B) { bench(b, floor()) })
}

// Kinematics, mass matrix and bias force of the arm.
func BenchmarkArmDynamics(b *testing.B) {
	w := tabletop(b)
	b.ReportAllocs()
	for b.Loop() {
		w.arm.update(down)
	}
}

// Two boxes that lie on each other.
func BenchmarkCollide(b *testing.B) {
	a := box{Vec{}, Identity, Vec{0.1, 0.1, 0.1}}
	c := box{Vec{0.01, 0.02, 0.1999}, RotZ(0.3), Vec{0.1, 0.1, 0.1}}
	var m manifold
	b.ReportAllocs()
	for b.Loop() {
		collide(&a, &c, speculative, nil, &m)
	}
}

// Many worlds side by side, on one core and on all: substeps/s of all together.
func BenchmarkWorlds(b *testing.B) {
	for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(map[bool]string{true: "one core", false: "all cores"}[workers == 1], func(b *testing.B) {
			var group sync.WaitGroup
			worlds := make([]*World, workers)
			for i := range worlds {
				worlds[i] = tabletop(b)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i, w := range worlds {
				group.Go(func() {
					d := driver{n: uint32(i)}
					for k := range b.N {
						d.step(w, k)
					}
				})
			}
			group.Wait()
			b.ReportMetric(float64(b.N*workers)/b.Elapsed().Seconds(), "substeps/s")
		})
	}
}

// Saving and loading the rig's state.
func BenchmarkSaveLoad(b *testing.B) {
	w := tabletop(b)
	state := w.Save(nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(state)))
	for b.Loop() {
		state = w.Save(state[:0])
		if w.Load(state) != nil {
			b.Fatal("refused")
		}
	}
}
