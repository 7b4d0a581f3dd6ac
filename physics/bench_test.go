package physics

import "testing"

func bench(b *testing.B, w *World) {
	b.ReportAllocs()
	for b.Loop() {
		w.Step()
	}
}

// wander gives the arm a new target every eight substeps, back and forth over the table.
func BenchmarkFreeMotion(b *testing.B) {
	w := tabletop(b)
	var path [2][DOF]float64
	for i, x := range []float64{-0.1, 0.2} {
		path[i] = reach(b, w.arm.model, home, Pose{Vec{x, -0.1, 0.56}, FromEuler(Vec{3.14159, 0, 0})})
		path[i][Fingers] = 0.04
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n++; n%240 == 0 {
			w.SetTarget(&path[n/240%2])
		}
		w.Step()
	}
}

func BenchmarkGrasp(b *testing.B) { bench(b, grasp(b)) }

func BenchmarkStack(b *testing.B) {
	w := newWorld(b, Surface{Friction: 1})
	for i := range 3 {
		addCube(b, w, At(0, 0, 0.025+0.05*float64(i)), 0.1, 0.5)
	}
	bench(b, w)
}

func BenchmarkArmDynamics(b *testing.B) {
	w := tabletop(b)
	b.ReportAllocs()
	for b.Loop() {
		w.arm.update(down)
	}
}

func BenchmarkCollide(b *testing.B) {
	a := box{Vec{}, Identity, Vec{0.1, 0.1, 0.1}}
	c := box{Vec{0.01, 0.02, 0.1999}, RotZ(0.3), Vec{0.1, 0.1, 0.1}}
	var m manifold
	b.ReportAllocs()
	for b.Loop() {
		collide(&a, &c, speculative, &m)
	}
}
