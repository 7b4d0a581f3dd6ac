package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("equal", equal{}) }

// equal gives each of the k behaviours the same weight, whatever its number of demonstrations (Parekh et al., Eq. 9):
//
//	L_eq-w = 1/k sum_i E_{(s,a) in D_i} D_KL(π_i ‖ π_θ),   α_i = 1/k
//
// The expectation is over the state-action pairs of a behaviour: its frames share the weight 1/k equally, and a long
// demonstration counts for more than a short one of the same behaviour.
type equal struct{}

func (equal) About() Description {
	return Description{Family: Study, Summary: "every group weighs 1/k", Source: "Parekh et al., Eq. 9"}
}

func (equal) Start(g demos.Groups) mixture.Mixture { return constant(uniform(len(g.Names))) }
