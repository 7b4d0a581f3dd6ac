package definition

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// TaskWord stands for a task in the names of an environment and of its experts.
const TaskWord = "{task}"

// SeedWord stands in the name of an expert for a number that is another one for each trial, task and style: for what
// an expert draws.
const SeedWord = "{seed}"

// Placeholder is a word in the name of an environment or an expert for which something else stands.
var Placeholder = regexp.MustCompile(`\{\w+\}`)

// others returns the first placeholder of a name that is none of some; empty where there is none.
func others(name string, some ...string) string {
	for _, word := range Placeholder.FindAllString(name, -1) {
		if !slices.Contains(some, word) {
			return word
		}
	}
	return ""
}

// Environment is where the policies of an experiment act if not on the tabletop, and who demonstrates there.
//
//	[environment]
//	env = "mine:make?name={task}"            # as --env takes it, without an address
//	tasks = ["reach", "push"]                # what stands for {task}; without {task} the one task's name
//	horizon = 150                            # steps of a rollout; the environment's where it is left out
//	success = "mine:solved"                  # function of a step; what info says where it is left out
//
//	  [environment.experts]                  # style = function of an observation; {task} stands for a task here too
//	  optimal = "mine:expert?name={task}"
//	  noisy = "mine:noisy?name={task}&seed={seed}"
//
// The experiment has one design, which names no task. The behaviours of its recipes and comparisons are the tasks:
// "reach=7+3 noisy,push=10". Of arms, there are name, recipe, groups and method.
type Environment struct {
	Env, Success string
	Tasks        []string
	Horizon      int
	Experts      map[string]string // by style
}

// Styles are the styles of the demonstrations, optimal first.
func (e *Environment) Styles() []string {
	all := slices.Sorted(maps.Keys(e.Experts))
	if i := slices.Index(all, expert.Optimal); i > 0 {
		all = slices.Insert(slices.Delete(all, i, i+1), 0, expert.Optimal)
	}
	return all
}

// Counts reads the recipe of an arm.
func (e *Environment) Counts(recipe string) ([]demos.Count, error) {
	return demos.ParseCounts(recipe, "the environment", e.Tasks, e.Styles())
}

// maxName is the most bytes of an arm's name.
const maxName = 100

// maxTasks is the most tasks of an environment: the policy is told which one it is to do by as many numbers.
const maxTasks = 64

// environment reads the environment of an experiment.
func environment(t table) *Environment {
	t.known("env", "tasks", "horizon", "success", "experts")
	e := &Environment{Env: t.text("env", true), Success: t.text("success", false), Tasks: t.texts("tasks"),
		Horizon: t.whole("horizon", 1, 1_000_000), Experts: map[string]string{}}
	switch {
	case strings.HasPrefix(e.Env, "ws://"), strings.HasPrefix(e.Env, "wss://"):
		t.fail("env", "is an address, and run starts environments and experts itself: write gymnasium:ID or "+
			"MODULE:FUNCTION")
	case !strings.Contains(e.Env, ":"):
		t.fail("env", "%q is no environment: write gymnasium:ID or MODULE:FUNCTION", e.Env)
	case others(e.Env, TaskWord) != "":
		t.fail("env", "has %s, and only %s stands for something there", others(e.Env, TaskWord), TaskWord)
	case len(e.Tasks) == 0:
		t.fail("tasks", "is missing: a list of the tasks, which recipes and comparisons name")
	case len(e.Tasks) > maxTasks:
		t.fail("tasks", "has %d tasks, expected at most %d", len(e.Tasks), maxTasks)
	case len(e.Tasks) > 1 && !strings.Contains(e.Env, TaskWord):
		t.fail("env", "has no %s, and there are %d tasks", TaskWord, len(e.Tasks))
	}
	for i, task := range e.Tasks {
		switch {
		case task == "" || strings.ContainsAny(task, "=,:+ /\\"):
			t.fail("tasks", "%q is no name in a recipe: leave out = , : + / \\ and spaces", task)
		case task == bench.Worst || task == "all" || task == "." || task == "..":
			t.fail("tasks", "%q has another meaning", task)
		case slices.Contains(e.Tasks[:i], task):
			t.fail("tasks", "has %q twice", task)
		}
	}
	experts := t.table("experts")
	for _, style := range slices.Sorted(maps.Keys(experts.values)) {
		if e.Experts[style] = experts.text(style, true); strings.ContainsAny(style, "=,:+ /\\") || style == "" {
			experts.fail(style, "is no style in a recipe: leave out = , : + / \\ and spaces")
		}
		if word := others(e.Experts[style], TaskWord, SeedWord); word != "" {
			experts.fail(style, "has %s, and only %s and %s stand for something there", word, TaskWord, SeedWord)
		}
		if slices.Contains(e.Tasks, style) {
			experts.fail(style, "is the name of a task too")
		}
	}
	if len(e.Experts) == 0 {
		t.fail("experts", "is missing: a table of style = \"MODULE:FUNCTION\", of which optimal are the good ones")
	}
	return e
}

// designThere reads the design of an experiment in an environment.
func designThere(t table, e *Environment) bench.Design {
	t.known("compared", "sides", "arm", "comparison")
	d := bench.Design{Compared: t.text("compared", false), Sides: t.pair("sides")}
	for _, a := range t.tables("arm") {
		a.known("name", "recipe", "groups", "method")
		arm := armOf(a, d)
		counts, err := e.Counts(a.text("recipe", true))
		if err != nil {
			a.fail("recipe", "%w", err)
		}
		for _, task := range e.Tasks {
			if err == nil && !slices.ContainsFunc(counts, func(c demos.Count) bool { return c.Behaviour == task }) {
				a.fail("recipe", "has no demonstration of %s: the policy would not know the task", task)
			}
		}
		arm.Recipe = strings.TrimSpace(a.text("recipe", true))
		method(a, &arm, counts)
		if strings.ContainsAny(arm.Name, `/\`) || arm.Name == "." || arm.Name == ".." || len(arm.Name) > maxName {
			a.fail("name", "%.40q is no name of the folder of the arm's results: it has at most %d bytes, and neither "+
				"/ nor \\", arm.Name, maxName)
		}
		d.Arms = append(d.Arms, arm)
	}
	if len(d.Arms) == 0 {
		t.fail("arm", "is missing: there is nothing to train")
	}
	comparisons(t, &d, e.Tasks)
	return d
}
