package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("groupdro", GroupDRO{Eta: 0.01, Staging: oneStage}) }

// GroupDRO minimises the loss of the worst group (Sagawa et al. 2020, "Distributionally Robust Neural Networks for
// Group Shifts", Algorithm 1): minimise over θ the maximum over q of sum_g q_g L_g(θ), by exponentiated ascent from q
// = 1/k,
//
//	q_g ← q_g exp(η L_g(θ)) / sum_h q_h exp(η L_h(θ))
//
// for all groups at every step, as its authors' code does. Its authors find that it needs strong regularisation or
// early stopping: a network that fits all groups exactly has no worst one.
type GroupDRO struct {
	Eta float64 `range:"(0, 1e6]" help:"η: step size of the weights; 0.01 in the paper"`
	Staging
}

func (GroupDRO) About() Description {
	return Description{Family: Original, Summary: "the worst group decides", Source: "Sagawa et al. 2020"}
}

func (d GroupDRO) Start(g demos.Groups) mixture.Mixture {
	return d.of(&exponentiated{uniform(len(g.Names)), d.Eta})
}

// exponentiated multiplies weights by exp(η·loss) at every step.
type exponentiated struct {
	alpha []float64
	eta   float64
}

func (e *exponentiated) Alpha() []float64 { return e.alpha }

func (e *exponentiated) Memory() []*[]float64 { return []*[]float64{&e.alpha} }

func (e *exponentiated) Observe(loss []float64) {
	logs := make([]float64, len(loss))
	for i, l := range loss {
		logs[i] = math.Log(e.alpha[i]) + e.eta*l
	}
	e.alpha = softmax(logs)
}

// softmax is exp(x_i) / sum_j exp(x_j), the largest taken out first so that nothing overflows.
func softmax(x []float64) []float64 {
	top := math.Inf(-1)
	for _, v := range x {
		top = max(top, v)
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Exp(v - top)
	}
	return normalised(out)
}
