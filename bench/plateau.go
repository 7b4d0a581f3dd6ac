package bench

import (
	"fmt"

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
var _ = register(Experiment{
	Name:     "plateau",
	Question: "After how many steps, and where, does success of balanced cloning end for a task's knobs?",
	Source:   "what the study leaves open: training steps and difficulty",
	Designs: plateaus(
		"picking", "opening", // short of variety: states that lie between the demonstrations
		// Short of precision: room between hand and furniture or part.
		"picking:Yaw=22.5,Opening=60", "opening:Approach=0",
	),
})

var _ = profile(Profile{
	Name:        "plateaus",
	About:       "success of balanced cloning over gradient steps, for settings of the tasks' knobs",
	Experiments: []string{"plateau"},
	Size:        Size{Trials: 6, Rollouts: 50, Seed: calibrationSeed, Policy: StatePolicy},
})

// plateauSteps are the numbers of gradient steps, each twice the one before.
var plateauSteps = []int{250, 500, 1000, 2000}

// plateaus returns a design for each task.
func plateaus(tasks ...string) (designs []Design) {
	balanced := map[string]string{"picking": pickBalanced, "opening": openBalanced}
	for _, task := range tasks {
		d := Design{Task: task, Factor: "gradient steps"}
		for _, n := range plateauSteps {
			a := on(balanced[scenes.TaskName(task)], fmt.Sprintf("%d steps", n), "natural").at(float64(n), "balanced")
			a.Steps = n
			d.Arms = append(d.Arms, a)
		}
		designs = append(designs, d)
	}
	return designs
}
