package study

import "counterpoise/bench"

// E6: the same four methods where all demonstrations are optimal and groups are behaviours.
//
// arXiv:2508.06319, appendix: picking 27/9/27, opening 10/20. (The figure's caption repeats E5's datasets; the text
// says these.) Claims: the methods differ, picking F(3, 27) = 7.790, opening F(3, 27) = 49.407; all three beat
// imbalanced on most of picking's behaviours; ours beats all others on opening.
var _ = registerReadings(bench.Experiment{
	Name:     "E6",
	Question: "Which reference loss serves starved behaviours best?",
	Source:   "arXiv:2508.06319, appendix",
}, func(r Reading) []bench.Design {
	return []bench.Design{
		againstPlain(fourMethods(r, "picking", on, pickMiddle, "left", "middle", "right"), "left", "middle", "right"),
		againstPlain(fourMethods(r, "opening", on, openSlider, "slider", "drawer"), "slider", "drawer"),
	}
})

// againstPlain adds the comparisons of zero and Remix with imbalanced cloning, which the appendix makes and E5 does
// not.
func againstPlain(d bench.Design, behaviours ...string) bench.Design {
	d.Compared, d.Sides = "The methods against each other", [2]string{"the first", "the second"}
	for _, m := range []string{"zero", "remix"} {
		d.Comparisons = append(d.Comparisons, bench.Versus(m, []string{"imbalanced"}, behaviours...)...)
	}
	return d
}
