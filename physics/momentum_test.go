package physics

import (
	"fmt"
	"math"
	"testing"
)

// space is a world without gravity and floor.
func space(t testing.TB) *World {
	t.Helper()
	w, err := NewWorld(Settings{Step: substep})
	must(t, err)
	return w
}

// momenta are the linear and angular momentum of all bodies, about the world's origin.
func (w *World) momenta() (p, l Vec) {
	for i := range w.bodies {
		b := &w.bodies[i]
		q := b.v.Scale(b.rootMass * b.rootMass)
		p, l = p.Add(q), l.Add(b.p.Cross(q)).Add(b.l)
	}
	return p, l
}

// Boxes of different sizes that spin and collide off centre, with friction and with bounces of every kind, keep linear
// and angular momentum to 1e-9.
func TestMomentumIsKept(t *testing.T) {
	for _, restitution := range []float64{0, 0.5, 1} {
		for _, friction := range []float64{0, 0.6} {
			t.Run(fmt.Sprintf("e=%v/mu=%v", restitution, friction), func(t *testing.T) {
				w := space(t)
				s := Surface{Friction: friction, Restitution: restitution}
				for _, b := range []Body{
					{Pose: At(-0.2, 0, 0), Half: Vec{0.05, 0.03, 0.02}, Mass: 1, Velocity: Vec{1, 0.1, 0},
						AngularVelocity: Vec{1, 2, -3}},
					{Pose: Pose{Vec{0.1, 0.02, 0.01}, FromEuler(Vec{0.3, 0.5, 0.7})}, Half: Vec{0.04, 0.04, 0.04},
						Mass: 0.3, Velocity: Vec{-1, 0, 0.05}},
					{Pose: Pose{Vec{0, 0.15, 0.01}, FromEuler(Vec{0.1, -0.5, 0.2})}, Half: Vec{0.02, 0.06, 0.03},
						Mass: 2, Velocity: Vec{0, -1, 0}, AngularVelocity: Vec{0, 0, 6}},
				} {
					b.Friction, b.Restitution = s.Friction, s.Restitution
					_, err := w.AddBody(b)
					must(t, err)
				}
				p0, l0 := w.momenta()
				met := false
				for range 480 {
					w.Step()
					met = met || len(w.touches) > 0 && w.touches[0].normal > 0
				}
				p, l := w.momenta()
				if !met {
					t.Error("nothing collided")
				}
				if d := p.Sub(p0).Norm(); d > 1e-9 {
					t.Errorf("linear momentum changes by %.3g N s", d)
				}
				if d := l.Sub(l0).Norm(); d > 1e-9 {
					t.Errorf("angular momentum changes by %.3g N m s", d)
				}
			})
		}
	}
}

// A box without forces tumbles with constant angular momentum, and its energy stays too, about its stable axes and
// about the unstable one. Bar: 1 % in 10 s at 5 rad/s.
func TestTumblingKeepsEnergy(t *testing.T) {
	for _, spin := range []Vec{{5, 0.05, 0}, {0.02, 5, 0.01}, {0.05, 0, 5}, {3, 3, 3}} {
		w := space(t)
		_, err := w.AddBody(Body{Pose: At(0, 0, 0), Half: Vec{0.06, 0.04, 0.02}, Mass: 1, AngularVelocity: spin})
		must(t, err)
		_, l0 := w.momenta()
		e0 := w.KineticEnergy()
		run(w, 10)
		_, l := w.momenta()
		if d := l.Sub(l0).Norm(); d > 1e-12 {
			t.Errorf("spin %v: angular momentum changes by %.3g", spin, d)
		}
		if d := w.KineticEnergy()/e0 - 1; math.Abs(d) > 0.01 {
			t.Errorf("spin %v: energy changes by %.3f %% in 10 s", spin, d*100)
		}
	}
}

