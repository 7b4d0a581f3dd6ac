package physics

import (
	"fmt"
	"math"
)

// This file checks descriptions. Its errors name the part, the value and its unit.

// The ranges of half extents (m) and of masses (kg). Far outside of them, products of the two vanish or overflow in
// float64, and the state becomes NaN: a body of 1 kg comes to it on the ground at 1e-100 m and at 1e160 m.
const (
	leastSize, mostSize = 1e-9, 1e9
	leastMass, mostMass = 1e-12, 1e12
)

// checkMass returns an error unless m is a mass that a body or a slider can have (kg).
func checkMass(p Part, m float64) error {
	if !(m >= leastMass && m <= mostMass) {
		return fmt.Errorf("physics: %v has mass %v kg; it must be in [%v, %v]", p, m, leastMass, mostMass)
	}
	return nil
}

// checkBox returns an error unless b is a sound box and the world has room for it.
func (w *World) checkBox(p Part, b *Box) error {
	if len(w.shapes) == maxBoxes {
		return fmt.Errorf("physics: %v would have box number %d; a world takes no more", p, maxBoxes+1)
	}
	h := b.Half
	if !(min(h.X, h.Y, h.Z) >= leastSize && max(h.X, h.Y, h.Z) <= mostSize) {
		return fmt.Errorf("physics: %v has a box of half extents %v m; they must be in [%v, %v]",
			p, h, leastSize, mostSize)
	}
	if !(b.Friction >= 0) || math.IsInf(b.Friction, 0) {
		return fmt.Errorf("physics: %v has friction %v; it must be finite and not negative", p, b.Friction)
	}
	if !(b.Restitution >= 0 && b.Restitution <= 1) {
		return fmt.Errorf("physics: %v has restitution %v; it must be in [0, 1]", p, b.Restitution)
	}
	return checkPose(p, &b.Pose)
}

// checkPose returns an error unless o is finite and its orientation a rotation, to 1e-6; p names the part.
func checkPose(p any, o *Pose) error {
	if !o.P.IsFinite() {
		return fmt.Errorf("physics: %v is at %v, which is not finite", p, o.P)
	}
	for i := range 3 {
		for j := i; j < 3; j++ {
			want := 0.0
			if i == j {
				want = 1
			}
			if d := o.R.Column(i).Dot(o.R.Column(j)); !(math.Abs(d-want) < 1e-6) {
				return fmt.Errorf("physics: %v has orientation %v, which is no rotation: "+
					"columns %d and %d have product %v",
					p, o.R, i, j, d)
			}
		}
	}
	if o.R.X.Cross(o.R.Y).Dot(o.R.Z) < 0 {
		return fmt.Errorf("physics: %v has an orientation that mirrors", p)
	}
	return nil
}

// check returns an error unless the arm has sound poses, masses, inertias and drives.
func (m *Arm) check() error {
	if err := checkPose("the arm's base", &m.Base); err != nil {
		return err
	}
	for i := range m.Links {
		l := &m.Links[i]
		if err := checkRigid(fmt.Sprintf("arm link %d", i+1), &l.Pose, l.Mass, l.COM, &l.Inertia); err != nil {
			return err
		}
	}
	g := &m.Gripper
	if err := checkRigid("the hand", &g.Pose, g.Mass, g.COM, &g.Inertia); err != nil {
		return err
	}
	if err := checkRigid("a finger", &g.Pose, g.FingerMass, g.FingerCOM, &Sym{}); err != nil {
		return err
	}
	for i := range m.Drives {
		if err := m.Drives[i].check(i); err != nil {
			return err
		}
	}
	if !(m.Follow > 0 && m.Follow <= 1) {
		return fmt.Errorf("physics: the arm's Follow is %v; it must be in (0, 1]", m.Follow)
	}
	return nil
}

// checkRigid returns an error unless mass (kg), centre of mass (m) and inertia are finite, the mass is not negative,
// and the inertia about no axis is.
func checkRigid(name string, at *Pose, mass float64, com Vec, i *Sym) error {
	switch {
	case !(mass >= 0) || math.IsInf(mass, 0):
		return fmt.Errorf("physics: %s has mass %v kg; it must be finite and not negative", name, mass)
	case !com.IsFinite():
		return fmt.Errorf("physics: %s has its centre of mass at %v m, which is not finite", name, com)
	case !(Vec{i.XX, i.YY, i.ZZ}).IsFinite() || !(Vec{i.XY, i.XZ, i.YZ}).IsFinite():
		return fmt.Errorf("physics: %s has inertia %+v kg m², which is not finite", name, *i)
	case !i.isSemidefinite():
		return fmt.Errorf("physics: %s has inertia %+v kg m², which is negative about some axis", name, *i)
	}
	return checkPose(name, at)
}

// check returns an error unless the parameters of drive i are finite and not negative and its limits in order.
func (d *Drive) check(i int) error {
	for _, x := range []struct {
		name  string
		value float64
	}{
		{"Kp", d.Kp}, {"Kd", d.Kd}, {"MaxForce", d.MaxForce}, {"MaxHold", d.MaxHold},
		{"MaxRise", d.MaxRise}, {"MaxSpeed", d.MaxSpeed}, {"Armature", d.Armature}, {"Damping", d.Damping},
	} {
		if !(x.value >= 0) || math.IsInf(x.value, 0) {
			return fmt.Errorf("physics: drive %d has %s %v; it must be finite and not negative", i, x.name, x.value)
		}
	}
	if !(d.Lower < d.Upper) {
		return fmt.Errorf("physics: drive %d has limits [%v, %v]; lower must be below upper", i, d.Lower, d.Upper)
	}
	return nil
}
