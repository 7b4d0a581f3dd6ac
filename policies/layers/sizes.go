package layers

import "math"

// HeDeviation returns the standard deviation of the initial weights of a layer with ReLU: sqrt(2/from), for from
// inputs (He et al. 2015, Eq. 10). It keeps the variance of activations equal from layer to layer.
func HeDeviation(from int) float64 { return math.Sqrt(2 / float64(from)) }

// Volume returns the number of elements of a tensor: the product of its dimensions, 1 for a scalar.
func Volume(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
