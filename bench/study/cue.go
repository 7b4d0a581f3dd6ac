package study

import (
	"fmt"

	"counterpoise/bench"
)

// cue varies how much the observation says about the requested behaviour. Where it says everything, a policy does not
// need to go by how often each behaviour was demonstrated. The less it says, the more the weight of a behaviour acts
// as its prior. The bulb of opening, which requests slider or drawer, misleads in a share of the episodes (the knob
// Ambiguity); plain cloning, with the slider starved, is compared with upsampling at each share, in the
// starved behaviour.
//
// A policy that follows a bulb that misleads in a share q of the episodes succeeds in at most 1-q of them.
var _ = register(bench.Experiment{
	Name:     "cue",
	Question: "Does weight matter more when the observation is ambiguous?",
	Source:   "what E2 leaves open: weight as a prior over behaviours",
	Designs:  []bench.Design{cues("slider", openSlider, 0, 0.1, 0.2, 0.3)},
})

func cues(behaviour, recipe string, shares ...float64) bench.Design {
	d := bench.Design{
		Task: "opening", Factor: "share of episodes in which the bulb misleads",
		Compared: "The starved behaviour, upsampled against as it is", Sides: [2]string{"upsampled", "as it is"},
	}
	for _, q := range shares {
		knobs := ""
		if q > 0 {
			knobs = fmt.Sprintf("Ambiguity=%g", q)
		}
		pair := [2]string{fmt.Sprintf("upsampled, %g", q), fmt.Sprintf("as it is, %g", q)}
		d.Arms = append(d.Arms,
			on(recipe, pair[1], "natural").With(knobs).At(q, "as it is"),
			on(recipe, pair[0], "upsample").With(knobs).At(q, "upsampled"))
		d.Comparisons = append(d.Comparisons, compare(behaviour, pair[0], pair[1]))
	}
	return d
}
