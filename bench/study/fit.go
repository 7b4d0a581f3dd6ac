package study

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// fit finds the settings of the study's methods that the study does not print: ηT of the ascent, and the steps of the
// searches. Its Table 1 bounds both:
//
//   - With references of 0 the weights move by ηT times differences of losses alone, and Table 1 prints that they
//     hardly moved: .500 on picking, .484 on opening. That bounds ηT from above, and from above only: ηT near 0 fits it
//     exactly.
//   - The references of its own method, which should be the lowest losses that can be reached, are 1.6 and 3.6 times
//     those of a policy cloned from the same data on picking, 22.7 and 28.3 times on opening: its searches had not
//     converged. A search stopped after n steps has the ratio of a range of n. Ratios have no unit where losses are
//     squared errors.
//
// What is fitted on one task is tested on the other, see package results/study/tablefit. The other settings follow from
// the fit (methods.go). The experiment trains without rollouts, on a seed of its own:
//
//	counterpoise run fits
//	counterpoise run fits --policy vision
var _ = register(bench.Experiment{
	Name:     FitExperiment,
	Question: "Which ηT and which number of search steps fit the study's Table 1?",
	Source:   "arXiv:2508.06319, Table 1: what the study leaves open",
	Designs:  []bench.Design{fitted("picking", pick90), fitted("opening", open30)},
})

var _ = profile(bench.Profile{
	Name:        "fits",
	About:       "the settings of the study's methods that fit its Table 1, without rollouts",
	Experiments: []string{FitExperiment},
	Size:        record.Size{Trials: 5, Seed: fitSeed, Policy: bench.StatePolicy},
})

// fitSeed is the seed of the fit alone: no claim is tested on its demonstrations.
const fitSeed = 6000

// The grids of the fit: five values of ηT over two decades, and search steps from a handful to the length at which the
// losses of a search have all but stopped falling.
var (
	fitEtas  = []float64{2, 6.3, 20, 63, 200}
	fitSteps = []int{3, 5, 10, 20, 30, 50, 100, 200, 500, 1000}
)

// The lines of a fit: what the level of an arm counts. FitLikelihood is ηT where losses are negative log-likelihoods.
const (
	FitEta        = "zero, ηT"
	FitLikelihood = "zero by likelihood, ηT"
	FitSearch     = "ours, search steps"
	FitPlain      = "plain cloning"
)

// fitted returns the arms of a fit on one dataset. The plain losses are those of the reference policy of remix-paper,
// which Table 1 prints for Remix.
func fitted(task, recipe string) bench.Design {
	d := bench.Design{Task: task, Factor: "ηT, or search steps"}
	d.Arms = append(d.Arms, onStyles(recipe, "plain", "remix-paper:EtaT=1").At(0, FitPlain))
	for _, eta := range fitEtas {
		d.Arms = append(d.Arms,
			onStyles(recipe, fmt.Sprintf("zero, eta %g", eta), fmt.Sprintf("zero:EtaT=%g", eta)).At(eta, FitEta))
	}
	for _, eta := range fitEtas {
		eta /= likelihoodScale
		d.Arms = append(d.Arms, onStyles(recipe, fmt.Sprintf("zero by likelihood, eta %g", eta),
			fmt.Sprintf("zero:EtaT=%g,Stages=2,Loss=gaussian", eta)).At(eta, FitLikelihood))
	}
	for _, n := range fitSteps {
		d.Arms = append(d.Arms, onStyles(recipe, fmt.Sprintf("ours, %d search steps", n),
			fmt.Sprintf("ours:EtaT=1,MetaSteps=%d", n)).At(float64(n), FitSearch))
	}
	return d
}

// likelihoodScale divides the grid of ηT where losses are negative log-likelihoods: differences of these are tens of
// times differences of squared errors.
const likelihoodScale = 20

// Tolerances of the fit, chosen when its first trial was known.
const (
	// FitWeight is how far a weight of Zero may be from the printed one: a quarter of the width of the region, .4 to
	// .6, in which the rules of the claims count a weight as near 1/2.
	FitWeight = 0.05
	// FitRange widens the range of the two printed ratios of a task on both sides, by as much as the two of opening
	// differ: 28.3 is 1.25 times 22.7. Those of picking differ by a factor of 2.3.
	FitRange = 1.25
)

// FitExperiment is the name of the experiment.
const FitExperiment = "fit"

// TableOne is what the study's Table 1 prints for one task: the weights of the optimal demonstrations with which each
// method ends, and reference losses, optimal and suboptimal, in the study's units.
type TableOne struct {
	Task              string
	ImbalancedOptimal float64 // equal weight for each demonstration: the share of the data
	ZeroOptimal       float64
	RemixOptimal      float64
	OursOptimal       float64
	RemixReference    [2]float64 // of a policy cloned from the data as they are
	OursReference     [2]float64
}

// TableOnes is the study's Table 1.
var TableOnes = []TableOne{
	{"picking", .67, .5, .4652, .9367, [2]float64{.9337, .520}, [2]float64{1.505, 1.893}},
	{"opening", .667, .484, .5, .9437, [2]float64{.0574, .089}, [2]float64{1.626, 2.018}},
}

// Ratios returns the printed reference losses of the study's method over those of plain cloning: optimal, suboptimal.
func (t TableOne) Ratios() [2]float64 {
	return [2]float64{t.OursReference[0] / t.RemixReference[0], t.OursReference[1] / t.RemixReference[1]}
}

// Range returns the smaller and the larger of the two ratios.
func (t TableOne) Range() (low, high float64) {
	r := t.Ratios()
	return min(r[0], r[1]), max(r[0], r[1])
}
