package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("excessmtl", ExcessMTL{Eta: 0.01, Staging: oneStage}) }

// ExcessMTL weighs a group by how much could still be gained on it rather than by how large its loss is, so that
// noise that no policy can fit attracts no weight (He et al. 2024, "Robust Multi-Task Learning with Excess Risks",
// Algorithm 1). The excess risk is estimated from the gradient, with the gradients so far for a curvature:
//
//	E_i = <g_i, g_i> / sqrt(sum_t <g_i, g_i>),   g_i = ∇L_i(θ)
//	α_i ← α_i exp(η E_i/E_i^0) / sum_j α_j exp(η E_j/E_j^0),   E^0 the first of the run
//
// The authors keep one sum of squares for each parameter; here it is one for each group (AdaGrad-Norm, Ward et al.
// 2019), because the inner products contain no more. Under a generative head <g_i, g_i> is an estimate from two draws
// of noise, which may be negative: it then counts as 0, and E^0 is the first that is positive.
type ExcessMTL struct {
	Eta float64 `range:"(0, 1e6]" help:"η: step size of the weights; 0.01 in the authors' code"`
	Staging
}

func (ExcessMTL) About() Description {
	return Description{Family: Rival, Summary: "weights by what could still be gained", Source: "He et al. 2024"}
}

func (m ExcessMTL) Start(g demos.Groups) mixture.Mixture {
	k := len(g.Names)
	return m.of(&excess{exponentiated: exponentiated{uniform(k), m.Eta}, sum: make([]float64, k)})
}

type excess struct {
	exponentiated
	sum   []float64 // sum_t <g_i, g_i>
	first []float64 // E^0
}

func (*excess) Observe([]float64)      {}
func (*excess) LookAhead() float64     { return 0 }
func (e *excess) Memory() []*[]float64 { return []*[]float64{&e.alpha, &e.sum, &e.first} }

func (e *excess) ObserveGradients(gram [][]float64) {
	risk := make([]float64, len(gram))
	if e.first == nil {
		e.first = make([]float64, len(gram))
	}
	for i := range gram {
		square := max(0, gram[i][i])
		e.sum[i] += square
		risk[i] = square / math.Sqrt(e.sum[i]+least)
		if e.first[i] == 0 {
			e.first[i] = risk[i]
		}
	}
	relative := make([]float64, len(risk))
	for i := range risk {
		relative[i] = risk[i] / (e.first[i] + least)
	}
	e.exponentiated.Observe(relative)
}
