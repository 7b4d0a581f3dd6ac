package scenes

import (
	"math"
	"reflect"
	"testing"

	"counterpoise/physics"
)

// situation is a motion of the robot by hand-made actions: from a tool pose, one action is repeated.
type situation struct {
	at     physics.Vec // position of the tool centre point (m)
	euler  physics.Vec // and its orientation (rad)
	action Action
	steps  int // control steps
}

// play plays a situation with door and drawer at given places.
func (s situation) play(t *testing.T, door, drawer float64) *Tabletop {
	t.Helper()
	w := NewTabletop()
	q, ok := w.solvePose(physics.Pose{P: s.at, R: physics.FromEuler(s.euler)})
	if !ok {
		t.Fatalf("the pose %+v is out of reach", s)
	}
	if err := w.PlaceArm(q); err != nil {
		t.Fatal(err)
	}
	for slider, x := range map[int]float64{Door: door, Drawer: drawer} {
		if err := w.PlaceSlider(slider, x); err != nil {
			t.Fatal(err)
		}
	}
	w.Begin()
	s.continueOn(t, w)
	return w
}

// continueOn repeats the action of a situation on a tabletop.
func (s situation) continueOn(t *testing.T, w *Tabletop) {
	t.Helper()
	for range s.steps {
		if err := w.Step(s.action); err != nil {
			t.Fatal(err)
		}
	}
}

// moved returns the attribution of a part, zero if it has not moved.
func moved(w *Tabletop, part string) Attribution {
	for _, a := range w.Attributions() {
		if a.Part == part {
			return a
		}
	}
	return Attribution{}
}

// sweep moves the joints on a straight line to the coordinates to, in a number of control steps.
func sweep(t *testing.T, w *Tabletop, to [physics.DOF]float64, steps int) {
	t.Helper()
	from, _ := w.world.ArmState()
	for n := range steps {
		target := from
		for i := range target {
			target[i] += (to[i] - from[i]) * float64(n+1) / float64(steps)
		}
		if err := w.world.SetTarget(&target); err != nil {
			t.Fatal(err)
		}
		for range Substeps {
			w.world.Step()
			w.attribute()
		}
		w.measureTravels()
	}
}

// The links that push a mechanism or lift a block are those that its travel is attributed to.
func TestSituations(t *testing.T) {
	for name, c := range map[string]struct {
		situation
		drawer float64 // its place at the start (m)
		part   string
		share  func(Attribution) float64
		earned bool
	}{
		"a finger pushes the door": {
			situation{
				physics.Vec{X: 0.13, Y: 0.005, Z: 0.58}, physics.Vec{X: math.Pi}, Action{0: -1, ActionGripper: 1}, 25,
			},
			0, "door", func(a Attribution) float64 { return a.Finger }, true,
		},
		"the hand shuts the drawer": {
			situation{
				physics.Vec{X: 0.18, Y: -0.38, Z: 0.25}, physics.Vec{X: math.Pi, Z: math.Pi / 2},
				Action{1: 1, ActionGripper: 1}, 20,
			},
			0.05, "drawer", func(a Attribution) float64 { return a.Hand }, false,
		},
	} {
		w := c.play(t, 0, c.drawer)
		if a := moved(w, c.part); a.Distance < 0.03 || c.share(a) < 0.95 || a.Earned != c.earned {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// A door that a finger has knocked slides on by the momentum that the finger gave it; one that is moved by nobody is
// nobody's.
func TestMomentum(t *testing.T) {
	s := situation{
		physics.Vec{X: 0.13, Y: 0.005, Z: 0.58}, physics.Vec{X: math.Pi}, Action{0: -1, ActionGripper: 1}, 7,
	}
	w := s.play(t, 0, 0)
	touched := moved(w, "door").Distance
	s.action, s.steps = Action{0: 0.2, 2: 1, ActionGripper: 1}, 30 // the finger draws back and up
	s.continueOn(t, w)
	a := moved(w, "door")
	if a.Distance < touched+0.005 || a.Finger < 0.999 || !a.Earned {
		t.Errorf("after %.3f m of contact the door slid on: %+v", touched, a)
	}
	if d := w.travelOf(physics.Part{Kind: physics.Rail, Index: Door}); d.last != 0 {
		t.Errorf("the door has come to rest and keeps the momentum of %b", d.last)
	}
	if err := w.PlaceSlider(Door, 0.2); err != nil {
		t.Fatal(err)
	}
	if b := moved(w, "door"); math.Abs(b.Other*b.Distance-(0.2-a.Distance)) > 1e-4 {
		t.Errorf("a door that is put elsewhere was moved by %+v", b)
	}
}

// A block on the forearm rises with it, and that is not earned; a block between the fingers is.
func TestLifts(t *testing.T) {
	r := loadReplay(t, "lift_red_0.175")
	w := r.start(t)
	for i := range r.Actions {
		if err := w.StepAbsolute(r.action(i)); err != nil {
			t.Fatal(err)
		}
	}
	if a := moved(w, "red block"); a.Finger < 0.99 || !a.Earned || (picking{}).Outcome(w) != (Outcome{Right, Right}) {
		t.Errorf("between the fingers: %+v", a)
	}

	w = NewTabletop()
	low := Home
	low[1] += 0.3 // the shoulder leans forward: the forearm comes down
	if err := w.PlaceArm(low); err != nil {
		t.Fatal(err)
	}
	onForearm := w.Snapshot().Links[5]
	onForearm.P.Z += 0.15
	onForearm.R = physics.Identity
	if err := w.world.PlaceBody(Red, onForearm); err != nil {
		t.Fatal(err)
	}
	sweep(t, w, low, 10) // it falls onto the forearm
	w.Begin()
	sweep(t, w, Home, 60)
	if a := moved(w, "red block"); a.Distance < 0.03 || a.Arm < 0.95 || a.Earned {
		t.Errorf("on the forearm: %+v", a)
	}
}

// A saved travel goes on as it was, and its pieces count in the hash.
func TestTravelsAreSaved(t *testing.T) {
	w := situation{
		physics.Vec{X: 0.13, Y: 0.005, Z: 0.58}, physics.Vec{X: math.Pi}, Action{0: -1, ActionGripper: 1}, 25,
	}.play(t, 0, 0)
	again := NewTabletop()
	if err := again.Load(w.Save(nil)); err != nil {
		t.Fatal(err)
	}
	if got, want := moved(again, "door"), moved(w, "door"); !reflect.DeepEqual(got, want) || again.Hash() != w.Hash() {
		t.Errorf("loaded %+v, saved %+v", got, want)
	}
	d := again.travelOf(physics.Part{Kind: physics.Rail, Index: Door})
	d.pieces[0].by ^= leftFinger
	if again.Hash() == w.Hash() {
		t.Error("who moved the door is not in the hash")
	}
}
