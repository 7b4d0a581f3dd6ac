package scenes

import (
	"math/rand/v2"

	"counterpoise/internal/catalog"
)

// Task is one question put to a policy. Each task is one file of this package that registers itself in Tasks.
type Task interface {
	// Behaviours are the names of the sub-policies that the task asks for, in a fixed order.
	Behaviours() []string
	// Reset puts the tabletop into a random initial state that asks for the given behaviour, settled and at rest.
	Reset(w *Tabletop, behaviour int, r *rand.Rand) error
	// Success says whether the task has been solved since Reset.
	Success(w *Tabletop) bool
	// Goal is what has to be moved now, and how far it still has to go.
	Goal(w *Tabletop) Goal
	// Horizon is the number of control steps that a policy gets.
	Horizon() int
}

// Tasks holds every task by name.
var Tasks = catalog.New[Task]("task")
