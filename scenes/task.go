package scenes

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/settings"
	"counterpoise/physics"
)

// Task is one manipulation task with two or more behaviours, the sub-policies between which demonstrations may be
// imbalanced.
//
// A task is one file of this package: it holds the task's initial states, its goal, where the hand takes hold, its
// outcome and the names of its behaviours, and registers the task in Tasks. No other file of the package refers to a
// declaration of that file (TestTasksStandAlone); traces, demonstrators, films and random scenes call these methods.
//
// A behaviour is an index into Behaviours. Reset and GraspPoint take one; Goal and Outcome read from the state which
// behaviour was requested by Reset, because a rollout is judged by the state alone. Reset refuses an index that is no
// behaviour; other methods, those of BehaviourJudge and StartTurner too, may panic at it.
type Task interface {
	// Behaviours returns the names of the behaviours in a fixed order.
	Behaviours() []string
	// Reset puts the tabletop into a random initial state that requests the given behaviour, settled and at rest, and
	// calls Begin. The state depends on behaviour and r only. An index that is no behaviour is an error.
	Reset(t *Tabletop, behaviour int, r *rand.Rand) error
	// Equip sets what the task's knobs change about the robot and an observation does not tell. Reset does it too;
	// Equip is for a tabletop that Restore has set.
	Equip(t *Tabletop)
	// GraspPoint returns where the hand takes hold for the given behaviour in the present state.
	GraspPoint(t *Tabletop, behaviour int) GraspPoint
	// Goal returns what must be moved for the requested behaviour, and how far it still has to move.
	Goal(t *Tabletop) Goal
	// Outcome returns the verdicts of both oracles (oracle.go) on the present state. Under each of them a rollout is
	// decided by the first control step at which the verdict is not Neither.
	Outcome(t *Tabletop) Outcome
	// Horizon returns the number of control steps (1/30 s) after which a rollout ends.
	Horizon() int
}

// BehaviourJudge is implemented by tasks that can judge a behaviour whichever one the state requests. Recordings of
// other programs need it: in CALVIN a drawer may be opened with the bulb dark.
type BehaviourJudge interface {
	// OutcomeOf is Outcome as if the state requested the given behaviour, an index into Behaviours.
	OutcomeOf(t *Tabletop, behaviour int) Outcome
}

// StartTurner is implemented by tasks whose block is turned at the start.
type StartTurner interface {
	// StartTurn returns by how much (rad) the block is turned from lying along y in the state that Reset draws for the
	// same behaviour from the same random numbers, without drawing the rest of it.
	StartTurn(behaviour int, r *rand.Rand) float64
}

// Tasks holds every task by its name, with its default knobs. ParseTask applies others.
var Tasks = catalog.New[Task]("task")

// Knob describes one number that sets the difficulty of a task, for help texts. Knobs are the exported fields of the
// task's struct, with the struct tags range and help of package internal/settings. They change what happens in the
// simulated scene, or how exactly it is observed, in demonstrations and rollouts alike, so that the pictures show it.
type Knob = settings.Setting

// Knobs describes the knobs of a task in the order of the struct's fields. The values of the task count as the
// defaults.
func Knobs(t Task) []Knob { return settings.Describe(t) }

// ParseTask returns the task of a name, with the knobs that follow the name:
//
//	picking                    the registered task with its default knobs
//	picking:Yaw=90,Opening=50  the same with two knobs changed
//
// The text names a task wherever one is named: in recipes, cells, cards of datasets and on the command line. An unknown
// task or knob is an error, and so is a value that is no finite number in the knob's range, and a knob named twice.
func ParseTask(text string) (Task, error) {
	name, knobs, set := strings.Cut(text, ":")
	t, err := Tasks.Get(name)
	if err != nil || !set {
		return t, err
	}
	return withKnobs(t, name, knobs)
}

// withKnobs returns a task with some of its knobs changed.
func withKnobs(t Task, name, knobs string) (Task, error) {
	changed, err := settings.Parse(t, knobs)
	if err != nil {
		return nil, fmt.Errorf("task %q: %w; counterpoise list tasks shows the knobs", name, err)
	}
	return changed, nil
}

// CanonicalTask returns the one spelling of a task's text, in which knobs stand in the order of the struct's fields and
// those with their default value are left out. Its errors are those of ParseTask.
func CanonicalTask(text string) (string, error) {
	return ChangedTask(text, "")
}

// ChangedTask returns the canonical text of a task after some of its knobs were changed, "Ambiguity=0.2", whatever
// they were before. The empty text changes none.
func ChangedTask(text, knobs string) (string, error) {
	t, err := ParseTask(text)
	name := TaskName(text)
	if err == nil && knobs != "" {
		t, err = withKnobs(t, name, knobs)
	}
	if err != nil {
		return "", err
	}
	if knobs == "" && text == name {
		return name, nil
	}
	plain, err := Tasks.Get(name)
	if changes := settings.Changes(plain, t); changes != "" {
		return name + ":" + changes, err
	}
	return name, err
}

// TaskName returns the name of a task's text, without the knobs. Random numbers are keyed by it, so that equal trials
// of two settings of a knob draw the same numbers.
func TaskName(text string) string {
	name, _, _ := strings.Cut(text, ":")
	return name
}

// GraspPoint is a place where the hand takes hold of a movable part of the tabletop.
type GraspPoint struct {
	Part physics.Part
	At   physics.Vec // world frame (m)
	Room float64     // distance from the part to each finger of the open hand that is in its middle (m)
	// Tilt is the angle from the vertical at which a demonstrator comes to a part that it grasps from above (rad).
	Tilt float64
	// Speed is the pace of the demonstrator's hand as a share of its usual one, in (0, 1]; 0 means 1.
	Speed float64
}

// Goal is what a task requires in the present state: the part to move, where to grasp it, and the distance to success.
type Goal struct {
	GraspPoint
	Distance float64 // how far the part must move from its position at Begin (m), > 0
	Missing  float64 // how far it must still move (m), 0 once it has moved far enough
}
