package policies

import "math"

// standard brings every feature to mean 0 and standard deviation 1 over the training frames:
//
//	x' = (x - mean) * gain,  gain = 1/sd
//
// A feature that never changed in training has gain 0: the network never learned what it means, so it never sees it.
type standard struct{ mean, gain []float32 }

// constantSD is the spread, relative to the feature's size, under which it counts as constant: a few roundings of
// float32 (6e-8).
const constantSD = 1e-6

// fitStandard reads rows of the given stride, n features at the start of each. Every frame counts once, whatever its
// group's weight.
func fitStandard(rows []float32, n, stride int) standard {
	s := standard{make([]float32, n), make([]float32, n)}
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
		s.mean[j] = float32(mean)
		if sd := math.Sqrt(square / count); sd > constantSD*max(1, math.Abs(mean)) {
			s.gain[j] = float32(1 / sd)
		}
	}
	return s
}

// mostGain is the greatest gain of a feature that training end to end can move: where the frozen encoder's hardly varied, a small step of
// its weights would otherwise be a leap of the network's input.
const mostGain = 20

// limit bounds the gains of the first n features.
func (s standard) limit(n int) {
	for j, g := range s.gain[:n] {
		s.gain[j] = min(g, mostGain)
	}
}

// apply writes the standardised features to dst, which may be x itself.
func (s standard) apply(dst, x []float32) {
	for j := range s.mean {
		dst[j] = (x[j] - s.mean[j]) * s.gain[j]
	}
}
