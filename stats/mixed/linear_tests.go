package mixed

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"counterpoise/stats"
)

// variance is lᵀ Cov(β̂) l at (θ, σ) = σ² lᵀ M⁻¹ l.
func (m *linearModel) variance(l []float64, theta, sigma float64) float64 {
	chol, _, _, _, ok := m.normal(theta)
	if !ok {
		return math.NaN()
	}
	v := mat.NewVecDense(len(l), l)
	var solved mat.VecDense
	if chol.SolveVecTo(&solved, v) != nil {
		return math.NaN()
	}
	return sigma * sigma * mat.Dot(v, &solved)
}

// freedom is Satterthwaite's ν = 2 v²/(gᵀ A g), v = lᵀ Cov(β̂) l with gradient g in (θ, σ) and A their covariance.
func (m *linearModel) freedom(l []float64) (v, df float64) {
	v = m.variance(l, m.theta, m.sigma)
	slope := func(h float64) float64 {
		return (m.variance(l, m.theta+h, m.sigma) - m.variance(l, m.theta-h, m.sigma)) / (2 * h)
	}
	h := 2e-3 * max(m.theta, 0.1)
	g1, g2 := (4*slope(h)-slope(2*h))/3, 2*v/m.sigma
	a := m.spread
	return v, 2 * v * v / (g1*g1*a.At(0, 0) + 2*g1*g2*a.At(0, 1) + g2*g2*a.At(1, 1))
}

// contrast is the estimate lᵀ β̂ in the units of the data, with standard error, degrees of freedom and interval.
func (m *linearModel) contrast(l []float64) (value, se, df stats.Maybe, ci stats.Interval) {
	v, nu := m.freedom(l)
	estimate := 0.0
	for i, w := range l {
		estimate += w * (m.beta.AtVec(i) + m.centre)
	}
	estimate *= m.scale
	e := math.Sqrt(v) * m.scale
	if !(nu > 0) || !(e > 0) {
		return stats.Some(estimate), stats.Maybe{}, stats.Maybe{}, stats.Interval{}
	}
	return stats.Some(estimate), stats.Some(e), stats.Some(nu),
		interval(estimate, stats.CriticalT(1-m.level, nu)*e, m.level)
}

// test sets F of the hypothesis that all means are equal. With L the differences to the first method, q rows, and the
// eigenvectors P of L Cov(β̂) Lᵀ with eigenvalues d,
//
//	F = Σ (Pᵀ L β̂)_m²/(d_m q),  E = Σ ν_m/(ν_m - 2),  df2 = 2E/(E - q)
//
// ν_m of row m of Pᵀ L; ν itself where all are equal, and 2 where one is at most 2, as in lmerTest.
func (m *linearModel) test(out *Linear) {
	q := m.methods - 1
	chol, _, _, _, ok := m.normal(m.theta)
	if !ok {
		return
	}
	var inverse mat.SymDense
	if chol.InverseTo(&inverse) != nil {
		return
	}
	c := mat.NewSymDense(q, nil)
	for i := range q {
		for j := i; j < q; j++ {
			c.SetSym(i, j, inverse.At(i+1, j+1)-inverse.At(i+1, 0)-inverse.At(0, j+1)+inverse.At(0, 0))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(c, true) {
		return
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	f, e, least, most := 0.0, 0.0, math.Inf(1), 0.0
	for k, d := range eigen.Values(nil) {
		l, at := make([]float64, m.methods), 0.0
		for i := range q {
			l[i+1] += vectors.At(i, k)
			l[0] -= vectors.At(i, k)
			at += vectors.At(i, k) * (m.beta.AtVec(i+1) - m.beta.AtVec(0))
		}
		f += at * at / (d * m.sigma * m.sigma * float64(q))
		_, nu := m.freedom(l)
		e, least, most = e+nu/(nu-2), min(least, nu), max(most, nu)
	}
	df := 2 * e / (e - float64(q))
	switch {
	case most-least < 1e-6*most:
		df = most
	case least <= 2:
		df = 2
	}
	out.F, out.DF1, out.DF2 = stats.Some(f), stats.Some(float64(q)), stats.Some(df)
	out.P = stats.Some(stats.UpperF(f, float64(q), df))
}
