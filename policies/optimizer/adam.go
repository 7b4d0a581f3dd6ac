package optimizer

import "math"

// Adam is the state of Adam (Kingma & Ba 2015, Algorithm 1) for one parameter tensor: the moving averages m of the
// gradient and v of its square. Both slices have the parameter's length and start at zero.
type Adam struct{ M, V []float32 }

// The constants that the paper recommends: the decay of both averages, and the term that keeps the quotient finite.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// Step performs update t = 1, 2, ... of the parameters θ, in place, by the gradient g at learning rate α:
//
//	m = β1 m + (1-β1) g
//	v = β2 v + (1-β2) g²
//	θ = θ - α (m/(1-β1^t)) / (sqrt(v/(1-β2^t)) + ε)
//
// t must be 1 for the first update, or the correction of the averages' bias towards zero is wrong. Sums are float32.
func (a *Adam) Step(theta, g []float32, alpha float64, t int) {
	rate := float32(alpha / (1 - math.Pow(beta1, float64(t))))
	unbias := float32(1 / (1 - math.Pow(beta2, float64(t))))
	m, v := a.M[:len(theta)], a.V[:len(theta)]
	for i, gi := range g[:len(theta)] {
		m[i] = beta1*m[i] + (1-beta1)*gi
		v[i] = beta2*v[i] + (1-beta2)*gi*gi
		theta[i] -= rate * m[i] / (float32(math.Sqrt(float64(v[i]*unbias))) + epsilon)
	}
}
