package balance

import (
	"math"

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
	T float64 // >= 1; 2 is square-root sampling (Mahajan et al. 2018), the paper's languages, far more uneven, take 5
}

func (Temperature) Family() Family { return Rival }

func (Temperature) About() string {
	return "groups are drawn by flattened shares (Arivazhagan et al. 2019)"
}

func (t Temperature) Start(g demos.Groups) Mixture {
	alpha := shares(g.Frames)
	for i, rho := range alpha {
		alpha[i] = math.Pow(rho, 1/t.T)
	}
	return resampled{constant(normalised(alpha))}
}
