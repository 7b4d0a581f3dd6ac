package mixed

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"counterpoise/stats"
)

// maximum is the maximum of a likelihood.
type maximum struct {
	theta      []float64 // β, σ; σ >= 0
	loglik     float64
	covariance *mat.Dense // of β; nil where the likelihood is not curved downwards in all directions
}

// singular is the SD, in logits, below which a random effect counts as having none (lme4's isSingular has 1e-4).
const singular = 1e-4

// searchParts is the part of the progress that is the quasi-Newton search's, which takes 20 to 100 evaluations.
const searchParts = 100

// parts is the total of the progress: the search and four Newton steps.
func (f *likelihood) parts() int { return searchParts + 4*(f.cells+f.terms) }

// maximise searches the maximum of the Laplace approximation over β and σ together, as glmer does with nAGQ = 1, from
// given start values. A quasi-Newton search (BFGS, Nocedal & Wright, Numerical Optimization (2006) 6.1) with the exact
// gradient comes close; Newton steps with the matrix of second derivatives end it. Second derivatives are central
// differences of the gradient. Their inverse is the covariance of the estimates, SDs included, as in glmer and glmmTMB.
func (f *likelihood) maximise(start []float64, watch stats.Watch) (maximum, error) {
	s := search{f: f, watch: watch, total: f.parts()}
	x, err := s.quasiNewton(start, searchParts)
	if err != nil {
		return maximum{}, err
	}
	s.done = searchParts
	best, err := f.at(x, nil)
	if err != nil {
		return maximum{}, err
	}
	free := make([]bool, len(x))
	for i := range x {
		free[i] = true
		// A random effect without variance is on the boundary: its SD is 0, and no error belongs to it.
		if i >= f.cells && math.Abs(x[i]) < 10*singular {
			at := x[i]
			x[i] = 0
			if without, err := f.at(x, nil); err != nil {
				return maximum{}, err
			} else if without >= best-1e-6 {
				best, free[i] = without, false
			} else {
				x[i] = at
			}
		}
	}
	m := maximum{theta: x, loglik: best}
	for range 4 {
		size, err := s.newtonStep(&m, free)
		if err != nil {
			return maximum{}, err
		}
		if size < 1e-6 || m.covariance == nil {
			break
		}
	}
	for i := f.cells; i < len(x); i++ {
		m.theta[i] = math.Abs(m.theta[i])
	}
	return m, nil
}

// search counts evaluations, and keeps the value and the gradient of the last one and the first error.
type search struct {
	f           *likelihood
	watch       stats.Watch
	done, total int
	value       float64
	gradient    []float64
	err         error
}

// evaluate computes value and gradient at x, and reports progress. After an error it does nothing.
func (s *search) evaluate(x []float64) {
	if s.err != nil {
		return
	}
	if s.gradient == nil {
		s.gradient = make([]float64, len(x))
	}
	if s.value, s.err = s.f.at(x, s.gradient); s.err != nil {
		return
	}
	s.done++
	if s.watch != nil {
		s.err = s.watch(min(s.done, s.total), s.total)
	}
}

// quasiNewton searches until every derivative is below 1e-4, or no step improves the likelihood any more: a maximum up
// to rounding, which Newton's steps check. H approximates the inverse of the second derivatives of -log L; with
// s = Δθ and y = Δ(-gradient) of a step,
//
//	H ← H + (1 + yᵀHy/sᵀy) s sᵀ/sᵀy - (H y sᵀ + s yᵀH)/sᵀy
func (s *search) quasiNewton(start []float64, parts int) ([]float64, error) {
	n := len(start)
	x := slices.Clone(start)
	s.evaluate(x)
	var h []float64 // n x n; nil for a multiple of the identity
	hy, y := make([]float64, n), make([]float64, n)
	for range 1000 {
		value, gradient := s.value, slices.Clone(s.gradient)
		if s.err != nil || norm(gradient) < 1e-4 {
			return x, s.err
		}
		s.done = min(s.done, parts-1)
		step := slices.Clone(gradient)
		if h == nil { // a step of length 1 at most
			for i := range step {
				step[i] /= max(1, math.Sqrt(dot(gradient, gradient)))
			}
		} else {
			times(step, h, gradient)
		}
		before, slope := slices.Clone(x), dot(step, gradient)
		for scale := 1.0; ; scale /= 2 { // Armijo's condition, by halving
			for i := range x {
				x[i] = before[i] + scale*step[i]
			}
			if s.evaluate(x); s.err != nil {
				return nil, s.err
			}
			if s.value >= value+1e-4*scale*slope {
				break
			}
			if scale < 1e-9 {
				return before, nil
			}
		}
		for i := range x {
			step[i], y[i] = x[i]-before[i], gradient[i]-s.gradient[i]
		}
		sy := dot(step, y)
		if !(sy > 1e-12*math.Sqrt(dot(step, step)*dot(y, y))) {
			continue // the likelihood is not curved downwards along this step: it teaches nothing about a maximum
		}
		if h == nil {
			h = make([]float64, n*n)
			for i := range n {
				h[i*n+i] = sy / dot(y, y)
			}
		}
		times(hy, h, y)
		factor := (1 + dot(y, hy)/sy) / sy
		for i := range n {
			for j := range n {
				h[i*n+j] += factor*step[i]*step[j] - (hy[i]*step[j]+step[i]*hy[j])/sy
			}
		}
	}
	return x, nil
}

