package bench

// Calibration: how hard the tasks are for plain behaviour cloning on balanced data. What the study leaves open
// (training steps, how much starts vary, what the policy sees) was set by this experiment alone, so that balanced
// cloning succeeds in 60 to 85 % of rollouts in each behaviour. Its seed is apart from every other experiment's.
//
// Frozen on 2026-11-20, for the state policy on picking, with demos.Version 2: 400 gradient steps, joints that start within
// 0.1 rad of home, the block's position in the world. The table is what
//
//	counterpoise run calibration
//
// prints; results/calibration/calibration.md keeps it.
var _ = register(Experiment{
	Name:     "difficulty",
	Question: "How often does plain behaviour cloning on balanced data succeed?",
	Source:   "calibrated once, then frozen",
	Designs: []Design{{
		Task: "picking",
		Arms: []Arm{cloned("balanced", "left=21,middle=21,right=21")},
	}},
})

var _ = profile(Profile{
	Name:        "calibration",
	About:       "how hard the tasks are, on balanced data alone",
	Experiments: []string{"difficulty"},
	Size:        Size{Trials: 10, Rollouts: 50, Steps: frozenSteps, Seed: 5000},
})

// frozenSteps is the calibrated number of gradient steps.
const frozenSteps = 400
