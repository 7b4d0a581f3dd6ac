package stats

import "math"

// All within-subject analyses use contrast scores (Maxwell & Delaney, Designing Experiments and Analyzing Data, 2nd
// ed., ch. 13). An effect with p degrees of freedom is a set of p orthonormal contrasts of the cells. The scores of n
// subjects form an n×p table. The effect is present where the column means of the table differ from zero, the error
// is the spread around these means, and sphericity means that the p×p covariance of the scores is a multiple of the
// identity.

// helmert returns the k - 1 orthonormal Helmert contrasts of k levels, a (k-1)×k matrix. Contrast j compares level j
// + 1 with the mean of the levels 0 to j. The results do not depend on the choice of orthonormal contrasts.
func helmert(k int) [][]float64 {
	c := make([][]float64, k-1)
	for j := range c {
		c[j] = make([]float64, k)
		m := float64(j + 1)
		for i := range j + 1 {
			c[j][i] = 1 / math.Sqrt(m*(m+1))
		}
		c[j][j+1] = -m / math.Sqrt(m*(m+1))
	}
	return c
}

// kronecker is the Kronecker product a ⊗ b of two contrast matrices, over cells with b's level running fastest.
func kronecker(a, b [][]float64) [][]float64 {
	var c [][]float64
	for _, u := range a {
		for _, v := range b {
			row := make([]float64, 0, len(u)*len(v))
			for _, x := range u {
				for _, y := range v {
					row = append(row, x*y)
				}
			}
			c = append(c, row)
		}
	}
	return c
}

// contrastScores holds the contrast scores of one effect of a within-subject design, in units of 2^exp.
type contrastScores struct {
	n, p   int         // subjects, contrasts
	effect float64     // SS_effect = n Σ_c (m·c)², m the cell means
	z      [][]float64 // scores minus their column means, n×p
	error  float64     // SS_error = Σ z²
	exp    int
}

// negligible is the magnitude below which a residual of data of magnitude 1 counts as a rounding error of [double]
// arithmetic: 2^-96, ten bits above its precision of 2^-106.
const negligible = 0x1p-96

// newContrastScores applies the contrasts c, p×k, to n rows of k cells from which each subject's own mean has been
// subtracted. weight is the number of cells of the data that each cell is the average of.
func newContrastScores(rows [][]double, weight float64, c [][]float64) contrastScores {
	n, k, p := len(rows), len(rows[0]), len(c)
	means, residuals, e := columnMeansAndResiduals(rows)
	a := contrastScores{n: n, p: p, exp: e, z: make([][]float64, n)}
	for _, contrast := range c {
		m := 0.0
		for j := range k {
			m += means[j] * contrast[j]
		}
		a.effect += weight * float64(n) * m * m
	}
	table := make([]float64, n*p)
	for i := range n {
		a.z[i], table = table[:p], table[p:]
		for q, contrast := range c {
			for j := range k {
				a.z[i][q] += residuals[i*k+j] * contrast[j]
			}
			a.z[i][q] *= math.Sqrt(weight)
			a.error += a.z[i][q] * a.z[i][q]
		}
	}
	return a
}

// columnMeansAndResiduals splits n rows of k cells into k column means and n·k residuals, row by row. Both are in
// units of 2^e, chosen such that the largest magnitude lies in [1/2, 1).
func columnMeansAndResiduals(rows [][]double) (means, residuals []float64, e int) {
	n, k := len(rows), len(rows[0])
	means, residuals = make([]float64, k), make([]float64, n*k)
	column, size := make([]double, n), 0.0
	keep := func(v float64) float64 {
		if math.Abs(v) < negligible {
			return 0
		}
		size = math.Max(size, math.Abs(v))
		return v
	}
	for j := range k {
		for i := range n {
			column[i] = rows[i][j]
		}
		m := meanOf(column)
		means[j] = keep(m.float())
		for i := range n {
			residuals[i*k+j] = keep(column[i].minus(m).float())
		}
	}
	_, e = math.Frexp(size)
	for _, part := range [][]float64{means, residuals} {
		for i := range part {
			part[i] = math.Ldexp(part[i], -e)
		}
	}
	return means, residuals, e
}

// greenhouseGeisser is the estimate of Box's ε by Greenhouse & Geisser, Psychometrika 24 (1959) 95, from the
// covariance S of the contrast scores:
//
//	ε̂ = (tr S)²/(p tr S²), in [1/p, 1]
//
// O(np²).
func (s contrastScores) greenhouseGeisser() float64 {
	if s.p == 1 {
		return 1
	}
	squares := 0.0 // tr (z'z)²
	for q := range s.p {
		for r := range q + 1 {
			sum := 0.0
			for i := range s.n {
				sum += s.z[i][q] * s.z[i][r]
			}
			squares += sum * sum
			if r < q {
				squares += sum * sum
			}
		}
	}
	return min(1, s.error/squares*s.error/float64(s.p))
}

// logDetRatio is the logarithm of Mauchly's criterion,
//
//	log W = log det S - p log(tr S/p)
//
// from the triangular factor R of z by modified Gram-Schmidt: det z'z = Π R_qq². Factoring z instead of S keeps the
// digits of a W near zero. ok is false where z does not have full rank; W is zero then. O(np²).
func (s contrastScores) logDetRatio() (logW float64, ok bool) {
	column := make([][]float64, s.p)
	for q := range column {
		column[q] = make([]float64, s.n)
		for i := range s.n {
			column[q][i] = s.z[i][q]
		}
	}
	scale := math.Sqrt(s.error / float64(s.p))
	for q, v := range column {
		r := math.Sqrt(dot(v, v))
		if r <= 1e-14*scale {
			return math.Inf(-1), false
		}
		logW += 2 * math.Log(r/scale)
		for _, u := range column[q+1:] {
			f := dot(v, u) / (r * r)
			for i := range u {
				u[i] -= f * v[i]
			}
		}
	}
	return logW, true
}

// dot is the scalar product.
func dot(u, v []float64) float64 {
	sum := 0.0
	for i := range u {
		sum += u[i] * v[i]
	}
	return sum
}
