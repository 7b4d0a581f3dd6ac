package scenes

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

const (
	// ControlRate is the number of actions a second (Hz): CALVIN's.
	ControlRate = 30
	// Substeps is the number of physics steps in one control step: physics runs at 240 Hz, as in CALVIN.
	Substeps = 8
	// MaxTranslation (m) and MaxRotation (rad) are what a component of 1 in an action adds to the running target:
	// CALVIN's.
	MaxTranslation = 0.02
	MaxRotation    = 0.05
	// maxLead (m) and maxLeadAngle (rad) limit how far the running target is ahead of the tool centre point. At full
	// speed it is 0.02 m ahead. Without the limit the target would run away while the arm is blocked, and the arm
	// would answer to the opposite action only after the target had come all the way back.
	maxLead      = 0.06
	maxLeadAngle = 0.3
)

// controller converts actions into joint targets. It keeps a running target pose of the tool centre point, and follows
// it by damped differential inverse kinematics, one step of it a control step.
type controller struct {
	target physics.Pose         // running target of the tool centre point
	joints [physics.DOF]float64 // targets of the drives: joints (rad), opening of the fingers (m)
	grip   float32              // last gripper command, -1 or +1
}

// reset makes the controller hold the arm at coordinates q, gripper open.
func (c *controller) reset(arm *physics.Arm, q [physics.DOF]float64) {
	c.target, c.joints, c.grip = tcp(arm, &q), q, 1
}

// tcp returns the pose of the tool centre point at coordinates q.
func tcp(arm *physics.Arm, q *[physics.DOF]float64) physics.Pose {
	_, hand := arm.Kinematics(q)
	return handToTCP(hand)
}

// handToTCP returns the pose of the tool centre point for a pose of the hand: TCPOffset further along the hand's z
// axis.
func handToTCP(hand physics.Pose) physics.Pose {
	return physics.Pose{P: hand.P.AddScaled(TCPOffset, hand.R.Z), R: hand.R}
}

// relative adds an action to the running target; at is the measured pose of the tool centre point. The rotation is
// about fixed axes, so it multiplies from the left.
func (c *controller) relative(a *Action, at physics.Pose) {
	scaled := func(from int, unit float64) physics.Vec {
		at := func(i int) float64 { return float64(unit * num.Clamp(float64(a[from+i]), -1, 1)) }
		return physics.Vec{X: at(0), Y: at(1), Z: at(2)}
	}
	d := scaled(ActionTranslation, MaxTranslation)
	turn := physics.FromEuler(scaled(ActionRotation, MaxRotation))
	c.moveTo(physics.Pose{P: c.target.P.Add(d), R: turn.Mul(&c.target.R)}, at)
}

// moveTo sets the running target, pulled back so that it leads the measured pose at by at most maxLead and
// maxLeadAngle.
func (c *controller) moveTo(target, at physics.Pose) {
	lead := target.P.Sub(at.P)
	if n := lead.Norm(); n > maxLead {
		target.P = at.P.AddScaled(maxLead/n, lead)
	}
	turn := target.R.Mul(&physics.Mat{
		X: physics.Vec{X: at.R.X.X, Y: at.R.Y.X, Z: at.R.Z.X},
		Y: physics.Vec{X: at.R.X.Y, Y: at.R.Y.Y, Z: at.R.Z.Y},
		Z: physics.Vec{X: at.R.X.Z, Y: at.R.Y.Z, Z: at.R.Z.Z},
	})
	r := turn.RotationVector()
	if n := r.Norm(); n > maxLeadAngle {
		back := axisAngle(r.Scale(1/n), maxLeadAngle)
		target.R = back.Mul(&at.R)
	}
	c.target = orthonormal(target)
}

// gripper sets the target of the fingers: closed for a command below zero, else open.
func (c *controller) gripper(command float32) {
	c.grip, c.joints[physics.Fingers] = 1, MaxOpening
	if command < 0 {
		c.grip, c.joints[physics.Fingers] = -1, 0
	}
}

const (
	// ikDamping is λ (m). It bounds the joint speeds near singular poses, and sets what share of the remaining error
	// one step corrects. With 0.08 the arm follows CALVIN's trajectories best (TestFollowsCalvin).
	ikDamping = 0.08
	// ikHomeGain is k, the share of the way to the home angles that the redundant joint moves in a control step.
	ikHomeGain = 0.03
	// ikRotationWeight weighs rotation against translation: an error of 1 rad counts as this many metres.
	ikRotationWeight = 0.5
	// ikMaxStep limits the distance of a joint target from the measured joint (rad).
	ikMaxStep = 0.25
)

// solve sets the joint targets: one step of damped least squares (Wampler 1986; Nakamura and Hanafusa 1986) from the
// measured joints q towards the running target, with the arm's redundancy drawn to the home pose,
//
//	Δq = r + Jᵀ (J Jᵀ + λ² 1)⁻¹ (e - J r),  r = k (q_home - q)
//
// where e is the pose error, J (6 x 7) the Jacobian of the tool centre point with its rotational rows times
// ikRotationWeight, and r the pull towards home. The step starts from the measured joints, as CALVIN's does: an error
// that remains is corrected in the next step, and a blocked arm pushes no harder than maxLead allows.
func (c *controller) solve(arm *physics.Arm, q *[physics.DOF]float64) {
	links, hand := arm.Kinematics(q)
	at := handToTCP(hand)
	e := c.poseError(&at)
	var j [6][physics.Joints]float64
	for i := range links {
		z := links[i].R.Z
		v := z.Cross(at.P.Sub(links[i].P))
		j[0][i], j[1][i], j[2][i] = v.X, v.Y, v.Z
		turn := z.Scale(ikRotationWeight)
		j[3][i], j[4][i], j[5][i] = turn.X, turn.Y, turn.Z
	}
	var rest [physics.Joints]float64
	for i := range rest {
		rest[i] = float64(ikHomeGain * (Home[i] - q[i]))
		for r := range e {
			e[r] -= float64(j[r][i] * rest[i])
		}
	}
	y := dampedSolve(&j, &e)
	for i, d := range rest {
		for r := range y {
			d += float64(j[r][i] * y[r])
		}
		c.joints[i] = q[i] + num.Clamp(d, -ikMaxStep, ikMaxStep)
	}
}

// poseError returns e, the difference from the pose at to the running target: translation (m), then rotation vector
// (rad) times ikRotationWeight, both in the world frame.
func (c *controller) poseError(at *physics.Pose) [6]float64 {
	p := c.target.P.Sub(at.P)
	local := at.R.MulT(&c.target.R)
	r := at.R.Apply(local.RotationVector()).Scale(ikRotationWeight)
	return [6]float64{p.X, p.Y, p.Z, r.X, r.Y, r.Z}
}

// dampedSolve returns (J Jᵀ + λ² 1)⁻¹ e by the Cholesky decomposition of the 6 x 6 matrix, which is positive definite
// for any J because λ > 0.
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

// axisAngle returns the rotation by an angle (rad) about a unit axis.
func axisAngle(axis physics.Vec, angle float64) physics.Mat {
	s, c := num.Sincos(angle / 2)
	return physics.Quat{W: c, X: float64(s * axis.X), Y: float64(s * axis.Y), Z: float64(s * axis.Z)}.Mat()
}

// orthonormal returns the pose with its rotation made orthonormal again: products of rotations accumulate rounding.
func orthonormal(p physics.Pose) physics.Pose {
	z := p.R.X.Cross(p.R.Y).Unit()
	x := p.R.X.Unit()
	return physics.Pose{P: p.P, R: physics.Mat{X: x, Y: z.Cross(x), Z: z}}
}
