package physics

import (
	"fmt"
	"math"
	"testing"
)

// hanging is a world with nothing but the rig's arm.
func hanging(t testing.TB, change func(*Arm)) *World {
	t.Helper()
	w, err := NewWorld(Settings{Gravity: down, Step: substep})
	must(t, err)
	arm := panda(t)
	if change != nil {
		change(arm)
	}
	must(t, w.SetArm(arm, home))
	return w
}

// The drives carry the arm's weight exactly: held, it does not sag.
func TestDrivesCompensateGravity(t *testing.T) {
	w := hanging(t, nil)
	run(w, 5)
	q, v := w.ArmState()
	for i := range q {
		if math.Abs(q[i]-home[i]) > 1e-9 || math.Abs(v[i]) > 1e-9 {
			t.Errorf("coordinate %d sags by %.3g and moves with %.3g", i, q[i]-home[i], v[i])
		}
	}
}

// The drives bring the arm to its target, keep near MaxSpeed on the way, and overshoot by less than a
// hundredth.
func TestDrivesReachTheirTarget(t *testing.T) {
	w := hanging(t, nil)
	target := home
	for i, d := range []float64{0.8, -0.6, -0.9, 0.5, 1, -0.7, 1.2, -0.03} {
		target[i] += d
	}
	must(t, w.SetTarget(&target))
	if w.Target() != target {
		t.Errorf("the target is %v, not %v", w.Target(), target)
	}
	var fastest, over float64
	for range 480 {
		w.Step()
		q, v := w.ArmState()
		for i := range Joints {
			fastest = max(fastest, math.Abs(v[i]))
			over = max(over, (q[i]-target[i])/(target[i]-home[i]))
		}
	}
	q, _ := w.ArmState()
	for i := range q {
		if math.Abs(q[i]-target[i]) > 1e-6 {
			t.Errorf("coordinate %d ends %.3g from its target", i, q[i]-target[i])
		}
	}
	if fastest > 2.25 || over > 0.01 {
		t.Errorf("joints reach %.3f rad/s and overshoot by %.2f %%; the reference keeps to 2 rad/s", fastest, over*100)
	}
}

// Targets are clipped to the limits, and NaN is refused without a change.
func TestTargetsAreClipped(t *testing.T) {
	w := hanging(t, nil)
	var far, bad [DOF]float64
	for i := range far {
		far[i] = 100
	}
	must(t, w.SetTarget(&far))
	for i, x := range w.Target() {
		if x != w.arm.model.Drives[i].Upper {
			t.Errorf("target %d is %v, not the limit %v", i, x, w.arm.model.Drives[i].Upper)
		}
	}
	before := w.Target()
	bad[3] = math.NaN()
	if err := w.SetTarget(&bad); err == nil || w.Target() != before {
		t.Errorf("NaN as a target: error %v, target %v", err, w.Target())
	}
	run(w, 4)
	q, _ := w.ArmState()
	for i, x := range q {
		if d := &w.arm.model.Drives[i]; x > d.Upper+1e-6 || x < d.Upper-1e-3 {
			t.Errorf("coordinate %d is at %v, its limit is %v", i, x, d.Upper)
		}
	}
}

// Limits hold against the arm's own weight, thrown at them: drives are off.
func TestJointLimitsHold(t *testing.T) {
	w := hanging(t, func(a *Arm) {
		for i := range a.Drives {
			a.Drives[i].MaxForce, a.Drives[i].Damping = 0, 0.1
		}
	})
	start := w.arm.model.Energy(&w.arm.q, &w.arm.v, down)
	beyond, at := 0.0, 0
	for range 240 * 10 {
		w.Step()
		q, v := w.ArmState()
		for i := range q {
			d := &w.arm.model.Drives[i]
			if over := max(d.Lower-q[i], q[i]-d.Upper); over > beyond {
				beyond, at = over, i
			}
		}
		if e := w.arm.model.Energy(&q, &v, down); e > start+0.05 {
			t.Fatalf("energy grows from %.3f to %.3f J", start, e)
		}
	}
	if beyond > 1e-3 {
		t.Errorf("coordinate %d goes %.4g beyond its limit", at, beyond)
	}
}

