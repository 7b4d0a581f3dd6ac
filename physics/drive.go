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
// Spring and damper together are limited to MaxHold, which bounds the force against an obstacle; τ is
// limited to MaxForce. The added inertia stays when it is limited: a stiff drive then accelerates its joint less than
// MaxForce could, but doesn't chatter.
func (a *armState) drive(h float64) {
	var dv [DOF]float64
	a.follow(h, &dv)
	a.chol = a.mass
	for i := range a.q {
		d := &a.model.Drives[i]
		torque := num.Clamp(dv[i], -d.MaxForce, d.MaxForce)
		dv[i] = float64(h * (torque - a.bias[i] - float64(d.Damping*a.v[i])))
		a.chol[i][i] += float64(h * (d.Damping + d.Kd + float64(h*d.Kp)))
	}
	if factor(&a.chol) != nil {
		dv[0] = math.NaN() // reached only with a state that is not finite: SetArm has checked the model
	}
	solve(&a.chol, &dv)
	for i := range a.v {
		a.v[i] += dv[i]
	}
}

// follow moves the references towards the target and computes the explicit part of the torques, without the limit:
//
//	τ = c + clamp(Kp (q* - q - h v) + Kd (v* - v), ±MaxHold) + M a*
func (a *armState) follow(h float64, torque *[DOF]float64) {
	var acc [DOF]float64
	for i := range a.q {
		most := float64(a.model.Drives[i].MaxSpeed * h)
		step := num.Clamp(float64(a.model.Follow*(a.target[i]-a.ref[i])), -most, most)
		a.ref[i] += step
		acc[i] = (step/h - a.refV[i]) / h
		a.refV[i] = step / h
	}
	for i := range a.q {
		d := &a.model.Drives[i]
		hold := float64(d.Kp*(a.ref[i]-a.q[i]-float64(h*a.v[i]))) + float64(d.Kd*(a.refV[i]-a.v[i]))
		if d.MaxHold > 0 {
			hold = num.Clamp(hold, -d.MaxHold, d.MaxHold)
		}
		t := a.bias[i] + hold
		for k := range acc {
			t += float64(a.mass[i][k] * acc[k])
		}
		torque[i] = t
	}
}
