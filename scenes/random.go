package scenes

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

// Scatter puts the tabletop into a random state for training picture encoders: mechanisms and lamps in any position,
// blocks on the table, on each other or in the air, the tool somewhere over the table, near a block, near a grasp point
// of a task or near home, sometimes with a block between its fingers. The state depends on r only.
//
// The distribution covers more than tasks and demonstrations reach. The physics is not run, so parts may overlap, which
// is rare. A task whose grasp points lie on a mechanism adds them to the distribution: registering one changes the
// scenes, and with them the encoders trained from them.
func (t *Tabletop) Scatter(r *rand.Rand) error {
	t.Clear()
	t.SetLED(r.IntN(2) == 1)
	for i, s := range sliderSpecs() {
		if err := t.PlaceSlider(i, float64(s.Upper*randomShare(r))); err != nil {
			return err
		}
	}
	if err := t.scatterBlocks(r); err != nil {
		return err
	}
	if err := t.scatterTool(r); err != nil {
		return err
	}
	t.Begin()
	return nil
}

// randomShare returns 0 with probability 0.35, 1 with probability 0.25, and else a uniform number from [0, 1).
func randomShare(r *rand.Rand) float64 {
	switch u := r.Float64(); {
	case u < 0.35:
		return 0
	case u < 0.6:
		return 1
	}
	return r.Float64()
}

// normal draws from the normal distribution with mean 0 and standard deviation sd.
func normal(r *rand.Rand, sd float64) float64 { return float64(sd * r.NormFloat64()) }

var (
	// allSurfaces is the rectangle of table and shelf in which the centre of a block can lie.
	allSurfaces = region{-0.40, 0.40, -0.17, 0.11}
	// overTable are the lowest and the highest corner of the space above the table that random points come from (m).
	overTable = [2]physics.Vec{{X: -0.30, Y: -0.28, Z: 0.46}, {X: 0.42, Y: 0.05, Z: 0.80}}
)

// scatterBlocks places each block on a block placed before it (15 %), in the air (15 %), or else on a surface. The
// first one has none before it and is in the air in 30 %.
func (t *Tabletop) scatterBlocks(r *rand.Rand) error {
	regions := []region{tableRegion, tableRegion, shelfRegions[0], shelfRegions[1], allSurfaces}
	order := r.Perm(blockCount)
	for n, i := range order {
		at := physics.Pose{R: physics.RotZ(uniform(r, -math.Pi, math.Pi))}
		u := r.Float64()
		switch {
		case u < 0.15 && n > 0:
			below := t.Block(order[r.IntN(n)]).P
			at.P = below.Add(physics.Vec{X: normal(r, 0.008), Y: normal(r, 0.008), Z: 2 * BlockHalf})
		case u < 0.3:
			tilt := physics.FromEuler(physics.Vec{X: normal(r, 0.2), Y: normal(r, 0.2)})
			at.P, at.R = randomPoint(r), tilt.Mul(&at.R)
		default:
			at.P.X, at.P.Y = regions[r.IntN(len(regions))].sample(r)
			at.P.Z = TableHeight + BlockHalf
		}
		if err := t.world.PlaceBody(i, at); err != nil {
			return err
		}
	}
	return nil
}

// randomPoint draws a point of overTable uniformly.
func randomPoint(r *rand.Rand) physics.Vec {
	a, b := overTable[0], overTable[1]
	return physics.Vec{X: uniform(r, a.X, b.X), Y: uniform(r, a.Y, b.Y), Z: uniform(r, a.Z, b.Z)}
}

