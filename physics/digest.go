package physics

import (
	"encoding/binary"
	"math"
)

// digest is a running 64-bit hash in the manner of FNV-1a, one 64-bit word at a time. Each step is a bijection of the
// digest for a given word, and of the word for a given digest; so changing one word always changes the result.
type digest uint64

// add appends a word.
func (d *digest) add(x uint64) {
	h := (uint64(*d) ^ x) * 0x100000001b3
	*d = digest(h ^ h>>29)
}

// addFloats appends the bits of numbers.
func (d *digest) addFloats(xs ...float64) {
	for _, x := range xs {
		d.add(math.Float64bits(x))
	}
}

func (d *digest) addVec(v Vec) { d.addFloats(v.X, v.Y, v.Z) }

func (d *digest) addPose(p *Pose) {
	for _, v := range [...]Vec{p.P, p.R.X, p.R.Y, p.R.Z} {
		d.addVec(v)
	}
}

func (d *digest) addInertia(mass float64, com Vec, s *Sym) {
	d.addFloats(mass, s.XX, s.YY, s.ZZ, s.XY, s.XZ, s.YZ)
	d.addVec(com)
}

// digestBasis starts every digest: FNV's offset basis.
const digestBasis digest = 0xcbf29ce484222325

// sum returns the digest of bytes, a whole number of words.
func sum(b []byte) digest {
	d := digestBasis
	for ; len(b) >= 8; b = b[8:] {
		d.add(binary.LittleEndian.Uint64(b))
	}
	return d
}

// description returns the digest of what a saved state does not contain: settings, arm, masses and boxes. It is
// computed once and cached until the world gets another part.
func (w *World) description() uint64 {
	if w.digest != 0 {
		return w.digest
	}
	d := digestBasis
	d.addVec(w.settings.Gravity)
	d.addFloats(w.settings.Step)
	if w.arm != nil {
		w.arm.model.addTo(&d)
	}
	d.add(uint64(len(w.bodies)))
	for i := range w.bodies {
		d.addFloats(w.bodies[i].rootMass)
		d.addVec(w.bodies[i].invRootInertia)
	}
	d.add(uint64(len(w.sliders)))
	for i := range w.sliders {
		s := &w.sliders[i]
		d.addVec(s.Axis)
		d.addFloats(s.Mass, s.Lower, s.Upper, s.Force, s.Stiffness)
		d.add(b2u(s.Spring))
	}
	for i := range w.shapes {
		s := &w.shapes[i]
		d.add(uint64(s.part.Kind)<<32 | uint64(s.part.Index))
		d.addPose(&s.local)
		d.addVec(s.world.h)
		d.addFloats(s.Friction, s.Restitution)
	}
	w.digest = uint64(d)
	return w.digest
}

// addTo adds the arm's description to a digest.
func (m *Arm) addTo(d *digest) {
	d.addPose(&m.Base)
	for i := range m.Links {
		l := &m.Links[i]
		d.addPose(&l.Pose)
		d.addInertia(l.Mass, l.COM, &l.Inertia)
	}
	g := &m.Gripper
	d.addPose(&g.Pose)
	d.addInertia(g.Mass, g.COM, &g.Inertia)
	d.addFloats(g.FingerMass, m.Follow)
	d.addVec(g.FingerCOM)
	for i := range m.Drives {
		v := &m.Drives[i]
		d.addFloats(v.Kp, v.Kd, v.MaxForce, v.MaxHold, v.MaxRise, v.MaxSpeed, v.Armature, v.Damping, v.Lower, v.Upper)
	}
}
