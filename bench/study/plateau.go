package study

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
)

// plateau measures how often plain cloning of balanced data succeeds, over the number of gradient steps, for settings
// of the tasks' knobs: the ground on which a setting and its line of the calibration table are chosen. Each number of
// steps is a training of its own whose schedule runs to its end. The plateau is reached at the smallest number whose
// success lies within two points of the best.
//
// It trains on balanced data alone, on the seed that no other experiment has:
//
//	counterpoise run plateaus
//	counterpoise run plateaus --policy vision
var _ = register(bench.Experiment{
	Name:     "plateau",
	Question: "After how many steps, and where, does success of balanced cloning end for a task's knobs?",
	Source:   "what the study leaves open: training steps and difficulty",
	Designs: plateaus(plateauSteps,
		"picking", "opening", // short of variety: states that lie between the demonstrations
		// Short of precision: room between hand and furniture or part.
		bench.PickNarrow, bench.OpenSteep,
		bench.OpenNear,    // starts near home: the slider, too, succeeds in 60 to 85 % from pictures
		bench.OpenInexact, // the same with inexact observations instead of a drawer that is reached from above
	),
})

// plateau-long goes on from the end of plateau's grid, for networks and heads that still learn there.
var _ = register(bench.Experiment{
	Name:     "plateau-long",
	Question: "Does success of balanced cloning still rise with more gradient steps than those of plateau?",
	Source:   "what the study leaves open: training steps of other networks and heads",
	Designs:  plateaus([]int{2000, 4000, 8000, 16_000, 32_000}, "picking", "opening"),
})

// plateau-size is the same with half and twice the demonstrations, over half and twice the numbers of steps, so that a
// position on the grid is a number of passes over the data: how the number of steps follows the size of the data.
var _ = register(bench.Experiment{
	Name:     "plateau-size",
	Question: "After how many steps does success of balanced cloning end with half and with twice the demonstrations?",
	Source:   "what the study leaves open: training steps and the size of the data",
	Designs: []bench.Design{
		plateauOf("picking", plateauLine{"half", "left=10,middle=10,right=10", plateauTimes(.5)},
			plateauLine{"double", "left=42,middle=42,right=42", plateauTimes(2)}),
		plateauOf("opening", plateauLine{"half", "slider=8,drawer=8", plateauTimes(.5)},
			plateauLine{"double", "slider=30,drawer=30", plateauTimes(2)}),
	},
})

var _ = profile(bench.Profile{
	Name:        "plateaus",
	About:       "success of balanced cloning over gradient steps, for knobs of the tasks and sizes of the data",
	Experiments: []string{"plateau", "plateau-size"},
	Size:        record.Size{Trials: 10, Rollouts: 50, Seed: bench.CalibrationSeed, Policy: bench.StatePolicy},
})

// plateauSteps are the numbers of gradient steps, each twice the one before.
var plateauSteps = []int{250, 500, 1000, 2000}

// plateauTimes returns the grid's numbers of steps times a factor.
func plateauTimes(factor float64) (steps []int) {
	for _, n := range plateauSteps {
		steps = append(steps, int(factor*float64(n)))
	}
	return steps
}

// plateaus returns a design for each task with its balanced data, over numbers of gradient steps.
func plateaus(steps []int, tasks ...string) (designs []bench.Design) {
	balanced := map[string]string{"picking": pickBalanced, "opening": openBalanced}
	for _, task := range tasks {
		line := plateauLine{"balanced", balanced[scenes.TaskName(task)], steps}
		designs = append(designs, plateauOf(task, line))
	}
	return designs
}

// plateauLine is a curve over numbers of gradient steps, on the data of a recipe.
type plateauLine struct {
	name, recipe string
	steps        []int
}

// plateauOf returns a design of a task with an arm for each curve and number of gradient steps.
func plateauOf(task string, lines ...plateauLine) bench.Design {
	d := bench.Design{Task: task, Factor: "gradient steps"}
	for _, l := range lines {
		for _, n := range l.steps {
			name := fmt.Sprintf("%d steps", n)
			if len(lines) > 1 {
				name = l.name + ", " + name
			}
			a := on(l.recipe, name, "natural").At(float64(n), l.name)
			a.Steps = n
			d.Arms = append(d.Arms, a)
		}
	}
	return d
}
