package physics

import (
	"math"
	"testing"
)

// The rig: a Panda with a gripper, drives and boxes around its links, over a table with drawer, door, lever, button
// and three blocks, about as many boxes as the tabletop of the benchmark has.

const substep = 1.0 / 240

// home are joint angles (rad) over the table, gripper open.
var home = [DOF]float64{-1.21779206, 1.03987646, 2.11978261, -2.34205014, -0.87015947, 1.64119353, 0.55344866, 0.04}

// tool is the point between the pads, in the hand's frame (m).
var tool = Vec{0, 0, 0.14}

// panda is the arm of the reference with a gripper: mujoco_menagerie's gains and armature, torque limits of 200 N m.
func panda(t testing.TB) *Arm {
	arm, _ := menagerie(t)
	arm.Follow = 0.25
	kp := [DOF]float64{4500, 4500, 3500, 3500, 2000, 2000, 2000, 20000}
	kd := [DOF]float64{450, 450, 350, 350, 200, 200, 200, 400}
	lower := [DOF]float64{-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973, 0}
	upper := [DOF]float64{2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973, 0.04}
	for i := range arm.Drives {
		arm.Drives[i] = Drive{Kp: kp[i], Kd: kd[i], MaxForce: 200, MaxSpeed: 2, Armature: 0.1, Damping: 1,
			Lower: lower[i], Upper: upper[i]}
	}
	arm.Drives[Fingers] = Drive{Kp: 20000, Kd: 400, MaxForce: 140, MaxSpeed: 1, Armature: 0.8, Lower: 0, Upper: 0.04}
	arm.Gripper.FingerMass = 0.1
	arm.Gripper.FingerCOM = Vec{0, 0.01, 0.11}
	return arm
}

// armBoxes surround the arm: part, centre and half extents.
var armBoxes = []struct {
	part    int
	p, half Vec
}{
	{0, Vec{0, 0, -0.1}, Vec{0.06, 0.06, 0.15}},
	{1, Vec{0, 0, 0}, Vec{0.06, 0.09, 0.06}},
	{2, Vec{0, 0, -0.08}, Vec{0.06, 0.06, 0.12}},
	{3, Vec{-0.04, 0.05, 0}, Vec{0.09, 0.1, 0.06}},
	{4, Vec{0, 0.04, -0.15}, Vec{0.05, 0.08, 0.15}},
	{5, Vec{0.04, 0, 0}, Vec{0.09, 0.06, 0.06}},
	{6, Vec{0, 0, 0.06}, Vec{0.05, 0.05, 0.05}},
	{Hand, Vec{0, 0, 0.03}, Vec{0.02, 0.1, 0.035}},
	{FingerLeft, Vec{0, 0.0115, 0.106}, Vec{0.0105, 0.0115, 0.048}},
	{FingerRight, Vec{0, -0.0115, 0.106}, Vec{0.0105, 0.0115, 0.048}},
}

// blocks are the half extents (m) of the three blocks and where they start.
var blocks = []struct{ half, at Vec }{
	{Vec{0.028, 0.02, 0.02}, Vec{0.05, -0.12, 0.46}},
	{Vec{0.02, 0.02, 0.02}, Vec{0.23, -0.12, 0.46}},
	{Vec{0.04, 0.02, 0.02}, Vec{0.1, 0.09, 0.46}},
}

