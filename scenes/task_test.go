package scenes

import (
	"math"
	"reflect"
	"testing"

	"counterpoise/internal/seed"
)

// What every task must keep, in every behaviour. (That the experts succeed is tested beside them.)
func TestTasksConform(t *testing.T) {
	for _, name := range Tasks.Names() {
		task, err := Tasks.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if task.Horizon() < 1 || len(task.Behaviours()) < 2 {
			t.Errorf("%s: horizon %d, behaviours %v", name, task.Horizon(), task.Behaviours())
		}
		for b, behaviour := range task.Behaviours() {
			t.Run(name+"/"+behaviour, func(t *testing.T) { conforms(t, task, b) })
		}
		if w := NewTabletop(); task.Reset(w, -1, seed.Of("x").Rand()) == nil || task.Reset(w, len(task.Behaviours()), seed.Of("x").Rand()) == nil {
			t.Errorf("%s: a behaviour that does not exist is accepted", name)
		}
	}
}

func conforms(t *testing.T, task Task, b int) {
	const n = 40
	w := NewTabletop()
	var first Observation
	robotVaries, sceneVaries := map[int]bool{}, map[int]bool{}
	for i := range n {
		if err := task.Reset(w, b, seed.Of("conform", i).Rand()); err != nil {
			t.Fatal(err)
		}
		if task.Success(w) {
			t.Fatalf("start %d is a success already", i)
		}
		var o Observation
		w.Observe(&o)
		hash := w.Hash()
		again := NewTabletop()
		if err := task.Reset(again, b, seed.Of("conform", i).Rand()); err != nil {
			t.Fatal(err)
		}
		if again.Hash() != hash {
			t.Fatalf("start %d: the same seed gives another state on another tabletop", i)
		}
		if i == 0 {
			first = o
		}
		for k := range o.Robot {
			robotVaries[k] = robotVaries[k] || o.Robot[k] != first.Robot[k]
		}
		for k := range o.Scene {
			sceneVaries[k] = sceneVaries[k] || o.Scene[k] != first.Scene[k]
		}
		stays(t, w, i)
	}
	for k := range first.Robot {
		if k != RobotWidth && k != RobotGrip && !robotVaries[k] { // the gripper starts open
			t.Errorf("number %d of the robot is the same in every start", k)
		}
	}
	for k := SceneBlocks; k < len(first.Scene); k++ {
		if !sceneVaries[k] {
			t.Errorf("number %d of the scene is the same in every start", k)
		}
	}
}

// stays says whether a tabletop that nobody touches for a second stays as it is.
func stays(t *testing.T, w *Tabletop, start int) {
	t.Helper()
	var before, after Observation
	w.Observe(&before)
	for range ControlRate {
		if err := w.Step(Action{ActionGripper: 1}); err != nil {
			t.Fatal(err)
		}
	}
	w.Observe(&after)
	for k := range before.Scene {
		if d := math.Abs(float64(after.Scene[k] - before.Scene[k])); d > 1e-3 && d < 6 { // not the jump of an angle from -π to π
			t.Errorf("start %d: number %d of the scene moves from %v to %v by itself", start, k, before.Scene[k], after.Scene[k])
		}
	}
	for k := range 3 {
		if d := math.Abs(float64(after.Robot[RobotTCP+k] - before.Robot[RobotTCP+k])); d > 5e-3 {
			t.Errorf("start %d: the tool centre point drifts by %v m", start, d)
		}
	}
}

func TestWrongOpeningIsNoSuccess(t *testing.T) {
	task := opening{}
	w := NewTabletop()
	for b, o := range openings {
		if err := task.Reset(w, b, seed.Of("wrong").Rand()); err != nil {
			t.Fatal(err)
		}
		w.travel[openings[1-b].slider] = openings[1-b].far + 0.01 // opened, and shut again
		if err := w.PlaceSlider(o.slider, o.far+0.01); err != nil {
			t.Fatal(err)
		}
		if task.Success(w) {
			t.Errorf("%s: a success although the other was opened first", o.name)
		}
		w.travel[openings[1-b].slider] = openings[1-b].far - 0.01
		if !task.Success(w) {
			t.Errorf("%s: no success", o.name)
		}
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

func TestNaNActionsAreRefused(t *testing.T) {
	w := NewTabletop()
	before := w.Hash()
	if err := w.Step(Action{ActionTranslation + 2: float32(math.NaN())}); err == nil {
		t.Error("an action with NaN is taken")
	}
	p := w.TCP()
	p.P.X = math.NaN()
	if err := w.StepTo(p, 1); err == nil {
		t.Error("an absolute action with NaN is taken")
	}
	if w.Hash() != before {
		t.Error("a refused action changed the state")
	}
}