// Elastic and inelastic collisions along a line follow Newton's law of restitution, v1' - v2' = -e (v1 - v2), for
// equal and unequal masses, for boxes that meet with a whole face (four points), an edge (two) or a corner.
func TestCollisionIsExact(t *testing.T) {
	corner := FromEuler(Vec{45 * degree, math.Atan(math.Sqrt2) - math.Pi/2, 0})
	toX := RotY(math.Pi / 2)
	for name, r := range map[string]Mat{"face": Identity, "edge": RotZ(45 * degree), "corner": toX.Mul(&corner)} {
		for _, m2 := range []float64{1, 0.25, 7} {
			for _, e := range []float64{1, 0.5, 0} {
				t.Run(fmt.Sprintf("%s/m2=%v/e=%v", name, m2, e), func(t *testing.T) {
					w := space(t)
					const v1, v2, m1 = 0.9, -0.4, 1.0
					for _, b := range []Body{
						{Pose: At(-0.12, 0, 0), Half: Vec{0.05, 0.05, 0.05}, Mass: m1, Velocity: Vec{v1, 0, 0}},
						{Pose: Pose{Vec{0.12, 0, 0}, r}, Half: Vec{0.05, 0.05, 0.05}, Mass: m2, Velocity: Vec{v2,
							0, 0}},
					} {
						b.Surface = Surface{Friction: 0.5, Restitution: math.Sqrt(e)}
						_, err := w.AddBody(b)
						must(t, err)
					}
					run(w, 0.3)
					bar := 1e-6
					if e == 0 {
						bar = 1e-3 // solved to the tolerance of a sweep
					}
					p := m1*v1 + m2*v2
					for i, want := range []float64{(p - m2*e*(v1-v2)) / (m1 + m2), (p + m1*e*(v1-v2)) / (m1 + m2)} {
						v, omega := w.BodyVelocity(i)
						if d := v.Sub(Vec{want, 0, 0}).Norm(); d > bar {
							t.Errorf("body %d moves with %.9f m/s, Newton says %.9f", i, v, want)
						}
						if omega.Norm() > bar {
							t.Errorf("body %d turns with %.3g rad/s", i, omega.Norm())
						}
					}
				})
			}
		}
	}
}

// Without friction, elastic collisions keep energy off centre too, whatever turns.
func TestElasticCollisionKeepsEnergy(t *testing.T) {
	for _, offset := range []float64{0, 0.02, 0.06} {
		for _, yaw := range []float64{0, 20, 45} {
			w := space(t)
			for _, b := range []Body{
				{Pose: At(-0.15, 0, 0), Half: Vec{0.05, 0.05, 0.05}, Mass: 1, Velocity: Vec{1, 0, 0}},
				{Pose: Pose{Vec{0.15, offset, 0.01}, RotZ(yaw * degree)}, Half: Vec{0.05, 0.04, 0.06}, Mass: 0.4},
			} {
				b.Restitution = 1
				_, err := w.AddBody(b)
				must(t, err)
			}
			before := w.KineticEnergy()
			run(w, 0.4)
			if v, _ := w.BodyVelocity(1); v.X < 0.1 {
				t.Errorf("offset %v, yaw %v: they miss each other", offset, yaw)
			}
			if d := w.KineticEnergy()/before - 1; math.Abs(d) > 1e-6 {
				t.Errorf("offset %v, yaw %v: energy changes by %.3g", offset, yaw, d)
			}
		}
	}
}

// An elastic ball of the flat kind: a cube that drops on its face bounces back to where it came from, again and again.
func TestElasticCubeBouncesOn(t *testing.T) {
	w := newWorld(t, Surface{Friction: 1, Restitution: 1})
	_, err := w.AddBody(Body{Pose: At(0, 0, 0.225), Half: Vec{0.025, 0.025, 0.025}, Mass: 0.1,
		Surface: Surface{Friction: 0.5, Restitution: 1}})
	must(t, err)
	top, low := 0.0, 1.0
	for k := range 240 * 20 {
		w.Step()
		if k > 240*18 {
			top, low = max(top, w.BodyPose(0).P.Z), min(low, w.BodyPose(0).P.Z)
		}
	}
	// Semi-implicit Euler keeps a height to about v h = 8 mm.
	if math.Abs(top-0.225) > 8e-3 || low < 0.0245 {
		t.Errorf("after 18 s it bounces between %.4f and %.4f m; it began at 0.225", low, top)
	}
}
