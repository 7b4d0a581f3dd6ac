package study

import (
	"counterpoise/bench"
	"counterpoise/bench/record"
)

// difficulty measures success at the calibrated numbers alone, over more trials than plateau:
//
//	counterpoise run calibration
//	counterpoise run calibration --policy vision
var _ = register(bench.Experiment{
	Name:     "difficulty",
	Question: "How often does plain behaviour cloning on balanced data succeed?",
	Source:   "calibrated once, then frozen",
	Designs: []bench.Design{
		{Task: "picking", Arms: []bench.Arm{on(pickBalanced, "balanced", "natural")}},
		{Task: bench.PickNarrow, Arms: []bench.Arm{on(pickBalanced, "balanced", "natural")}},
		{Task: "opening", Arms: []bench.Arm{on(openBalanced, "balanced", "natural")}},
		{Task: bench.OpenSteep, Arms: []bench.Arm{on(openBalanced, "balanced", "natural")}},
		{Task: bench.OpenNear, Arms: []bench.Arm{on(openBalanced, "balanced", "natural")}},
		{Task: bench.OpenInexact, Arms: []bench.Arm{on(openBalanced, "balanced", "natural")}},
	},
})

var _ = profile(bench.Profile{
	Name:        "calibration",
	About:       "how hard the tasks are, on balanced data alone",
	Experiments: []string{"difficulty"},
	Size:        record.Size{Trials: 10, Rollouts: 50, Seed: bench.CalibrationSeed, Policy: bench.StatePolicy},
})
