package physics

import (
	"math"

	"counterpoise/internal/num"
)

// drive applies the arm's motors, gravity and passive damping for a substep h: afterwards a.v is the velocity that the
// arm would have without contacts and limits.
//
// The springs and dampers act implicitly, on position and velocity after the substep, so stiff drives stay stable.
// That is the same as adding h (Kd + h Kp) to the mass matrix while the explicit part τ of the torque is applied:
//
//	(M + h D + h (Kd + h Kp)) Δv = h (τ - c - D v)
//
// Spring and damper together are limited to MaxHold, which bounds the force against an obstacle, and the motor's whole
// force to MaxForce (follow). The added inertia stays when they are limited, so a stiff drive doesn't chatter.
func (a *armState) drive(h float64) {
	var dv [DOF]float64
	a.follow(h, &dv)
	a.chol = a.mass
	for i := range a.q {
		d := &a.model.Drives[i]
		dv[i] = float64(h * (dv[i] - a.bias[i] - float64(d.Damping*a.v[i])))
		a.chol[i][i] += float64(h * (d.Damping + d.Kd + float64(h*d.Kp)))
	}
	if factor(&a.chol) != nil {
		dv[0] = math.NaN() // of a state that is not finite, or where links without mass have come to lie on an axis
	}
	solve(&a.chol, &dv)
	for i := range a.v {
		a.v[i] += dv[i]
	}
}

// follow moves the references towards the target and computes the explicit part of the torques. With the references q*
// and v* before the substep and their acceleration a* in it,
//
//	τ = clamp(c + M a* + clamp(Kp (q* - q + h (v* - v)) + Kd (v* - v), ±MaxHold), ±MaxForce) + h (Kd + h Kp) a*
//
// The last term is no force of the motor: spring and damper act implicitly, and it is what they take back from an arm
// that follows the reference.
//
// The reference does not run ahead of an arm that cannot follow: where MaxForce does not suffice for the acceleration,
// the reference accelerates less in the same proportion; and q* leads q by no more than the spring needs for its
// greatest force, MaxHold or else MaxForce + |c|, and MaxRise upwards, so a blocked arm does not store up motion for
// when it comes free.
func (a *armState) follow(h float64, torque *[DOF]float64) {
	var acc, hold [DOF]float64
	for i := range a.q {
		d := &a.model.Drives[i]
		limit := d.MaxForce + math.Abs(a.bias[i])
		if d.MaxHold > 0 {
			limit = d.MaxHold
		}
		rise := limit
		if d.MaxRise > 0 {
			rise = d.MaxRise
		}
		if d.Kp > 0 {
			a.ref[i] = num.Clamp(a.ref[i], a.q[i]-limit/d.Kp, a.q[i]+rise/d.Kp)
		}
		lag := a.refV[i] - a.v[i]
		hold[i] = num.Clamp(float64(d.Kp*(a.ref[i]-a.q[i]+float64(h*lag)))+float64(d.Kd*lag), -limit, rise)
		most := float64(d.MaxSpeed * h)
		step := num.Clamp(float64(a.model.Follow*(a.target[i]-a.ref[i])), -most, most)
		if link := a.mass[i][i] - d.Armature; d.MaxRise > 0 && link > 0 {
			step = min(step, float64(h*(a.refV[i]+float64(h*d.MaxRise)/link)))
		}
		a.ref[i] += step
		acc[i] = (step/h - a.refV[i]) / h
		a.refV[i] = step / h
	}
	for i := range a.q {
		d := &a.model.Drives[i]
		still := a.bias[i] + hold[i]
		push := 0.0
		for k := range acc {
			push += float64(a.mass[i][k] * acc[k])
		}
		t := num.Clamp(still+push, -d.MaxForce, d.MaxForce)
		if t != still+push && math.Abs(still) < d.MaxForce {
			cut := float64((1 - float64((t-still)/push)) * acc[i])
			acc[i] -= cut
			a.refV[i] -= float64(h * cut)
			a.ref[i] -= float64(h * float64(h*cut))
		}
		torque[i] = t + float64(h*(d.Kd+float64(h*d.Kp))*acc[i])
	}
}
