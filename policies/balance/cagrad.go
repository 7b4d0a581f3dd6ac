package balance

import (
	"math"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func init() { Methods.Add("cagrad", CAGrad{C: 0.4, Staging: oneStage}) }

// CAGrad follows the direction in which the group that gains least gains most, without leaving the neighbourhood of
// the mean gradient (Liu et al. 2021, "Conflict-Averse Gradient Descent for Multi-task Learning", Algorithm 1). With
// g_0 = 1/k sum_i g_i:
//
//	max_d min_i <g_i, d>  subject to  |d - g_0| <= c |g_0|
//
// whose dual is over the simplex and needs inner products only:
//
//	w = argmin_w <g_w, g_0> + c |g_0| |g_w|,   g_w = sum_i w_i g_i
//	d = g_0 + c |g_0|/|g_w| g_w,   so α_i ∝ 1/k + c |g_0|/|g_w| w_i
//
// Scaling d to weights that sum to 1 is no loss: the optimiser divides by the gradient's size anyway. The gradients
// are those of the step before.
type CAGrad struct {
	C float64 `range:"[0, 1)" help:"c: radius around the mean gradient; 0 is equal weights, 0.4 in the paper"`
	Staging
}

func (CAGrad) About() Description {
	return Description{Family: Rival, Summary: "the group that gains least gains most", Source: "Liu et al. 2021"}
}

func (c CAGrad) Start(g demos.Groups) mixture.Mixture {
	return c.of(&cagrad{CAGrad: c, alpha: uniform(len(g.Names))})
}

type cagrad struct {
	CAGrad
	alpha []float64
}

func (c *cagrad) Alpha() []float64     { return c.alpha }
func (*cagrad) Observe([]float64)      {}
func (*cagrad) LookAhead() float64     { return 0 }
func (c *cagrad) Memory() []*[]float64 { return []*[]float64{&c.alpha} }

func (c *cagrad) ObserveGradients(gram [][]float64) {
	k := len(gram)
	gram = unit(gram)
	mean := times(gram, uniform(k)) // <g_i, g_0>
	radius := c.C * root(along(mean, uniform(k)))
	w := dual(gram, mean, radius)
	length := root(along(times(gram, w), w))
	alpha := uniform(k)
	for i := range alpha {
		alpha[i] += radius / (length + least) * w[i]
	}
	c.alpha = normalised(alpha)
}

// unit scales a Gram matrix to trace 1. The dual solution w does not depend on the scale.
func unit(gram [][]float64) [][]float64 {
	trace := math.SmallestNonzeroFloat64
	for i := range gram {
		trace += gram[i][i]
	}
	out := make([][]float64, len(gram))
	for i, row := range gram {
		for _, v := range row {
			out[i] = append(out[i], v/trace)
		}
	}
	return out
}

// dualSteps bounds the iterations of the dual at each step of the policy. Convergence usually takes a few dozen.
const dualSteps = 300

// dual minimises the dual by projected gradient descent from equal weights, with a step that grows while it helps.
func dual(gram [][]float64, mean []float64, radius float64) []float64 {
	w, step := uniform(len(gram)), 1.0
	value := func(w []float64) float64 { return along(w, mean) + radius*root(along(times(gram, w), w)) }
	at := value(w)
	for n := 0; n < dualSteps && step > 1e-9; n++ {
		gw := times(gram, w)
		length := root(along(gw, w)) + least
		v := make([]float64, len(w))
		for i := range v {
			v[i] = w[i] - step*(mean[i]+radius*gw[i]/length)
		}
		if v = project(v); value(v) < at {
			w, at, step = v, value(v), 2*step
		} else {
			step /= 4
		}
	}
	return w
}

// times is the matrix-vector product m v.
func times(m [][]float64, v []float64) []float64 {
	out := make([]float64, len(m))
	for i, row := range m {
		out[i] = along(row, v)
	}
	return out
}

// root is the square root of a square that rounding may have taken below zero.
func root(x float64) float64 { return math.Sqrt(max(0, x)) }

// along is the inner product of a and b.
func along(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
