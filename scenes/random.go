package scenes

import (
	"math"
	"math/rand/v2"

	"counterpoise/internal/num"
	"counterpoise/physics"
)

// Scatter puts everything anywhere: sliders and lamps, the blocks on the table, upon each other or in the air, the tool
// somewhere over the table, near a block, near a handle or where tasks begin, some blocks between its fingers. No task, no
// demonstration and no physics is behind it: it is what eyes learn to see from. Things may overlap where that is seldom.
func (t *Tabletop) Scatter(r *rand.Rand) error {
	t.Clear()
	t.SetLED(r.IntN(2) == 1)
	for i, s := range sliderSpecs() {
		if err := t.PlaceSlider(i, float64(s.Upper*anyShare(r))); err != nil {
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

// anyShare is often 0, often 1, else anything between.
func anyShare(r *rand.Rand) float64 {
	switch u := r.Float64(); {
	case u < 0.35:
		return 0
	case u < 0.6:
		return 1
	}
	return r.Float64()
}

// normal is a normal number with a standard deviation.
func normal(r *rand.Rand, sd float64) float64 { return float64(sd * r.NormFloat64()) }

// anywhere is all of the table and shelf where a block can lie; overTable is the room above (m).
var (
	anywhere  = region{-0.40, 0.40, -0.17, 0.11}
	overTable = [2]physics.Vec{{X: -0.30, Y: -0.28, Z: 0.46}, {X: 0.42, Y: 0.05, Z: 0.80}}
)

// scatterBlocks puts each block on a surface, upon one of those before it, or into the air.
func (t *Tabletop) scatterBlocks(r *rand.Rand) error {
	places := []region{tablePlace, tablePlace, shelfPlaces[0], shelfPlaces[1], anywhere}
	order := r.Perm(blockCount)
	for n, i := range order {
		at := physics.Pose{R: physics.RotZ(uniform(r, -math.Pi, math.Pi))}
		u := r.Float64()
		switch {
		case u < 0.15 && n > 0:
			at.P = t.Block(order[r.IntN(n)]).P.Add(physics.Vec{X: normal(r, 0.008), Y: normal(r, 0.008), Z: 2 * BlockHalf})
		case u < 0.3:
			tilt := physics.FromEuler(physics.Vec{X: normal(r, 0.2), Y: normal(r, 0.2)})
			at.P, at.R = inRoom(r), tilt.Mul(&at.R)
		default:
			at.P.X, at.P.Y = places[r.IntN(len(places))].draw(r)
			at.P.Z = TableHeight + BlockHalf
		}
		if err := t.world.PlaceBody(i, at); err != nil {
			return err
		}
	}
	return nil
}

// inRoom is anywhere over the table.
func inRoom(r *rand.Rand) physics.Vec {
	a, b := overTable[0], overTable[1]
	return physics.Vec{X: uniform(r, a.X, b.X), Y: uniform(r, a.Y, b.Y), Z: uniform(r, a.Z, b.Z)}
}

// scatterTool puts the robot somewhere, and sometimes a block between its fingers.
func (t *Tabletop) scatterTool(r *rand.Rand) error {
	for {
		q, ok := t.stretch(t.somewhere(r))
		if !ok {
			continue // out of reach
		}
		q[physics.Fingers] = float64(MaxOpening * anyShare(r))
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
		return t.world.PlaceBody(r.IntN(blockCount), inFingers(t.TCP(), r))
	}
}

// somewhere is a pose for the tool centre point.
func (t *Tabletop) somewhere(r *rand.Rand) physics.Pose {
	home := tcp(t.arm, &Home)
	p, yaw, spread := inRoom(r), home.R.Euler().Z, 0.6
	near := func(at physics.Vec, sd float64) {
		p = at.Add(physics.Vec{X: normal(r, sd), Y: normal(r, sd), Z: math.Abs(normal(r, float64(3*sd)))})
	}
	switch u := r.Float64(); {
	case u < 0.40:
		near(t.Block(r.IntN(blockCount)).P, 0.025)
	case u < 0.60:
		o := openings[r.IntN(len(openings))]
		near(o.handle.AddScaled(t.Slider(o.slider), sliderSpecs()[o.slider].Axis), 0.025)
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

// inFingers is the pose of a block gripped across by the tool at a pose, a little off the middle.
func inFingers(tool physics.Pose, r *rand.Rand) physics.Pose {
	return physics.Pose{
		P: tool.P.AddScaled(normal(r, 0.006), tool.R.X).AddScaled(normal(r, 0.005), tool.R.Z),
		R: physics.Mat{X: tool.R.X, Y: tool.R.Y.Neg(), Z: tool.R.Z.Neg()},
	}
}

const (
	stretchSteps = 60    // steps of inverse kinematics that the arm gets
	stretchError = 0.005 // m, and rad times ikTurn, that may be left
)

// stretch finds joints that reach a pose from home, by the controller's own steps; not every pose can be reached.
func (t *Tabletop) stretch(to physics.Pose) (q [physics.DOF]float64, ok bool) {
	c := controller{target: to}
	q = Home
	for range stretchSteps {
		c.solve(t.arm, &q)
		for i := range physics.Joints {
			d := &t.arm.Drives[i]
			q[i] = num.Clamp(c.joints[i], d.Lower, d.Upper)
		}
	}
	at := tcp(t.arm, &q)
	for _, e := range c.poseError(&at) {
		if math.Abs(e) > stretchError {
			return q, false
		}
	}
	return q, true
}
