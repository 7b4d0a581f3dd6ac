package ridge

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// exact is weighted least squares over groups. With A_g, B_g the moments of group g, p the number of action
// components and L_g(W) the mean squared error of group g, the optimum W_α of
//
//	J(W) = sum_g α_g L_g(W) + λ/p |W|²
//
// solves the normal equations
//
//	S_α W_α = sum_g α_g B_g,   S_α = sum_g α_g A_g + λI
//
// For α >= 0 and λ > 0 the matrix S_α is positive definite, so the optimum is unique.
type exact struct {
	train  []moments // of each group
	target []moments // of each group's held-out frames; train where nothing is held out
	lambda float64   // λ > 0
}

// heldOut reports whether losses are measured on other frames than those that are fitted.
func (e exact) heldOut() bool { return len(e.target) > 0 && &e.target[0] != &e.train[0] }

// solution is the optimum for some weights, with the factor of S_α that its derivatives need.
type solution struct {
	W *mat.Dense   // W_α [D x p]
	S mat.Cholesky // of S_α [D x D]
}

// solve computes W_α by a Cholesky factorisation of S_α, in O(D³) time. Negative weights, or a λ that rounding
// swallows, can make S_α indefinite: an error.
func (e exact) solve(alpha []float64) (solution, error) {
	size, p := e.train[0].B.Dims()
	S, B := mat.NewSymDense(size, nil), mat.NewDense(size, p, nil)
	for d := range size {
		S.SetSym(d, d, e.lambda)
	}
	for g, m := range e.train {
		if alpha[g] == 0 { // most of many groups, where a search has arrived
			continue
		}
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

// losses returns L_g(W) for each group.
func losses(of []moments, W *mat.Dense) []float64 {
	l := make([]float64, len(of))
	for g, m := range of {
		l[g] = m.loss(W)
	}
	return l
}

// hypergradient returns H[i][j] = d L_i(W_α)/d α_j, where L_i is over the target frames. Differentiating the normal
// equations by α_j gives S_α dW = -(A_j W_α - B_j) dα_j. With ∇L_i(W) = 2/p R_i, the chain rule gives
//
//	H[i][j] = -2/p <R_i, S_α⁻¹ R_j>,   R_g = A_g W_α - B_g
//
// R_i is formed from target moments and R_j from training moments. Where the two are the same, H is symmetric and
// negative semidefinite: it is the Hessian of min_W J(W) in α.
func (e exact) hypergradient(s solution) ([][]float64, error) {
	_, p := s.W.Dims()
	h := make([][]float64, len(e.train))
	train, target := e.residuals(s.W)
	for _, r := range train {
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

// gradients returns the inner products
//
//	gram[i][j] = <∇L_i(W), ∇L_j(W)> = 4/p² <R_i, R_j>
//
// where L_i is over the target frames and L_j over the training frames.
func (e exact) gradients(W *mat.Dense) [][]float64 {
	_, p := W.Dims()
	gram := make([][]float64, len(e.train))
	train, target := e.residuals(W)
	for _, r := range train {
		for i := range target {
			gram[i] = append(gram[i], 4/float64(p*p)*dot(target[i], r))
		}
	}
	return gram
}

// residuals returns those of the training frames and of the target frames, which may be the same list.
func (e exact) residuals(W *mat.Dense) (train, target []*mat.Dense) {
	train = residuals(e.train, W)
	if !e.heldOut() {
		return train, train
	}
	return train, residuals(e.target, W)
}

// residuals returns R_g = A_g W - B_g for each group.
func residuals(of []moments, W *mat.Dense) []*mat.Dense {
	r := make([]*mat.Dense, len(of))
	for g, m := range of {
		r[g] = m.residual(W)
	}
	return r
}