// scatterTool places the robot at a random tool pose, with a random opening; in 25 % of the states with a block between
// the fingers. Tool poses out of reach are drawn again.
func (t *Tabletop) scatterTool(r *rand.Rand) error {
	for {
		q, ok := t.solvePose(t.randomToolPose(r))
		if !ok {
			continue
		}
		q[physics.Fingers] = float64(MaxOpening * randomShare(r))
		held := r.Float64() < 0.25
		if held {
			q[physics.Fingers] = BlockHalf
		}
		if err := t.PlaceArm(q); err != nil {
			return err
		}
		if !held {
			return nil
		}
		return t.world.PlaceBody(r.IntN(blockCount), graspedBlock(t.TCP(), r))
	}
}

// randomToolPose draws a pose for the tool centre point. Its position is near a block (40 %), near a grasp point on a
// mechanism (20 %), near the home position (15 %), or anywhere in overTable. The hand points down, tilted by some
// degrees; its yaw is within 0.6 rad of the home pose's, or within a quarter turn of zero in one of three poses.
func (t *Tabletop) randomToolPose(r *rand.Rand) physics.Pose {
	home := tcp(t.arm, &Home)
	p, yaw, spread := randomPoint(r), home.R.Euler().Z, 0.6
	near := func(at physics.Vec, sd float64) {
		p = at.Add(physics.Vec{X: normal(r, sd), Y: normal(r, sd), Z: math.Abs(normal(r, float64(3*sd)))})
	}
	switch u := r.Float64(); {
	case u < 0.40:
		near(t.Block(r.IntN(blockCount)).P, 0.025)
	case u < 0.60:
		points := t.railGraspPoints()
		near(points[r.IntN(len(points))].At, 0.025)
	case u < 0.75:
		near(home.P, 0.04)
	}
	if r.IntN(3) == 0 {
		yaw, spread = 0, math.Pi/2
	}
	tilt := physics.FromEuler(physics.Vec{X: normal(r, 0.08), Y: normal(r, 0.08)})
	over := physics.FromEuler(physics.Vec{X: math.Pi, Z: yaw + uniform(r, -spread, spread)})
	return physics.Pose{P: p, R: tilt.Mul(&over)}
}

// railGraspPoints returns the grasp points on mechanisms of all tasks, sorted by task and behaviour. Grasp points on
// blocks are left out: randomToolPose visits all blocks anyway.
func (t *Tabletop) railGraspPoints() []GraspPoint {
	var points []GraspPoint
	for _, name := range Tasks.Names() {
		task, err := Tasks.Get(name)
		if err != nil {
			panic(err) // Names lists what Get finds
		}
		for behaviour := range task.Behaviours() {
			if g := task.GraspPoint(t, behaviour); g.Part.Kind == physics.Rail {
				points = append(points, g)
			}
		}
	}
	return points
}

// graspedBlock returns the pose of a block that the tool, at the given pose, holds across its narrow side, some
// millimetres off the middle of the fingers.
func graspedBlock(tool physics.Pose, r *rand.Rand) physics.Pose {
	return physics.Pose{
		P: tool.P.AddScaled(normal(r, 0.006), tool.R.X).AddScaled(normal(r, 0.005), tool.R.Z),
		R: physics.Mat{X: tool.R.X, Y: tool.R.Y.Neg(), Z: tool.R.Z.Neg()},
	}
}

const (
	poseSteps = 10   // times that solvePose solves, ikIterations iterations each
	poseError = 5e-3 // position error that counts as reached (m)
	poseTurn  = 1e-2 // angle that counts as reached (rad)
)

// solvePose solves the inverse kinematics of a tool pose by repeating the controller's solve from the home pose. It
// reports false if the error that remains exceeds poseError or poseTurn.
func (t *Tabletop) solvePose(pose physics.Pose) (q [physics.DOF]float64, ok bool) {
	c := controller{target: pose}
	q = Home
	for range poseSteps {
		c.solve(t.arm, &q)
		copy(q[:physics.Joints], c.joints[:])
	}
	at := tcp(t.arm, &q)
	turn := at.R.MulT(&pose.R)
	return q, at.P.Sub(pose.P).Norm() <= poseError && turn.RotationVector().Norm() <= poseTurn
}
