package scenes

import "counterpoise/physics"

// Snapshot holds the poses of everything visible at one moment, in the world frame: all that a renderer needs.
type Snapshot struct {
	Links     [physics.Joints]physics.Pose // the arm's joint frames
	Hand      physics.Pose
	Fingers   [2]physics.Pose          // the hand frame shifted by the opening; [0] is on the hand's +y side
	Sliders   [sliderCount]float64     // positions of door, drawer, button and switch (m)
	Blocks    [blockCount]physics.Pose // red, blue, pink
	Bulb, LED bool                     // whether the lamps are lit
	LookAlike float64                  // likeness of the blue and the pink block's colours to the red one's, in [0, 1]
}

// Snapshot returns the present state of the tabletop. LookAlike is rounded as an Observation stores it, so that
// pictures of the two agree.
func (t *Tabletop) Snapshot() Snapshot {
	q, _ := t.world.ArmState()
	s := Snapshot{Bulb: t.Bulb(), LED: t.led, LookAlike: float64(float32(t.lookAlike))}
	s.placeArm(t.arm, &q)
	for i := range s.Sliders {
		s.Sliders[i] = t.Slider(i)
	}
	for i := range s.Blocks {
		s.Blocks[i] = t.Block(i)
	}
	return s
}

// SnapshotOf reconstructs the state that an observation was taken of, to the precision of its float32 numbers.
func SnapshotOf(o *Observation) Snapshot {
	var q [physics.DOF]float64
	for i := range physics.Joints {
		q[i] = float64(o.Robot[RobotJoints+i])
	}
	q[physics.Fingers] = float64(o.Robot[RobotWidth]) / 2
	s := Snapshot{Bulb: o.Scene[SceneBulb] > 0.5, LED: o.Scene[SceneLED] > 0.5, LookAlike: float64(o.LookAlike)}
	s.placeArm(NewPanda(), &q)
	for i := range s.Sliders {
		s.Sliders[i] = float64(o.Scene[SceneSliders+i])
	}
	for i := range s.Blocks {
		block := o.Scene[BlockIndex(i):]
		s.Blocks[i] = physics.Pose{P: vecAt(block[BlockPosition:]), R: physics.FromEuler(vecAt(block[BlockEuler:]))}
	}
	return s
}

// placeArm computes the poses of links, hand and fingers from the arm's coordinates q.
func (s *Snapshot) placeArm(arm *physics.Arm, q *[physics.DOF]float64) {
	s.Links, s.Hand = arm.Kinematics(q)
	shift := s.Hand.R.Y.Scale(q[physics.Fingers])
	s.Fingers[0] = physics.Pose{P: s.Hand.P.Add(shift), R: s.Hand.R}
	s.Fingers[1] = physics.Pose{P: s.Hand.P.Sub(shift), R: s.Hand.R}
}
