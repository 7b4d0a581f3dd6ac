package scenes

import (
	"math"
	"reflect"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// Home TCP of CALVIN (mees/calvin, evaluation/utils.py): position to 1e-5 m, fixed-axis Euler angles to 1e-4 rad.
func TestHomePoseIsCalvins(t *testing.T) {
	at := NewTabletop().TCP()
	e := at.R.Euler()
	if d := at.P.Sub(physics.Vec{X: 0.02587, Y: -0.23131, Z: 0.57128}).Norm(); d > 2e-5 {
		t.Errorf("home tool centre point is %v, %.3g m from CALVIN's", at.P, d)
	}
	if d := e.Sub(physics.Vec{X: 3.0905, Y: -0.0291, Z: 1.5001}); math.Abs(d.X)+math.Abs(d.Y)+math.Abs(d.Z) > 3e-4 {
		t.Errorf("home orientation is %v", e)
	}
}

// CALVIN's lamps: the bulb is lit past half of the switch's travel, the LED flips each time the button passes half of
// its travel on the way down.
func TestLamps(t *testing.T) {
	w := NewTabletop()
	if w.Bulb() || w.LED() {
		t.Error("lamps are lit at the start")
	}
	for _, q := range []float64{SwitchTravel/2 + 1e-3, SwitchTravel / 2, SwitchTravel} {
		if err := w.PlaceSlider(Switch, q); err != nil {
			t.Fatal(err)
		}
		if want := q > SwitchTravel/2; w.Bulb() != want {
			t.Errorf("switch at %v: bulb %v", q, w.Bulb())
		}
	}
	press := func(q float64) {
		if err := w.PlaceSlider(Button, q); err != nil {
			t.Fatal(err)
		}
		w.toggle()
	}
	var lit []bool
	for _, q := range []float64{0.015, 0.02, 0, 0.012, 0.005, 0.02} {
		press(q)
		lit = append(lit, w.LED())
	}
	if want := []bool{true, true, true, false, false, true}; !reflect.DeepEqual(lit, want) {
		t.Errorf("LED %v, want %v", lit, want)
	}
}

// An action with a component that is not finite is refused, and the state stays as it was.
func TestNonFiniteActionsAreRefused(t *testing.T) {
	w := NewTabletop()
	before := w.Hash()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for i := range ActionSize {
			var a [ActionSize]float32
			a[i] = float32(bad)
			if err := w.Step(a); err == nil {
				t.Errorf("a relative action with component %d = %v is taken", i, bad)
			}
			if err := w.StepAbsolute(a); err == nil {
				t.Errorf("an absolute action with component %d = %v is taken", i, bad)
			}
		}
	}
	if w.Hash() != before {
		t.Error("a refused action changed the state")
	}
}

// An absolute action moves the running target to its pose, whatever the target was before, and the tool follows.
func TestAbsoluteActionSetsTheTarget(t *testing.T) {
	w := NewTabletop()
	if err := w.Step(Action{1, -1, 1, 0, 0, 1, 1}); err != nil {
		t.Fatal(err)
	}
	want := physics.Pose{P: physics.Vec{X: 0.1, Y: -0.2, Z: 0.6}, R: physics.FromEuler(physics.Vec{X: math.Pi, Z: 1})}
	a := AbsoluteAction{0.1, -0.2, 0.6, math.Pi, 0, 1, -1}
	for range 60 {
		if err := w.StepAbsolute(a); err != nil {
			t.Fatal(err)
		}
	}
	for name, p := range map[string]physics.Pose{"target": w.Target(), "tool centre point": w.TCP()} {
		turn := p.R.MulT(&want.R)
		if p.P.Sub(want.P).Norm() > 5e-3 || turn.RotationVector().Norm() > 0.02 {
			t.Errorf("the %s is at %v, commanded was %v", name, p, want)
		}
	}
	var o Observation
	w.Observe(&o)
	if o.Robot[RobotGrip] != -1 || o.Robot[RobotWidth] > 1e-3 {
		t.Errorf("the gripper's command is %v and its width %v m, commanded was closed", o.Robot[RobotGrip],
			o.Robot[RobotWidth])
	}
}

// Up to a height of 0.9 m the arm's joint limits keep the tool centre point within MaxReach, with 5 cm to spare.
func TestReach(t *testing.T) {
	arm, r := NewPanda(), seed.Of("reach").Rand()
	farthest := 0.0
	for range 200_000 {
		var q [physics.DOF]float64
		for i := range physics.Joints {
			q[i] = uniform(r, arm.Drives[i].Lower, arm.Drives[i].Upper)
		}
		if p := tcp(arm, &q).P; p.Z < 0.9 {
			farthest = max(farthest, p.Sub(BasePosition).Norm())
		}
	}
	if farthest < 1.05 || farthest > MaxReach-0.05 {
		t.Errorf("the tool comes %.3f m from the base", farthest)
	}
}
