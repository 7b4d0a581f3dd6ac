package study

import "counterpoise/bench"

// resemblance tests what weigh --known found on the demonstrations of known-good: weights of single demonstrations, by
// how like they are to a tenth of the optimal ones (two of each behaviour), gain success where bad ones are costly and
// lose none where they are not, although nobody has said which of the others are bad. Its styles are those that cost at
// least 15 points from the state, and early and noisy, whose demonstrations plain cloning is better off with. The
// weights come from outside: demos pools writes the datasets, weigh --known 0,1,20,21,40,41 (in opening 0,1,20,21)
// weighs each, and run --weights adds the arm. From pictures, on the seed of the fifth freeze (results/freeze.md).
var _ = register(bench.Experiment{
	Name:     ResemblanceExperiment,
	Question: "Do weights by resemblance to a few good demonstrations help, where nobody has grouped the others?",
	Source:   "known-good and weigh --known, repeated by the fifth freeze",
	Designs: []bench.Design{
		knownGood("picking", []string{"biased", "erratic", "miss", "early", "noisy"}, nil, "left", "middle", "right"),
		knownGood("opening", []string{"biased", "erratic", "miss", "retry", "early", "noisy"}, nil, "slider", "drawer"),
	},
})

// ResemblanceExperiment is the name of the experiment on weights by resemblance.
const ResemblanceExperiment = "resemblance"
