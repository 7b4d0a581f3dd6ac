package physics

import (
	"fmt"
	"math"
	"testing"
)

const degree = math.Pi / 180

// slope is a world whose floor is a slab tilted by angle (rad) downhill towards heading (rad from x), and a cube at
// rest on it.
func slope(t testing.TB, angle, heading, friction float64) *World {
	t.Helper()
	w, err := NewWorld(Settings{Gravity: down, Step: substep})
	must(t, err)
	turn, tilt := RotZ(heading), RotY(angle)
	r := turn.Mul(&tilt)
	_, err = w.AddStatic(Box{Pose{r.Z.Scale(-0.5), r}, Vec{10, 10, 0.5}, Surface{Friction: 1}})
	must(t, err)
	addCube(t, w, Pose{r.Z.Scale(0.025), r}, 0.1, friction)
	return w
}

// Coulomb's law: a box on a slope holds below the friction angle atan μ and slips above it, whatever the heading.
// The bar is half a degree.
func TestFrictionAngle(t *testing.T) {
	for _, mu := range []float64{0.2, 0.5, 0.8} {
		for _, heading := range []float64{0, 30, 45, 110} {
			t.Run(fmt.Sprintf("mu=%v/heading=%v", mu, heading), func(t *testing.T) {
				for _, off := range []float64{-0.5, 0.5} {
					angle := math.Atan(mu) + off*degree
					w := slope(t, angle, heading*degree, mu)
					run(w, 0.5) // the contact takes up the load
					start := w.BodyPose(0).P
					run(w, 4)
					moved := w.BodyPose(0).P.Sub(start).Norm()
					// Above, the box gains g (sin θ - μ cos θ) per second.
					free := 9.81 * (math.Sin(angle) - mu*math.Cos(angle)) * (4.5*4.5 - 0.5*0.5) / 2
					if off < 0 && moved > 1e-4 || off > 0 && math.Abs(moved-free) > 0.01*free {
						t.Errorf("%+.1f degrees off the friction angle the box moves %.3f mm in 4 s; free it would be "+
							"%.3f",
							off, moved*1e3, max(free, 0)*1e3)
					}
				}
			})
		}
	}
}

// A cube of half side a is pushed horizontally with force F (in units of its weight) at height y (in units of a). By
// statics it slides if F > μ, and tips over its leading edge if F y > 1; pushed at the top it rolls over.
func TestPushedBoxObeysStatics(t *testing.T) {
	for _, c := range []struct {
		mu, force, height float64
		slides, tips      bool
	}{
		{0.5, 0.45, 1, false, false},
		{0.5, 0.55, 1, true, false},
		{0.5, 0.45, 2, false, false},
		{0.3, 0.35, 0.5, true, false},
		{0.8, 0.45, 2, false, false},
		{0.8, 0.6, 2, false, true},
		{0.9, 0.7, 1.3, false, false},
		{0.9, 0.85, 1.3, false, true},
	} {
		t.Run(fmt.Sprintf("mu=%v/F=%v/y=%v", c.mu, c.force, c.height), func(t *testing.T) {
			w := newWorld(t, Surface{Friction: 1})
			i := addCube(t, w, At(0, 0, 0.025), 0.1, c.mu)
			run(w, 0.5)
			start := w.BodyPose(i)
			impulse := c.force * 0.1 * 9.81 * substep
			for range 120 {
				at := w.BodyPose(i)
				w.Push(i, Vec{impulse, 0, 0}, at.Apply(Vec{-0.025, 0, 0.025 * (c.height - 1)}))
				w.Step()
			}
			end := w.BodyPose(i)
			moved, tilt := end.P.Sub(start.P).Norm(), math.Acos(min(1, end.R.Z.Dot(start.R.Z)))/degree
			if tips := tilt > 5; tips != c.tips {
				t.Errorf("tilts by %.2f degrees; tips: %v, statics says %v", tilt, tips, c.tips)
			}
			if slides := moved > 0.5e-3; !c.tips && slides != c.slides {
				t.Errorf("moves by %.3f mm; slides: %v, statics says %v", moved*1e3, slides, c.slides)
			}
		})
	}
}

// A cube that is rolled over its edge lands on the next face and stays there.
func TestPushedBoxRollsOver(t *testing.T) {
	w := newWorld(t, Surface{Friction: 1})
	i := addCube(t, w, At(0, 0, 0.025), 0.1, 1)
	run(w, 0.5)
	for w.BodyPose(i).R.Z.Z > math.Cos(46*degree) {
		at := w.BodyPose(i)
		w.Push(i, Vec{0.55 * 0.1 * 9.81 * substep, 0, 0}, at.Apply(Vec{-0.025, 0, 0.025}))
		w.Step()
	}
	run(w, 2)
	end := w.BodyPose(i)
	if end.R.X.Z > -0.9999 || math.Abs(end.P.Z-0.025) > 0.2e-3 || math.Abs(end.P.X-0.05) > 5e-3 {
		t.Errorf("rolled over to %v, x axis %v; it should lie 50 mm on, x axis down", end.P, end.R.X)
	}
}

// A box dropped on a corner, an edge, askew or spinning comes to rest flat on one of its faces.
func TestDroppedBoxRestsFlat(t *testing.T) {
	corner := math.Atan(math.Sqrt2)
	for name, r := range map[string]Mat{
		"flat":   Identity,
		"edge":   RotX(45 * degree),
		"corner": FromEuler(Vec{45 * degree, corner - math.Pi/2, 0}),
		"askew":  FromEuler(Vec{0.3, 0.7, 1.1}),
		"nearly": FromEuler(Vec{0.02, -0.03, 0.4}),
	} {
		for _, spin := range []Vec{{}, {3, -2, 5}} {
			for _, half := range []Vec{{0.025, 0.025, 0.025}, {0.04, 0.02, 0.02}, {0.05, 0.03, 0.01}} {
				t.Run(fmt.Sprintf("%s/spin=%v/half=%v", name, spin.X != 0, half), func(t *testing.T) {
					w := newWorld(t, Surface{Friction: 1})
					_, err := w.AddBody(Body{Pose: Pose{Vec{0, 0, 0.15}, r}, Half: half, Mass: 1,
						AngularVelocity: spin, Surface: Surface{Friction: 0.5}})
					must(t, err)
					energy := func() float64 { return w.KineticEnergy() + 9.81*w.BodyPose(0).P.Z }
					last, gain := energy(), 0.0
					for range 240 * 4 {
						w.Step()
						gain = max(gain, energy()-last)
						last = min(last, energy())
					}
					p, up := w.BodyPose(0), 0.0
					z := [3]float64{p.R.X.Z, p.R.Y.Z, p.R.Z.Z}
					axis := 0
					for k := range z {
						if math.Abs(z[k]) > up {
							up, axis = math.Abs(z[k]), k
						}
					}
					tilt := math.Acos(min(1, up)) / degree
					if tilt > 0.2 || math.Abs(p.P.Z-half.at(axis)) > 0.2e-3 || !w.bodies[0].asleep {
						t.Errorf("after 4 s it lies %.3f degrees from flat at height %.3f mm over %v, asleep %v",
							tilt, p.P.Z*1e3, half.at(axis)*1e3, w.bodies[0].asleep)
					}
					if gain > 2e-3 {
						t.Errorf("its energy grows by %.4f J", gain)
					}
				})
			}
		}
	}
}
