package render

import (
	"counterpoise/physics"
	"counterpoise/scenes"
)

// The arm: a Franka Panda made of lofts, each in the frame of its link; scenes/panda.go has the kinematic chain. z
// is the axis of the link's joint. Sizes, in metres, are estimated by eye from the maker's drawings and CALVIN's
// pictures; those of hand and fingers are measured on CALVIN's meshes. The arm collides with boxes (scenes/panda.go).

// addRobot adds the pedestal, the links, the hand and the fingers.
func addRobot(add addObject) {
	base := physics.Pose{P: scenes.BasePosition, R: physics.Identity}
	add(IDPedestal, "pedestal", nil, newMeshBuilder(White).
		originAt(base.P.X-0.05, base.P.Y, 0).loft(18, 2, disc(0, 0.13), disc(0.24, 0.13)))
	add(IDLink0, "link 0", nil, newMeshBuilder(White).inFrame(base).loft(12, 4,
		ellipse(-0.04, 0, 0, 0.105, 0.09), ellipse(-0.04, 0, 0.05, 0.10, 0.085),
		ellipse(-0.01, 0, 0.11, 0.07, 0.066), disc(0.142, 0.062)))
	links := [physics.Joints]*meshBuilder{link1(), link2(), link3(), link4(), link5(), link6(), link7()}
	for i, l := range links {
		pose := func(s *scenes.Snapshot) physics.Pose { return s.Links[i] }
		add(IDLink1+ObjectID(i), "link "+string(rune('1'+i)), pose, l)
	}
	add(IDHand, "hand", func(s *scenes.Snapshot) physics.Pose { return s.Hand }, hand())
	add(IDFingerLeft, "left finger", func(s *scenes.Snapshot) physics.Pose { return s.Fingers[0] }, finger(1))
	add(IDFingerRight, "right finger", func(s *scenes.Snapshot) physics.Pose { return s.Fingers[1] }, finger(-1))
}

// Axes of a link's frame.
var (
	axisY = physics.Vec{Y: 1}
	axisZ = physics.Vec{Z: 1}
)

// revolve adds a solid of revolution around an axis of the frame through centre. The profile lists pairs of height
// along the axis and radius (m), in ascending order of height.
func (s *meshBuilder) revolve(axis, centre physics.Vec, profile ...[2]float64) *meshBuilder {
	u := physics.Vec{X: axis.Z, Y: axis.X, Z: axis.Y} // the next axis in cyclic order: perpendicular to axis
	v := axis.Cross(u)
	rings := make([]ring, len(profile))
	for i, p := range profile {
		rings[i] = ring{centre.AddScaled(p[0], axis), u.Scale(p[1]), v.Scale(p[1])}
	}
	return s.loft(12, 2, rings...)
}

// roundedCylinder adds a cylinder of radius r from height a to height b along an axis, with bevelled edges.
func (s *meshBuilder) roundedCylinder(axis, centre physics.Vec, a, b, r float64) *meshBuilder {
	const bevel = 0.007
	return s.revolve(axis, centre,
		[2]float64{a, r - bevel}, [2]float64{a + bevel, r}, [2]float64{b - bevel, r}, [2]float64{b, r - bevel})
}

// jointCap adds the grey ring with a white centre at the end of a joint: height at along the axis, outer radius r.
func (s *meshBuilder) jointCap(axis, centre physics.Vec, at, r float64) *meshBuilder {
	s.withMaterial(Grey, 0.9)
	s.revolve(axis, centre, [2]float64{at - 0.004, r}, [2]float64{at + 0.006, float64(r * 0.96)})
	s.withMaterial(White, 0.95)
	s.revolve(axis, centre, [2]float64{at, float64(r * 0.68)}, [2]float64{at + 0.008, float64(r * 0.66)})
	return s.withMaterial(White, 1)
}

// ellipseAlongY returns a ring across the y direction, for lofts along y. A negative rx turns the ring over, for lofts
// towards -y.
func ellipseAlongY(x, y, z, rx, rz float64) ring {
	return ring{physics.Vec{X: x, Y: y, Z: z}, physics.Vec{Z: rz}, physics.Vec{X: rx}}
}

// link1 is the shoulder's first housing: the vertical column and the joint across it.
func link1() *meshBuilder {
	s := newMeshBuilder(White)
	s.tube(12, 2, disc(-0.192, 0.058), disc(-0.04, 0.058))
	return s.roundedCylinder(axisY, physics.Vec{}, -0.064, 0.064, 0.061)
}

// link2 is the shoulder's second housing.
func link2() *meshBuilder {
	s := newMeshBuilder(White)
	s.tube(12, 2, ellipseAlongY(0, -0.04, 0, -0.058, 0.058), ellipseAlongY(0, -0.19, 0, -0.058, 0.058))
	s.withMaterial(Grey, 1)
	return s.roundedCylinder(axisZ, physics.Vec{}, -0.084, 0.084, 0.052)
}

