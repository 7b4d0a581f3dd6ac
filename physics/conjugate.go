package physics

import "math"

// The nonsmooth nonlinear conjugate gradient method (Silcowitz-Hansen, Niebe and Erleben, 2010) accelerates the sweeps.
// A sweep maps the impulses λ to S(λ), with the limits of friction and contact kept; its fixed point is the solution,
// and S(λ) - λ takes the place of the negative gradient:
//
//	λ' = S(λ) + β p
//	p' = S(λ) - λ + β p,  β = |S(λ) - λ|² / |S(λ₋) - λ₋|²  (Fletcher and Reeves), or 0 if that exceeds 1
//
// with λ₋ the impulses before the sweep before. The velocities y are linear in λ, so the same step moves them without
// another pass over the rows. A step may leave the limits; the sweep that always follows returns to them.
// Stacks of boxes and boxes between heavy ones then need half the sweeps.

// path is what the method remembers of the impulses of one constraint (N s).
type path struct{ before, step [4]float64 }

// share returns β p. With β = 0, at the start of a solve, p is of another solve, of another contact too, and nothing of
// it is left even where it is not finite: 0 times infinity would be NaN, and a part that is spoilt would spoil others
// that it does not touch, and its own next state. The zero has the sign of p, as the product of a finite p has.
func share(beta, p float64) float64 {
	if beta == 0 {
		return math.Copysign(0, p)
	}
	return float64(beta * p)
}

// advancePlain moves impulses x after a sweep by β p.
func (p *path) advancePlain(x *[4]float64, beta float64) {
	for k := range 3 {
		step := share(beta, p.step[k])
		p.step[k] = x[k] - p.before[k] + step
		x[k] += step
	}
}

// advanceOne does the same for a constraint with a single impulse.
func (p *path) advanceOne(x *float64, beta float64) {
	step := share(beta, p.step[0])
	p.step[0] = *x - p.before[0] + step
	*x += step
}

// conjugate moves all velocities and impulses by β p and updates p. With β = 0 it forgets the steps before.
func (w *World) conjugate(beta float64) {
	if w.arm != nil && w.arm.packed {
		w.advanceSlot(0, DOF, beta)
	}
	for i := range w.bodies {
		if !w.bodies[i].asleep {
			w.advanceSlot(1+i, 6, beta)
		}
	}
	for i := range w.sliders {
		if s := &w.sliders[i]; !s.asleep {
			w.advanceSlot(1+len(w.bodies)+i, 1, beta)
			s.path.advanceOne(&s.impulse, beta)
		}
	}
	for i := range w.limits {
		l := &w.limits[i]
		l.path.advanceOne(&l.impulse, beta)
	}
	advanceContacts(w.contacts, beta)
}

// advanceContactsPlain moves the impulses of contacts by β p.
func advanceContactsPlain(contacts []contact, beta float64) {
	for i := range contacts {
		c := &contacts[i]
		c.path.advancePlain(&c.impulse, beta)
	}
}

// advanceSlot does the same for the n numbers of a slot.
func (w *World) advanceSlot(i, n int, beta float64) {
	y, before, direction := w.y[i][:n], w.before[i][:n], w.direction[i][:n]
	for k, x := range y {
		step := share(beta, direction[k])
		direction[k] = x - before[k] + step
		y[k] = x + step
	}
}
