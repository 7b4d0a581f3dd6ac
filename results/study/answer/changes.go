package answer

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
	"counterpoise/results/study/claims"
	"counterpoise/stats"
)

// change is by how much one arm of an experiment lies above another in one behaviour.
type change struct {
	Behaviour string
	Points    float64 // percentage points, mean over all trials that have both arms
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

// sizes are the points of changes.
func sizes(all []change) (d []float64) {
	for _, c := range all {
		d = append(d, c.Points)
	}
	return d
}

// behavioursOf are the behaviours of changes, each once, in their order.
func behavioursOf(all []change) (names []string) {
	for _, c := range all {
		if !slices.Contains(names, c.Behaviour) {
			names = append(names, c.Behaviour)
		}
	}
	return names
}

// span is the least and the greatest of changes: "-4.1 to +2.3"; unknown without any.
func span(all []change) string {
	if len(all) == 0 {
		return unknown
	}
	low, high := bounds(sizes(all))
	return points(stats.Some(low)) + " to " + points(stats.Some(high))
}

// spans is the span of the changes of each behaviour: "+0.5 to +2.8 (slider) and -2.8 to -2.1 (drawer)"; unknown
// without any.
func spans(all []change) string {
	var words []string
	for _, behaviour := range behavioursOf(all) {
		own := slices.DeleteFunc(slices.Clone(all), func(c change) bool { return c.Behaviour != behaviour })
		words = append(words, fmt.Sprintf("%s (%s)", span(own), behaviour))
	}
	if len(words) == 0 {
		return unknown
	}
	return wording.List(words)
}

// each lists changes with their behaviours: "-4.5 (slider) and -7.9 (drawer)".
func each(all []change) string {
	var words []string
	for _, c := range all {
		words = append(words, fmt.Sprintf("%s (%s)", points(stats.Some(c.Points)), c.Behaviour))
	}
	return wording.List(words)
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