// times sets y to the product of a square matrix and x.
func times(y, m, x []float64) {
	for i := range y {
		y[i] = dot(m[i*len(x):(i+1)*len(x)], x)
	}
}

// dot is the scalar product.
func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// norm is the largest magnitude.
func norm(a []float64) (most float64) {
	for _, v := range a {
		most = max(most, math.Abs(v))
	}
	return most
}

// newtonStep makes one Newton step over the free parameters where it improves the likelihood, sets the covariance, and
// returns the size of the step: the largest change of a parameter, in units of max(1, |parameter|).
func (s *search) newtonStep(m *maximum, free []bool) (size float64, err error) {
	var at []int // free parameters
	for i, ok := range free {
		if ok {
			at = append(at, i)
		}
	}
	s.evaluate(m.theta)
	gradient := mat.NewVecDense(len(at), nil)
	for i, p := range at {
		gradient.SetVec(i, s.gradient[p])
	}
	curvature := s.curvature(m.theta, at)
	if s.err != nil {
		return 0, s.err
	}
	var factor mat.Cholesky
	if !factor.Factorize(curvature) {
		m.covariance = nil
		return 0, nil
	}
	var inverse mat.SymDense
	if err := factor.InverseTo(&inverse); err != nil {
		m.covariance = nil
		return 0, nil
	}
	m.covariance = mat.NewDense(s.f.cells, s.f.cells, nil)
	for i := range s.f.cells { // the cells are the first parameters, and all are free
		for j := range s.f.cells {
			m.covariance.Set(i, j, inverse.At(i, j))
		}
	}
	var step mat.VecDense
	step.MulVec(&inverse, gradient)
	x := slices.Clone(m.theta)
	for i, p := range at {
		x[p] += step.AtVec(i)
		size = max(size, math.Abs(step.AtVec(i))/max(1, math.Abs(m.theta[p])))
	}
	s.evaluate(x)
	if s.err != nil {
		return 0, s.err
	}
	if s.value < m.loglik-1e-7 {
		return 0, nil // the quadratic model does not hold here: the search's point stays
	}
	m.theta, m.loglik = x, s.value
	return size, nil
}

// curvature is the matrix of second derivatives of -log L at θ by the parameters at: central differences of the
// gradient, and of the two for each pair of parameters the mean.
//
//	∂²(-log L)/∂θ_i ∂θ_j = (g_i(θ - h e_j) - g_i(θ + h e_j))/2h,   h = 1e-4 max(1, |θ_j|)
func (s *search) curvature(theta []float64, at []int) *mat.SymDense {
	n, x := len(at), slices.Clone(theta)
	differences := mat.NewDense(n, n, nil)
	for j, p := range at {
		h := 1e-4 * max(1, math.Abs(x[p]))
		var sides [2][]float64
		for side, sign := range []float64{1, -1} {
			x[p] = theta[p] + sign*h
			s.evaluate(x)
			sides[side] = slices.Clone(s.gradient)
		}
		x[p] = theta[p]
		for i, o := range at {
			differences.Set(i, j, (sides[1][o]-sides[0][o])/(2*h))
		}
	}
	symmetric := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			symmetric.SetSym(i, j, (differences.At(i, j)+differences.At(j, i))/2)
		}
	}
	return symmetric
}
