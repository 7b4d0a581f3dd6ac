package mixed

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// linearModel is a fit in progress. Scores are in units of scale. theta = σ_u/σ, sigma = σ.
type linearModel struct {
	methods, scores int
	level           float64
	scale, squares  float64 // squares is Σ y² of the scaled, centred scores
	centre          float64 // subtracted from the scaled scores, so that squares do not cancel
	units           []linearUnit
	theta, sigma    float64
	beta            *mat.VecDense
	spread          *mat.SymDense // asymptotic covariance of (theta, sigma)
}

// linearUnit is a unit's scores, with the methods that they belong to.
type linearUnit struct {
	at []int
	y  []float64
}

// take reads the scores.
func (m *linearModel) take(rows [][]float64, names []string) error {
	if m.methods < 2 {
		return fmt.Errorf("mixed: a comparison needs two methods, there is %d", m.methods)
	}
	seen, largest, sum := make([]int, m.methods), 0.0, 0.0
	for i, row := range rows {
		if len(row) != m.methods {
			return fmt.Errorf("mixed: unit %d has %d scores for %d methods", i+1, len(row), m.methods)
		}
		var u linearUnit
		for j, v := range row {
			if math.IsInf(v, 0) {
				return fmt.Errorf("mixed: the score of %s in unit %d is %v", names[j], i+1, v)
			}
			if !math.IsNaN(v) {
				u.at, u.y = append(u.at, j), append(u.y, v)
				seen[j]++
				m.scores++
				largest = max(largest, math.Abs(v))
			}
		}
		if len(u.at) > 0 {
			m.units = append(m.units, u)
		}
	}
	for j, n := range seen {
		if n == 0 {
			return fmt.Errorf("mixed: %s has no score", names[j])
		}
	}
	if len(m.units) < 2 || m.scores <= m.methods {
		return fmt.Errorf("mixed: %d scores of %d units are too few for a mixed model of %d methods", m.scores,
			len(m.units), m.methods)
	}
	if len(m.units)*m.methods*m.methods > maxLinearWork {
		return fmt.Errorf("mixed: %d units of %d methods are too many for a mixed model", len(m.units), m.methods)
	}
	_, e := math.Frexp(largest)
	m.scale = math.Ldexp(1, e)
	for _, u := range m.units {
		for i := range u.y {
			u.y[i] = math.Ldexp(u.y[i], -e)
			sum += u.y[i] / float64(m.scores)
		}
	}
	m.centre = sum
	for _, u := range m.units {
		for i := range u.y {
			u.y[i] -= sum
			m.squares += u.y[i] * u.y[i]
		}
	}
	return nil
}

// normal assembles the normal equations at λ = θ² with c_i = λ/(1 + n_i λ), since V_i⁻¹ = (I - c_i J)/σ²:
//
//	M = Σ_i diag(δ_i) - c_i δ_i δ_iᵀ,  b = Σ_i y_i - c_i (Σ_j y_ij) δ_i,  log|V| = Σ_i log(1 + n_i λ) + N log σ²
//
// where δ_i marks the methods of unit i. It returns the Cholesky factors of M, β̂ = M⁻¹ b, the residual sum of squares
// and log|M| + Σ log(1 + n_i λ).
func (m *linearModel) normal(theta float64) (chol mat.Cholesky, beta *mat.VecDense, residual, logs float64, ok bool) {
	lambda := theta * theta
	equations, b := mat.NewSymDense(m.methods, nil), mat.NewVecDense(m.methods, nil)
	for _, u := range m.units {
		n, sum := float64(len(u.y)), 0.0
		c := lambda / (1 + n*lambda)
		for _, v := range u.y {
			sum += v
			residual += v * v
		}
		residual -= c * sum * sum
		logs += math.Log1p(n * lambda)
		for i, j := range u.at {
			b.SetVec(j, b.AtVec(j)+u.y[i]-c*sum)
			equations.SetSym(j, j, equations.At(j, j)+1)
			for _, k := range u.at[i:] {
				equations.SetSym(j, k, equations.At(j, k)-c)
			}
		}
	}
	beta = mat.NewVecDense(m.methods, nil)
	if !chol.Factorize(equations) || chol.SolveVecTo(beta, b) != nil {
		return chol, beta, residual, logs, false
	}
	return chol, beta, residual - mat.Dot(b, beta), logs + chol.LogDet(), true
}

