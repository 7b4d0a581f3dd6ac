package physics

import (
	"fmt"

	"counterpoise/internal/num"
)

// ArmState are the coordinates of the arm (rad, m) and their velocities.
func (w *World) ArmState() (q, v [DOF]float64) { return w.arm.q, w.arm.v }

// SetTarget tells the drives where to go; targets are clipped to the limits.
func (w *World) SetTarget(target *[DOF]float64) {
	for i, x := range target {
		d := &w.arm.model.Drives[i]
		w.arm.target[i] = num.Clamp(x, d.Lower, d.Upper)
	}
}

// Target is where the drives go.
func (w *World) Target() [DOF]float64 { return w.arm.target }

// BodyPose is where a free body is.
func (w *World) BodyPose(i int) Pose { return Pose{w.bodies[i].p, w.bodies[i].r} }

// BodyVelocity is the linear (m/s) and angular (rad/s) velocity of a free body.
func (w *World) BodyVelocity(i int) (v, omega Vec) { return w.bodies[i].v, w.bodies[i].w }

// PlaceBody puts a free body somewhere, at rest and awake.
func (w *World) PlaceBody(i int, at Pose) error {
	if err := checkPose(Part{FreeBody, i}, &at); err != nil {
		return err
	}
	b := &w.bodies[i]
	b.p, b.q, b.v, b.w = at.P, at.R.Quat(), Vec{}, Vec{}
	b.asleep, b.still = false, 0
	b.orient()
	w.forget()
	w.refresh()
	return nil
}

// Push applies an impulse (N s) to a free body at a point of the world, and wakes it.
func (w *World) Push(i int, impulse, at Vec) {
	b := &w.bodies[i]
	b.v = b.v.AddScaled(1/b.mass, impulse)
	b.w = b.w.Add(b.inv.Apply(at.Sub(b.p).Cross(impulse)))
	b.asleep, b.still = false, 0
}

// SliderState is position (m) and velocity (m/s) of a slider.
func (w *World) SliderState(i int) (q, v float64) { return w.sliders[i].q, w.sliders[i].v }

// PlaceSlider puts a slider at position q (m), at rest.
func (w *World) PlaceSlider(i int, q float64) error {
	s := &w.sliders[i]
	if !(q >= s.Lower && q <= s.Upper) {
		return fmt.Errorf("physics: slider %d cannot be at %v m; its stops are [%v, %v]", i, q, s.Lower, s.Upper)
	}
	s.q, s.v, s.impulse = q, 0, 0
	w.forget()
	w.refresh()
	return nil
}

// Contact is one point where two parts touched in the last substep.
type Contact struct {
	A, B    Part
	Point   Vec
	Normal  Vec     // from A to B
	Gap     float64 // m, negative inside
	Impulse float64 // normal impulse over the substep (N s)
}

// Contacts visits the points that carried load in the last substep, until yield returns false.
func (w *World) Contacts(yield func(Contact) bool) {
	for i := range w.contacts {
		c := &w.contacts[i]
		if c.normal > 0 && !yield(Contact{c.a.part, c.b.part, c.p, c.n, c.sep, c.normal}) {
			return
		}
	}
}

// KineticEnergy of all bodies, sliders and the arm (J).
func (w *World) KineticEnergy() float64 {
	e := 0.0
	for i := range w.bodies {
		b := &w.bodies[i]
		e += float64(0.5*b.mass*b.v.Dot(b.v)) + float64(0.5*b.w.Dot(b.angularMomentum()))
	}
	for i := range w.sliders {
		s := &w.sliders[i]
		e += float64(0.5 * s.Mass * float64(s.v*s.v))
	}
	if a := w.arm; a != nil {
		for i := range a.v {
			e += float64(0.5 * a.v[i] * dot(&a.mass[i], a.v[:]))
		}
	}
	return e
}
