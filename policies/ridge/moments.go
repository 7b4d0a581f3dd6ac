package ridge

import "gonum.org/v1/gonum/mat"

// moments are all that a least-squares problem needs to know of a group's n frames, with rows φ_t of Fourier features
// and y_t of p action components:
//
//	A = 1/n sum_t φ_t φ_tᵀ [D x D],   B = 1/n sum_t φ_t y_tᵀ [D x p],   C = 1/n sum_t |y_t|²
type moments struct {
	A *mat.SymDense
	B *mat.Dense
	C float64
}

// measure computes the moments of some rows of Φ [N x D] and Y [N x p].
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

// loss is the mean squared error of the weights W [D x p] on the group,
//
//	L(W) = 1/p (tr WᵀAW - 2 tr WᵀB + C)
func (m moments) loss(W *mat.Dense) float64 {
	_, p := W.Dims()
	var aw mat.Dense
	aw.Mul(m.A, W)
	return (dot(W, &aw) - 2*dot(W, m.B) + m.C) / float64(p)
}

// residual is R = AW - B, so that ∇L(W) = 2/p R.
func (m moments) residual(W *mat.Dense) *mat.Dense {
	var r mat.Dense
	r.Mul(m.A, W)
	r.Sub(&r, m.B)
	return &r
}

// dot is the sum of products of all elements.
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
