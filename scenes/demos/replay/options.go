package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/scenes"
)

// Kind says which of an episode's actions are played.
type Kind string

// The kinds of actions.
const (
	Relative Kind = "relative" // scenes.Action, demos.Raw.Actions
	Absolute Kind = "absolute" // scenes.AbsoluteAction, demos.Raw.Absolute
)

// Kinds lists the kinds of actions.
func Kinds() []string { return []string{string(Relative), string(Absolute)} }

// Options configure Play. Only Actions, Task, Behaviour and Episodes change its results.
type Options struct {
	Actions Kind // Relative if empty
	// Task and Behaviour replace the labels of the dataset where they are not empty. A dataset whose episodes name no
	// task needs Task. CALVIN's names of calvinGoals stand for a task and, of opening, a behaviour.
	Task, Behaviour string
	Episodes        []int                 // numbers of the episodes to play, in order; nil plays all
	Workers         int                   // goroutines; values below 1 mean 1
	Progress        func(done, total int) // called after each episode, never concurrently; may be nil
	Films           string                // folder that receives a film of each episode; empty for none
}

// Check returns an error that says what does not exist: a kind of actions, a task or a behaviour. An empty kind, for
// which Play takes Relative before it checks, is an error here.
func (o *Options) Check() error {
	if !slices.Contains(Kinds(), string(o.Actions)) {
		return fmt.Errorf("there are no %q actions%sthere are %s", o.Actions,
			catalog.DidYouMean(string(o.Actions), Kinds()), strings.Join(Kinds(), ", "))
	}
	if o.Task == "" {
		return nil
	}
	task, behaviour := o.Task, o.Behaviour
	if theirs, ok := calvinGoals[task]; ok {
		if theirs[1] != "" && behaviour != "" && behaviour != theirs[1] {
			return fmt.Errorf("%s is the behaviour %s of %s, not %s; leave one of them out", task, theirs[1], theirs[0],
				behaviour)
		}
		task, behaviour = theirs[0], cmp.Or(behaviour, theirs[1])
	}
	_, err := namedGoal(task, behaviour)
	return err
}

// goal is what decides whether an episode succeeds.
type goal struct {
	task, behaviour string
	// outcome judges the present state. It is nil where nothing here can judge the episode.
	outcome func(t *scenes.Tabletop) scenes.Outcome
	equip   func(t *scenes.Tabletop) // applies the task's knobs to the robot; nil like outcome
}

// equals reports whether two goals are of one task, knobs included, and one behaviour.
func (g *goal) equals(other *goal) bool {
	return canonical(g.task) == canonical(other.task) && g.behaviour == other.behaviour
}

// canonical returns the canonical text of a task, or the text of one that is not a task here.
func canonical(task string) string {
	if text, err := scenes.CanonicalTask(task); err == nil {
		return text
	}
	return task
}

// calvinGoals are the tasks of CALVIN whose oracle this program has, by CALVIN's names
// (conf/tasks/new_playtable_tasks.yaml in its repository).
var calvinGoals = map[string][2]string{
	"lift_red_block_table": {"picking", ""},
	"move_slider_left":     {"opening", "slider"},
	"open_drawer":          {"opening", "drawer"},
}

// goalOf returns the goal of an episode with the given labels. A task of CALVIN that has no counterpart here gives a
// goal that judges nothing.
func (o *Options) goalOf(labels map[string]string) (goal, error) {
	task, behaviour := labels["task"], labels["behaviour"]
	if o.Task != "" {
		if scenes.TaskName(task) != scenes.TaskName(o.Task) {
			behaviour = "" // of another task
		}
		task = o.Task
	}
	if theirs, ok := calvinGoals[task]; ok {
		task, behaviour = theirs[0], theirs[1]
	}
	if o.Behaviour != "" {
		behaviour = o.Behaviour
	}
	if task == "" {
		return goal{}, fmt.Errorf("it names no task; say which one decides its success: %s",
			strings.Join(scenes.Tasks.Names(), ", "))
	}
	if !slices.Contains(scenes.Tasks.Names(), scenes.TaskName(task)) && o.Task == "" {
		return goal{task: task, behaviour: behaviour}, nil
	}
	return namedGoal(task, behaviour)
}

// UnknownBehaviour is the error of a behaviour that a task does not have. Where Options name one without a task, only
// the dataset's episodes show that.
type UnknownBehaviour struct{ error }

// namedGoal returns the goal of one of the tabletop's tasks: CALVIN's oracle of the behaviour or, where behaviour is
// empty, CALVIN's oracle of what the start requests.
func namedGoal(name, behaviour string) (goal, error) {
	g := goal{task: name, behaviour: behaviour}
	known := scenes.Tasks.Names()
	task, err := scenes.ParseTask(name)
	if err != nil && slices.Contains(known, scenes.TaskName(name)) {
		return g, err
	}
	if err != nil {
		return g, fmt.Errorf("there is no task %q%sthere is %s", name, catalog.DidYouMean(name, known),
			strings.Join(known, ", "))
	}
	g.equip = task.Equip
	g.outcome = task.Outcome
	if behaviour == "" {
		return g, nil
	}
	known = task.Behaviours()
	i := slices.Index(known, behaviour)
	if i < 0 {
		return g, UnknownBehaviour{fmt.Errorf("%s has no behaviour %q%sthere is %s", name, behaviour,
			catalog.DidYouMean(behaviour, known), strings.Join(known, ", "))}
	}
	if judge, ok := task.(scenes.BehaviourJudge); ok {
		g.outcome = func(t *scenes.Tabletop) scenes.Outcome { return judge.OutcomeOf(t, i) }
	}
	return g, nil
}
