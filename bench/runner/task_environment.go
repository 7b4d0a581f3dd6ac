package runner

import (
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// taskEnvironment is the environment of a task on a tabletop of its own. Its tabletop is reused by later rollouts:
// Reset sets every part of it.
type taskEnvironment struct {
	*scenes.Tabletop
	task     scenes.Task
	renderer Renderer
}

// newTaskEnvironment returns an environment that Reset has to start. A nil renderer leaves pictures empty.
func newTaskEnvironment(task scenes.Task, r Renderer) *taskEnvironment {
	return &taskEnvironment{Tabletop: scenes.NewTabletop(), task: task, renderer: r}
}

// Reset draws the initial state of the rollout that the key names. behaviour is an index into the task's behaviours.
func (e *taskEnvironment) Reset(behaviour int, key seed.Key) error {
	return e.task.Reset(e.Tabletop, behaviour, key.Rand())
}

// Observe writes numbers and pictures of the present state. It draws both cameras where the policy observes pictures.
func (e *taskEnvironment) Observe(o *scenes.Observation) error {
	e.Tabletop.Observe(o)
	return draw(e.renderer, o)
}

// Outcome returns the verdicts of both oracles. They depend on what has happened since Reset, not on the instruction as
// it is shown.
func (e *taskEnvironment) Outcome() scenes.Outcome { return e.task.Outcome(e.Tabletop) }
