package scenes

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// A restored state observes as the state that was recorded: every number to the precision of float32, angles modulo a
// turn. Scattered states have all mechanisms, lamps and blocks anywhere, and every opening of the fingers.
func TestRestoreIsTheRecordedState(t *testing.T) {
	from, to := NewTabletop(), NewTabletop()
	for i := range 300 {
		if err := from.Scatter(seed.Of("restore", i).Rand()); err != nil {
			t.Fatal(err)
		}
		if from.control.grip = 1; i%2 == 0 {
			from.control.grip = -1
		}
		var want, got Observation
		from.Observe(&want)
		if beyond, err := to.Restore(&want); err != nil || beyond != nil {
			t.Fatalf("state %d: %v, beyond %v", i, err, beyond)
		}
		to.Observe(&got)
		for k := range want.Robot {
			angle := k >= RobotEuler && k < RobotWidth
			if d := apart(want.Robot[k], got.Robot[k], angle); d > 2e-6 {
				t.Errorf("state %d: robot_obs[%d] is %v, recorded %v", i, k, got.Robot[k], want.Robot[k])
			}
		}
		for k := range want.Scene {
			angle := k >= SceneBlocks && (k-SceneBlocks)%SceneBlockSize >= BlockEuler
			if d := apart(want.Scene[k], got.Scene[k], angle); d > 2e-6 {
				t.Errorf("state %d: scene_obs[%d] is %v, recorded %v", i, k, got.Scene[k], want.Scene[k])
			}
		}
	}
}

// apart is the distance of two numbers, for angles that of the directions.
func apart(a, b float32, angle bool) float64 {
	d := float64(a) - float64(b)
	if angle {
		d = math.Remainder(d, 2*math.Pi)
	}
	return math.Abs(d)
}

// What the tabletop did before has no influence on what follows a restored state.
func TestRestoreForgetsWhatWasBefore(t *testing.T) {
	fresh, used := NewTabletop(), NewTabletop()
	r := seed.Of("restore after").Rand()
	b := &randomActions{r: r}
	for range 100 {
		if err := used.Step(b.next()); err != nil {
			t.Fatal(err)
		}
	}
	var o Observation
	if err := fresh.Scatter(r); err != nil {
		t.Fatal(err)
	}
	fresh.Observe(&o)
	for _, w := range []*Tabletop{fresh, used} {
		if _, err := w.Restore(&o); err != nil {
			t.Fatal(err)
		}
	}
	for range 50 {
		a := b.next()
		for _, w := range []*Tabletop{fresh, used} {
			if err := w.Step(a); err != nil {
				t.Fatal(err)
			}
		}
		if fresh.Hash() != used.Hash() {
			t.Fatalf("after %d steps the states differ", fresh.Steps())
		}
	}
}

// Numbers a little beyond their range are taken for its end; others are errors that name the component, and leave the
// cleared tabletop.
func TestRestoreChecksItsNumbers(t *testing.T) {
	w := NewTabletop()
	var home Observation
	w.Observe(&home)
	cleared := w.Hash()
	for _, c := range []struct {
		name  string
		spoil func(o *Observation)
		want  string // part of the error; empty if there is none
	}{
		{"wide by 0.1 mm", func(o *Observation) { o.Robot[RobotWidth] = 0.0801 }, ""},
		{"door 0.1 mm beyond its stop", func(o *Observation) { o.Scene[SceneSliders] = -1e-4 }, ""},
		{"bulb lit by its switch", func(o *Observation) {
			o.Scene[SceneSliders+Switch], o.Scene[SceneBulb] = SwitchTravel, 1
		}, ""},
		{"wide by 5 cm", func(o *Observation) { o.Robot[RobotWidth] = 0.13 },
			"robot_obs[6] (opening of the gripper) is 0.13, outside [0, 0.08] m by more than 0.04 m"},
		{"joint", func(o *Observation) { o.Robot[RobotJoints+3] = 1 }, "robot_obs[10] (angle of joint 4) is 1"},
		{"NaN", func(o *Observation) { o.Robot[RobotJoints] = float32(math.NaN()) }, "robot_obs[7] is NaN"},
		{"infinite", func(o *Observation) { o.Scene[20] = float32(math.Inf(1)) }, "scene_obs[20] is +Inf"},
		{"drawer", func(o *Observation) { o.Scene[SceneSliders+Drawer] = 0.5 },
			"scene_obs[1] (position of the drawer) is 0.5, outside [0, 0.22] m"},
		{"LED", func(o *Observation) { o.Scene[SceneLED] = 0.5 }, "scene_obs[5] (LED) is 0.5, neither 0 nor 1"},
		{"likeness above one", func(o *Observation) { o.LookAlike = 2 }, "LookAlike, is 2, outside [0, 1]"},
		{"no likeness", func(o *Observation) { o.LookAlike = float32(math.NaN()) }, "LookAlike, is NaN, outside"},
		{"bulb", func(o *Observation) { o.Scene[SceneBulb] = 1 },
			"scene_obs[4] (bulb) is 1 with the switch at 0.0000 m"},
	} {
		o := home
		c.spoil(&o)
		switch _, err := w.Restore(&o); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		case c.want != "" && w.Hash() != cleared:
			t.Errorf("%s: the tabletop is not cleared", c.name)
		}
	}
}

