package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("effective", Effective{Beta: 0.9}) }

// Effective divides the loss of each sample by the effective number of its group (Cui et al. 2019, "Class-Balanced Loss
// Based on Effective Number of Samples", Eq. 2 and 10): the n-th sample adds β^{n-1} of what the first did, since it
// overlaps with those before it.
//
//	E_n = (1 - β^n)/(1 - β),   weight of a sample 1/E_{n_i},   so of its group α_i ∝ n_i/E_{n_i}
//
// A sample is a demonstration here, not a frame: frames of one demonstration overlap nearly wholly. β = 0 gives the
// shares of demonstrations, β → 1 gives equal weights.
type Effective struct {
	Beta float64 `range:"[0, 1)" help:"β: overlap of samples; 0 counts samples, .99 is nearly equal below 100 samples"`
}

func (Effective) About() Description {
	return Description{Family: Rival, Summary: "the effective number of demonstrations", Source: "Cui et al. 2019"}
}

func (e Effective) Start(g demos.Groups) mixture.Mixture {
	alpha := make([]float64, len(g.N))
	for i, n := range g.N {
		alpha[i] = float64(n) * (1 - e.Beta) / (1 - math.Pow(e.Beta, float64(n)))
	}
	return constant(normalised(alpha))
}
