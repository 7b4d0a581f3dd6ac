package bench

import (
	"fmt"
)

// grid and grid-styles vary what the study leaves open in E6 and E5: ηT, which scales the moves of its method's
// weights, and whether the method observes the losses of the training data or of held-out episodes. The
// values of ηT are .25, 1, 2.25 and 5 in units of the study's losses, converted to the units of this program's (see
// methods.go). Each is compared with the value of E5 and E6, for equality as well from EqualityTrials trials on.
var _ = register(Experiment{
	Name:     "grid",
	Question: "Does the study's method serve starved behaviours otherwise with another ηT, or with held-out losses?",
	Source:   "arXiv:2508.06319, Eq. 14 and 16: ηT is not named, and the split is the training data",
	Designs: []Design{
		etas("picking", pickMiddle, on, "left", "middle", "right"),
		etas("opening", openSlider, on, "slider", "drawer"),
	},
})

var _ = register(Experiment{
	Name: "grid-styles",
	Question: "Does the study's method weigh suboptimal demonstrations otherwise with another ηT, " +
		"or with held-out losses?",
	Source: "arXiv:2508.06319, Eq. 14 and 16: ηT is not named, and the split is the training data",
	Designs: []Design{
		etas("picking", pick90, onStyles, "left", "middle", "right"),
		etas("opening", open30, onStyles, "slider", "drawer"),
	},
})

// ownEta is the ηT of the methods as the experiments run them, in methods.go; it stands for the study's, printedEta.
const ownEta, printedEta = 200.0, 2.25

// heldOutShare is the share of each group's episodes that the held-out half of the grid measures losses on.
const heldOutShare = 0.2

// etas returns the study's method on one dataset at every ηT and on both splits.
func etas(task, recipe string, arm func(recipe, name, method string) Arm, behaviours ...string) Design {
	d := Design{
		Task: task, Factor: "ηT of the ascent",
		Compared: "The study's method against itself as the experiments run it", Sides: [2]string{"varied", "as run"},
	}
	own := fmt.Sprintf("eta %.3g", ownEta)
	for _, fit := range []float64{0.25, 1, printedEta, 5} {
		eta := ownEta * fit / printedEta
		method := fmt.Sprintf("ours:EtaT=%.4g", eta)
		a := arm(recipe, fmt.Sprintf("eta %.3g", eta), method).at(eta, "training losses")
		h := arm(recipe, a.Name+" held out", fmt.Sprintf("%s,HeldOut=%g", method, heldOutShare)).at(eta,
			"held-out losses")
		d.Arms = append(d.Arms, a, h)
	}
	for _, a := range d.Arms {
		if a.Name != own {
			d.Comparisons = append(d.Comparisons, versus(a.Name, []string{own}, behaviours...)...)
		}
	}
	return d
}
