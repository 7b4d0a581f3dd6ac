package scenes

import (
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("opening", opening{}) }

// opening: the bulb says what to open. Lit, the drawer; dark, the sliding door, to the left. The study's second task;
// CALVIN has no such task, but each half of it has CALVIN's oracle and threshold. Opening the wrong one is a failure
// that cannot be mended.
type opening struct{}

// What the behaviours of opening move, how far it must go (m, CALVIN's open_drawer and move_slider_left), whether the bulb
// is lit, and where the handle is at position zero (m). The second is the one that a lit bulb asks for.
var openings = [2]struct {
	name   string
	slider int
	far    float64
	bulb   bool
	handle physics.Vec
}{
	{"slider", Door, 0.15, false, physics.Vec{X: 0.04, Y: 0.013, Z: 0.575}},
	{"drawer", Drawer, 0.12, true, physics.Vec{X: 0.18, Y: -0.25, Z: 0.37}},
}

// openingHorizon is CALVIN's limit for a task (control steps, 12 s).
const openingHorizon = 360

func (opening) Behaviours() []string {
	names := make([]string, len(openings))
	for i := range openings {
		names[i] = openings[i].name
	}
	return names
}

func (opening) Horizon() int { return openingHorizon }

// Reset sets the bulb (the switch is put up or down; CALVIN's evaluation does the same), shuts door and drawer, and
// leaves to chance what doesn't matter: the LED, and where the blocks lie.
func (opening) Reset(t *Tabletop, behaviour int, r *rand.Rand) error {
	if err := t.clearFor("opening", behaviour, len(openings)); err != nil {
		return err
	}
	if openings[behaviour].bulb {
		if err := t.PlaceSlider(Switch, SwitchTravel); err != nil {
			return err
		}
	}
	t.SetLED(r.IntN(2) == 1)
	if err := t.strew(r); err != nil {
		return err
	}
	return t.start(r)
}

// asked is the entry of openings that the bulb asks for. The bulb that counts is the one at the start: flicking the switch on
// the way changes nothing.
func (t *Tabletop) asked() int {
	if t.startRail[Switch] > SwitchTravel/2 {
		return 1
	}
	return 0
}

// Success: what the bulb asks for has moved past its threshold, and the other never has.
func (opening) Success(t *Tabletop) bool {
	right, wrong := openings[t.asked()], openings[1-t.asked()]
	return t.Slider(right.slider)-t.startRail[right.slider] > right.far && t.travel[wrong.slider] <= wrong.far
}

// Goal is the handle of what the bulb asks for.
func (opening) Goal(t *Tabletop) Goal {
	o := openings[t.asked()]
	q := t.Slider(o.slider)
	return Goal{
		Part: physics.Part{Kind: physics.Rail, Index: o.slider}, At: o.handle.AddScaled(q, sliderSpecs()[o.slider].Axis),
		Missing: max(0, o.far-(q-t.startRail[o.slider])),
	}
}
