package balance

import "slices"

// Projection is a map from weights outside the simplex back onto it. The zero value is Euclidean.
type Projection int

const (
	// Euclidean returns the nearest point of the simplex.
	Euclidean Projection = iota
	// Clipped sets negative weights to zero and divides by the sum. The study's step subtracts the mean of the gradient
	// and does not constrain the sign (Parekh et al., Eq. 14); this is the simplest map that does.
	Clipped
)

func (p Projection) apply(v []float64) []float64 {
	if p == Clipped {
		return clip(v)
	}
	return project(v)
}

// project is the point of the simplex { α : α_i >= 0, sum α_i = 1 } that is nearest to v (Held, Wolfe & Crowder 1974;
// Duchi et al. 2008, Fig. 1): it subtracts from all values the number τ for which the positive remainders sum to 1.
//
//	α_i = max(0, v_i - τ),   τ = (sum of the m largest - 1)/m,   m the largest number with a positive m-th remainder
func project(v []float64) []float64 {
	down := slices.Clone(v)
	slices.Sort(down)
	slices.Reverse(down)
	sum, tau := 0.0, 0.0
	for i, x := range down {
		sum += x
		if t := (sum - 1) / float64(i+1); x > t {
			tau = t
		}
	}
	alpha := make([]float64, len(v))
	for i, x := range v {
		alpha[i] = max(0, x-tau)
	}
	return normalised(alpha) // removes the rounding error of the sum
}

// clip sets negative weights to 0 and divides by the sum. v must sum to 1, so that at least one weight is positive.
func clip(v []float64) []float64 {
	alpha := make([]float64, len(v))
	for i, x := range v {
		alpha[i] = max(0, x)
	}
	return normalised(alpha)
}
