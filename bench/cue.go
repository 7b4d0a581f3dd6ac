package bench

import "fmt"

// cue asks when weight matters. Where the observation says which behaviour is asked for, a policy has no use for how
// often each was shown. The less it says, the more the policy goes by what is frequent, and the weight of a behaviour is its
// prior. So the bulb of opening, which asks for slider or drawer, misleads in a share of the episodes, demonstrations and rollouts
// alike; plain cloning, with the slider starved, is held against upsampling.
//
// A bulb that misleads in a share q of the episodes can't be followed to more than 1-q. Upsampling is compared with plain
// cloning at each share, in the starved behaviour.
var _ = register(Experiment{
	Name:     "cue",
	Question: "Does weight matter more when the observation is ambiguous?",
	Source:   "what E2 leaves open: weight as a prior over behaviours",
	Designs:  []Design{cues("slider", openSlider, 0, 0.1, 0.2, 0.3)},
})

func cues(behaviour, recipe string, shares ...float64) Design {
	d := Design{
		Task: "opening", Factor: "share of episodes in which the bulb misleads",
		Compared: "The starved behaviour, upsampled against as it is", Sides: [2]string{"upsampled", "as it is"},
	}
	for _, q := range shares {
		setting := ""
		if q > 0 { // a bulb that never misleads is the calibrated policy's
			setting = fmt.Sprintf("Cue=%g", q)
		}
		pair := [2]string{fmt.Sprintf("upsampled, %g", q), fmt.Sprintf("as it is, %g", q)}
		d.Arms = append(d.Arms,
			on(recipe, pair[1], "natural").set(setting).at(q, "as it is"),
			on(recipe, pair[0], "upsample").set(setting).at(q, "upsampled"))
		d.Comparisons = append(d.Comparisons, Comparison{behaviour, pair[0], pair[1]})
	}
	return d
}
