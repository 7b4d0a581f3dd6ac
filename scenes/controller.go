package scenes

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

const (
	// ControlRate (Hz) is how often a policy acts; Substeps of physics make one control step.
	ControlRate = 30
	Substeps    = 8
	// MaxTranslation (m) and MaxRotation (rad) are what a relative action of 1 adds to the running target.
	MaxTranslation = 0.02
	MaxRotation    = 0.05
	// leash (m) and leashTurn (rad) are how far the running target may lead the tool centre point. At full speed it leads by
	// 0.02 m; the leash keeps it from running away while the arm is blocked, so that the way back is short.
	leash     = 0.06
	leashTurn = 0.3
)

// controller turns actions into joint targets: a running target pose, followed by damped differential inverse
// kinematics.
type controller struct {
	target physics.Pose         // running target of the tool centre point
	joints [physics.DOF]float64 // joint targets that reach it, and the opening of the fingers
	grip   float32              // last gripper command, -1 or +1
}

// reset makes the controller hold an arm that stands at q.
func (c *controller) reset(arm *physics.Arm, q [physics.DOF]float64) {
	c.target, c.joints, c.grip = tcp(arm, &q), q, 1
}

// tcp is the pose of the tool centre point at coordinates q.
func tcp(arm *physics.Arm, q *[physics.DOF]float64) physics.Pose {
	_, hand := arm.Kinematics(q)
	return handToTCP(hand)
}

func handToTCP(hand physics.Pose) physics.Pose {
	return physics.Pose{P: hand.P.AddScaled(TCPOffset, hand.R.Z), R: hand.R}
}

// relative adds an action to the running target. Its rotation is in fixed axes, so it multiplies from the left.
func (c *controller) relative(a *Action, at physics.Pose) {
	scaled := func(from int, unit float64) physics.Vec {
		at := func(i int) float64 { return float64(unit * num.Clamp(float64(a[from+i]), -1, 1)) }
		return physics.Vec{X: at(0), Y: at(1), Z: at(2)}
	}
	d := scaled(ActionTranslation, MaxTranslation)
	turn := physics.FromEuler(scaled(ActionRotation, MaxRotation))
	c.moveTo(physics.Pose{P: c.target.P.Add(d), R: turn.Mul(&c.target.R)}, at)
}

// moveTo sets the running target, on its leash to where the tool centre point is.
func (c *controller) moveTo(target, at physics.Pose) {
	lead := target.P.Sub(at.P)
	if n := lead.Norm(); n > leash {
		target.P = at.P.AddScaled(leash/n, lead)
	}
	turn := target.R.Mul(&physics.Mat{
		X: physics.Vec{X: at.R.X.X, Y: at.R.Y.X, Z: at.R.Z.X},
		Y: physics.Vec{X: at.R.X.Y, Y: at.R.Y.Y, Z: at.R.Z.Y},
		Z: physics.Vec{X: at.R.X.Z, Y: at.R.Y.Z, Z: at.R.Z.Z},
	})
	r := turn.RotationVector()
	if n := r.Norm(); n > leashTurn {
		back := axisAngle(r.Scale(1/n), leashTurn)
		target.R = back.Mul(&at.R)
	}
	c.target = orthonormal(target)
}

// gripper sets the fingers' target: closed below zero, else open.
func (c *controller) gripper(command float32) {
	c.grip, c.joints[physics.Fingers] = 1, MaxOpening
	if command < 0 {
		c.grip, c.joints[physics.Fingers] = -1, 0
	}
}

const (
	// ikDamping (m) bounds the joint speeds near singular poses; it also sets how much of a remaining error is asked for at
	// once. Normal: 0.08, with which the arm follows CALVIN's trajectories best (see TestFollowsCalvin).
	ikDamping = 0.08
	// ikRest is how strongly the free joint is drawn home: share of the way a control step.
	ikRest = 0.03
	// ikTurn weighs rotation against translation: 1 rad of error counts as this many metres.
	ikTurn = 0.5
	// ikMost (rad) is how far a joint target may lead its joint.
	ikMost = 0.25
)

