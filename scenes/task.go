package scenes

import (
	"math/rand/v2"

	"counterpoise/internal/catalog"
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
// behaviour was requested by Reset, because a rollout is judged by the state alone.
type Task interface {
	// Behaviours returns the names of the behaviours in a fixed order.
	Behaviours() []string
	// Reset puts the tabletop into a random initial state that requests the given behaviour, settled and at rest, and
	// calls Begin. The state depends on behaviour and r only. An index that is no behaviour is an error.
	Reset(t *Tabletop, behaviour int, r *rand.Rand) error
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

// Tasks holds every task by its name.
var Tasks = catalog.New[Task]("task")

// GraspPoint is a place where the hand takes hold of a movable part of the tabletop.
type GraspPoint struct {
	Part physics.Part
	At   physics.Vec // world frame (m)
}

// Goal is what a task requires in the present state: the part to move, where to grasp it, and the distance to success.
type Goal struct {
	GraspPoint
	Distance float64 // how far the part must move from its position at Begin (m), > 0
	Missing  float64 // how far it must still move (m), 0 once it has moved far enough
}
