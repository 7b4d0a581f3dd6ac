package curate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("ted", ted{}) }

// ted is minus the trajectory-envelope distance: how far a motion is from a smooth curve between the same ends (RINSE,
// arXiv:2604.23000). A demonstration is cut where the gripper opens or closes. To each phase of length L a cubic Bézier
// curve B is fitted by least squares over its two inner points, at the parameters u_t of the share of the path made,
// and
//
//	s = -sum_t |x_t - B(u_t)| / sum of L over the phases
//
// The paper's envelope is a Bézier curve with contact-aware cuts; its authors published no code, and the normalisation
// by length is ours.
type ted struct{}

func (ted) About() Description {
	return Description{Summary: "the hand stays near a smooth curve between two changes of the gripper",
		Source: "RINSE, arXiv:2604.23000", Cost: "a fit of two points a phase"}
}

func (ted) Score(p *Pool, _ seed.Key) ([]float64, error) {
	return p.Each(func(d *Demo) (float64, error) {
		x, err := p.positions(d)
		if err != nil {
			return 0, err
		}
		if len(x) < leastFrames {
			return 0, errShort
		}
		far, length := 0.0, 0.0
		for from := 0; from < len(x); {
			to := from + 1
			for to < len(x) && p.closed(d, to) == p.closed(d, from) {
				to++
			}
			f, l := envelope(x[from:to])
			far, length = far+f, length+l
			from = to
		}
		if length == 0 {
			return 0, errStill
		}
		return -far / length, nil
	})
}

// envelope returns the sum of distances of a phase from its Bézier curve, and the length of its path.
func envelope(x [][]float64) (far, length float64) {
	u := make([]float64, len(x))
	for t := 1; t < len(x); t++ {
		length += distance(x[t-1], x[t])
		u[t] = length
	}
	if len(x) < leastFrames || length == 0 {
		return 0, length
	}
	a := mat.NewDense(len(x), 2, nil)
	y := mat.NewDense(len(x), len(x[0]), nil)
	first, last := x[0], x[len(x)-1]
	for t := range x {
		s := u[t] / length
		r := 1 - s
		a.SetRow(t, []float64{3 * r * r * s, 3 * r * s * s})
		for c, v := range x[t] {
			y.Set(t, c, v-r*r*r*first[c]-s*s*s*last[c])
		}
	}
	// The normal equations with a trace of damping: a phase whose frames crowd at its ends leaves the inner points
	// open.
	var ata mat.SymDense
	ata.SymOuterK(1, a.T())
	for i := range 2 {
		ata.SetSym(i, i, ata.At(i, i)+1e-9*float64(len(x)))
	}
	var chol mat.Cholesky
	var aty, inner, fit mat.Dense
	if !chol.Factorize(&ata) {
		return 0, length
	}
	aty.Mul(a.T(), y)
	if chol.SolveTo(&inner, &aty) != nil {
		return 0, length
	}
	fit.Mul(a, &inner)
	for t := range x {
		sum := 0.0
		for c := range x[t] {
			e := y.At(t, c) - fit.At(t, c)
			sum += e * e
		}
		far += math.Sqrt(sum)
	}
	return far, length
}
