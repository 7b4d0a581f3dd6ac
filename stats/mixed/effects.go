package mixed

import (
	"gonum.org/v1/gonum/mat"

	"counterpoise/stats"
)

// Effect is a Wald test of one effect.
type Effect struct {
	Name string      `json:"name"` // method, group, method:group
	Chi2 stats.Maybe `json:"chi2"`
	DF   int         `json:"df"`
	P    stats.Maybe `json:"p"`
}

// addEffects tests that the methods, averaged over groups, have equal logits, the groups alike, and that the methods
// differ equally in all groups. With L the contrasts of an effect (type III, as emmeans::joint_tests),
//
//	χ² = (L β̂)ᵀ (L V Lᵀ)⁻¹ (L β̂),   df = rank L
//
// The test takes V for known; with ten trials or fewer its p is too small (Bolker et al., Trends Ecol. Evol. 24 (2009)
// 127). Where a cell has no finite logit the tests are undefined.
func (f *Fit) addEffects(methods, groups int) {
	differences := func(k int) *mat.Dense { // level j + 1 minus level 1
		d := mat.NewDense(k-1, k, nil)
		for j := range k - 1 {
			d.Set(j, 0, -1)
			d.Set(j, j+1, 1)
		}
		return d
	}
	mean := func(k int) *mat.Dense {
		d := mat.NewDense(1, k, nil)
		for j := range k {
			d.Set(0, j, 1/float64(k))
		}
		return d
	}
	add := func(name string, m, g *mat.Dense) {
		var l mat.Dense
		l.Kronecker(m, g) // cells are in the order of the methods, groups running fastest
		f.Effects = append(f.Effects, f.wald(name, &l))
	}
	add("method", differences(methods), mean(groups))
	if groups > 1 {
		add("group", mean(methods), differences(groups))
		add("method:group", differences(methods), differences(groups))
	}
}

// wald tests L β = 0.
func (f *Fit) wald(name string, l *mat.Dense) Effect {
	rows, cells := l.Dims()
	e := Effect{Name: name, DF: rows}
	if f.covariance == nil {
		return e
	}
	beta, v := mat.NewVecDense(cells, nil), f.covariance
	for i, c := range f.Cells {
		if c.index < 0 {
			return e
		}
		beta.SetVec(i, c.Logit.Or(0))
	}
	var at, solved mat.VecDense
	at.MulVec(l, beta)
	var lv, spread mat.Dense
	lv.Mul(l, v)
	spread.Mul(&lv, l.T())
	if solved.SolveVec(&spread, &at) != nil {
		return e
	}
	chi2 := mat.Dot(&at, &solved)
	e.Chi2, e.P = stats.Some(chi2), stats.Some(stats.UpperChi2(chi2, float64(rows)))
	return e
}
