package scenes

import (
	"math"
	"reflect"
	"testing"

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
