package study

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// Study has the sizes of the study: 10 trials, 100 rollouts of each behaviour.
var Study = profile(bench.Profile{
	Name:        "study",
	About:       "every experiment of the study at its size",
	Experiments: []string{"E1", "E2", "E2-caption", "E3", "E4", "E5", "E5-each", "E6"},
	Size:        record.Size{Trials: 10, Rollouts: 100, Seed: 1, Policy: bench.StatePolicy},
})

// Explain has the experiments on the causes of the study's effects, from the state: about two hours of two cores.
var Explain = profile(bench.Profile{
	Name:        "explain",
	About:       "what explains the effects: numbers, weights, styles, ambiguity, chunks, training",
	Experiments: []string{"diversity", "dose", "alpha", "alpha-styles", "styles", "cue", "chunk", "steps"},
	Size:        record.Size{Trials: 8, Rollouts: 40, Seed: 1, Policy: bench.StatePolicy},
})

// Full has enough trials to show that two arms are equal, and varies what the study leaves open.
var Full = profile(bench.Profile{
	Name:        "full",
	About:       "the study with trials enough to show equality, and the grid of what it leaves open",
	Experiments: append(append([]string{}, Study.Experiments...), "grid", "grid-styles"),
	Size:        record.Size{Trials: bench.EqualityTrials, Rollouts: 100, Seed: 1, Policy: bench.StatePolicy},
})

// The confirmatory run: what the verdicts on the study's claims rest on, with the seed of the first freeze. Confirm has
// the primary reading of each method, ConfirmPrecision the experiments on optimal demonstrations under the other
// difficulty of their tasks, ConfirmNear and ConfirmInexact those under a third and a fourth one of opening, and
// ConfirmReadings the study's other readings (Readings), on the same seed. Experiments are extended from look to look
// as a whole (Looks).
//
// ConfirmAdditive has the reading Additive under the other difficulties.
//
// ConfirmOpening is the second confirmatory run, with the seed of the second freeze: all experiments of the study on
// opening, under the two of its difficulties in which balanced plain cloning succeeds in 60 to 85 % from pictures.
// ConfirmOpeningAdditive has its experiments in the reading Additive.
var (
	Confirm = profile(bench.Profile{
		Name:        "confirm",
		About:       "the confirmatory run: E1 to E6 and Table 1 on the frozen seed, to the first look",
		Experiments: []string{"E1", "E2", "E2-caption", "E3", "E4", "E5", "E6"},
		Size:        confirmSize, Freeze: 1,
	})
	ConfirmPrecision = profile(bench.Profile{
		Name:        "confirm-precision",
		About:       "the confirmatory run under tasks that are short of precision",
		Experiments: Precision.names(optimalExperiments),
		Size:        confirmSize, Freeze: 1,
	})
	ConfirmNear = profile(bench.Profile{
		Name:        "confirm-near",
		About:       "the confirmatory run under opening from starts near home",
		Experiments: Near.names(optimalExperiments),
		Size:        confirmSize, Freeze: 1,
	})
	ConfirmInexact = profile(bench.Profile{
		Name:        "confirm-inexact",
		About:       "the confirmatory run under opening with inexact observations",
		Experiments: Inexact.names(optimalExperiments),
		Size:        confirmSize, Freeze: 1,
	})
	ConfirmReadings = profile(bench.Profile{
		Name:        "confirm-readings",
		About:       "the confirmatory run in the other readings of the study's text",
		Experiments: append([]string{"E5-each"}, readingNames()...),
		Size:        confirmSize, Freeze: 1,
	})
	ConfirmOpening = profile(bench.Profile{
		Name:        "confirm-opening",
		About:       "the second confirmatory run: opening under its two difficulties that have room from pictures",
		Experiments: append(Inexact.names(Inexact.experiments()), Near.names(Near.experiments())...),
		Size:        confirmSize, Freeze: 2,
	})
	ConfirmAdditive = profile(bench.Profile{
		Name:  "confirm-additive",
		About: "the confirmatory run with Remix in the study's additive form, under the other difficulties",
		Experiments: slices.Concat(Precision.names(additiveForms(optimalExperiments)),
			Near.names(additiveForms(optimalExperiments)), Inexact.names(additiveForms(optimalExperiments))),
		Size: confirmSize, Freeze: 1,
	})
	ConfirmOpeningAdditive = profile(bench.Profile{
		Name:  "confirm-opening-additive",
		About: "the second confirmatory run with Remix in the study's additive form",
		Experiments: append(Inexact.names(additiveForms(Inexact.experiments())),
			Near.names(additiveForms(Near.experiments()))...),
		Size: confirmSize, Freeze: 2,
	})
)

