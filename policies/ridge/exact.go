package ridge

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// exact is weighted least squares over groups, where everything that a balancing method estimates is known exactly.
// For weights α the optimum of
//
//	J(W) = sum_g α_g L_g(W) + λ/p |W|²
//
// solves the normal equations, with S_α = sum_g α_g A_g + λI,
//
//	S_α W_α = sum_g α_g B_g
type exact struct {
	train  []moments // of each group
	target []moments // of each group's held-out frames; train where nothing is held out
	lambda float64   // λ > 0
}

// solution is the optimum for some weights, and what it takes to differentiate it.
type solution struct {
	W *mat.Dense
	S mat.Cholesky
}

// solve computes W_α.
func (e exact) solve(alpha []float64) (solution, error) {
	size, p := e.train[0].B.Dims()
	S, B := mat.NewSymDense(size, nil), mat.NewDense(size, p, nil)
	for d := range size {
		S.SetSym(d, d, e.lambda)
	}
	for g, m := range e.train {
		var a mat.SymDense
		a.ScaleSym(alpha[g], m.A)
		S.AddSym(S, &a)
		var b mat.Dense
		b.Scale(alpha[g], m.B)
		B.Add(B, &b)
	}
	s := solution{W: mat.NewDense(size, p, nil)}
	if !s.S.Factorize(S) {
		return s, fmt.Errorf("ridge: the normal equations of weights %v cannot be solved; raise lambda (%g)",
			alpha, e.lambda)
	}
	return s, s.S.SolveTo(s.W, B)
}

// losses are the groups' losses under W.
func losses(of []moments, W *mat.Dense) []float64 {
	l := make([]float64, len(of))
	for g, m := range of {
		l[g] = m.loss(W)
	}
	return l
}

// hypergradient is H[i][j] = d L_i(W_α)/d α_j, L_i over the target frames. Differentiating the normal equations by
// α_j gives S_α dW = -(A_j W - B_j) dα_j, so
//
//	H[i][j] = -2/p <R_i, S_α⁻¹ R_j>,   R_g = A_g W_α - B_g
//
// For target = train it is symmetric and negative semidefinite: the Hessian of min_W J in α.
func (e exact) hypergradient(s solution) ([][]float64, error) {
	_, p := s.W.Dims()
	h, target := make([][]float64, len(e.train)), residuals(e.target, s.W)
	for _, r := range residuals(e.train, s.W) {
		var dW mat.Dense
		if err := s.S.SolveTo(&dW, r); err != nil {
			return nil, fmt.Errorf("ridge: hypergradient: %w", err)
		}
		for i := range target {
			h[i] = append(h[i], -2/float64(p)*dot(target[i], &dW))
		}
	}
	return h, nil
}

// gradients is gram[i][j] = <∇L_i(W), ∇L_j(W)>, L_i over the target frames.
func (e exact) gradients(W *mat.Dense) [][]float64 {
	_, p := W.Dims()
	gram, target := make([][]float64, len(e.train)), residuals(e.target, W)
	for _, r := range residuals(e.train, W) {
		for i := range target {
			gram[i] = append(gram[i], 4/float64(p*p)*dot(target[i], r))
		}
	}
	return gram
}

// residuals are R_g = A_g W - B_g of every group.
func residuals(of []moments, W *mat.Dense) []*mat.Dense {
	r := make([]*mat.Dense, len(of))
	for g, m := range of {
		r[g] = m.residual(W)
	}
	return r
}