// solve sets the joint targets: one step of damped least squares (Wampler 1986; Nakamura and Hanafusa 1986) from the
// measured joints q towards the running target, with the arm's redundancy drawn to the home pose,
//
//	Δq = r + Jᵀ (J Jᵀ + λ² 1)⁻¹ (e - J r),  r = k (q_home - q)
//
// It starts from the measured joints, as CALVIN's does, so that an error that remains is asked for again at the next
// step, and a blocked arm pushes no harder than the leash allows.
func (c *controller) solve(arm *physics.Arm, q *[physics.DOF]float64) {
	links, hand := arm.Kinematics(q)
	at := handToTCP(hand)
	e := c.poseError(&at)
	var j [6][physics.Joints]float64
	for i := range links {
		z := links[i].R.Z
		v := z.Cross(at.P.Sub(links[i].P))
		j[0][i], j[1][i], j[2][i] = v.X, v.Y, v.Z
		j[3][i], j[4][i], j[5][i] = float64(ikTurn*z.X), float64(ikTurn*z.Y), float64(ikTurn*z.Z)
	}
	var rest [physics.Joints]float64
	for i := range rest {
		rest[i] = float64(ikRest * (Home[i] - q[i]))
		for r := range e {
			e[r] -= float64(j[r][i] * rest[i])
		}
	}
	y := dampedSolve(&j, &e)
	for i, d := range rest {
		for r := range y {
			d += float64(j[r][i] * y[r])
		}
		c.joints[i] = q[i] + num.Clamp(d, -ikMost, ikMost)
	}
}

// poseError is what is missing to the running target: metres, and rotation vector times ikTurn.
func (c *controller) poseError(at *physics.Pose) [6]float64 {
	p := c.target.P.Sub(at.P)
	local := at.R.MulT(&c.target.R)
	r := at.R.Apply(local.RotationVector())
	return [6]float64{p.X, p.Y, p.Z, float64(ikTurn * r.X), float64(ikTurn * r.Y), float64(ikTurn * r.Z)}
}

// dampedSolve is (J Jᵀ + λ² 1)⁻¹ e by Cholesky's method.
func dampedSolve(j *[6][physics.Joints]float64, e *[6]float64) [6]float64 {
	var a [6][6]float64
	for r := range 6 {
		for s := range r + 1 {
			sum := 0.0
			for i := range physics.Joints {
				sum += float64(j[r][i] * j[s][i])
			}
			a[r][s] = sum
		}
		a[r][r] += ikDamping * ikDamping
	}
	x := *e
	for i := range 6 {
		for k := range i {
			for s := range k {
				a[i][k] -= float64(a[i][s] * a[k][s])
			}
			a[i][k] /= a[k][k]
			a[i][i] -= float64(a[i][k] * a[i][k])
			x[i] -= float64(a[i][k] * x[k])
		}
		a[i][i] = math.Sqrt(a[i][i])
		x[i] /= a[i][i]
	}
	for i := 5; i >= 0; i-- {
		for k := i + 1; k < 6; k++ {
			x[i] -= float64(a[k][i] * x[k])
		}
		x[i] /= a[i][i]
	}
	return x
}

// axisAngle is the rotation by angle (rad) about a unit axis (Rodrigues).
func axisAngle(axis physics.Vec, angle float64) physics.Mat {
	s, c := num.Sincos(angle / 2)
	return physics.Quat{W: c, X: float64(s * axis.X), Y: float64(s * axis.Y), Z: float64(s * axis.Z)}.Mat()
}

// orthonormal removes the rounding that products of rotations collect.
func orthonormal(p physics.Pose) physics.Pose {
	z := p.R.X.Cross(p.R.Y).Unit()
	x := p.R.X.Unit()
	return physics.Pose{P: p.P, R: physics.Mat{X: x, Y: z.Cross(x), Z: z}}
}
