package study

import (
	"fmt"

	"counterpoise/bench"
)

// grid and grid-styles vary what the study leaves open in E6 and E5: ηT, which scales the moves of its method's
// weights, and whether the method observes the losses of the training data or of held-out episodes. Each is compared
// with the fitted ηT, on training losses, as E5 and E6 have it, for equality as well from EqualityTrials trials on. The
// experiment "surface" varies the search as well.
var _ = register(bench.Experiment{
	Name:     "grid",
	Question: "Does the study's method serve starved behaviours otherwise with another ηT, or with held-out losses?",
	Source:   "arXiv:2508.06319, Eq. 14 and 16: ηT is not named, and the split is the training data",
	Designs: []bench.Design{
		etas("picking", pickMiddle, on, "left", "middle", "right"),
		etas("opening", openSlider, on, "slider", "drawer"),
	},
})

var _ = register(bench.Experiment{
	Name: "grid-styles",
	Question: "Does the study's method weigh suboptimal demonstrations otherwise with another ηT, " +
		"or with held-out losses?",
	Source: "arXiv:2508.06319, Eq. 14 and 16: ηT is not named, and the split is the training data",
	Designs: []bench.Design{
		etas("picking", pick90, onStyles, "left", "middle", "right"),
		etas("opening", open30, onStyles, "slider", "drawer"),
	},
})

// etas returns the study's method on one dataset at every ηT and on both splits.
func etas(task, recipe string, arm func(recipe, name, method string) bench.Arm, behaviours ...string) bench.Design {
	d := bench.Design{
		Task: task, Factor: "ηT of the ascent",
		Compared: "The study's method against itself as the experiments run it", Sides: [2]string{"varied", "as run"},
	}
	own := fmt.Sprintf("eta %g", fittedEta)
	for _, eta := range fitEtas {
		train := reading("", "", func(s *readingSpec) { s.eta = eta }).Ours
		held := reading("", "", func(s *readingSpec) {
			s.eta, s.search = eta, fmt.Sprintf(",HeldOut=%g", heldOutShare)
		}).Ours
		name := fmt.Sprintf("eta %g", eta)
		d.Arms = append(d.Arms, arm(recipe, name, train).At(eta, "training losses"),
			arm(recipe, name+" held out", held).At(eta, "held-out losses"))
	}
	for _, a := range d.Arms {
		if a.Name != own {
			d.Comparisons = append(d.Comparisons, bench.Versus(a.Name, []string{own}, behaviours...)...)
		}
	}
	return d
}
