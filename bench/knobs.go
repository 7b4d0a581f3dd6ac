package bench

import "slices"

// Knob says what makes a task difficult. Each task has two settings of its knobs, both calibrated on balanced data
// (Calibrations), and the verdicts on claims about optimal demonstrations are printed under both.
type Knob string

// The knobs.
const (
	Variety   Knob = "variety"   // short of variety: the default, where starts differ much
	Precision Knob = "precision" // short of precision: starts differ little, and the gripper must be placed exactly
)

// Knobs are both knobs, the default first.
var Knobs = []Knob{Variety, Precision}

// precise are the tasks that are short of precision, by the task that they are settings of.
var precise = map[string]string{"picking": pickNarrow, "opening": openSteep}

// preciseExperiments are the experiments that are run under both knobs: those on optimal demonstrations. In the others
// suboptimal demonstrations make the difference.
var preciseExperiments = []string{"E1", "E2", "E3", "E6"}

// preciseNames are the names of these experiments under Precision.
func preciseNames() (names []string) {
	for _, e := range preciseExperiments {
		names = append(names, e+"-"+string(Precision))
	}
	return names
}

// Under returns the names of an experiment and of a task under a knob: E1 and picking under Precision are
// E1-precision and picking:Yaw=22.5,Opening=60. It returns false where the experiment is not run under the knob.
func (k Knob) Under(experiment, task string) (string, string, bool) {
	if k == Variety {
		return experiment, task, true
	}
	name := experiment + "-" + string(k)
	_, err := Experiments.Get(name)
	return name, precise[task], err == nil
}

// init registers the experiments under Precision. Their designs are those of the experiment with another task, so an
// arm that is added to E3 is added to E3-precision. Variables of the package, and with them the experiments, are
// initialised before any init function.
func init() {
	for _, name := range preciseExperiments {
		e, err := Experiments.Get(name)
		if err != nil {
			panic(err) // the names are constants
		}
		e.Name, e.Question = e.Name+"-"+string(Precision), e.Question+" Under a task that is short of precision."
		e.Designs = slices.Clone(e.Designs)
		for i := range e.Designs {
			e.Designs[i].Task = precise[e.Designs[i].Task]
		}
		register(e)
	}
}
