package bench

import (
	"fmt"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/catalog"
	"counterpoise/internal/settings"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Experiment is a question and the arms and comparisons that answer it. Each is one file that adds itself to
// Experiments, or one that package definition reads.
type Experiment struct {
	Name     string
	Question string
	Source   string // where it is asked
	Designs  []Design
	// Of and Reading are set for an experiment that repeats another one with a method that its source leaves open read
	// in another way: Of is the name of the other experiment, Reading that of the reading. Both are empty elsewhere.
	Of, Reading string
	// GivenFit says that settings of its methods were fitted to what its source prints about these datasets: its
	// results hold given the fit and are no evidence out of sample.
	GivenFit bool
}

// Design is an experiment on one task: the arms that are trained and the differences that are tested.
type Design struct {
	Task        string
	Arms        []Arm
	Comparisons []Comparison
	Compared    string    // title of the comparisons: "The starved behaviour"
	Sides       [2]string // what Arm and Against are called in them: "starved", "balanced"
	// Factor is what the arms' levels count, where the arms are levels of something: "actions executed at a time".
	// Success is drawn over it.
	Factor string
}

// Arm is one combination of dataset, method, settings and knobs. A trial trains each arm once.
type Arm struct {
	Name   string // unique in its design: "balanced", "left starved"
	Recipe string // canonical recipe of demonstrations
	Groups demos.Grouping
	Method string
	// Settings changes the plan's policy for this arm; those that are zero stay as the plan has them.
	Settings record.PolicySettings
	// Knobs changes knobs of the task for this arm, "Ambiguity=0.2". The empty text leaves the design's task.
	Knobs string
	// Steps is the number of gradient steps of this arm; 0 stands for the plan's.
	Steps int
	// Level is the arm's place on the design's Factor, and Line the line of the figure that it is a point of. Without a
	// Factor, arms with the same Line are settings of one method, which a figure of weights shows in one colour.
	Level float64
	Line  string
	// Block orders the cells of a plan: all trials of the arms of a block are run before those of the next one. Arms
	// of most experiments share block 0.
	Block int
}

// Worst, in place of a behaviour's name, makes a comparison take the behaviour that succeeds least often in a trial.
const Worst = "worst"

// AllBehaviours, in place of a behaviour's name, makes a comparison take the success over all behaviours. It is no
// behaviour's name, because those are single words.
const AllBehaviours = "all behaviours"

// Comparison is a difference in the success of one behaviour under two arms: Arm minus Against, paired by trial. The
// comparisons of a design are one family: their p values are adjusted together.
type Comparison struct {
	Behaviour    string
	Arm, Against string
}

// Experiments holds every experiment by name.
var Experiments = catalog.New[Experiment]("experiment")

// Versus compares an arm with others, behaviour by behaviour.
func Versus(arm string, others []string, behaviours ...string) (cs []Comparison) {
	for _, other := range others {
		for _, b := range behaviours {
			cs = append(cs, Comparison{Behaviour: b, Arm: arm, Against: other})
		}
	}
	return cs
}

// At returns the arm as a point of a line over the design's factor.
func (a Arm) At(level float64, line string) Arm {
	a.Level, a.Line = level, line
	return a
}

// Executing returns the arm with another number of executed actions.
func (a Arm) Executing(n int) Arm {
	a.Settings.Execute = n
	return a
}

// With returns the arm under knobs of the task.
func (a Arm) With(knobs string) Arm {
	a.Knobs = knobs
	return a
}

// Variation returns the arm's settings as text, "Execute=1". It is empty for most arms.
func (a Arm) Variation() string { return settings.Format(a.Settings) }

// TaskOf returns the task of an arm, with the knobs of both. A knob that does not exist panics: arms are
// constants of the program, and those of files are checked.
func (d Design) TaskOf(a Arm) string {
	if a.Knobs == "" {
		return d.Task
	}
	task, err := scenes.ChangedTask(d.Task, a.Knobs)
	if err != nil {
		panic(fmt.Sprintf("bench: arm %q: %v", a.Name, err))
	}
	return task
}

// VariesSteps reports whether arms of the experiment have numbers of gradient steps of their own.
func (e Experiment) VariesSteps() bool {
	return slices.ContainsFunc(e.Designs, func(d Design) bool {
		return slices.ContainsFunc(d.Arms, func(a Arm) bool { return a.Steps > 0 })
	})
}

// VariedSettings returns the settings of policies that arms of the experiment change: zero where no arm changes the
// setting, else the value of the last arm that does.
func (e Experiment) VariedSettings() (s record.PolicySettings) {
	for _, d := range e.Designs {
		for _, a := range d.Arms {
			s = s.With(a.Settings)
		}
	}
	return s
}
