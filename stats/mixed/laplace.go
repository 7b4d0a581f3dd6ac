package mixed

import (
	"fmt"
	"math"
)

// likelihood is the Laplace approximation of a model's log-likelihood as a function of θ = (β, σ): the cells' logits,
// then the SDs of the terms, the leaves' last. It is even in each σ, which so needs no bound.
type likelihood struct {
	blocks []block
	cells  int
	terms  int
	prior  float64 // SD of the normal prior of each β, logits; 0 for none
}

// at returns log L(θ); where gradient is not nil it is overwritten with the derivatives. With the
// modes û of the random effects, which maximise the joint log-likelihood of every trial,
//
//	log L(β, σ) ≈ Σ_trials [ Σ_i (k η - n log(1 + e^η)) - ½ |û|² - ½ log det H ],   η = X β + Z Λ û
//
// (Bates et al. 2015; Breslow & Clayton 1993, Eq. 3), without binomial coefficients: rollouts count one by one. A prior
// adds -½ Σ (β/prior)². The modes start from those of the last call.
func (f *likelihood) at(theta, gradient []float64) (float64, error) {
	clear(gradient)
	beta, sd := theta[:f.cells], theta[f.cells:]
	sum := 0.0
	for i := range f.blocks {
		b := &f.blocks[i]
		joint, logdet, err := b.newton(beta, sd)
		if err != nil {
			return 0, err
		}
		sum += joint - logdet/2
		if gradient != nil {
			b.addGradient(sd, gradient[:f.cells], gradient[f.cells:])
		}
	}
	if f.prior > 0 {
		for c, v := range beta {
			z := v / f.prior
			sum -= z * z / 2
			if gradient != nil {
				gradient[c] -= z / f.prior
			}
		}
	}
	return sum, nil
}

// newton finds the modes u of a trial's random effects and leaves H factored at them. It returns the joint
// log-likelihood and log det H. The function is concave, so that Newton's method with halved steps ends; it stops at a
// decrement gᵀH⁻¹g below 1e-22, an error of the modes of 1e-11.
func (b *block) newton(beta, sd []float64) (joint, logdet float64, err error) {
	joint = b.predict(beta, sd)
	for range 100 {
		b.gradient(sd)
		logdet = b.factor(sd)
		copy(b.x, b.g)
		b.solve(b.x)
		decrement := b.dot(b.x, b.g)
		if decrement < 1e-22 {
			return joint, logdet, nil
		}
		for i, v := range b.x {
			b.u[i] += v
		}
		// Below 1e-9 the change of the joint log-likelihood drowns in its rounding errors: the step is taken as it is.
		next := b.predict(beta, sd)
		for step := 1.0; !(next > joint) && decrement > 1e-9 && step > 1e-6; {
			step /= 2
			for i, v := range b.x {
				b.u[i] -= step * v
			}
			next = b.predict(beta, sd)
		}
		joint = next
	}
	if math.IsNaN(joint) || math.IsInf(joint, 0) {
		return 0, 0, fmt.Errorf("mixed: the likelihood is not finite at σ = %.3g", sd)
	}
	return joint, logdet, nil
}

// predict computes probabilities and weights of the rows at the present effects, and returns the joint log-likelihood.
func (b *block) predict(beta, sd []float64) float64 {
	leafSD, border := sd[len(sd)-1], b.border(b.u)
	sum := -b.dot(b.u, b.u) / 2
	for l, f := range b.leaves {
		for i := f.first; i < f.end; i++ {
			r := &b.rows[i]
			eta := beta[r.cell] + leafSD*b.u[l]
			for t := range b.nterms {
				eta += sd[t] * border[r.at[t]]
			}
			// With e = exp(-|η|) neither p nor 1 - p nor log(1 + e^η) loses digits or overflows.
			e := math.Exp(-math.Abs(eta))
			p := 1 / (1 + e)
			sum -= f.count * r.n * math.Log1p(e)
			if eta >= 0 {
				sum -= f.count * (r.n - r.k) * eta
			} else {
				sum += f.count * r.k * eta
				p = e / (1 + e)
			}
			b.mu[i], b.w[i] = p, r.n*e/((1+e)*(1+e))
		}
	}
	return sum
}

// dot is the inner product of two vectors over all effects, those that a leaf stands for one by one.
func (b *block) dot(x, y []float64) (sum float64) {
	for l, f := range b.leaves {
		sum += f.count * x[l] * y[l]
	}
	y = b.border(y)
	for i, v := range b.border(x) {
		sum += v * y[i]
	}
	return sum
}

