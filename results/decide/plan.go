package decide

import (
	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
)

// Experiment is the name of the experiment in its records.
const Experiment = "try"

// Given returns the weights of an arm under the digests by which files and records know the dataset; ok is false for an
// arm that a method weighs.
func (a Arm) Given(digests ...string) (w weightfile.Weights, ok bool) {
	if a.Weights == nil {
		return w, false
	}
	w = weightfile.Weights{Name: a.Name, Datasets: map[string][]weightfile.Frames{}}
	for _, digest := range digests {
		w.Datasets[digest] = a.Weights
	}
	return w, true
}

// Plan returns the experiment about a dataset of a task: its arms, each against plain cloning. The digest is that of
// the dataset's content, and digests are all by which weights are to be known. The number of steps is the calibrated
// one unless size says another.
func Plan(task, digest string, arms []Arm, size record.Size, digests ...string) bench.Plan {
	d := bench.Design{Task: task, Compared: "The arms against plain cloning", Sides: [2]string{"the arm", Plain}}
	for _, a := range arms {
		arm := bench.Arm{Name: a.Name, Recipe: record.DataRecipe(digest), Groups: a.Groups, Method: a.Method}
		if w, ok := a.Given(digests...); ok {
			arm.Method, arm.Groups = w.Method(), demos.ByBehaviour
		}
		d.Arms = append(d.Arms, arm)
		if a.Name != Plain {
			d.Comparisons = append(d.Comparisons, bench.Comparison{Behaviour: bench.AllBehaviours, Arm: a.Name,
				Against: Plain})
		}
	}
	e := bench.Experiment{Name: Experiment, Question: "Which way of training on this dataset is best?",
		Source: "counterpoise try", Designs: []bench.Design{d}}
	return bench.Plan{Name: Experiment, Experiments: []bench.Experiment{e}, Size: size, WithoutChance: true}
}
