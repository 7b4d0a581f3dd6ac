package play

import (
	"errors"
	"fmt"
	"math/bits"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Control is something that a person holds down while driving: a key, a button on the screen, or a gamepad's.
type Control struct {
	Name  string `json:"name"`
	Key   string `json:"key"`   // KeyboardEvent.key in lower case
	Group string `json:"group"` // of controls that stand together
	About string `json:"about"` // what it does

	axis int     // component of the action
	sign float32 // direction on it; 0: none
}

// Controls are all controls, at most 16: bit i of Attempt.Held is that of Controls[i]. The hand moves along the world's
// axes, of which x goes to the right and y away from the robot, and turns as seen from above. It tilts about its own
// axes, because actions add to Euler angles (scenes.Action): as the gripper's camera sees it, which tilts with it.
var Controls = []Control{
	{"left", "a", "move", "hand left", scenes.ActionTranslation, -1},
	{"right", "d", "move", "hand right", scenes.ActionTranslation, 1},
	{"near", "s", "move", "hand towards the robot", scenes.ActionTranslation + 1, -1},
	{"away", "w", "move", "hand away from the robot", scenes.ActionTranslation + 1, 1},
	{"down", "f", "move", "hand down", scenes.ActionTranslation + 2, -1},
	{"up", "r", "move", "hand up", scenes.ActionTranslation + 2, 1},
	{"turn left", "q", "turn", "turn left, seen from above", scenes.ActionRotation + 2, 1},
	{"turn right", "e", "turn", "turn right", scenes.ActionRotation + 2, -1},
	{"tilt left", "j", "tilt", "fingertips to the left of the gripper's picture", scenes.ActionRotation, 1},
	{"tilt right", "l", "tilt", "fingertips to its right", scenes.ActionRotation, -1},
	{"tilt down", "k", "tilt", "fingertips to its bottom", scenes.ActionRotation + 1, 1},
	{"tilt up", "i", "tilt", "fingertips to its top", scenes.ActionRotation + 1, -1},
	{"closed", " ", "other", "close or open the gripper", scenes.ActionGripper, 0},
	{"slow", "shift", "other", "hold for slow", 0, 0},
}

// closed and slow are the bits of the last two controls.
const (
	closed = 1 << 12
	slow   = 1 << 13
)

// Held are the controls that are held in a control step, by their bits. The gripper's counts as held while the gripper
// is closed.
type Held uint16

// Shift is the key of the control slow for HeldOf.
const Shift = '\u21e7'

// HeldOf are the controls of keys that are held: those of Controls by their letters, and Shift.
func HeldOf(keys map[rune]bool) (h Held) {
	for i, c := range Controls {
		if len(c.Key) == 1 && keys[rune(c.Key[0])] || 1<<i == slow && keys[Shift] {
			h |= 1 << i
		}
	}
	return h
}

// Shares of the greatest action that a held control commands: 0.3 m/s and 0.75 rad/s, and a fifth of that.
const (
	fast   = 0.5
	slowly = 0.1
)

// Action returns what the held controls command. Opposite ones cancel.
func (h Held) Action() scenes.Action {
	a, share := scenes.Action{scenes.ActionGripper: 1}, float32(fast)
	if h&slow != 0 {
		share = slowly
	}
	if h&closed != 0 {
		a[scenes.ActionGripper] = -1
	}
	for i, c := range Controls {
		if h&(1<<i) != 0 {
			a[c.axis] += c.sign * share
		}
	}
	return a
}

// Attempt is a driven episode: where it starts and what was held in each control step. It determines the states.
type Attempt struct {
	Start
	Held []Held `json:"held"`
}

// Bounds of driving. An attempt may take five times as long as a rollout, because people look before they act.
const (
	MaxDriven    = 1800 // control steps of an attempt: a minute
	MaxAttempts  = 200  // of a dataset
	afterSuccess = 15   // control steps after a success, half a second: a demonstration does not end on its brink
)

// Person is the style of demonstrations that a person drove.
const Person = "person"

// Drive is an attempt under way.
type Drive struct {
	Episode // so far
	Attempt Attempt
	Over    bool // after a success and half a second, a failure that cannot be undone, or MaxDriven

	task      scenes.Task
	behaviour int
	table     *scenes.Tabletop
	decided   scenes.Decision
	demo      demos.Episode
}

// NewDrive puts a tabletop into the start of an attempt. Its starts are none of rollouts, so that no policy is tested
// where it was shown what to do.
func NewDrive(s Start) (*Drive, error) {
	task, behaviour, err := s.find()
	if err != nil {
		return nil, err
	}
	d := &Drive{Attempt: Attempt{Start: s}, task: task, behaviour: behaviour, table: scenes.NewTabletop(),
		demo: demos.Episode{Task: s.Task, Behaviour: s.Behaviour, Style: Person}}
	if err := task.Reset(d.table, behaviour, s.key().With("driven").Rand()); err != nil {
		return nil, fmt.Errorf("start %d can't start: %w", s.Start, err)
	}
	d.Moments = append(d.Moments, d.table.Snapshot())
	return d, nil
}

// Step executes what is held for one control step, and does nothing once the attempt is over.
func (d *Drive) Step(h Held) error {
	if d.Over {
		return nil
	}
	if bits.Len16(uint16(h)) > len(Controls) {
		return fmt.Errorf("held controls %#x, of which there are %d", uint16(h), len(Controls))
	}
	var o scenes.Observation
	d.table.Observe(&o)
	a := h.Action()
	if err := d.table.Step(a); err != nil {
		return err
	}
	d.Attempt.Held = append(d.Attempt.Held, h)
	d.Moments = append(d.Moments, d.table.Snapshot())
	d.demo.Observations, d.demo.Actions = append(d.demo.Observations, o), append(d.demo.Actions, a)
	steps := d.demo.Frames()
	d.decided.Add(d.task.Outcome(d.table).Earned, steps)
	d.Success = d.decided.At(scenes.Right)
	d.demo.Success = d.Success > 0
	d.Over = d.decided.Verdict == scenes.Wrong || d.demo.Success && steps >= d.Success+afterSuccess ||
		steps == MaxDriven
	return nil
}

// Ask says what is asked for.
func (d *Drive) Ask() string {
	cm := 100 * d.task.Goal(d.table).Distance
	switch d.Attempt.Task + " " + d.Attempt.Behaviour {
	case "picking left", "picking middle", "picking right":
		return fmt.Sprintf("%s: grasp the red block, and lift it by more than %.0f cm.", d.Attempt.Behaviour, cm)
	case "opening slider":
		return fmt.Sprintf("slider (the bulb is dark): pull the sliding door to the left by its handle, by more than "+
			"%.0f cm. Opening the drawer fails.", cm)
	case "opening drawer":
		return fmt.Sprintf("drawer (the bulb is lit): pull the drawer towards the robot by its handle, by more than "+
			"%.0f cm. Moving the door fails.", cm)
	}
	return fmt.Sprintf("%s: move its part by more than %.0f cm.", d.Attempt.Behaviour, cm)
}

// Offset returns how far the hand has to move to where it takes hold, along the world's axes (m).
func (d *Drive) Offset() [3]float64 {
	v := d.task.GraspPoint(d.table, d.behaviour).At.Sub(d.table.TCP().P)
	return [3]float64{v.X, v.Y, v.Z}
}

// Redo drives an attempt again.
func Redo(a Attempt) (*Drive, error) {
	d, err := NewDrive(a.Start)
	if err != nil {
		return nil, err
	}
	if len(a.Held) == 0 || len(a.Held) > MaxDriven {
		return nil, fmt.Errorf("an attempt has 1 to %d control steps, not %d", MaxDriven, len(a.Held))
	}
	for _, h := range a.Held {
		if err := d.Step(h); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// DrivenData returns the demonstrations of attempts at one task, which it drives again. progress is called with the
// demonstrations made so far, and may be nil.
func DrivenData(all []Attempt, progress func(done, total int)) (*demos.Dataset, error) {
	if len(all) > MaxAttempts { // before they are driven
		return nil, fmt.Errorf("a dataset has 1 to %d attempts, not %d", MaxAttempts, len(all))
	}
	var driven []*Drive
	for i, a := range all {
		d, err := Redo(a)
		if err != nil {
			return nil, fmt.Errorf("attempt %d: %w", i+1, err)
		}
		driven = append(driven, d)
		if progress != nil {
			progress(i+1, len(all))
		}
	}
	return Driven(driven)
}

// Driven returns the demonstrations of drives at one task, 1 to MaxAttempts.
func Driven(all []*Drive) (*demos.Dataset, error) {
	if len(all) == 0 || len(all) > MaxAttempts {
		return nil, fmt.Errorf("a dataset has 1 to %d attempts, not %d", MaxAttempts, len(all))
	}
	task := all[0].Attempt.Task
	data := &demos.Dataset{Card: demos.Card{Format: demos.CardFormat, Version: demos.Version, Task: task}}
	count := map[string]int{}
	for _, d := range all {
		if d.Attempt.Task != task {
			return nil, errors.New("the attempts are at several tasks; a dataset has one")
		}
		e := d.demo
		e.Index = count[e.Behaviour]
		count[e.Behaviour]++
		data.Episodes = append(data.Episodes, e)
	}
	data.Card.Groups, data.Card.Hash = data.Count(), data.Digest()
	return data, nil
}
