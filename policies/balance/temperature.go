package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("temperature", Temperature{T: 2}) }

// Temperature draws from flattened shares, the usual compromise of multilingual training (Arivazhagan et al. 2019,
// "Massively Multilingual Neural Machine Translation in the Wild", 3.2):
//
//	α_i ∝ ρ_i^{1/T},   ρ_i the share of frames
//
// T = 1 is natural, T → ∞ is equal. It is a sampling scheme, so weights are applied by resampling.
type Temperature struct {
	// T flattens the shares. The paper uses 5 for languages whose shares are far more uneven.
	T float64 `range:"[1, 1e6]" help:"1 is natural, 2 square-root sampling (Mahajan et al. 2018), large is equal"`
}

func (Temperature) About() Description {
	return Description{
		Family: Rival, Source: "Arivazhagan et al. 2019",
		Summary: "groups are drawn by flattened shares",
	}
}

func (t Temperature) Start(g demos.Groups) mixture.Mixture {
	alpha := shares(g.Frames)
	for i, rho := range alpha {
		alpha[i] = math.Pow(rho, 1/t.T)
	}
	return resampled{constant(normalised(alpha))}
}