// tabletop is the rig, settled.
func tabletop(t testing.TB) *World {
	t.Helper()
	w, err := NewWorld(Settings{Gravity: down, Step: substep})
	must(t, err)
	arm := panda(t)
	arm.Base = At(-0.34, -0.46, 0.24)
	must(t, w.SetArm(arm, home))
	for _, b := range armBoxes {
		must(t, w.AddBox(Part{ArmPart, b.part}, Box{At(b.p.X, b.p.Y, b.p.Z), b.half, Surface{Friction: 1}}))
	}
	for _, b := range blocks {
		_, err := w.AddBody(Body{Pose: Pose{b.at, Identity}, Half: b.half, Mass: 1, Surface: Surface{Friction: 0.7}})
		must(t, err)
	}
	wood := Surface{Friction: 0.5}
	fixed := func(x0, x1, y0, y1, z0, z1 float64) {
		_, err := w.AddStatic(Box{At((x0+x1)/2, (y0+y1)/2, (z0+z1)/2), Vec{(x1 - x0) / 2, (y1 - y0) / 2,
			(z1 - z0) / 2}, wood})
		must(t, err)
	}
	fixed(-2, 2, -2, 2, -0.1, 0)                // floor
	fixed(-0.44, 0.44, -0.18, 0.02, 0.41, 0.44) // work surface
	fixed(-0.36, 0.16, 0.02, 0.16, 0.41, 0.44)  // shelf
	fixed(-0.44, 0.44, 0.16, 0.18, 0.44, 0.648)
	fixed(-0.44, 0.44, 0.14, 0.18, 0.628, 0.648)
	fixed(-0.44, -0.36, 0.02, 0.16, 0.44, 0.628)
	fixed(0.16, 0.24, 0.02, 0.16, 0.44, 0.628)
	fixed(0.36, 0.44, 0.02, 0.16, 0.44, 0.628)
	fixed(-0.44, -0.06, -0.18, -0.16, 0.28, 0.41)
	fixed(0.42, 0.44, -0.18, -0.16, 0.28, 0.41)
	fixed(-0.44, 0.44, 0.16, 0.18, 0, 0.44)
	fixed(-0.44, -0.42, -0.18, 0.18, 0, 0.41)
	fixed(0.42, 0.44, -0.18, 0.18, 0, 0.41)
	fixed(-0.16, -0.08, -0.16, -0.08, 0.44, 0.446) // collar of the button
	fixed(-0.1, -0.04, 0.04, 0.06, 0.64, 0.7)
	rail := func(s Slider, boxes ...[6]float64) {
		p, err := w.AddSlider(s)
		must(t, err)
		for _, b := range boxes {
			must(t, w.AddBox(p, Box{At((b[0]+b[1])/2, (b[2]+b[3])/2, (b[4]+b[5])/2), Vec{(b[1] - b[0]) / 2,
				(b[3] - b[2]) / 2, (b[5] - b[4]) / 2}, wood}))
		}
	}
	rail(Slider{Axis: Vec{0, -1, 0}, Mass: 4.23, Upper: 0.22, Force: 4}, // drawer
		[6]float64{-0.04, 0.4, -0.18, -0.16, 0.3, 0.4}, [6]float64{-0.02, 0.38, -0.16, 0.04, 0.32, 0.34},
		[6]float64{-0.02, 0, -0.16, 0.04, 0.34, 0.4}, [6]float64{0.36, 0.38, -0.16, 0.04, 0.34, 0.4},
		[6]float64{-0.02, 0.38, 0.02, 0.04, 0.34, 0.4}, [6]float64{0.06, 0.3, -0.26, -0.24, 0.34, 0.38},
		[6]float64{0.06, 0.08, -0.24, -0.18, 0.34, 0.38}, [6]float64{0.28, 0.3, -0.24, -0.18, 0.34, 0.38})
	rail(Slider{Axis: Vec{-1, 0, 0}, Mass: 1.54, Upper: 0.28, Force: 4}, // door
		[6]float64{-0.1, 0.18, 0.04, 0.06, 0.44, 0.64}, [6]float64{0.02, 0.06, -0.02, 0, 0.46, 0.62},
		[6]float64{0.02, 0.06, 0, 0.04, 0.46, 0.48}, [6]float64{0.02, 0.06, 0, 0.04, 0.6, 0.62})
	rail(Slider{Axis: Vec{0, 0.5, math.Sqrt(3) / 2}, Mass: 0.24, Upper: 0.088, Force: 4}, // lever
		[6]float64{0.24, 0.36, 0.02, 0.05, 0.49, 0.54})
	rail(Slider{Axis: Vec{0, 0, -1}, Mass: 0.154, Upper: 0.02, Force: 4, Spring: true}, // button
		[6]float64{-0.15, -0.09, -0.15, -0.09, 0.46, 0.484}, [6]float64{-0.13, -0.11, -0.13, -0.11, 0.45, 0.46})
	run(w, 1)
	return w
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// run steps a world for some seconds.
func run(w *World, seconds float64) {
	for range int(math.Round(seconds / w.settings.Step)) {
		w.Step()
	}
}

// reach finds joint angles near q that bring the tool to a pose: damped least squares, Buss 2004.
func reach(t testing.TB, arm *Arm, q [DOF]float64, goal Pose) [DOF]float64 {
	t.Helper()
	tip := func(q [DOF]float64) Pose {
		_, hand := arm.Kinematics(&q)
		hand.P = hand.Apply(tool)
		return hand
	}
	miss := func(at, from Pose) [6]float64 {
		d, turn := at.P.Sub(from.P), from.R
		r := Mat{}
		tr := Mat{Vec{turn.X.X, turn.Y.X, turn.Z.X}, Vec{turn.X.Y, turn.Y.Y, turn.Z.Y}, Vec{turn.X.Z, turn.Y.Z,
			turn.Z.Z}}
		r = at.R.Mul(&tr)
		v := r.RotationVector()
		return [6]float64{d.X, d.Y, d.Z, v.X, v.Y, v.Z}
	}
	for range 100 {
		here := tip(q)
		e := miss(goal, here)
		var jac [Joints][6]float64
		for j := range jac {
			p := q
			p[j] += 1e-6
			jac[j] = miss(tip(p), here)
			for k := range jac[j] {
				jac[j][k] /= 1e-6
			}
		}
		var a [DOF][DOF]float64
		var b [DOF]float64
		far := 0.0
		for r := range DOF {
			a[r][r] = 1
			if r >= 6 {
				continue
			}
			a[r][r] = 1e-4
			b[r] = e[r]
			far += e[r] * e[r]
			for c := range 6 {
				for j := range jac {
					a[r][c] += jac[j][r] * jac[j][c]
				}
			}
		}
		if far < 1e-18 {
			return q
		}
		must(t, factor(&a))
		solve(&a, &b)
		for j := range jac {
			for k := range 6 {
				q[j] += jac[j][k] * b[k]
			}
		}
	}
	t.Fatalf("no joint angles bring the tool to %v", goal)
	return q
}

// setTargets sets the drives' targets to bring the tool to p, pointing down, with its fingers along y, opened so far.
func setTargets(t testing.TB, w *World, p Vec, opening float64) {
	t.Helper()
	q := reach(t, w.arm.model, w.Target(), Pose{p, FromEuler(Vec{math.Pi, 0, 0})})
	q[Fingers] = opening
	must(t, w.SetTarget(&q))
}

// grasp is the rig with the first block in the gripper, held 0.1 m over the table.
func grasp(t testing.TB) *World {
	w := tabletop(t)
	p := w.BodyPose(0).P
	for _, leg := range []struct {
		z, opening float64
	}{{0.08, 0.04}, {0.001, 0.04}, {0.001, 0}, {0.1, 0}} {
		for range 2 {
			setTargets(t, w, p.Add(Vec{0, 0, leg.z}), leg.opening)
			run(w, 0.5)
		}
	}
	if z := w.BodyPose(0).P.Z; z < 0.54 {
		t.Fatalf("the block is at z = %v m, not in the gripper", z)
	}
	return w
}
