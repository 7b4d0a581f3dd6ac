package physics

import "math"

// factor overwrites the lower triangle of a symmetric positive definite matrix by its Cholesky factor L, M = L Lᵀ. The
// diagonal holds reciprocals, 1/L_jj, so that solving needs no divisions. It returns errSingular if the matrix is not
// positive definite.
func factor(m *[DOF][DOF]float64) error {
	for j := range DOF {
		d := m[j][j]
		for k := range j {
			d -= float64(m[j][k] * m[j][k])
		}
		if !(d > 0) {
			return errSingular
		}
		inv := 1 / math.Sqrt(d)
		m[j][j] = inv
		for i := j + 1; i < DOF; i++ {
			s := m[i][j]
			for k := range j {
				s -= float64(m[i][k] * m[j][k])
			}
			m[i][j] = float64(s * inv)
		}
	}
	return nil
}

// solve overwrites b by the solution x of L Lᵀ x = b, with L from factor.
func solve(l *[DOF][DOF]float64, b *[DOF]float64) {
	for i := range DOF {
		s := b[i]
		for k := range i {
			s -= float64(l[i][k] * b[k])
		}
		b[i] = float64(s * l[i][i])
	}
	for i := DOF - 1; i >= 0; i-- {
		s := b[i]
		for k := i + 1; k < DOF; k++ {
			s -= float64(l[k][i] * b[k])
		}
		b[i] = float64(s * l[i][i])
	}
}

// invertPlain fills inv with L⁻¹, column by column, with L from factor. What stands above the diagonal is zero.
func invertPlain(l *[DOF][DOF]float64, inv *[DOF]slot) {
	for j := range DOF {
		inv[j][j] = l[j][j]
		for i := j + 1; i < DOF; i++ {
			s := 0.0
			for k := j; k < i; k++ {
				s += float64(l[i][k] * inv[k][j])
			}
			inv[i][j] = -float64(s * l[i][i])
		}
	}
}

// applyTransposedPlain computes x = Nᵀ y for a lower triangular matrix N.
func applyTransposedPlain(n *[DOF]slot, y, x *slot) {
	for i := range x {
		s := 0.0
		for k := i; k < DOF; k++ {
			s += float64(n[k][i] * y[k])
		}
		x[i] = s
	}
}

// timesTransposed computes y = Lᵀ v, with L from factor.
func timesTransposed(l *[DOF][DOF]float64, v, y *[DOF]float64) {
	for i := range DOF {
		s := v[i] / l[i][i]
		for k := i + 1; k < DOF; k++ {
			s += float64(l[k][i] * v[k])
		}
		y[i] = s
	}
}
