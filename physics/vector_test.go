package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The functions that use vector instructions, where this build and this processor have them, agree with plain Go to the
// bit, the signs of zeros included.
func TestVectorsAgreeWithPlainGo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() float64 {
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return math.Copysign(0, -1)
		}
		return r.NormFloat64() * math.Pow(10, float64(r.IntN(9)-4))
	}
	fill := func(s *slot, n int) {
		*s = slot{}
		for i := range n {
			s[i] = number()
		}
	}
	same := func(what string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: number %d is %v, in plain Go %v", what, i, got[i], want[i])
			}
		}
	}
	for range 2000 {
		var c, d contact
		var ya, yb slot
		c.na, c.nb = [3]int32{DOF, 6, 0}[r.IntN(3)], [3]int32{6, 1, 0}[r.IntN(3)]
		fill(&ya, int(c.na))
		fill(&yb, int(c.nb))
		for i := range 3 {
			fill(&c.ja[i], int(c.na))
			fill(&c.jb[i], int(c.nb))
			c.impulse[i], c.path.before[i], c.path.step[i] = number(), number(), number()
		}
		c.ya, c.yb = &ya, &yb
		d = c
		za, zb := ya, yb
		d.ya, d.yb = &za, &zb

		gn, g1, g2 := c.speeds()
		wn, w1, w2 := d.speedsPlain()
		same("speeds", []float64{gn, g1, g2}, []float64{wn, w1, w2})
		pn, p1, p2 := number(), number(), number()
		c.apply(pn, p1, p2)
		d.applyPlain(pn, p1, p2)
		same("apply", ya[:c.na], za[:c.na])
		same("apply", yb[:c.nb], zb[:c.nb])
		var got, want [6]float64
		c.ja.addMasses(&got, c.na)
		d.ja.addMassesPlain(&want, c.na)
		same("masses", got[:], want[:])
		beta := r.Float64()
		if r.IntN(4) == 0 { // the steps of another solve, which may not be finite
			beta = 0
			k := r.IntN(3)
			c.path.step[k] = [3]float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)]
			d.path.step[k] = c.path.step[k]
		}
		moved, plainly := []contact{c}, []contact{d}
		advanceContacts(moved, beta)
		advanceContactsPlain(plainly, beta)
		same("impulses", moved[0].impulse[:], plainly[0].impulse[:])
		same("steps", moved[0].path.step[:], plainly[0].path.step[:])

		var l [DOF][DOF]float64
		for i := range l {
			for k := range i {
				l[i][k] = number()
			}
			l[i][i] = 0.1 + r.Float64()
		}
		var inv, plain [DOF]slot
		invert(&l, &inv)
		invertPlain(&l, &plain)
		for i := range inv {
			same("inverse", inv[i][:i+1], plain[i][:i+1])
		}
		var y, x, z slot
		fill(&y, DOF)
		applyTransposed(&inv, &y, &x)
		applyTransposedPlain(&plain, &y, &z)
		same("transposed", x[:], z[:])
		var joints [Joints]spatial
		for i := range joints {
			joints[i] = spatial{Vec{number(), number(), number()}, Vec{number(), number(), number()}}
		}
		var m, n levers
		count := 1 + r.IntN(Joints)
		m.carry(&inv, joints[:count])
		n.carryPlain(&plain, joints[:count])
		var held solids
		var links [Joints + 1]Pose
		for i := range links {
			links[i] = Pose{Vec{number(), number(), number()}, FromEuler(Vec{number(), number(), number()})}
			held.set(i, r.Float64(), Vec{number(), number(), number()},
				&Sym{number(), number(), number(), number(), number(), number()})
		}
		var bodies, plainBodies [Joints + 1]rigid
		chain, hand := (*[Joints]Pose)(links[:]), &links[Joints]
		held.place(chain, hand, (*[Joints]rigid)(bodies[:]), &bodies[Joints])
		held.placePlain(chain, hand, (*[Joints]rigid)(plainBodies[:]), &plainBodies[Joints])
		for i := range bodies {
			same("inertia", bodies[i].numbers(), plainBodies[i].numbers())
		}
		var row, plainRow slot
		m.row(&row, joints[0].A, joints[0].L)
		n.rowPlain(&plainRow, joints[0].A, joints[0].L)
		for i := range m {
			same("levers", m[i][:], n[i][:])
		}
		same("row", row[:], plainRow[:])
	}
}

// numbers lists what an inertia consists of.
func (b *rigid) numbers() []float64 {
	return []float64{b.M, b.H.X, b.H.Y, b.H.Z, b.I.XX, b.I.YY, b.I.ZZ, b.I.XY, b.I.XZ, b.I.YZ}
}
