package curate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("diversity", diversity{}) }

// diversity is how far the states of a demonstration are from those of the others: the mean Mahalanobis distance of its
// frames x to the mean m and covariance C of the frames of all other demonstrations,
//
//	s = mean_t sqrt( (x_t - m)' (C + 1e-12 I)^-1 (x_t - m) )
//
// the baseline "state diversity" of CUPID (offline_state_diversity_method and mahal_embedding_score of
// agiachris/cupid), which keeps what is far. Theirs are embeddings of a policy, ours the standardised states.
type diversity struct{}

func (diversity) About() Description {
	return Description{Summary: "its states are far from those of the others", Source: "CUPID, arXiv:2506.19121",
		Cost: "a covariance a demonstration"}
}

func (diversity) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	return mahalanobis(r.x, r.in)
}

// damping is added to the covariance's diagonal.
const damping = 1e-12

// mahalanobis returns the mean distance of the rows of each demonstration to those of all others.
func mahalanobis(x [][]float32, in [][]int) ([]float64, error) {
	width := len(x[0])
	sums := func(rows []int) (n float64, first *mat.VecDense, second *mat.SymDense) {
		of := mat.NewDense(len(rows), width, nil)
		first = mat.NewVecDense(width, nil)
		for i, row := range rows {
			for j, v := range x[row] {
				of.Set(i, j, float64(v))
				first.SetVec(j, first.AtVec(j)+float64(v))
			}
		}
		second = mat.NewSymDense(width, nil)
		second.SymOuterK(1, of.T())
		return float64(len(rows)), first, second
	}
	var all []int
	for _, rows := range in {
		all = append(all, rows...)
	}
	n, first, second := sums(all)
	out := make([]float64, len(in))
	for e, rows := range in {
		ownN, ownFirst, ownSecond := sums(rows)
		m := n - ownN
		if m < 2 {
			return nil, fmt.Errorf("needs two frames of other demonstrations")
		}
		mean, cov := mat.NewVecDense(width, nil), mat.NewSymDense(width, nil)
		mean.SubVec(first, ownFirst)
		mean.ScaleVec(1/m, mean)
		for i := range width {
			for j := i; j < width; j++ {
				c := (second.At(i, j) - ownSecond.At(i, j) - m*mean.AtVec(i)*mean.AtVec(j)) / (m - 1)
				if i == j {
					c = max(c, 0) + damping
				}
				cov.SetSym(i, j, c)
			}
		}
		distances, err := mahalanobisOf(cov, mean, x, rows)
		if err != nil {
			return nil, err
		}
		for _, d := range distances {
			out[e] += d / float64(len(rows))
		}
	}
	return out, nil
}

// mahalanobisOf returns the distances of rows. Where rounding leaves a covariance without an inverse, its
// pseudo-inverse takes the place: columns that are constant among the others count nothing.
func mahalanobisOf(cov *mat.SymDense, mean *mat.VecDense, x [][]float32, rows []int) ([]float64, error) {
	width := mean.Len()
	var eigen mat.EigenSym
	if !eigen.Factorize(cov, true) {
		return nil, fmt.Errorf("the covariance of the states has no eigenvalues")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	out := make([]float64, len(rows))
	for i, row := range rows {
		for k, lambda := range values {
			if lambda < damping/2 {
				continue
			}
			along := 0.0
			for j := range width {
				along += vectors.At(j, k) * (float64(x[row][j]) - mean.AtVec(j))
			}
			out[i] += along * along / lambda
		}
		out[i] = math.Sqrt(out[i])
	}
	return out, nil
}