// ConfirmKnownGood repeats known-good from pictures, with the seed of the third freeze.
var ConfirmKnownGood = profile(bench.Profile{
	Name:        "confirm-known-good",
	About:       "being told of a few good demonstrations, from pictures, on the seed of the third freeze",
	Experiments: []string{KnownGoodPictures},
	Size:        record.Size{Trials: 10, Rollouts: 30, Policy: bench.VisionPolicy}, Freeze: 3,
})

// ConfirmResidual is E1 under a residual network trained end to end, with the seed of the fourth freeze. It takes a
// graphics card: minutes of one, or months of a core.
var ConfirmResidual = profile(bench.Profile{
	Name:        "confirm-residual",
	About:       "what imbalance costs a residual network trained end to end, on the seed of the fourth freeze",
	Experiments: []string{Residual},
	Size:        record.Size{Trials: 10, Rollouts: 96, Policy: bench.ResidualPolicy}, Freeze: 4,
})

// ConfirmResemblance has plain cloning of the demonstrations that weigh --known weighs, with the seed of the fifth
// freeze; run --weights adds its weights.
var ConfirmResemblance = profile(bench.Profile{
	Name:        "confirm-resemblance",
	About:       "weights by resemblance to a few good demonstrations, from pictures, on the seed of the fifth freeze",
	Experiments: []string{ResemblanceExperiment},
	Size:        record.Size{Trials: 10, Rollouts: 30, Policy: bench.VisionPolicy}, Freeze: 5,
})

// ConfirmTwoByTwo repeats two-by-two, with the seed of the sixth freeze.
var ConfirmTwoByTwo = profile(bench.Profile{
	Name:        "confirm-two-by-two",
	About:       "what methods do with kinds of bad demonstrations, from the state, on the seed of the sixth freeze",
	Experiments: []string{TwoByTwo},
	Size:        record.Size{Trials: 20, Rollouts: 30, Policy: bench.StatePolicy}, Freeze: 6,
})

// ConfirmTwoByTwoAdditive is ConfirmTwoByTwo in the reading Additive.
var ConfirmTwoByTwoAdditive = profile(bench.Profile{
	Name:        "confirm-two-by-two-additive",
	About:       "confirm-two-by-two with Remix in the study's additive form",
	Experiments: []string{TwoByTwo + "-" + Additive},
	Size:        record.Size{Trials: 20, Rollouts: 30, Policy: bench.StatePolicy}, Freeze: 6,
})

// The seventh freeze: the study's method with the policy of its searches fixed. ConfirmFixedTheta has the styles of bad
// demonstrations from pictures, ConfirmShares the shares of them from the state. ConfirmFixedThetaMain has E5 and E6 in
// that reading on the seed of the first freeze; all else had been seen when it was added.
var (
	ConfirmFixedTheta = profile(bench.Profile{
		Name:        "confirm-fixed-theta",
		About:       "the study's method with a fixed policy in its searches, on the seed of the seventh freeze",
		Experiments: []string{FixedTheta, FixedThetaMore},
		Size:        confirmSize, Freeze: 7, OneLook: true,
	})
	ConfirmShares = profile(bench.Profile{
		Name:        "confirm-shares",
		About:       "shares of bad demonstrations and the start of the weights, on the seed of the seventh freeze",
		Experiments: []string{SharesAndStart},
		Size:        record.Size{Trials: 20, Rollouts: 100, Policy: bench.StatePolicy}, Freeze: 7, OneLook: true,
	})
	ConfirmFixedThetaMain = profile(bench.Profile{
		Name:        "confirm-fixed-theta-main",
		About:       "E5 and E6 with a fixed policy in the searches, on the seed of the first freeze",
		Experiments: []string{"E5-fixed-theta", "E5-hasty-fixed-theta", "E6-fixed-theta"},
		Size:        confirmSize, Freeze: 1,
	})
)

// ConfirmCurate has the scores of single demonstrations, with the seed of the eighth freeze.
var ConfirmCurate = profile(bench.Profile{
	Name:        "confirm-curate",
	About:       "scores of demonstrations judged by the policy, from the state, on the seed of the eighth freeze",
	Experiments: []string{Curate},
	Size:        record.Size{Trials: 20, Rollouts: 40, Policy: bench.StatePolicy}, Freeze: 8, OneLook: true,
	WithoutChance: true,
})

// confirmSize is the size of a confirmatory run up to the first look.
var confirmSize = record.Size{Trials: bench.Looks[0], Rollouts: 100, Policy: bench.VisionPolicy}
