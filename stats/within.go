package stats

import "math"

// Everything within subjects rests on one picture: a design asks p questions (orthonormal contrasts) of each subject's
// cells. The answers of n subjects are an n×p table. An effect is that its column means are not zero, the error is the
// spread around them, and sphericity says that the p×p covariance of the answers is a multiple of the identity.

// helmert is the k - 1 orthonormal Helmert contrasts of k levels: each level against the mean of those before it.
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

// kronecker is the contrasts of every pair of levels: (a ⊗ b) over cells ordered with b's level running fastest.
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

// answers is one effect of a within-subject design, in units of 2^exp.
type answers struct {
	n, p   int
	effect float64     // SS_effect = n Σ_c (m·c)², m the cell means
	z      [][]float64 // the error part of the answers, n×p
	error  float64     // SS_error = Σ z²
	exp    int
}

// negligible is the size, beside data of magnitude 1, below which a residual is the rounding error of [double]s.
const negligible = 0x1p-96

// ask puts the contrasts to rows of cells from which each subject's own mean is already taken. Each cell may be an
// average of several: weight is how many.
func ask(rows [][]double, weight float64, c [][]float64) answers {
	n, k, p := len(rows), len(rows[0]), len(c)
	means, residuals, e := columns(rows)
	a := answers{n: n, p: p, exp: e, z: make([][]float64, n)}
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

// columns splits rows into column means and what is left of the cells, both in units of 2^e, where the largest is about 1.
func columns(rows [][]double) (means, residuals []float64, e int) {
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

// boxEpsilon is Greenhouse and Geisser's estimate of Box's ε from S, the covariance of the answers:
// ε̂ = (tr S)²/(p tr S²), between 1/p and 1.    Greenhouse & Geisser, Psychometrika 24 (1959) 95
func (a answers) boxEpsilon() float64 {
	if a.p == 1 {
		return 1
	}
	squares := 0.0 // tr (z'z)²
	for q := range a.p {
		for r := range q + 1 {
			s := 0.0
			for i := range a.n {
				s += a.z[i][q] * a.z[i][r]
			}
			squares += s * s
			if r < q {
				squares += s * s
			}
		}
	}
	return min(1, a.error/squares*a.error/float64(a.p))
}

// logDetRatio is log W = log det S - p log(tr S/p), Mauchly's criterion, from the triangular factor R of z (modified
// Gram-Schmidt): det z'z = Π R_qq². Working on z and not on S keeps the digits of a W near zero. ok is false where z
// has not full rank: W is zero then.
func (a answers) logDetRatio() (logW float64, ok bool) {
	column := make([][]float64, a.p)
	for q := range column {
		column[q] = make([]float64, a.n)
		for i := range a.n {
			column[q][i] = a.z[i][q]
		}
	}
	scale := math.Sqrt(a.error / float64(a.p))
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
