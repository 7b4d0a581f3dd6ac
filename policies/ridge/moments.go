package ridge

import "gonum.org/v1/gonum/mat"

// moments are sufficient statistics of least squares on a group of n frames. Frame t has Fourier features φ_t (D
// numbers) and a target y_t (p action components):
//
//	A = 1/n sum_t φ_t φ_tᵀ [D x D],   B = 1/n sum_t φ_t y_tᵀ [D x p],   C = 1/n sum_t |y_t|²
//
// The loss of the group and its gradient at any W follow from them, so their cost does not depend on n.
type moments struct {
	A *mat.SymDense
	B *mat.Dense
	C float64
}

// measure computes the moments of the given rows of Φ [N x D] and Y [N x p], at least one, in O(n D²) time. It copies
// these rows: 8 (D+p) bytes a frame until it returns.
func measure(phi, y *mat.Dense, rows []int32) moments {
	_, size := phi.Dims()
	_, p := y.Dims()
	n := len(rows)
	part, out := mat.NewDense(n, size, nil), mat.NewDense(n, p, nil)
	for i, r := range rows {
		part.SetRow(i, phi.RawRowView(int(r)))
		out.SetRow(i, y.RawRowView(int(r)))
	}
	m := moments{A: mat.NewSymDense(size, nil), B: mat.NewDense(size, p, nil)}
	m.A.SymOuterK(1/float64(n), part.T())
	m.B.Mul(part.T(), out)
	m.B.Scale(1/float64(n), m.B)
	m.C = dot(out, out) / float64(n)
	return m
}

// loss returns the mean squared error of the weights W [D x p] over the frames and components of the group:
//
//	L(W) = 1/(np) sum_t |φ_tᵀW - y_tᵀ|² = 1/p (tr WᵀAW - 2 tr WᵀB + C)
//
// The three terms nearly cancel where W fits well, so the absolute error of L is the rounding of C.
func (m moments) loss(W *mat.Dense) float64 {
	_, p := W.Dims()
	var aw mat.Dense
	aw.Mul(m.A, W)
	return (dot(W, &aw) - 2*dot(W, m.B) + m.C) / float64(p)
}

// residual returns R = AW - B [D x p]. The gradient of the loss is ∇L(W) = 2/p R.
func (m moments) residual(W *mat.Dense) *mat.Dense {
	var r mat.Dense
	r.Mul(m.A, W)
	r.Sub(&r, m.B)
	return &r
}

// dot returns the sum of a_ij b_ij over all elements: the inner product tr aᵀb.
func dot(a, b *mat.Dense) (sum float64) {
	rows, _ := a.Dims()
	for i := range rows {
		bi := b.RawRowView(i)
		for j, v := range a.RawRowView(i) {
			sum += v * bi[j]
		}
	}
	return sum
}
