package scenes

import (
	"math/rand/v2"

	"counterpoise/physics"
)

func init() { Tasks.Add("opening", opening{}) }

// opening is the task of opening what the bulb indicates: the drawer when it is lit, the sliding door (to the left)
// when it is dark. It is the study's second task. CALVIN has no such task, but each half of it has CALVIN's oracle
// and threshold. Opening the wrong one is a failure that cannot be undone.
type opening struct{}

// openings are the behaviours of opening. The method requested relies on their order: dark first, lit second.
var openings = [2]struct {
	name   string
	slider int         // the mechanism that the behaviour moves
	far    float64     // how far it must move (m): CALVIN's thresholds of move_slider_left and open_drawer
	bulb   bool        // whether the bulb is lit at the start
	handle physics.Vec // middle of the handle when the mechanism is at position zero (m)
}{
	{"slider", Door, 0.15, false, physics.Vec{X: 0.04, Y: 0.013, Z: 0.575}},
	{"drawer", Drawer, 0.12, true, physics.Vec{X: 0.18, Y: -0.25, Z: 0.37}},
}

// openingHorizon is CALVIN's limit for one task (control steps; 12 s).
const openingHorizon = 360

func (opening) Behaviours() []string {
	names := make([]string, len(openings))
	for i := range openings {
		names[i] = openings[i].name
	}
	return names
}

func (opening) Horizon() int { return openingHorizon }

// Reset sets the bulb through its switch, up or down, as CALVIN's evaluation does, and shuts door and drawer. What does
// not matter to the task is random: the LED and the places of the blocks.
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
	if err := t.placeBlocksApart(r); err != nil {
		return err
	}
	return t.settleNearHome(r)
}

// requested returns the behaviour that the bulb indicated at the start: 1 lit, 0 dark. Flicking the switch during the
// rollout changes the bulb but not the task.
func (opening) requested(t *Tabletop) int {
	if t.startRail[Switch] > SwitchTravel/2 {
		return 1
	}
	return 0
}

// GraspPoint is the middle of the handle, which moves with the mechanism.
func (opening) GraspPoint(t *Tabletop, behaviour int) GraspPoint {
	o := &openings[behaviour]
	return GraspPoint{
		Part: physics.Part{Kind: physics.Rail, Index: o.slider},
		At:   o.handle.AddScaled(t.Slider(o.slider), sliderSpecs()[o.slider].Axis),
	}
}

// Goal is that the requested mechanism moves past its threshold.
func (o opening) Goal(t *Tabletop) Goal {
	behaviour := o.requested(t)
	slider, far := openings[behaviour].slider, openings[behaviour].far
	return Goal{
		GraspPoint: o.GraspPoint(t, behaviour),
		Distance:   far,
		Missing:    max(0, far-(t.Slider(slider)-t.startRail[slider])),
	}
}

// Outcome requires that the requested mechanism has moved past its threshold while the other one never has.
func (o opening) Outcome(t *Tabletop) Outcome { return o.OutcomeOf(t, o.requested(t)) }

// OutcomeOf judges by CALVIN's oracle of move_slider_left or open_drawer: the mechanism of the behaviour is past its
// threshold.
func (opening) OutcomeOf(t *Tabletop, behaviour int) Outcome {
	right, wrong := &openings[behaviour], &openings[1-behaviour]
	return t.judge(
		t.Slider(right.slider)-t.startRail[right.slider] > right.far,
		physics.Part{Kind: physics.Rail, Index: right.slider},
		threshold{physics.Part{Kind: physics.Rail, Index: wrong.slider}, wrong.far},
	)
}
