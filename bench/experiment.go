package bench

import (
	"counterpoise/internal/catalog"
	"counterpoise/scenes/demos"
)

// Experiment is a question and what answers it, as data. Each is one file of this package that registers itself.
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
	// Factor is what the arms' levels count, where the arms are levels of something: "actions executed at a time". Success
	// is drawn over it.
	Factor string
}

// Arm is one way to come to a policy. A trial trains each arm once.
type Arm struct {
	Name   string // unique in its design: "balanced", "left starved"
	Recipe string // canonical recipe of demonstrations
	Groups demos.Grouping
	Method string
	// Setting changes the plan's policy for this arm: "Execute=1". Empty leaves it as calibrated.
	Setting string
	// Level is the arm's place on the design's Factor, and Line the line of the figure that it is a point of.
	Level float64
	Line  string
}

// Worst is the behaviour that succeeds least often in a trial, whichever it is: what a comparison may ask for in place of
// one behaviour.
const Worst = "worst"

// Comparison asks for the success of one behaviour under two arms: Arm minus Against, paired by trial. The comparisons
// of a design are one family: their p values are adjusted together.
type Comparison struct {
	Behaviour    string
	Arm, Against string
}

// Experiments holds every experiment by name.
var Experiments = catalog.New[Experiment]("experiment")

// on is an arm whose groups are the behaviours.
func on(recipe, name, method string) Arm {
	return Arm{Name: name, Recipe: recipe, Groups: demos.ByBehaviour, Method: method}
}

// onStyles is an arm whose groups are the styles of the demonstrations.
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

// at makes an arm a point of a line over the design's factor.
func (a Arm) at(level float64, line string) Arm {
	a.Level, a.Line = level, line
	return a
}

// set is the arm with another setting of the policy.
func (a Arm) set(setting string) Arm {
	a.Setting = setting
	return a
}

func register(e Experiment) Experiment {
	Experiments.Add(e.Name, e)
	return e
}
