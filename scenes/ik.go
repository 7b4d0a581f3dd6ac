package scenes

import (
	"math"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// The constants of Bullet's inverse kinematics, to which CALVIN leaves the arm (calvin_env/robot/mixed_ik.py,
// get_bullet_ik, calls p.calculateInverseKinematics with rest poses and no other setting). The names are those of
// Bullet 3.2: examples/SharedMemory/PhysicsServerCommandProcessor.cpp, IKTrajectoryHelper.cpp and
// examples/ThirdPartyLibs/BussIK/Jacobian.cpp.
const (
	ikIterations = 20    // numIterations
	ikDamping    = 0.6   // DefaultDampingLambda: λ (m, and rad for the rotational rows)
	ikHomeGain   = 0.001 // stayCloseToZeroGain: share of the way to home in an iteration
	ikTolerance  = 1e-4  // residualThreshold: position error (m) below which an iteration is the last
	// ikMaxStep is the greatest change of a joint in an iteration (rad): MaxAngleDLS, which is π/4 in Bullet. Known:
	// this is less. Of 400 random targets 0.3 m away and turned by up to 0.5 rad an Euler angle none makes a step as
	// great (TestIterationsAreNotCut); one that runs far ahead of a blocked arm does. A mend would change what policies
	// do there.
	ikMaxStep = math.Pi / 6
	// ikReuse is the change of a joint (rad) for which a linearization serves, the sum over iterations; Bullet
	// linearizes in each iteration. With 0.02 the solutions differ from Bullet's by less than 1 mrad and 0.2 mm for
	// targets within 6 cm, and the solution takes half the time. With 0.05 it is 2 mrad and 0.7 mm.
	ikReuse = 0.02
)

// solve sets the joint targets: ikIterations of damped least squares (Wampler 1986; Nakamura and Hanafusa 1986) from
// the measured joints q towards the running target, with the arm's redundancy drawn to the home pose,
//
//	Δq = r + Jᵀ (J Jᵀ + λ² 1)⁻¹ (e - J r),  r = k (q_home - q)
//
// where e is the pose error, J (6 x 7) the Jacobian of the tool centre point, and r the pull towards home. The result
// is clipped to the joint limits, as CALVIN's is.
//
// The damping is strong: in directions in which the tool is hard to move (small singular values of J) 20 iterations
// leave a part of the error. CALVIN's arm has therefore a lag and a static error of some millimetres, ours too.
func (c *controller) solve(arm *physics.Arm, q *[physics.DOF]float64) {
	var l linearized
	angles := *q
	moved, distance := math.Inf(1), math.Inf(1)
	for n := 0; n < ikIterations && distance > ikTolerance; n++ {
		if moved > ikReuse {
			l.at(arm, &angles, &c.target)
			moved = 0
		}
		distance = math.Sqrt(float64(l.e[0]*l.e[0]) + float64(l.e[1]*l.e[1]) + float64(l.e[2]*l.e[2]))
		moved += l.step(&angles)
	}
	for i := range physics.Joints {
		c.joints[i] = num.Clamp(angles[i], arm.Drives[i].Lower, arm.Drives[i].Upper)
	}
}

// linearized is the inverse kinematics linearized at some joint angles.
type linearized struct {
	j    [6][physics.Joints]float64 // Jacobian of the tool centre point: translation (m/rad), rotation (rad/rad)
	b    [6][6]float64              // (J Jᵀ + λ² 1)⁻¹
	rest [physics.Joints]float64    // r, the pull towards home (rad); taken as constant between two linearizations
	jr   [6]float64                 // J r
	e    [6]float64                 // what is left of the pose error: translation (m), rotation vector (rad)
}

// at computes everything for joint angles q.
func (l *linearized) at(arm *physics.Arm, q *[physics.DOF]float64, target *physics.Pose) {
	links, hand := arm.Kinematics(q)
	at := handToTCP(hand)
	l.jr = [6]float64{}
	for i := range links {
		z := links[i].R.Z
		v := z.Cross(at.P.Sub(links[i].P))
		l.rest[i] = float64(ikHomeGain * (Home[i] - q[i]))
		for r, x := range [6]float64{v.X, v.Y, v.Z, z.X, z.Y, z.Z} {
			l.j[r][i] = x
			l.jr[r] += float64(x * l.rest[i])
		}
	}
	p := target.P.Sub(at.P)
	local := at.R.MulT(&target.R)
	r := at.R.Apply(local.RotationVector())
	l.e = [6]float64{p.X, p.Y, p.Z, r.X, r.Y, r.Z}
	l.invert()
}

// invert computes b by Cholesky decomposition, J Jᵀ + λ² 1 = L Lᵀ, which exists for any J because λ > 0: first L, then
// its inverse N in place, then b = Nᵀ N.
func (l *linearized) invert() {
	var u [6][6]float64
	for r := range 6 {
		for s := range r + 1 {
			sum := 0.0
			for i := range physics.Joints {
				sum += float64(l.j[r][i] * l.j[s][i])
			}
			u[r][s] = sum
		}
		u[r][r] += ikDamping * ikDamping
	}
	for i := range 6 {
		for k := range i {
			for s := range k {
				u[i][k] -= float64(u[i][s] * u[k][s])
			}
			u[i][k] = float64(u[i][k] * u[k][k]) // the diagonal holds reciprocals
			u[i][i] -= float64(u[i][k] * u[i][k])
		}
		u[i][i] = 1 / math.Sqrt(u[i][i])
	}
	for i := range 6 {
		for k := range i {
			sum := 0.0
			for s := k; s < i; s++ {
				sum += float64(u[i][s] * u[s][k])
			}
			u[i][k] = float64(-u[i][i] * sum)
		}
	}
	for i := range 6 {
		for k := range i + 1 {
			sum := 0.0
			for s := i; s < 6; s++ {
				sum += float64(u[s][i] * u[s][k])
			}
			l.b[i][k], l.b[k][i] = sum, sum
		}
	}
}

// step takes one iteration from joint angles q and returns the greatest change of a joint (rad). With
// x = (J Jᵀ + λ² 1)⁻¹ (e - J r), the error that is left is e - J (r + Jᵀ x) = λ² x.
func (l *linearized) step(q *[physics.DOF]float64) (most float64) {
	var miss, x [6]float64
	for s := range miss {
		miss[s] = l.e[s] - l.jr[s]
	}
	for r := range x {
		sum := 0.0
		for s, m := range miss {
			sum += float64(l.b[r][s] * m)
		}
		x[r] = sum
	}
	d := l.rest
	for i, sum := range d {
		for r := range x {
			sum += float64(l.j[r][i] * x[r])
		}
		d[i] = sum
		most = max(most, math.Abs(sum))
	}
	share := 1.0 // of the step that is taken
	if most > ikMaxStep {
		share, most = ikMaxStep/most, ikMaxStep
	}
	for i := range d {
		q[i] += float64(share * d[i])
	}
	for r := range x {
		l.e[r] += float64(share * (float64(ikDamping*ikDamping*x[r]) - l.e[r]))
	}
	return most
}
