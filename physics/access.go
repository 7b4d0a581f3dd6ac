package physics

import (
	"fmt"
	"math"

	"counterpoise/internal/num"
)

// ArmState returns the coordinates of the arm (rad; m for the fingers) and their velocities (rad/s, m/s). It panics if
// the world has no arm.
func (w *World) ArmState() (q, v [DOF]float64) { return w.arm.q, w.arm.v }

// SetTarget sets the targets of the drives (rad; m for the fingers), clipped to their limits. A target that is NaN, or
// infinite where the limit is, is an error, and nothing changes.
func (w *World) SetTarget(target *[DOF]float64) error {
	if w.arm == nil {
		return errNoArm
	}
	for i, x := range target {
		d := &w.arm.model.Drives[i]
		if x = num.Clamp(x, d.Lower, d.Upper); math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("physics: the target of arm coordinate %d is %v, which is not finite", i, x)
		}
	}
	for i, x := range target {
		d := &w.arm.model.Drives[i]
		w.arm.target[i] = num.Clamp(x, d.Lower, d.Upper)
	}
	return nil
}

// Target returns the targets of the drives. It panics if the world has no arm.
func (w *World) Target() [DOF]float64 { return w.arm.target }

// BodyPose returns the pose of free body i in the world.
func (w *World) BodyPose(i int) Pose { return Pose{w.bodies[i].p, w.bodies[i].r} }

// BodyPosition returns the position of the centre of free body i (m): BodyPose without the cost of the rotation.
func (w *World) BodyPosition(i int) Vec { return w.bodies[i].p }

// BodyVelocity returns the velocity of the centre (m/s) and the angular velocity (rad/s) of free body i.
func (w *World) BodyVelocity(i int) (v, omega Vec) { return w.bodies[i].v, w.bodies[i].omega() }

// PlaceBody places free body i at a pose, at rest, and wakes everything. A body that does not exist and a pose that
// is not sound are errors.
func (w *World) PlaceBody(i int, at Pose) error {
	part := Part{FreeBody, i}
	if !w.has(part) {
		return fmt.Errorf("physics: there is no %v to put anywhere", part)
	}
	if err := checkPose(part, &at); err != nil {
		return err
	}
	b := &w.bodies[i]
	b.p, b.q, b.v, b.l = at.P, at.R.Quat(), Vec{}, Vec{}
	b.orient()
	w.wakeAll()
	w.updateDerived()
	return nil
}

// SliderState returns position (m) and velocity (m/s) of slider i.
func (w *World) SliderState(i int) (q, v float64) { return w.sliders[i].q, w.sliders[i].v }

// PlaceSlider places slider i at position q (m), at rest, and wakes everything. A position beyond the stops is an
// error, unless the stop gives way, and so is an infinite one.
func (w *World) PlaceSlider(i int, q float64) error {
	if part := (Part{Rail, i}); !w.has(part) {
		return fmt.Errorf("physics: there is no %v to put anywhere", part)
	}
	s := &w.sliders[i]
	if !(q >= s.Lower && (q <= s.Upper || s.Stiffness > 0)) || math.IsInf(q, 0) {
		return fmt.Errorf("physics: slider %d cannot be at %v m; its stops are [%v, %v]", i, q, s.Lower, s.Upper)
	}
	s.q, s.v, s.impulse = q, 0, 0
	w.wakeAll()
	w.updateDerived()
	return nil
}

// KineticEnergy returns the kinetic energy of all bodies, sliders and the arm (J).
func (w *World) KineticEnergy() float64 {
	e := 0.0
	for i := range w.bodies {
		e += w.bodies[i].energy()
	}
	for i := range w.sliders {
		s := &w.sliders[i]
		e += float64(0.5 * s.Mass * float64(s.v*s.v))
	}
	if a := w.arm; a != nil {
		mass, _ := a.model.Dynamics(&a.q, &a.v, Vec{})
		for i := range a.v {
			for k := range a.v {
				e += float64(0.5 * a.v[i] * float64(mass[i][k]*a.v[k]))
			}
		}
	}
	return e
}
