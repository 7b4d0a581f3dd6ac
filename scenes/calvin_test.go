package scenes

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"counterpoise/physics"
)

// replay is one expert trajectory of CALVIN, testdata/calvin.json says of which version.
type replay struct {
	Actions [][7]float64 // absolute: position, fixed-axis Euler angles, gripper
	TCP     [][6]float64
	Width   []float64
	Joints  [][7]float64
	Door    []float64
	Drawer  []float64
	Red     [][6]float64
}

func loadReplay(t testing.TB, name string) *replay {
	t.Helper()
	raw, err := os.ReadFile("testdata/calvin.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]json.RawMessage{}
	var r replay
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(all[name], &r); err != nil {
		t.Fatal(err)
	}
	return &r
}

// start puts our tabletop into the replay's initial state.
func (r *replay) start(t testing.TB) *Tabletop {
	t.Helper()
	w := NewTabletop()
	q := [physics.DOF]float64{physics.Fingers: r.Width[0] / 2}
	copy(q[:], r.Joints[0][:])
	if err := w.PlaceArm(q); err != nil {
		t.Fatal(err)
	}
	red := r.Red[0]
	if err := w.PlaceBlock(Red, red[0], red[1], red[5]); err != nil {
		t.Fatal(err)
	}
	w.Begin()
	return w
}

// action returns the absolute action i.
func (r *replay) action(i int) (a AbsoluteAction) {
	for k, x := range r.Actions[i] {
		a[k] = float32(x)
	}
	return a
}

// CALVIN's expert trajectories, open loop through our controller. In free motion, from the eleventh control step
// until the gripper closes, the tool centre point stays within 5 mm of CALVIN's.
func TestFollowsCalvin(t *testing.T) {
	for _, name := range []string{"lift_red_0.05", "lift_red_0.175", "lift_red_0.29", "drawer_open_yaw0",
		"slider_left"} {
		r := loadReplay(t, name)
		w := r.start(t)
		worst, at := 0.0, 0
		for i := range r.Actions {
			a := r.action(i)
			if a[ActionGripper] < 0 {
				break
			}
			if err := w.StepAbsolute(a); err != nil {
				t.Fatal(err)
			}
			c := r.TCP[i+1]
			if d := w.TCP().P.Sub(physics.Vec{X: c[0], Y: c[1], Z: c[2]}).Norm(); i >= 10 && d > worst {
				worst, at = d, i
			}
		}
		t.Logf("%s: at most %.1f mm from CALVIN's tool centre point, at step %d", name, worst*1e3, at)
		if worst > 5e-3 {
			t.Errorf("%s: %.1f mm from CALVIN's tool centre point at step %d", name, worst*1e3, at)
		}
	}
}

// The same actions must have the same effect: the block is lifted, the drawer opens and the door slides past CALVIN's
// thresholds, each within 25 % of CALVIN's steps.
func TestActionsDoWhatTheyDoInCalvin(t *testing.T) {
	lifted := func(w *Tabletop) bool { return w.Block(Red).P.Z-w.startBlock[Red].Z > liftHeight && w.held(Red) }
	for _, c := range []struct {
		name   string
		ours   func(w *Tabletop) bool
		theirs func(r *replay, i int) bool
	}{
		{"lift_red_0.05", lifted, (*replay).lifted},
		{"lift_red_0.175", lifted, (*replay).lifted},
		{"lift_red_0.29", lifted, (*replay).lifted},
		{
			"drawer_open_yaw0",
			func(w *Tabletop) bool { return w.Slider(Drawer) > 0.12 },
			func(r *replay, i int) bool { return r.Drawer[i]-r.Drawer[0] > 0.12 },
		},
		{
			"slider_left",
			func(w *Tabletop) bool { return w.Slider(Door) > 0.15 },
			func(r *replay, i int) bool { return r.Door[i]-r.Door[0] > 0.15 },
		},
	} {
		r := loadReplay(t, c.name)
		w := r.start(t)
		ours, theirs := 0, 0
		for i := range r.Actions {
			if err := w.StepAbsolute(r.action(i)); err != nil {
				t.Fatal(err)
			}
			if ours == 0 && c.ours(w) {
				ours = i + 1
			}
			if theirs == 0 && c.theirs(r, i+1) {
				theirs = i + 1
			}
		}
		t.Logf("%s: after %d steps, CALVIN after %d", c.name, ours, theirs)
		if ours == 0 || theirs == 0 || float64(ours) < 0.75*float64(theirs) || float64(ours) > 1.25*float64(theirs) {
			t.Errorf("%s: after %d steps, CALVIN after %d", c.name, ours, theirs)
		}
	}
}

// lifted says whether CALVIN's block had risen past the threshold at row i.
func (r *replay) lifted(i int) bool { return r.Red[i][2]-r.Red[0][2] > liftHeight }

// gripperReference is testdata/gripper.json.
type gripperReference struct {
	Close, Open []float64
	Press       struct {
		replay
		Button []float64
	}
}

func loadGripper(t testing.TB) (ref gripperReference) {
	t.Helper()
	raw, err := os.ReadFile("testdata/gripper.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// The fingers open and close as CALVIN's, to half a millimetre after every control step, and hold a block of 40 mm with
// CALVIN's width to a millimetre.
func TestFingersFollowCalvin(t *testing.T) {
	ref := loadGripper(t)
	w := NewTabletop()
	for _, c := range []struct {
		grip   float32
		theirs []float64
	}{{-1, ref.Close}, {1, ref.Open}} {
		for i, want := range c.theirs {
			if err := w.Step(Action{ActionGripper: c.grip}); err != nil {
				t.Fatal(err)
			}
			if q, _ := w.world.ArmState(); math.Abs(2*q[physics.Fingers]-want) > 5e-4 {
				t.Errorf("gripper %v: %.2f mm wide after %d control steps, CALVIN's %.2f", c.grip,
					2e3*q[physics.Fingers], i+1, want*1e3)
			}
		}
		w.Settle(ControlRate)
	}
	for _, name := range []string{"lift_red_0.05", "lift_red_0.29"} {
		r := loadReplay(t, name)
		w := r.start(t)
		for i := range r.Actions {
			if err := w.StepAbsolute(r.action(i)); err != nil {
				t.Fatal(err)
			}
		}
		q, _ := w.world.ArmState()
		if want := r.Width[len(r.Width)-1]; math.Abs(2*q[physics.Fingers]-want) > 1e-3 {
			t.Errorf("%s: the lifted block is %.2f mm wide, in CALVIN %.2f", name, 2e3*q[physics.Fingers], want*1e3)
		}
	}
}

// A hand that presses the button pushes it beyond its stop as far as in CALVIN, to a millimetre, and the LED lights.
func TestButtonIsPressedAsInCalvin(t *testing.T) {
	ref := loadGripper(t)
	r := &ref.Press
	w := r.start(t)
	ours, theirs := 0.0, 0.0
	for i := range r.Actions {
		if err := w.StepAbsolute(r.action(i)); err != nil {
			t.Fatal(err)
		}
		ours, theirs = math.Max(ours, w.Slider(Button)), math.Max(theirs, r.Button[i+1])
	}
	if math.Abs(ours-theirs) > 1e-3 || !w.LED() {
		t.Errorf("the button goes down by %.2f mm, in CALVIN by %.2f; LED %v", ours*1e3, theirs*1e3, w.LED())
	}
	if end := w.Slider(Button); end > 1e-3 {
		t.Errorf("let go, the button is at %.2f mm", end*1e3)
	}
}
