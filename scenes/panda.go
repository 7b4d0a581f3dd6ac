package scenes

import (
	"math"

	"counterpoise/physics"
)

// This file describes the robot, a Franka Emika Panda with CALVIN's longer fingers. Sources:
//
//   - kinematics: the manufacturer's Denavit-Hartenberg parameters in Craig's convention (franka_ros)
//   - masses, centres of mass, inertias: the identification of Gaz et al. 2019, as in franka_ros common/inertial.yaml
//   - joint limits: franka_ros joint_limits.yaml
//   - reflected inertia of the motors: 0.1 kg m² a joint (mujoco_menagerie)

// BasePosition is the position of the robot's base in CALVIN's scenes (world frame, m). The base is not rotated.
var BasePosition = physics.Vec{X: -0.34, Y: -0.46, Z: 0.24}

// Home is CALVIN's start pose: seven joint angles (rad) and the opening of each finger (m).
var Home = [physics.DOF]float64{
	-1.21779206, 1.03987646, 2.11978261, -2.34205014, -0.87015947, 1.64119353, 0.55344866, MaxOpening,
}

const (
	// TCPOffset is the distance of the tool centre point from the origin of the hand frame, along its z axis (m).
	TCPOffset = 0.14
	// MaxOpening is the greatest distance of each finger from the middle (m).
	MaxOpening = 0.04
	// GripForce and openForce are the forces of each finger when it closes and when it opens (N): CALVIN's
	// (conf/robot/panda.yaml, gripper_force; robot.py opens with a hundredth of it).
	GripForce = 200.0
	openForce = GripForce / 100
	// motorTorque is the greatest torque of each joint (N m): CALVIN's. The real arm has 87 N m in the first four
	// joints and 12 N m in the wrist; with these it could not follow CALVIN's trajectories. It also limits how hard a
	// blocked arm pushes: on the table with 300 to 700 N, CALVIN's with 350 to 600 N.
	motorTorque = 200.0
	// motorSpeed is the greatest speed of each joint (rad/s): CALVIN's.
	motorSpeed = 2.0
	// fingerMass is the mass of each finger with the reflected inertia of its motor (kg). CALVIN's have 0.1 kg and no
	// motor. Contact stiffness scales with mass, so such light fingers would sink into what they grip.
	fingerMass = 0.5
	// The drives' stiffness (N m/rad, N/m) and damping (N m s/rad, N s/m). CALVIN's motors have none: Bullet applies
	// whatever torque up to motorTorque brings a joint to the velocity it wants, so a hand that is blocked pushes with
	// nearly all of it. With these the hand presses as hard (TestButtonIsPressedAsInCalvin); with a third of the
	// stiffness it presses half as hard, and with three times as much it goes 2 mm deeper than CALVIN's.
	armStiffness, armDamping       = 12000, 200
	wristStiffness, wristDamping   = 4800, 60
	fingerStiffness, fingerDamping = 20000, 200
)

// jointSpec describes one joint and the link that it moves.
type jointSpec struct {
	x, y, z      float64     // origin of the joint frame in the parent's frame (m)
	tilt         float64     // rotation of the joint frame about the parent's x axis, in quarter turns
	mass         float64     // kg
	com          physics.Vec // centre of mass in the joint frame (m)
	inertia      physics.Sym // about the centre of mass (kg m²)
	lower, upper float64     // limits of the joint angle (rad)
}

// pandaJoints are the joints from the base to the flange.
var pandaJoints = [physics.Joints]jointSpec{
	{0, 0, 0.333, 0, 4.970684, physics.Vec{X: 0.003875, Y: 0.002081, Z: -0.04762},
		physics.Sym{XX: 0.70337, YY: 0.70661, ZZ: 0.0091170, XY: -0.000139, XZ: 0.006772, YZ: 0.019169},
		-2.8973, 2.8973},
	{0, 0, 0, -1, 0.646926, physics.Vec{X: -0.003141, Y: -0.02872, Z: 0.003495},
		physics.Sym{XX: 0.0079620, YY: 0.028110, ZZ: 0.025995, XY: -0.003925, XZ: 0.010254, YZ: 0.000704},
		-1.7628, 1.7628},
	{0, -0.316, 0, 1, 3.228604, physics.Vec{X: 0.027518, Y: 0.039252, Z: -0.066502},
		physics.Sym{XX: 0.037242, YY: 0.036155, ZZ: 0.01083, XY: -0.004761, XZ: -0.011396, YZ: -0.012805},
		-2.8973, 2.8973},
	{0.0825, 0, 0, 1, 3.587895, physics.Vec{X: -0.05317, Y: 0.104419, Z: 0.027454},
		physics.Sym{XX: 0.025853, YY: 0.019552, ZZ: 0.028323, XY: 0.007796, XZ: -0.001332, YZ: 0.008641},
		-3.0718, -0.0698},
	{-0.0825, 0.384, 0, -1, 1.225946, physics.Vec{X: -0.011953, Y: 0.041065, Z: -0.038437},
		physics.Sym{XX: 0.035549, YY: 0.029474, ZZ: 0.008627, XY: -0.002117, XZ: -0.004037, YZ: 0.000229},
		-2.8973, 2.8973},
	{0, 0, 0, 1, 1.666555, physics.Vec{X: 0.060149, Y: -0.014117, Z: -0.010517},
		physics.Sym{XX: 0.001964, YY: 0.004354, ZZ: 0.005433, XY: 0.000109, XZ: -0.001158, YZ: 0.000341},
		-0.0175, 3.7525},
	{0.088, 0, 0, 1, 0.735522, physics.Vec{X: 0.010517, Y: -0.004252, Z: 0.061597},
		physics.Sym{XX: 0.012516, YY: 0.010027, ZZ: 0.004815, XY: -0.000428, XZ: -0.001196, YZ: -0.000741},
		-2.8973, 2.8973},
}