// link3 is the upper arm, which leads to the elbow's offset of 0.0825 m.
func link3() *meshBuilder {
	s := newMeshBuilder(White)
	s.tube(12, 2, disc(-0.132, 0.0565), disc(-0.07, 0.0575),
		ellipse(0.03, 0, -0.02, 0.060, 0.054), ellipse(0.06, 0, 0.015, 0.05, 0.045))
	return s.roundedCylinder(axisY, physics.Vec{X: 0.0825}, -0.055, 0.055, 0.057)
}

// link4 is the elbow.
func link4() *meshBuilder {
	s := newMeshBuilder(White)
	s.tube(12, 2, ellipseAlongY(-0.01, 0, 0, 0.05, 0.048), ellipseAlongY(-0.05, 0.05, 0, 0.057, 0.053),
		ellipseAlongY(-0.0825, 0.08, 0, 0.057, 0.057), ellipseAlongY(-0.0825, 0.128, 0, 0.058, 0.058))
	s.withMaterial(Grey, 1)
	return s.roundedCylinder(axisZ, physics.Vec{}, -0.074, 0.074, 0.050)
}

// link5 is the forearm.
func link5() *meshBuilder {
	s := newMeshBuilder(White)
	s.loft(12, 2, disc(-0.268, 0.054), disc(-0.245, 0.0565), disc(-0.20, 0.058),
		ellipse(0, 0.025, -0.15, 0.055, 0.066), ellipse(0, 0.045, -0.07, 0.045, 0.05),
		ellipse(0, 0.05, -0.01, 0.04, 0.036))
	return s.roundedCylinder(axisY, physics.Vec{}, -0.048, 0.076, 0.050)
}

// link6 is the wrist, with the offset of 0.088 m to the flange.
func link6() *meshBuilder {
	s := newMeshBuilder(White)
	s.roundedCylinder(axisZ, physics.Vec{}, 0.044, 0.086, 0.052)
	s.jointCap(axisZ, physics.Vec{}, 0.086, 0.043)
	s.loft(12, 4,
		ring{physics.Vec{X: 0.0, Z: 0.03}, physics.Vec{Y: 0.042}, physics.Vec{Z: 0.040}},
		ring{physics.Vec{X: 0.06, Z: 0.008}, physics.Vec{Y: 0.047}, physics.Vec{Z: 0.048}},
		ring{physics.Vec{X: 0.122}, physics.Vec{Y: 0.045}, physics.Vec{Z: 0.042}},
		ring{physics.Vec{X: 0.136}, physics.Vec{Y: 0.034}, physics.Vec{Z: 0.030}})
	s.withMaterial(Grey, 1)
	return s.revolve(axisZ, physics.Vec{}, [2]float64{-0.082, 0.042}, [2]float64{-0.074, 0.045})
}

// link7 is the flange.
func link7() *meshBuilder {
	s := newMeshBuilder(White)
	s.loft(12, 4, disc(0.030, 0.040), disc(0.074, 0.044), disc(0.094, 0.040))
	s.withMaterial(Charcoal, 0.7)
	return s.revolve(axisZ, physics.Vec{}, [2]float64{0.092, 0.034}, [2]float64{0.109, 0.034})
}

// hand is the gripper's body, with the extents of CALVIN's collision mesh hand.obj at each height.
func hand() *meshBuilder {
	s := newMeshBuilder(White)
	section := func(z, hx, hy float64) ring { return ellipse(0, -0.0015, z, hx, hy) }
	s.loft(14, 4, section(-0.014, 0.020, 0.070), section(0.003, 0.0316, 0.093), section(0.020, 0.0285, 0.099),
		section(0.045, 0.0225, 0.1015), section(0.0585, 0.0190, 0.1005), section(0.066, 0.0150, 0.0945))
	s.withMaterial(Grey, 0.8)
	return s.box(0, -0.0015, 0.0655, 0.010, 0.085, 0.001)
}

// finger is the longer finger of CALVIN's Panda, with the extents of its meshes longer_finger_v2.obj and
// digit_gel_only.STL: a carriage, a neck that leads inwards, and a tip that narrows to an edge behind the pad, whose
// face is 0.9 mm from the middle of the hand. side is +1 for the finger on the hand's +y side and -1 for the other,
// which is turned by half a turn.
func finger(side float64) *meshBuilder {
	s := newMeshBuilder(White)
	// An octagon on a superellipse with half axes a and b reaches 0.961 a and 0.961 b.
	section := func(z, hx, from, to float64) ring {
		return ellipse(float64(side*0.001), float64(side*(from+to)/2), z, hx/0.961, (to-from)/2/0.961)
	}
	s.tube(8, 4, section(0.0625, 0.0100, 0.0115, 0.0267), section(0.0785, 0.0100, 0.0125, 0.0262),
		section(0.0915, 0.0092, 0.0098, 0.0178))
	s.withMaterial(White, 0.9)
	s.loft(8, 4, section(0.0920, 0.0098, 0.0035, 0.0170), section(0.1110, 0.0098, 0.0035, 0.0147),
		section(0.1130, 0.0092, 0.0036, 0.0112), section(0.1463, 0.0090, 0.0040, 0.0063),
		section(0.1545, 0.0090, 0.0040, 0.0052))
	return s.box(float64(side*0.001), float64(side*0.0029), 0.1416, 0.0092, 0.0020, 0.0125)
}
