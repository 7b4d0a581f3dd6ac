package bench

import "counterpoise/internal/catalog"

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
}

// Arm is one way to come to a policy. A trial trains each arm once.
type Arm struct {
	Name   string // unique in its design: "balanced", "left starved"
	Recipe string // canonical recipe of demonstrations
	Method string
	Policy string
}

// Comparison asks for the success of one behaviour under two arms: Arm minus Against, paired by trial. The comparisons
// of a design are one family: their p values are adjusted together.
type Comparison struct {
	Behaviour    string
	Arm, Against string
}

// Experiments holds every experiment by name.
var Experiments = catalog.New[Experiment]("experiment")

func register(e Experiment) Experiment {
	Experiments.Add(e.Name, e)
	return e
}
