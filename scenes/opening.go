package scenes

import (
	"math"
	"math/rand/v2"

	"counterpoise/physics"
)

func init() {
	Tasks.Add("opening", opening{Opening: 2000 * MaxOpening, Start: 0.05, Approach: 36, Speed: 1})
}

// opening is the task of opening what the bulb indicates: the drawer when it is lit, the sliding door (to the left)
// when it is dark. It is the study's second task. CALVIN has no such task, but each half of it has CALVIN's oracle
// and threshold. Opening the wrong one is a failure that cannot be undone.
//
// Its fields are its knobs. Ajar and Start make demonstrations short of variety, Opening and Approach make the task
// short of precision: the bars of the handles are 43 mm (door) and 25 mm (drawer) wide, and from straight above, which
// is how CALVIN's own expert comes to the drawer, the hand passes 3 cm from the cabinet's edge. Ambiguity makes the
// instruction unreliable: in that share of the episodes switch and bulb are in the other state, from the first frame
// on, while the requested behaviour stays the same. The episodes of a small share are among those of a larger one.
// Noise makes the places of hand and handle that the policy is told inexact. A slow hand (Speed) shows more frames of
// the same motion, between which less changes. The default Start was calibrated on balanced data
// (bench/calibration.go).
type opening struct {
	Ajar      float64 `range:"[0, 50]" help:"greatest distance by which door and drawer stand open at the start (mm)"`
	Opening   float64 `range:"[48, 80]" help:"width of the open gripper (mm); the door's handle is 43 mm wide"`
	Start     float64 `range:"[0, 0.2]" help:"greatest distance of each joint from its home angle at the start (rad)"`
	Approach  float64 `range:"[0, 45]" help:"angle from the vertical at which experts come to the drawer (degrees)"`
	Ambiguity float64 `range:"[0, 0.5]" help:"share of episodes in which the bulb indicates the other behaviour"`
	Speed     float64 `range:"[0.5, 1]" help:"pace of the demonstrator's hand, as a share of its usual one"`
	Noise     float64 `range:"[0, 10]" help:"standard deviation of observation errors (mm; joints 0.11 degrees a mm)"`
}

// openings are the behaviours of opening. The method requested relies on their order: dark first, lit second.
var openings = [2]struct {
	name   string
	slider int         // the mechanism that the behaviour moves
	far    float64     // how far it must move (m): CALVIN's thresholds of move_slider_left and open_drawer
	bulb   bool        // whether the bulb is lit at the start
	handle physics.Vec // middle of the handle when the mechanism is at position zero (m)
	half   float64     // half the width of the handle between the fingers (m)
}{
	{"slider", Door, 0.15, false, physics.Vec{X: 0.04, Y: 0.013, Z: 0.575}, 0.0215},
	{"drawer", Drawer, 0.12, true, physics.Vec{X: 0.18, Y: -0.25, Z: 0.37}, 0.0125},
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

// Reset sets the bulb through its switch, up or down, as CALVIN's evaluation does, and shuts door and drawer or leaves
// them ajar. What does not matter to the task is random: the LED and the places of the blocks.
func (o opening) Reset(t *Tabletop, behaviour int, r *rand.Rand) error {
	if err := t.clearFor("opening", behaviour, len(openings)); err != nil {
		return err
	}
	o.Equip(t)
	t.misleading = r.Float64() < o.Ambiguity
	if openings[behaviour].bulb != t.misleading {
		if err := t.PlaceSlider(Switch, SwitchTravel); err != nil {
			return err
		}
	}
	for i := range openings {
		if err := t.PlaceSlider(openings[i].slider, uniform(r, 0, o.Ajar/1000)); err != nil {
			return err
		}
	}
	t.SetLED(r.IntN(2) == 1)
	if err := t.placeBlocksApart(r); err != nil {
		return err
	}
	if err := t.settleNearHome(r, o.Start); err != nil {
		return err
	}
	t.observeInexactly(o.Noise)
	return nil
}

// Equip sets the opening of the gripper.
func (o opening) Equip(t *Tabletop) { t.control.open = o.Opening / 2000 }

// requested returns the behaviour that the bulb indicated at the start, 1 lit, 0 dark, or the other one if it misleads.
// Flicking the switch during the rollout changes the bulb but not the task.
func (opening) requested(t *Tabletop) int {
	if lit := t.startRail[Switch] > SwitchTravel/2; lit != t.misleading {
		return 1
	}
	return 0
}

// GraspPoint is the middle of the handle, which moves with the mechanism.
func (o opening) GraspPoint(t *Tabletop, behaviour int) GraspPoint {
	g := &openings[behaviour]
	return GraspPoint{
		Part: physics.Part{Kind: physics.Rail, Index: g.slider},
		At:   g.handle.AddScaled(t.Slider(g.slider), sliderSpecs()[g.slider].Axis),
		Room: o.Opening/2000 - g.half,
		Tilt: o.Approach * math.Pi / 180, Speed: o.Speed,
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
