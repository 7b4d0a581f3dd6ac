package study

import (
	"counterpoise/bench"
	"counterpoise/bench/record"
)

// rivals-starved and rivals-styles set every method that re-weights data beside plain cloning, each with the settings
// of its paper or of its authors' code. The study compares four of these methods; users ask about the others. In
// rivals-starved one behaviour is starved (the datasets of E6), in rivals-styles a third of the demonstrations is bad
// (those of E5).
//
// Opening is under the difficulty Inexact, in which balanced plain cloning has room from pictures. Groups are
// behaviours where one is starved and styles where some demonstrations are bad, as in the study. Each dataset has a
// yardstick, which is more than weights of all demonstrations can do: as many demonstrations of each behaviour, or the
// bad ones left out. Weights drawn at random are the control: what uneven weights do by themselves.
//
// Exploratory: no rule was frozen for it. Methods, settings, datasets and comparisons were written down before its
// first record existed, and the seed is of no other experiment.
var (
	_ = register(bench.Experiment{
		Name:     RivalsStarved,
		Question: "Which of the field's ways of re-weighting serves a starved behaviour better than plain cloning?",
		Source:   "the papers of the methods",
		Designs: []bench.Design{
			rivals("picking", on, pickMiddle, on(pickBalanced, "balanced", "natural"), "middle"),
			rivals(bench.OpenInexact, on, openSlider, on(openBalanced, "balanced", "natural"), "slider"),
		},
	})
	_ = register(bench.Experiment{
		Name:     RivalsStyles,
		Question: "Which of the field's ways of re-weighting does better than plain cloning on bad demonstrations?",
		Source:   "the papers of the methods",
		Designs: []bench.Design{
			rivals("picking", onStyles, pick90, onStyles(pick90, "left out", "drop"), bench.Worst),
			rivals(bench.OpenInexact, onStyles, open30, onStyles(open30, "left out", "drop"), bench.Worst),
		},
	})
)

// Rivals has the size of the study, from pictures.
var Rivals = profile(bench.Profile{
	Name:        "rivals",
	About:       "every method of re-weighting beside plain cloning",
	Experiments: []string{RivalsStarved, RivalsStyles},
	Size:        record.Size{Trials: 10, Rollouts: 100, Seed: 6800, Policy: bench.VisionPolicy},
})

// Names of the experiments that compare all methods, and of their arm of plain cloning.
const (
	RivalsStarved = "rivals-starved"
	RivalsStyles  = "rivals-styles"
	RivalsPlain   = "natural"
)

// RivalsMethods are the methods that these experiments compare with plain cloning, by the names of their arms: those of
// the study in its primary reading, the additive form of Remix as its reading has it, the others by their defaults.
var RivalsMethods = []struct{ Arm, Method string }{
	{"equal", "equal"},
	{"upsample", "upsample"},
	{"zero", Primary.Zero},
	{"remix", Primary.Remix},
	{"remix, additive", additiveReading.Remix},
	{"ours", Primary.Ours},
	{"doremi", "doremi"},
	{"groupdro", "groupdro"},
	{"autolambda", "autolambda"},
	{"cagrad", "cagrad"},
	{"effective", "effective"},
	{"excessmtl", "excessmtl"},
	{"famo", "famo"},
	{"temperature", "temperature"},
	{"random", "random"},
}

// rivals returns all methods on one dataset, each compared with plain cloning in one behaviour.
func rivals(task string, arm func(recipe, name, method string) bench.Arm, recipe string, yardstick bench.Arm,
	behaviour string) bench.Design {
	d := bench.Design{
		Task: task, Arms: []bench.Arm{arm(recipe, RivalsPlain, "natural"), yardstick},
		Compared: "Each method against plain cloning", Sides: [2]string{"the method", "plain cloning"},
	}
	for _, m := range RivalsMethods {
		d.Arms = append(d.Arms, arm(recipe, m.Arm, m.Method))
		d.Comparisons = append(d.Comparisons, compare(behaviour, m.Arm, RivalsPlain))
	}
	return d
}
