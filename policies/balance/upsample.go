package balance

import (
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("upsample", upsample{}) }

// upsample repeats the demonstrations of scarce behaviours until all have the same share (Parekh et al., 5a and Eq.
// 10): samples are drawn from q(s, a) = p(s, a)/ρ_i instead of having their losses multiplied.
//
//	α_i = 1/k, applied by resampling
//
// The objective is Eq. 9's, so the difference from equal is one of variance: a scarce behaviour is drawn often with a
// small weight instead of seldom with a large one. ρ_i is the share of frames, as in natural.
type upsample struct{}

func (upsample) About() Description {
	return Description{Family: Study, Summary: "every group is drawn equally often", Source: "Parekh et al., Eq. 10"}
}

func (upsample) Start(g demos.Groups) mixture.Mixture {
	return resampled{constant(uniform(len(g.Names)))}
}

// resampled is a mixture whose weights act by drawing samples in proportion to them.
type resampled struct{ mixture.Mixture }

// Resample tells the trainer to draw samples instead of multiplying losses.
func (resampled) Resample() bool { return true }
