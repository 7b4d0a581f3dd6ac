package theory

import (
	"fmt"
)

// The model of Proposition 1: three groups of unequal size, their states of equal or of unequal size.
var (
	sizes   = []int{400, 1200, 400}
	shares  = []float64{0.2, 0.6, 0.2} // ρ
	equal   = []float64{1, 1, 1}
	unequal = []float64{0.25, 1, 4}
)

// proposition1 evaluates "the learned parameters θ of the robot's policy are a weighted sum of the sub-policy
// parameters", θ = sum_i ρ_i θ_i (Parekh et al., Proposition 1 and Eq. 6). Its proof assumes E_i[s²] = 1 in every
// group. In general
//
//	θ = sum_i ρ_i m_i θ_i / sum_j ρ_j m_j,   m_i = E_i[s²]
func proposition1() Proposition {
	each := []float64{1, 1, 1} // every sample counts the same
	c := newCloud(equal, sizes...)
	off := apart(c.fit(each), sum(shares, c.own()))
	c = newCloud(unequal, sizes...)
	printed := apart(c.fit(each), sum(shares, c.own()))
	w, total := make([]float64, len(shares)), 0.0
	for i := range w {
		w[i] = shares[i] * unequal[i]
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	general := apart(c.fit(each), sum(w, c.own()))
	return Proposition{
		Equation: "P1", Deviation: off,
		Setting: "least squares on three groups of 400, 1200 and 400 samples, states scaled to E_i[s²] = 1 " +
			"as the proof assumes",
		Counterexample: fmt.Sprintf("With E_i[s²] = .25, 1, 4 the printed weights miss θ by %.2g, "+
			"and ρ_i E_i[s²] / sum_j ρ_j E_j[s²] by %.2f.", printed, general),
	}
}
