package balance

import "slices"

// Projection is how weights that a step has taken off the simplex come back to it. The zero value is Euclidean.
type Projection int

const (
	// Euclidean goes to the nearest point of the simplex.
	Euclidean Projection = iota
	// Clipped sets negative weights to zero and divides by the sum: the study's step, which takes the mean off the
	// gradient and says nothing of the sign (Parekh et al., Eq. 14), made safe in the plainest way.
	Clipped
)

func (p Projection) apply(v []float64) []float64 {
	if p == Clipped {
		return clip(v)
	}
	return project(v)
}

// project is the point of the simplex { α : α_i >= 0, sum α_i = 1 } that is nearest to v (Held, Wolfe & Crowder 1974;
// Duchi et al. 2008, Fig. 1): subtract from all the number τ that makes what stays positive sum to 1.
//
//	α_i = max(0, v_i - τ),   τ = (sum of the m largest - 1)/m,   m the most that leaves the m-th positive
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
	return normalised(alpha) // takes the last rounding out of the sum
}

// clip expects a v that sums to 1, so that something of it is positive.
func clip(v []float64) []float64 {
	alpha := make([]float64, len(v))
	for i, x := range v {
		alpha[i] = max(0, x)
	}
	return normalised(alpha)
}