// A drive pushes with MaxForce and no more where something holds it: the fingers close on a wide box that rests on the
// table, and each presses on it with half the force of their drive.
func TestDriveForceIsLimited(t *testing.T) {
	for _, force := range []float64{10, 40, 140, 400} {
		t.Run(fmt.Sprintf("F=%v", force), func(t *testing.T) {
			w := newWorld(t, Surface{Friction: 1})
			arm := panda(t)
			arm.Base = At(-0.5, 0, 0)
			arm.Drives[Fingers].MaxForce = force
			q := reach(t, arm, [DOF]float64{0, 0.3, 0, -2, 0, 2.3, 0.785, 0.035}, Pose{Vec{0, 0, 0.03},
				FromEuler(Vec{math.Pi, 0, 0})})
			must(t, w.SetArm(arm, q))
			for i, y := range []float64{0.004, -0.004} {
				must(t, w.AddBox(Part{ArmPart, FingerLeft + i}, Box{Pose{tool.Add(Vec{0, y, 0}), Identity},
					Vec{0.0085, 0.004, 0.0085}, Surface{Friction: 1}}))
			}
			addCube(t, w, At(0, 0, 0.025), 0.5, 0.5)
			q[Fingers] = 0
			must(t, w.SetTarget(&q))
			run(w, 2)
			var press [2]float64
			for c := range w.Contacts {
				if c.A.Kind == ArmPart {
					press[c.A.Index-FingerLeft] += c.Impulse / substep
				}
			}
			// The box's friction on the floor may take some from one finger and give it to the other.
			if sum := press[0] + press[1]; math.Abs(sum-force) > 0.005*force || math.Abs(press[0]-press[1]) > 0.5 {
				t.Errorf("the fingers press with %.2f N; their drive gives %.2f to both", press, force)
			}
		})
	}
}

// MaxHold limits what spring and damper push with against what is in the way, and leaves gravity to the motor: closed
// on nothing but each other's reach the fingers press with it, and a held arm still does not sag.
func TestMaxHoldLimitsThePush(t *testing.T) {
	w := newWorld(t, Surface{Friction: 1})
	arm := panda(t)
	arm.Base = At(-0.5, 0, 0)
	arm.Drives[Fingers].MaxForce, arm.Drives[Fingers].MaxHold = 400, 60
	for i := range Joints {
		arm.Drives[i].MaxHold = 1
	}
	q := reach(t, arm, [DOF]float64{0, 0.3, 0, -2, 0, 2.3, 0.785, 0.035}, Pose{Vec{0, 0, 0.03},
		FromEuler(Vec{math.Pi, 0, 0})})
	must(t, w.SetArm(arm, q))
	for i, y := range []float64{0.004, -0.004} {
		must(t, w.AddBox(Part{ArmPart, FingerLeft + i}, Box{Pose{tool.Add(Vec{0, y, 0}), Identity}, Vec{0.0085,
			0.004, 0.0085}, Surface{Friction: 1}}))
	}
	addCube(t, w, At(0, 0, 0.025), 0.5, 0.5)
	q[Fingers] = 0
	must(t, w.SetTarget(&q))
	run(w, 2)
	press := 0.0
	for c := range w.Contacts {
		if c.A.Kind == ArmPart {
			press += c.Impulse / substep
		}
	}
	if math.Abs(press-60) > 0.5 {
		t.Errorf("the fingers press with %.2f N, MaxHold is 60", press)
	}
	for i := range Joints {
		if d := w.arm.q[i] - q[i]; math.Abs(d) > 1e-4 {
			t.Errorf("joint %d sags by %.3g rad", i, d)
		}
	}
}