// follow is the share of the remaining way to the target that the drives' references cover in a substep: Bullet's
// position gain, which CALVIN's motors have. 0.9⁸ = 43 % of the way is left after a control step.
const follow = 0.1

// NewPanda returns the physical description of the robot at BasePosition.
func NewPanda() *physics.Arm {
	arm := &physics.Arm{Base: physics.Pose{P: BasePosition, R: physics.Identity}, Follow: follow}
	for i, j := range pandaJoints {
		arm.Links[i] = physics.Link{
			Pose: physics.Pose{P: physics.Vec{X: j.x, Y: j.y, Z: j.z}, R: quarterTurn(j.tilt)},
			Mass: j.mass, COM: j.com, Inertia: j.inertia,
		}
		arm.Drives[i] = physics.Drive{
			Kp: armStiffness, Kd: armDamping, MaxForce: motorTorque, MaxSpeed: motorSpeed,
			Armature: 0.1, Lower: j.lower, Upper: j.upper,
		}
		if i >= 4 { // the wrist
			arm.Drives[i].Kp, arm.Drives[i].Kd = wristStiffness, wristDamping
		}
	}
	arm.Gripper = physics.Gripper{
		Pose: physics.Pose{P: physics.Vec{Z: 0.107}, R: physics.RotZ(-math.Pi / 4)},
		Mass: 0.73, COM: physics.Vec{X: -0.01, Z: 0.03}, Inertia: physics.Sym{XX: 0.001, YY: 0.0025, ZZ: 0.0017},
		FingerMass: 0.1, FingerCOM: physics.Vec{Y: 0.0115, Z: 0.106},
	}
	arm.Drives[physics.Fingers] = physics.Drive{
		Kp: fingerStiffness, Kd: fingerDamping,
		MaxHold: 2 * GripForce, MaxRise: 2 * openForce, MaxSpeed: 1,
		MaxForce: 4 * GripForce, // besides the grip, it accelerates the armature
		Armature: 2 * (fingerMass - 0.1), Lower: 0, Upper: MaxOpening,
	}
	return arm
}

// quarterTurn returns the rotation about x by n quarter turns, n in {-1, 0, 1}, without rounding.
func quarterTurn(n float64) physics.Mat {
	if n == 0 {
		return physics.Identity
	}
	return physics.Mat{X: physics.Vec{X: 1}, Y: physics.Vec{Z: n}, Z: physics.Vec{Y: -n}}
}

// armBoxes returns the collision shapes of the robot: boxes fitted to the convex hulls with which CALVIN's robot
// collides (data/franka_panda/meshes/collision, grown by Bullet's margin of 1 mm) by least squares of the distances
// between their surfaces. The root mean squares left are 1.6 mm (fingers), 3 mm (hand), 5 mm (forearm) and 7 mm
// (wrist). The upper arm and the elbow have none: they cannot reach anything.
func armBoxes() []partBox {
	metal := physics.Surface{Friction: 0.5}
	rubber := physics.Surface{Friction: 1}
	forearm := boxAt(0, 0.0383, -0.1097, 0.0485, 0.0575, 0.1552, metal)
	forearm.Pose.R = physics.FromEuler(physics.Vec{X: -0.2423})
	boxes := []partBox{
		{4, forearm},
		{5, boxAt(0.0473, 0.0065, 0.0063, 0.0799, 0.0566, 0.0400, metal)},
		// The hand is thicker at its upper end. That box is also the flange, as wide as the hand: blocks would get
		// caught in the notch between hand and wrist, as they do in CALVIN.
		{physics.Hand, boxAt(0, -0.0013, -0.0300, 0.0260, 0.0992, 0.0748, metal)},
		{physics.Hand, boxAt(0, -0.0013, 0.0316, 0.0199, 0.0992, 0.0347, metal)},
	}
	for i, side := range []float64{1, -1} {
		finger := physics.FingerLeft + i
		boxes = append(boxes,
			partBox{finger, boxAt(0, float64(side*0.0134), 0.0898, 0.0108, 0.0092, 0.0322, rubber)},
			// The pad, whose face is 0.1 mm beyond the middle when the hand is shut, and the tip, which is rounded: as
			// wide as the pad, it would stand on edges that CALVIN's slides past.
			partBox{finger, boxAt(0, float64(side*0.0050), 0.1340, 0.0099, 0.0051, 0.0160, rubber)},
			partBox{finger, boxAt(0, float64(side*0.0050), 0.1458, 0.0055, 0.0028, 0.0100, rubber)})
	}
	return boxes
}

// partBox is a box and the index of the arm part or mechanism that it belongs to.
type partBox struct {
	part int
	box  physics.Box
}

// boxAt returns an axis-aligned box with centre (x, y, z) and half extents (hx, hy, hz) in metres.
func boxAt(x, y, z, hx, hy, hz float64, s physics.Surface) physics.Box {
	return physics.Box{Pose: physics.At(x, y, z), Half: physics.Vec{X: hx, Y: hy, Z: hz}, Surface: s}
}
