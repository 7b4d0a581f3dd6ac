package balance

// constant is a mixture whose weights never change.
type constant []float64

func (c constant) Alpha() []float64  { return c }
func (c constant) Observe([]float64) {}

// uniform is the weight 1/k for each of k groups.
func uniform(k int) []float64 {
	alpha := make([]float64, k)
	for i := range alpha {
		alpha[i] = 1 / float64(k)
	}
	return alpha
}

// shares are counts divided by their sum.
func shares(n []int) []float64 {
	alpha := make([]float64, len(n))
	for i, c := range n {
		alpha[i] = float64(c)
	}
	return normalised(alpha)
}

// normalised divides non-negative weights by their sum, in place.
func normalised(w []float64) []float64 {
	sum := 0.0
	for _, v := range w {
		sum += v
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}
