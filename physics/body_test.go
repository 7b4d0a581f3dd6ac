package physics

import (
	"fmt"
	"math"
	"testing"
)

// newWorld is a world with MuJoCo's gravity, CALVIN's substep and a floor at z = 0.
func newWorld(t testing.TB, floor Surface) *World {
	t.Helper()
	w, err := NewWorld(Settings{Gravity: down, Step: 1.0 / 240})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddStatic(Box{At(0, 0, -0.5), Vec{10, 10, 0.5}, floor}); err != nil {
		t.Fatal(err)
	}
	return w
}

// addCube adds the cube of the reference: half extents 25 mm.
func addCube(t testing.TB, w *World, at Pose, mass, friction float64) int {
	t.Helper()
	p, err := w.AddBody(Body{Pose: at, Half: Vec{0.025, 0.025, 0.025}, Mass: mass,
		Surface: Surface{Friction: friction}})
	if err != nil {
		t.Fatal(err)
	}
	return p.Index
}

// Semi-implicit Euler's own law for a body that slides from v0 to rest under friction is v0²/(2 μ g) - v0 h/2. It must
// hold in every direction: pyramidal friction cones fail at 45 degrees. MuJoCo's distances are within 1 mm.
func TestSlideFollowsTheDiscreteLaw(t *testing.T) {
	const mu, h = 0.5, substep
	for _, ref := range contactValues(t).Slide {
		v0 := ref.V0
		for _, degrees := range []float64{0, 17, 30, 45, 90, 200} {
			t.Run(fmt.Sprintf("v0=%v/angle=%v", v0, degrees), func(t *testing.T) {
				w := newWorld(t, Surface{Friction: 1})
				i := addCube(t, w, At(0, 0, 0.025), 0.1, mu)
				run(w, 1)
				start := w.BodyPose(i).P
				s, c := math.Sincos(degrees * math.Pi / 180)
				w.Push(i, Vec{c, s, 0}.Scale(0.1*v0), start)
				run(w, 3)
				d := w.BodyPose(i).P.Sub(start)
				want := v0*v0/(2*mu*9.81) - v0*h/2
				along, across := d.X*c+d.Y*s, d.Y*c-d.X*s
				if math.Abs(along-want) > 0.5e-3 || math.Abs(across) > 0.5e-3 {
					t.Errorf("slid %.3f mm along and %.3f mm across, the law says %.3f", along*1e3, across*1e3,
						want*1e3)
				}
				// MuJoCo's step is 1/1000 s: its law is longer by v0 (h - 0.001)/2.
				if d := along + v0*(h-0.001)/2 - ref.Dist; math.Abs(d) > 1e-3 {
					t.Errorf("slid %.3f mm farther than in MuJoCo", d*1e3)
				}
			})
		}
	}
}

// Three cubes, the middle one 3 mm off, stand for 5 s, within half a millimetre of MuJoCo's (whose top sinks by 0.25
// mm).
func TestStackStands(t *testing.T) {
	ref := contactValues(t).Stack
	w := newWorld(t, Surface{Friction: 1})
	x := []float64{0, 0.003, 0}
	for i := range x {
		addCube(t, w, At(x[i], 0, 0.025+0.05*float64(i)), 0.1, 0.5)
	}
	run(w, 5)
	for i := range x {
		p := w.BodyPose(i).P
		if sink := 0.025 + 0.05*float64(i) - p.Z; math.Abs(sink) > 0.5e-3 {
			t.Errorf("cube %d sank by %.4f mm", i, sink*1e3)
		}
		if math.Abs(p.Z-ref.Z[i]) > 0.5e-3 || math.Abs(p.X-ref.X[i]) > 1e-3 {
			t.Errorf("cube %d is at x = %.3f, z = %.3f mm, in MuJoCo at %.3f, %.3f", i, p.X*1e3, p.Z*1e3,
				ref.X[i]*1e3, ref.Z[i]*1e3)
		}
		if math.Hypot(p.X-x[i], p.Y) > 1e-3 {
			t.Errorf("cube %d drifted to (%.4f, %.4f) mm from %.4f", i, p.X*1e3, p.Y*1e3, x[i]*1e3)
		}
	}
}
