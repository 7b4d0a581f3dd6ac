package study

import (
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes"
)

// Difficulty names a setting of the tasks' knobs (scenes.Knobs) under which the steps are calibrated on balanced data
// (Calibrations). The verdicts on claims about optimal demonstrations are printed under each difficulty.
type Difficulty string

// The difficulties.
const (
	Variety   Difficulty = "variety"   // short of variety: the default, where starts differ much
	Precision Difficulty = "precision" // short of precision: starts differ little, the gripper must be placed exactly
	// Near is opening from starts near home, its drawer reached from above. It was added after the confirmatory run was
	// seen, because under the first two difficulties the slider succeeds in less than 60 % from pictures. Its knobs
	// were chosen on balanced data alone.
	Near Difficulty = "near"
	// Inexact is opening from starts near home, observed with errors. It was added after Near was seen, so that there
	// is a second difficulty under which the slider succeeds in 60 to 85 % from pictures. Its knobs were chosen on
	// balanced data alone.
	Inexact Difficulty = "inexact"
)

// Difficulties lists all difficulties, the default first.
var Difficulties = []Difficulty{Variety, Precision, Near, Inexact}

// tasksUnder has the tasks under each difficulty other than the default: default task -> task with its knobs. A
// difficulty that has no entry for a task does not exist for it.
var tasksUnder = map[Difficulty]map[string]string{
	Precision: {"picking": bench.PickNarrow, "opening": bench.OpenSteep},
	Near:      {"opening": bench.OpenNear},
	Inexact:   {"opening": bench.OpenInexact},
}

// aboutDifficulty ends the questions of experiments under a difficulty other than the default.
var aboutDifficulty = map[Difficulty]string{
	Precision: " Under a task that is short of precision.",
	Near:      " Under opening from starts near home.",
	Inexact:   " Under opening with inexact observations.",
}

// Experiments by the difficulties that they are run under. Those on optimal demonstrations are run under all. In the
// others suboptimal demonstrations make the difference; they are run under the default and under Inexact, the main
// difficulty of opening in the second confirmatory run.
var (
	optimalExperiments    = []string{"E1", "E2", "E3", "E6"}
	suboptimalExperiments = []string{"E4", "E5"}
)

// experiments returns the experiments that are run under a difficulty other than the default, in the primary reading of
// the methods. Those in which Remix stands are run in the reading Additive besides, as their additiveForms.
func (d Difficulty) experiments() []string {
	if d == Inexact {
		return slices.Concat(optimalExperiments, suboptimalExperiments)
	}
	return optimalExperiments
}

// readings returns experiments and their additive forms.
func (d Difficulty) readings() []string {
	return slices.Concat(d.experiments(), additiveForms(d.experiments()))
}

// names returns the names of experiments under a difficulty: "E1-precision".
func (d Difficulty) names(experiments []string) (names []string) {
	for _, e := range experiments {
		names = append(names, e+"-"+string(d))
	}
	return names
}

// Under returns the names of an experiment and of a task under a difficulty: E1 and picking under Precision are
// E1-precision and picking:Yaw=22.5,Opening=60, E3-additive is E3-additive-precision. It returns false where the
// experiment or the task is not run under the difficulty.
func (d Difficulty) Under(experiment, task string) (string, string, bool) {
	if d == Variety {
		return experiment, task, true
	}
	harder, ok := tasksUnder[d][task]
	return experiment + "-" + string(d), harder, ok && slices.Contains(d.readings(), experiment)
}

// init registers the difficulties and the experiments under them. Their designs are those of the original experiment
// with other tasks, so an arm that is added to E3 is added to E3-precision as well. The experiments that it reads exist
// by then: Go initialises the variables of a package before it calls an init function.
func init() {
	for _, d := range Difficulties {
		bench.Difficulties.Add(string(d), strings.TrimSpace(aboutDifficulty[d]))
	}
	for _, d := range Difficulties[1:] {
		for _, name := range d.readings() {
			e, err := bench.Experiments.Get(name)
			if err != nil {
				panic(err) // the names are constants
			}
			var designs []bench.Design
			for _, design := range e.Designs {
				if task, ok := tasksUnder[d][design.Task]; ok {
					design.Task = task
					designs = append(designs, design)
				}
			}
			e.Name, e.Question, e.Designs = e.Name+"-"+string(d), e.Question+aboutDifficulty[d], designs
			if e.Of != "" {
				e.Of += "-" + string(d)
			}
			register(e)
		}
	}
	for _, d := range Difficulties[1:] {
		var tasks []string
		for _, task := range scenes.Tasks.Names() {
			if harder, ok := tasksUnder[d][task]; ok {
				tasks = append(tasks, harder)
			}
		}
		bench.RegisterChance(bench.ChanceExperiment+"-"+string(d), bench.ChanceQuestion+aboutDifficulty[d], tasks...)
	}
}
