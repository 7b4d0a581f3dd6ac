package network

import "math"

// Standardizer scales every feature to mean 0 and standard deviation 1 over the training frames:
//
//	x' = (x - mean) gain,   gain = 1/sd
//
// A feature that is constant in training has gain 0: the network cannot learn its meaning, so its input is always 0.
type Standardizer struct{ Mean, Gain []float32 }

// constantSD is the standard deviation below which a feature counts as constant, relative to the size of its mean or
// to 1 if that is smaller. Rounding of float32 alone gives 6e-8.
const constantSD = 1e-6

// FitStandardizer measures n features in rows of the given stride, which start with the features. Every frame counts
// once, whatever the weight of its group, so that the inputs of all methods are the same.
func FitStandardizer(rows []float32, n, stride int) Standardizer {
	s := Standardizer{make([]float32, n), make([]float32, n)}
	count := float64(len(rows) / stride)
	for j := range n {
		var sum, square float64
		for i := j; i < len(rows); i += stride {
			sum += float64(rows[i])
		}
		mean := sum / count
		for i := j; i < len(rows); i += stride {
			d := float64(rows[i]) - mean
			square += d * d
		}
		s.Mean[j] = float32(mean)
		if sd := math.Sqrt(square / count); sd > constantSD*max(1, math.Abs(mean)) {
			s.Gain[j] = float32(1 / sd)
		}
	}
	return s
}

// Apply writes the standardised features of x to dst, which may be x itself.
func (s Standardizer) Apply(dst, x []float32) {
	for j := range s.Mean {
		dst[j] = (x[j] - s.Mean[j]) * s.Gain[j]
	}
}
