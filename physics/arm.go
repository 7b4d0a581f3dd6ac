package physics

// Joints is the number of revolute joints of the arm, Fingers the index of the coordinate after them: the opening of
// the gripper. DOF counts both.
const (
	Joints  = 7
	Fingers = 7
	DOF     = 8
)

// Link describes one link of the arm and the revolute joint, about the link's own z axis, that moves it.
type Link struct {
	Pose    Pose    // joint frame in the parent link's frame at angle zero (m)
	Mass    float64 // kg, >= 0
	COM     Vec     // centre of mass in the link's frame (m)
	Inertia Sym     // about the centre of mass, in the link's axes (kg m²)
}

// Gripper describes the hand, fixed to the last link, and its two fingers. One coordinate, the opening, moves both
// fingers: by +opening and -opening along the hand's y axis, exactly mirrored, as if a rack and pinion coupled them.
type Gripper struct {
	Pose       Pose    // hand frame in the last link's frame
	Mass       float64 // hand without fingers, kg
	COM        Vec     // in the hand's frame (m)
	Inertia    Sym     // about COM (kg m²)
	FingerMass float64 // each, kg
	FingerCOM  Vec     // of the finger on the +y side, in the hand's frame at opening zero (m); the other is its mirror
}

// Drive describes the motor of one coordinate of the arm: a force-limited spring and damper towards a reference.
//
// Each substep the reference q* follows the target with first-order lag, q*' = Follow (target - q*)/h, limited to
// MaxSpeed, and the motor applies
//
//	τ = clamp(bias + clamp(Kp (q* - q) + Kd (v* - v), ±MaxHold) + M a*, ±MaxForce)
//
// where bias carries gravity and Coriolis forces and a* is the reference's acceleration. A reference does not get ahead
// of a coordinate that the limits keep from following (drive.go). Units are rad and N m for joints, m and N for the
// opening.
//
// A motor that is weaker in one direction has MaxRise: towards higher positions spring and damper push with at most
// MaxRise, and the reference accelerates by at most MaxRise/(M_jj - Armature), as the joint would under that force.
type Drive struct {
	Kp, Kd   float64 // stiffness (N m/rad, N/m) and damping (N m s/rad, N s/m)
	MaxForce float64 // limit of the motor's whole force
	MaxHold  float64 // limit of spring and damper alone, with which it pushes an obstacle; 0 leaves MaxForce alone
	MaxRise  float64 // limit of spring and damper towards higher positions; 0 means MaxHold
	MaxSpeed float64 // limit of the reference's speed (rad/s, m/s)
	Armature float64 // reflected inertia of the motor (kg m² or kg), adds to the mass matrix
	Damping  float64 // passive damping, N m s/rad or N s/m
	Lower    float64 // lowest and highest position
	Upper    float64
}

// Arm is the description of an articulated arm: a chain of seven revolute joints and a gripper.
type Arm struct {
	Base    Pose
	Links   [Joints]Link
	Gripper Gripper
	Drives  [DOF]Drive
	// Follow is the share of the way to the target that the reference goes in a substep, in (0, 1].
	Follow float64
}

// armState is the state of the arm, and what each substep derives from it.
type armState struct {
	model  *Arm
	solids solids

	q, v      [DOF]float64 // positions and velocities
	ref, refV [DOF]float64 // the drives' references
	target    [DOF]float64 // targets that the references follow

	link   [Joints]Pose // world poses of the joint frames
	hand   Pose
	finger [2]Pose         // hand axes, shifted by the opening
	axis   [Joints]spatial // motion of each joint per rad
	slide  [2]spatial      // motion of the fingers per unit of opening
	motion [Joints]spatial // velocities of the links about the world's origin

	mass [DOF][DOF]float64 // mass matrix with armature
	bias [DOF]float64      // gravity and velocity forces

	chol    [DOF][DOF]float64 // Cholesky factor L of the effective mass matrix (drives implicit)
	inverse [DOF]slot         // L⁻¹, computed only in substeps in which something acts on the arm
	packed  bool              // whether inverse and the arm's slot have been computed in this substep
	levers  levers            // L⁻¹ S for the part levered, see rows
	levered int               // -1 before the first contact of a substep
	carried Vec               // linear part of the fingers' lever that the joints before them give
}

// newArmState returns a state for a copy of the description m.
func newArmState(m *Arm) *armState {
	c := *m
	return &armState{model: &c, solids: newSolids(&c)}
}

// Kinematics returns the world poses of the seven link frames and of the hand at coordinates q (forward kinematics).
func (m *Arm) Kinematics(q *[DOF]float64) (links [Joints]Pose, hand Pose) {
	m.kinematics(q, &links, &hand)
	return links, hand
}

// kinematics does the same in place.
func (m *Arm) kinematics(q *[DOF]float64, links *[Joints]Pose, hand *Pose) {
	parent := &m.Base
	for i := range m.Links {
		l, joint := &links[i], &m.Links[i].Pose
		l.P = parent.Apply(joint.P)
		l.R = parent.R.Mul(&joint.R)
		l.R.turnZ(q[i])
		parent = l
	}
	*hand = parent.Mul(&m.Gripper.Pose)
}

// place computes the poses and the joint axes of the arm from q.
func (a *armState) place() {
	a.model.kinematics(&a.q, &a.link, &a.hand)
	for i := range a.link {
		z := a.link[i].R.Z
		a.axis[i] = spatial{z, a.link[i].P.Cross(z)}
	}
	y := a.hand.R.Y
	open := a.q[Fingers]
	a.finger[0] = Pose{a.hand.P.AddScaled(open, y), a.hand.R}
	a.finger[1] = Pose{a.hand.P.AddScaled(-open, y), a.hand.R}
	a.slide[0] = spatial{Vec{}, y}
	a.slide[1] = spatial{Vec{}, y.Neg()}
}