// gradient sets g to the derivative of the joint log-likelihood by the effects, Λ Zᵀ (k - n μ) - u.
func (b *block) gradient(sd []float64) {
	leafSD, border := sd[len(sd)-1], b.border(b.g)
	for i, v := range b.u {
		b.g[i] = -v
	}
	for l, f := range b.leaves {
		for i := f.first; i < f.end; i++ {
			r := &b.rows[i]
			residual := r.k - r.n*b.mu[i]
			b.g[l] += leafSD * residual
			for t := range b.nterms {
				border[r.at[t]] += f.count * sd[t] * residual
			}
		}
	}
}

// addGradient adds a trial's derivatives of the Laplace approximation by β and σ, after newton. With v_i the variance
// of η_i given the data (diagonal of Z Λ H⁻¹ Λ Zᵀ), q_i = v_i dw_i/dη_i and a = H⁻¹ Λ Zᵀ q,
//
//	r = (k - n μ) - q/2 + W Z Λ a/2,   d/dβ = Xᵀ r
//	d/dσ_t = Σ_i r_i u_t(i) - ½ Σ_i a_t(i) (k - n μ)_i - Σ_{j of t} (1 - (H⁻¹)_jj)/σ_t
//
// The terms with a are the change of log det H through the modes, which move with θ (Kristensen et al. 2016, Eq. 8).
func (b *block) addGradient(sd, beta, sigma []float64) {
	b.invertBorder()
	q, leafSD, last := len(b.term), sd[len(sd)-1], len(sd)-1
	share := func(t int, inverse, count float64) {
		if sd[t] != 0 {
			sigma[t] -= count * (1 - inverse) / sd[t]
		}
	}
	for j, t := range b.term {
		share(int(t), b.inv[j*q+j], 1)
	}
	a, border := b.x, b.border(b.x)
	clear(a)
	var y []float64
	var inverse float64
	for l := range b.leaves {
		f := &b.leaves[l]
		y, inverse = b.leafInverse(l, y[:0])
		share(last, inverse, f.count)
		for i := f.first; i < f.end; i++ {
			r := &b.rows[i]
			v := leafSD * leafSD * inverse
			for t := range b.nterms {
				v -= 2 * leafSD * sd[t] * y[r.local[t]] / b.d[l]
				for o := range b.nterms {
					v += sd[t] * sd[o] * b.inv[int(r.at[t])*q+int(r.at[o])]
				}
			}
			change := v * b.w[i] * (1 - 2*b.mu[i])
			a[l] += leafSD * change
			for t := range b.nterms {
				border[r.at[t]] += f.count * sd[t] * change
			}
			b.q[i] = change
		}
	}
	b.solve(a)
	effect := b.border(b.u)
	for l, f := range b.leaves {
		for i := f.first; i < f.end; i++ {
			r := &b.rows[i]
			moved := leafSD * a[l]
			for t := range b.nterms {
				moved += sd[t] * border[r.at[t]]
			}
			residual := r.k - r.n*b.mu[i]
			total := residual - b.q[i]/2 + b.w[i]*moved/2
			beta[r.cell] += f.count * total
			sigma[last] += f.count * (total*b.u[l] - a[l]*residual/2)
			for t := range b.nterms {
				sigma[t] += f.count * (total*effect[r.at[t]] - border[r.at[t]]*residual/2)
			}
		}
	}
}

// leafInverse returns (H⁻¹)_ll of a leaf, after invertBorder, and y with S⁻¹ c appended, at the border effects that the
// leaf touches: with d the leaf's own entry of H, c its entries at the border and S⁻¹ the border's part of H⁻¹,
//
//	(H⁻¹)_ll = 1/d + cᵀ S⁻¹ c/d²
func (b *block) leafInverse(l int, y []float64) ([]float64, float64) {
	f, q := &b.leaves[l], len(b.term)
	to, c := b.coupled[f.couple:f.couple+f.touched], b.weight[f.couple:f.couple+f.touched]
	inverse := 0.0
	for i, p := range to {
		dot := 0.0
		for j, o := range to {
			dot += b.inv[int(p)*q+int(o)] * c[j]
		}
		y = append(y, dot)
		inverse += c[i] * dot
	}
	return y, 1/b.d[l] + inverse/(b.d[l]*b.d[l])
}
