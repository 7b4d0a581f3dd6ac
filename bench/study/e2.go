package study

import (
	"strings"

	"counterpoise/bench"
)

// E2: does repeating the demonstrations of a starved behaviour make up for their number?
//
// arXiv:2508.06319, section "Experiments with Manually Balanced Data": the datasets of E1, the starved behaviour
// upsampled to the share of the others. The text compares with the balanced dataset, the figure's caption calls the
// same bars imbalanced; here E2 is the text's reading and E2-caption the other. They share all policies but E1's
// starved ones. Claims: right t = 8.663 in favour of balanced, no difference elsewhere.
var _ = register(bench.Experiment{
	Name:     "E2",
	Question: "Does a starved behaviour, upsampled, succeed as often as with balanced demonstrations?",
	Source:   "arXiv:2508.06319, Experiments with Manually Balanced Data, text",
	Designs: []bench.Design{
		upsampledPicking(on(pickBalanced, "balanced", "natural"), "The starved behaviour, upsampled against balanced",
			eachAgainst("balanced", "upsampled", "left", "middle", "right")),
		upsampledOpening(on(openBalanced, "balanced", "natural"), "The starved behaviour, upsampled against balanced",
			eachAgainst("balanced", "upsampled", "slider", "drawer")),
	},
})

var _ = register(bench.Experiment{
	Name:     "E2-caption",
	Question: "Does a starved behaviour, upsampled, succeed more often than as it is?",
	Source:   "arXiv:2508.06319, Experiments with Manually Balanced Data, caption of the figure",
	Designs: []bench.Design{
		starvedToo(upsampledPicking(on(pickLeft, "left starved", "natural"),
			"The starved behaviour, upsampled against as it is", nil),
			on(pickMiddle, "middle starved", "natural"), on(pickRight, "right starved", "natural")),
		starvedToo(upsampledOpening(on(openSlider, "slider starved", "natural"),
			"The starved behaviour, upsampled against as it is", nil),
			on(openDrawer, "drawer starved", "natural")),
	},
})

func upsampledPicking(base bench.Arm, compared string, cs []bench.Comparison) bench.Design {
	return bench.Design{
		Task: "picking",
		Arms: []bench.Arm{
			base,
			on(pickLeft, "left upsampled", "upsample"),
			on(pickMiddle, "middle upsampled", "upsample"),
			on(pickRight, "right upsampled", "upsample"),
		},
		Compared: compared, Sides: [2]string{"upsampled", base.Name}, Comparisons: cs,
	}
}

func upsampledOpening(base bench.Arm, compared string, cs []bench.Comparison) bench.Design {
	return bench.Design{
		Task: "opening",
		Arms: []bench.Arm{
			base,
			on(openSlider, "slider upsampled", "upsample"),
			on(openDrawer, "drawer upsampled", "upsample"),
		},
		Compared: compared, Sides: [2]string{"upsampled", base.Name}, Comparisons: cs,
	}
}

// starvedToo adds starved arms to a design whose first arm is one, and compares each upsampled arm with its own.
func starvedToo(d bench.Design, starved ...bench.Arm) bench.Design {
	upsampled := d.Arms[1:]
	d.Arms = append(append([]bench.Arm{d.Arms[0]}, starved...), upsampled...)
	d.Sides = [2]string{"upsampled", "as it is"}
	for i, u := range upsampled {
		s := d.Arms[i]
		behaviour, _, _ := strings.Cut(u.Name, " ")
		d.Comparisons = append(d.Comparisons, compare(behaviour, u.Name, s.Name))
	}
	return d
}
