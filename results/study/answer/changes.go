package answer

import (
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
)

// change is by how much one arm of an experiment lies above another.
type change struct {
	Of     string  // behaviour; task where it is of the mean over its behaviours
	Points float64 // percentage points, mean over all trials that have both arms
}

// changes returns every comparison of the experiments with an arm, in single behaviours, under the difficulty of an
// evaluation. Claims name fewer: none compares a zero reference with plain cloning in opening. It is empty where there
// are no records.
func changes(e claims.Evaluation, records frame.Records, against string, experiments ...string) (all []change) {
	plan := bench.Plan{Size: e.Size, Oracle: e.Oracle}
	for _, name := range experiments {
		plan.Experiments = append(plan.Experiments, under(e.Difficulty, name)...)
	}
	if len(e.Claims) == 0 || len(plan.Experiments) == 0 {
		return nil
	}
	for _, f := range frame.Of(plan, records).Findings() {
		for _, c := range f.Pairwise {
			d, ok := c.Test.MeanDifference.Get()
			if ok && c.Against == against && c.Behaviour != bench.Worst && c.Behaviour != bench.AllBehaviours {
				all = append(all, change{c.Behaviour, d})
			}
		}
	}
	return all
}

// under returns an experiment under a difficulty; none where it is not run under it.
func under(d study.Difficulty, name string) []bench.Experiment {
	original, err := bench.Experiments.Get(name)
	if err != nil {
		panic(err) // an experiment of this program
	}
	for _, design := range original.Designs {
		if harder, _, ok := d.Under(name, design.Task); ok {
			x, err := bench.Experiments.Get(harder)
			if err != nil {
				panic(err) // registered for every difficulty
			}
			return []bench.Experiment{x}
		}
	}
	return nil
}

// ofParts are the differences of the parts of claims that have records, of those of a kind: inAny or againstPlain.
func ofParts(e claims.Evaluation, kind func(claims.Part) bool, ids ...string) (all []change) {
	for _, r := range selected(e, ids...) {
		for _, p := range r.Final().Parts {
			if d, ok := p.Test.MeanDifference.Get(); ok && kind(p.Part) {
				all = append(all, change{p.Part.Behaviour, d})
			}
		}
	}
	return all
}

// inAny holds of every part.
func inAny(claims.Part) bool { return true }

// againstPlain holds of parts that compare an arm with plain cloning in one behaviour.
func againstPlain(p claims.Part) bool {
	return p.Behaviour != bench.AllBehaviours && slices.Contains(p.Arms, "imbalanced")
}

// firstMeans are the differences of the first parts of claims, which in C27 and C28 are of the mean over behaviours
// against plain cloning.
func firstMeans(e claims.Evaluation, ids ...string) (all []change) {
	for _, r := range selected(e, ids...) {
		if parts := r.Final().Parts; len(parts) > 0 {
			if d, ok := parts[0].Test.MeanDifference.Get(); ok {
				all = append(all, change{r.Task, d})
			}
		}
	}
	return all
}
