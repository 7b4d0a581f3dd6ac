package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("random", random{}) }

// random is the control: weights drawn once, before the first step, uniformly from the simplex (Dirichlet(1, ..., 1),
// by normalised exponentials: Devroye 1986, XI.4), and kept. A method that is no better has learned nothing useful.
//
//	α_i = X_i / sum_j X_j,   X_i = -ln(1 - U_i),   U_i uniform in [0, 1), keyed by the group's name
type random struct{}

func (random) About() Description {
	return Description{Family: Yardstick, Summary: "weights drawn once: the control"}
}

func (random) Start(g demos.Groups) mixture.Mixture {
	return &drawn{constant(uniform(len(g.Names))), g.Names}
}

type drawn struct {
	constant
	names []string
}

func (d *drawn) Begin(_ int, uniform func(words ...any) float64) {
	x := make([]float64, len(d.names))
	for i, name := range d.names {
		x[i] = -math.Log1p(-uniform(name))
	}
	d.constant = normalised(x)
}