// within is Σ_ij (y_ij - ȳ_j)², the residual sum of squares at θ = 0. The residual of normal is a difference of sums as
// large as m.squares: where it is less than 1e-10 of them, it has fewer than six digits, and none where there is no
// error variance.
func (m *linearModel) within() (squares float64) {
	means, n := make([]float64, m.methods), make([]float64, m.methods)
	for _, u := range m.units {
		for i, j := range u.at {
			n[j]++
			means[j] += (u.y[i] - means[j]) / n[j]
		}
	}
	for _, u := range m.units {
		for i, j := range u.at {
			squares += (u.y[i] - means[j]) * (u.y[i] - means[j])
		}
	}
	return squares
}

// residual is the residual sum of squares at θ.
func (m *linearModel) residual(theta float64) float64 {
	_, _, r, _, ok := m.normal(theta)
	if !ok {
		return 0
	}
	return r
}

// deviance is -2 log of the restricted likelihood, without constants. It is a function of θ², and so symmetric in θ.
func (m *linearModel) deviance(theta, sigma float64) float64 {
	_, _, r, logs, _ := m.normal(theta)
	return 2*float64(m.scores-m.methods)*math.Log(sigma) + logs + r/(sigma*sigma)
}

// fit finds the maximum: σ² = residual/(N - p) at each θ, and θ by a scan from 0 to 10⁴ in steps of a tenth of a decade
// and a golden section around the best. It reports whether there is a maximum. There is none where the end of the scan
// is as good as the best to 1e-6: without error variance the likelihood grows with θ, with hardly a unit that has
// several scores it grows to a limit, and with one score more than methods it is flat.
func (m *linearModel) fit() bool {
	free := float64(m.scores - m.methods)
	profile := func(theta float64) float64 {
		_, _, r, logs, ok := m.normal(theta)
		if !ok || r <= 0 {
			return math.Inf(1)
		}
		return free*math.Log(r/free) + logs
	}
	grid := []float64{0}
	for d := -40; d <= 40; d++ {
		grid = append(grid, math.Pow(10, float64(d)/10))
	}
	best, end, at := math.Inf(1), 0.0, 0
	for i, theta := range grid {
		if end = profile(theta); end < best {
			best, at = end, i
		}
	}
	if end < best+1e-6 {
		return false
	}
	if at > 0 {
		low, high := grid[at-1], grid[at+1]
		const golden = 0.6180339887498949
		a, b := high-golden*(high-low), low+golden*(high-low)
		fa, fb := profile(a), profile(b)
		for range 80 {
			if fa < fb {
				high, b, fb = b, a, fa
				a = high - golden*(high-low)
				fa = profile(a)
			} else {
				low, a, fa = a, b, fb
				b = low + golden*(high-low)
				fb = profile(b)
			}
		}
		m.theta = (low + high) / 2
	}
	// Below a thousandth of the residual SD the likelihood is flat to rounding errors: the units have no variance.
	if m.theta < 1e-3 && profile(0) <= profile(m.theta)+1e-9 {
		m.theta = 0
	}
	_, beta, r, _, _ := m.normal(m.theta)
	m.beta, m.sigma = beta, math.Sqrt(r/free)
	m.hessian()
	return true
}

// hessian sets the asymptotic covariance of (θ, σ), twice the inverse of the deviance's matrix of second derivatives.
// The derivatives in θ are central differences with one Richardson extrapolation; those in σ are exact, with D = N - p:
//
//	∂²d/∂σ² = -2D/σ² + 6r/σ⁴,  ∂²d/∂θ∂σ = -2 (∂r/∂θ)/σ³
func (m *linearModel) hessian() {
	free, s := float64(m.scores-m.methods), m.sigma
	second := func(h float64) float64 {
		return (m.deviance(m.theta+h, s) - 2*m.deviance(m.theta, s) + m.deviance(m.theta-h, s)) / (h * h)
	}
	slope := func(h float64) float64 { return (m.residual(m.theta+h) - m.residual(m.theta-h)) / (2 * h) }
	h := 2e-3 * max(m.theta, 0.1)
	h11, r1 := (4*second(h)-second(2*h))/3, (4*slope(h)-slope(2*h))/3
	h22 := -2*free/(s*s) + 6*m.residual(m.theta)/(s*s*s*s)
	h12 := -2 * r1 / (s * s * s)
	d := h11*h22 - h12*h12
	m.spread = mat.NewSymDense(2, []float64{2 * h22 / d, -2 * h12 / d, -2 * h12 / d, 2 * h11 / d})
}