// MaxRise limits the force of a drive in one direction: fingers with 4 N that carry 0.2 kg open with 20 m/s², whatever
// their armature, push apart with 4 N, and still close with all of MaxHold.
func TestMaxRiseLimitsOneDirection(t *testing.T) {
	w := newWorld(t, Surface{Friction: 1})
	arm := panda(t)
	arm.Base = At(-0.5, 0, 0)
	f := &arm.Drives[Fingers]
	f.MaxForce, f.MaxHold, f.MaxRise = 400, 60, 4
	q := reach(t, arm, [DOF]float64{0, 0.3, 0, -2, 0, 2.3, 0.785, 0}, Pose{Vec{0, 0, 0.03},
		FromEuler(Vec{math.Pi, 0, 0})})
	must(t, w.SetArm(arm, q))
	for i, y := range []float64{0.004, -0.004} {
		must(t, w.AddBox(Part{ArmPart, FingerLeft + i}, Box{Pose{tool.Add(Vec{0, y, 0}), Identity}, Vec{0.0085,
			0.004, 0.0085}, Surface{Friction: 1}}))
		_, err := w.AddStatic(Box{At(0, float64(9*y), 0.05), Vec{0.05, 0.01, 0.05}, Surface{}}) // 18 mm to go
		must(t, err)
	}
	press := func() (sum float64) {
		for c := range w.Contacts {
			if c.A.Kind == ArmPart {
				sum += c.Impulse / substep
			}
		}
		return sum
	}
	q[Fingers] = 0.04
	must(t, w.SetTarget(&q))
	for n := 1; n <= 6; n++ {
		w.Step()
		at, _ := w.ArmState()
		if want := 20 * substep * substep * float64(n*(n+1)) / 2; math.Abs(at[Fingers]-want) > 0.02*want {
			t.Errorf("after %d substeps the fingers are open by %.4f mm, 20 m/s² make %.4f", n, at[Fingers]*1e3,
				want*1e3)
		}
	}
	run(w, 1)
	if p := press(); math.Abs(p-4) > 0.05 {
		t.Errorf("the fingers push apart with %.3f N, MaxRise is 4", p)
	}
	q[Fingers] = 0
	must(t, w.SetTarget(&q))
	run(w, 0.2)
	if at, _ := w.ArmState(); at[Fingers] > 1e-3 {
		t.Errorf("0.2 s after the order the fingers are open by %.2f mm", at[Fingers]*1e3)
	}
}

// An arm that is driven into the table pushes on it with what the torque limits allow, and no more: at rest the motors
// carry τ = c - Jᵀ f, f the forces of the contacts.
func TestBlockedArmKeepsToItsTorque(t *testing.T) {
	w := tabletop(t)
	setTargets(t, w, Vec{0.2, -0.05, 0.5}, 0)
	run(w, 1)
	for range 20 {
		p := w.arm.hand.Apply(tool)
		setTargets(t, w, Vec{p.X, p.Y, max(p.Z-0.05, 0.38)}, 0)
		run(w, 0.1)
	}
	run(w, 3)
	if e := w.KineticEnergy(); e > 1e-6 {
		t.Errorf("the blocked arm moves with %.3g J", e)
	}
	torque := w.arm.bias
	for i := range w.contacts {
		c := &w.contacts[i]
		p, n := w.touches[c.touch].p, w.touches[c.touch].n
		f := n.Scale(-c.impulse[0]).AddScaled(-c.impulse[1], c.tangent[0]).AddScaled(-c.impulse[2], c.tangent[1])
		for j := range w.arm.link {
			l := &w.arm.link[j]
			torque[j] -= l.R.Z.Dot(p.Sub(l.P).Cross(f)) / substep
		}
	}
	highest := 0.0
	for j := range Joints {
		highest = max(highest, math.Abs(torque[j]))
	}
	if math.Abs(highest-200) > 2 {
		t.Errorf("torques %.1f N m; the greatest should be at the limit of 200", torque)
	}
}
