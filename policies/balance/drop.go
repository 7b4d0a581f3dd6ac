package balance

import (
	"strings"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() {
	Methods.Add("drop", drop{})
	Methods.Alias("oracle-drop", "drop")
}

// drop leaves out the groups that are known to be suboptimal: the reference for methods that have to infer it. Groups
// must be named by style, or by behaviour and style ("left:optimal"); those whose style is not "optimal" get no
// weight, the others their share of frames, as in natural. Where no group is optimal, or all are, it is natural
// (CheckGroups).
type drop struct{}

func (drop) About() Description {
	return Description{Family: Yardstick, Summary: "suboptimal demonstrations left out: what could be known"}
}

func (drop) Start(g demos.Groups) mixture.Mixture {
	alpha, kept := shares(g.Frames), 0.0
	for i, name := range g.Names {
		if optimal(name) {
			kept += alpha[i]
		}
	}
	if kept == 0 {
		return constant(alpha)
	}
	for i, name := range g.Names {
		if alpha[i] /= kept; !optimal(name) {
			alpha[i] = 0
		}
	}
	return constant(normalised(alpha))
}

// optimal reports whether the style in a group's name is "optimal".
func optimal(name string) bool { return name[strings.LastIndex(name, ":")+1:] == "optimal" }
