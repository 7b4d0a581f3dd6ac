package network

import "math"

// Standardizer scales every feature to mean 0 and standard deviation 1 over the training frames, but amplifies none
// beyond its floor:
//
//	x' = (x - mean) gain,   gain = 1/max(sd, floor)
//
// The floor keeps a feature that hardly varies in training from becoming a large input where it varies a little more:
// at rest on the table the height of a block varies by 18 µm between starts here and by 60 µm in CALVIN, which without
// a floor is several standard deviations. A feature that is constant up to rounding has gain 0: the network cannot
// learn its meaning, so its input is always 0.
type Standardizer struct{ Mean, Gain []float32 }

// floors are the smallest standard deviations that count, by the unit of the feature: 1 mm, 1 degree and 1 %. They are
// below what decides a grasp, and far above the noise of a state at rest. At ten times these values features that
// matter, such as sideways offsets of some millimetres, would be attenuated.
var floors = map[string]float64{"m": 1e-3, "rad": math.Pi / 180, "1": 0.01}

// Floors returns the floor of each feature in the feature's unit.
func Floors(features []Feature) []float64 {
	all := make([]float64, len(features))
	for i, f := range features {
		all[i] = floors[f.Unit]
	}
	return all
}

// constantSD is the standard deviation below which a feature counts as constant, relative to the size of its mean or
// to 1 if that is smaller. Rounding of float32 alone gives 6e-8.
const constantSD = 1e-6

// FitStandardizer measures len(floor) features in rows of the given stride, which start with the features. floor holds
// the floor of each feature, 0 for a feature whose unit is unknown. Every frame counts once, whatever the weight of its
// group, so that the inputs of all methods are the same.
func FitStandardizer(rows []float32, stride int, floor []float64) Standardizer {
	n := len(floor)
	s := Standardizer{make([]float32, n), make([]float32, n)}
	for j := range n {
		mean, sd := Moments(rows, stride, j)
		s.Mean[j] = float32(mean)
		if sd > constantSD*max(1, math.Abs(mean)) {
			s.Gain[j] = float32(1 / max(sd, floor[j]))
		}
	}
	return s
}

// Moments returns the mean and the standard deviation (of n, not n - 1) of column j of rows of the given stride.
func Moments(rows []float32, stride, j int) (mean, sd float64) {
	count := float64(len(rows) / stride)
	var sum, square float64
	for i := j; i < len(rows); i += stride {
		sum += float64(rows[i])
	}
	mean = sum / count
	for i := j; i < len(rows); i += stride {
		d := float64(rows[i]) - mean
		square += d * d
	}
	return mean, math.Sqrt(square / count)
}

// Apply writes the standardised features of x to dst, which may be x itself.
func (s Standardizer) Apply(dst, x []float32) {
	for j := range s.Mean {
		dst[j] = (x[j] - s.Mean[j]) * s.Gain[j]
	}
}
