package optimizer

import "math"

// Adam is the state of Adam (Kingma & Ba 2015, Algorithm 1) for one parameter tensor: the moving averages m of the
// gradient and v of its square. Both slices have the parameter's length and start at zero.
type Adam struct{ M, V []float32 }

// The constants that the paper recommends: the decay of both averages, and the term that keeps the quotient finite.
const (
	Beta1   = 0.9
	Beta2   = 0.999
	Epsilon = 1e-8
)

// Corrections returns the factors of update t = 1, 2, ... that correct the bias of the averages towards zero:
//
//	rate = α / (1-β1^t),   unbias = 1 / (1-β2^t)
func Corrections(alpha float64, t int) (rate, unbias float32) {
	return float32(alpha / (1 - math.Pow(Beta1, float64(t)))), float32(1 / (1 - math.Pow(Beta2, float64(t))))
}

// Step performs update t = 1, 2, ... of the parameters θ, in place, by the gradient g at learning rate α:
//
//	m = β1 m + (1-β1) g
//	v = β2 v + (1-β2) g²
//	θ = θ - α (m/(1-β1^t)) / (sqrt(v/(1-β2^t)) + ε)
//
// t must be 1 for the first update, or the correction of the averages' bias towards zero is wrong. Sums are float32.
func (a *Adam) Step(theta, g []float32, alpha float64, t int) {
	rate, unbias := Corrections(alpha, t)
	m, v := a.M[:len(theta)], a.V[:len(theta)]
	for i, gi := range g[:len(theta)] {
		m[i] = Beta1*m[i] + (1-Beta1)*gi
		v[i] = Beta2*v[i] + (1-Beta2)*gi*gi
		theta[i] -= rate * m[i] / (float32(math.Sqrt(float64(v[i]*unbias))) + Epsilon)
	}
}