// Bullet's limits are soft: what calvin_env records of random motion is set to the ends of the ranges, and told.
func TestRestoreTellsWhatItMoved(t *testing.T) {
	w := NewTabletop()
	var home, got Observation
	w.Observe(&home)
	o := home
	o.Robot[RobotWidth], o.Robot[RobotJoints+1], o.Robot[RobotJoints+2] = -0.0186, 1.8346, 2.8974
	o.Scene[SceneSliders+Switch], o.Scene[SceneBulb] = 0.1042, 1
	o.Scene[SceneSliders+Drawer] = -5e-5
	beyond, err := w.Restore(&o)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Excess{
		{"robot_obs[8]", "angle of joint 2", 1.8346, 1.7628, "rad"},
		{"robot_obs[6]", "opening of the gripper", -0.0186, 0, "m"},
		{"scene_obs[3]", "position of the switch", 0.1042, SwitchTravel, "m"},
	} {
		if len(beyond) != 3 || beyond[i].Component != want.Component || beyond[i].What != want.What ||
			math.Abs(beyond[i].Recorded-want.Recorded) > 1e-6 || math.Abs(beyond[i].Set-want.Set) > 1e-9 ||
			beyond[i].Unit != want.Unit {
			t.Fatalf("beyond their ranges %+v, want the joint, the gripper and the switch", beyond)
		}
	}
	w.Observe(&got)
	if got.Robot[RobotWidth] != 0 || got.Robot[RobotJoints+1] != 1.7628 || got.Scene[SceneSliders+Drawer] != 0 ||
		got.Scene[SceneSliders+Switch] != SwitchTravel || !w.Bulb() {
		t.Errorf("the state set is %v, %v", got.Robot, got.Scene)
	}
	if beyond, err := w.Restore(&home); err != nil || beyond != nil {
		t.Errorf("the home state: %v, %v", beyond, err)
	}
}

// A button that is down at the start does not flip the LED; the next press does. CALVIN's oracle of one behaviour does
// not depend on the bulb.
func TestRestoredButtonAndOracle(t *testing.T) {
	w := NewTabletop()
	var o Observation
	w.Observe(&o)
	o.Scene[SceneSliders+Button] = ButtonTravel
	if _, err := w.Restore(&o); err != nil {
		t.Fatal(err)
	}
	if err := w.Step(Action{}); err != nil || w.LED() {
		t.Errorf("LED %v after a step with the button held down, %v", w.LED(), err)
	}
	w.Clear()
	w.Begin()
	if err := w.PlaceSlider(Drawer, 0.13); err != nil {
		t.Fatal(err)
	}
	task := opening{}
	if task.OutcomeOf(w, 1).CALVIN != Right || task.OutcomeOf(w, 0).CALVIN == Right ||
		task.Outcome(w) != task.OutcomeOf(w, 0) {
		t.Error("with the bulb dark an open drawer is open_drawer and no success of the task")
	}
	if part := task.GraspPoint(w, 1).Part; part != (physics.Part{Kind: physics.Rail, Index: Drawer}) {
		t.Errorf("behaviour 1 takes hold of %v", part)
	}
}
