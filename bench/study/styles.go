package study

import (
	"fmt"

	"counterpoise/bench"
)

// styles measures which kinds of suboptimal demonstrations lower success. The study does not describe its suboptimal
// demonstrations; in a pilot without physics, those that succeed in a clumsy way helped, and only those that end
// wrongly hurt. Here each kind makes up a third of the dataset of E5 for picking, under fixed weights from 0 to 0.5,
// under plain cloning, and under the study's method. All kinds have the same optimal demonstrations.
//
// The worst behaviour is compared with and without the suboptimal demonstrations, once for each kind.
var _ = register(bench.Experiment{
	Name:     "styles",
	Question: "Which kinds of suboptimal demonstrations hurt, and at which weight?",
	Source:   "what E4 and E5 leave open",
	Designs:  []bench.Design{kinds("noisy", "detour", "retry", "miss", "biased", "early")},
})

func kinds(styles ...string) bench.Design {
	d := bench.Design{
		Task: "picking", Compared: "The worst behaviour, suboptimal demonstrations as they are against left out",
		Sides: [2]string{"as they are", "left out"},
	}
	for _, s := range styles {
		recipe := fmt.Sprintf("left=20,middle=20,right=20,left:%[1]s=10,middle:%[1]s=10,right:%[1]s=10", s)
		arm := func(name, method string) {
			d.Arms = append(d.Arms, onStyles(recipe, s+", "+name, method))
		}
		arm("natural", "natural")
		arm("ours", Primary.Ours)
		arm("0", "fixed:1,0") // left out: what drop does
		arm("0.06", "fixed:0.94,0.06")
		arm("0.33", "fixed:0.67,0.33")
		arm("0.5", "fixed:0.5,0.5")
		d.Comparisons = append(d.Comparisons, compare(bench.Worst, s+", natural", s+", 0"))
	}
	return d
}
