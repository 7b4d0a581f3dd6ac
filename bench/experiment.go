package bench

import (
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/settings"
	"counterpoise/scenes/demos"
)

// Experiment is a question and the arms and comparisons that answer it. Each is one file of this package that registers
// itself.
type Experiment struct {
	Name     string
	Question string
	Source   string // where the study asks it
	Designs  []Design
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

// Arm is one combination of dataset, method, settings and condition. A trial trains each arm once.
type Arm struct {
	Name   string // unique in its design: "balanced", "left starved"
	Recipe string // canonical recipe of demonstrations
	Groups demos.Grouping
	Method string
	// Settings changes the plan's policy for this arm. The zero value leaves it as calibrated.
	Settings PolicySettings
	// Condition changes the task's environment for this arm. The zero value leaves it as it is.
	Condition Condition
	// Level is the arm's place on the design's Factor, and Line the line of the figure that it is a point of.
	Level float64
	Line  string
}

// Worst, in place of a behaviour's name, makes a comparison take the behaviour that succeeds least often in a trial.
const Worst = "worst"

// Comparison is a difference in the success of one behaviour under two arms: Arm minus Against, paired by trial. The
// comparisons of a design are one family: their p values are adjusted together.
type Comparison struct {
	Behaviour    string
	Arm, Against string
}

// Experiments holds every experiment by name.
var Experiments = catalog.New[Experiment]("experiment")

// on returns an arm whose groups are the behaviours.
func on(recipe, name, method string) Arm {
	return Arm{Name: name, Recipe: recipe, Groups: demos.ByBehaviour, Method: method}
}

// onStyles returns an arm whose groups are the styles of the demonstrations.
func onStyles(recipe, name, method string) Arm {
	return Arm{Name: name, Recipe: recipe, Groups: demos.ByStyle, Method: method}
}

// versus compares an arm with others, behaviour by behaviour.
func versus(arm string, others []string, behaviours ...string) (cs []Comparison) {
	for _, other := range others {
		for _, b := range behaviours {
			cs = append(cs, Comparison{Behaviour: b, Arm: arm, Against: other})
		}
	}
	return cs
}

// at returns the arm as a point of a line over the design's factor.
func (a Arm) at(level float64, line string) Arm {
	a.Level, a.Line = level, line
	return a
}

// executing returns the arm with another number of executed actions.
func (a Arm) executing(n int) Arm {
	a.Settings.Execute = n
	return a
}

// ambiguous returns the arm under an instruction that contradicts the task in a share of the episodes.
func (a Arm) ambiguous(share float64) Arm {
	a.Condition.Ambiguity = share
	return a
}

// Variation returns the arm's settings and condition as text, "Execute=1". It is empty for most arms.
func (a Arm) Variation() string { return variation(a.Settings, a.Condition) }

func variation(s PolicySettings, c Condition) string {
	return strings.Trim(settings.Format(s)+","+c.String(), ",")
}

func register(e Experiment) Experiment {
	Experiments.Add(e.Name, e)
	return e
}
