package curate

import (
	"context"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("actionvar", actionVar{}) }

// actionVar is how much others vary where a demonstration is: with N the 16 frames of other demonstrations whose states
// are nearest,
//
//	s = mean_t mean_c var_{i in N(t)} a_{i,c}
//
// the baseline "action diversity" of CUPID (offline_action_diversity_method of agiachris/cupid), which keeps what
// varies. Theirs is the variance of actions that a diffusion policy samples in a state; neighbours take its place here.
type actionVar struct{}

// neighbours is the number of frames whose actions are compared.
const neighbours = 16

func (actionVar) About() Description {
	return Description{Summary: "actions vary where its states are", Source: "CUPID, arXiv:2506.19121",
		Cost: "distances of all pairs of at most 2,048 frames"}
}

func (actionVar) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	of := make([]float64, len(r.x))
	for i := range r.x {
		if err := context.Cause(p.ctx); err != nil {
			return nil, err
		}
		of[i] = varianceOf(r, r.nearest(i, neighbours))
	}
	return r.mean(of), nil
}

// nearest returns the n rows of other demonstrations whose inputs are nearest to those of row i, the nearest first. Of
// equally near ones those of earlier rows come first.
func (r *rows) nearest(i, n int) []int {
	at, far := make([]int, 0, n+1), make([]float64, 0, n+1)
	for j, x := range r.x {
		if r.of[j] == r.of[i] {
			continue
		}
		d := square(r.x[i], x)
		if len(far) == n && d >= far[n-1] {
			continue
		}
		k := len(far)
		far, at = append(far, d), append(at, j)
		for ; k > 0 && far[k-1] > d; k-- {
			far[k], at[k] = far[k-1], at[k-1]
		}
		far[k], at[k] = d, j
		if len(far) > n {
			far, at = far[:n], at[:n]
		}
	}
	return at
}

// varianceOf returns the mean over components of the variance of the chunks of some rows.
func varianceOf(r *rows, of []int) float64 {
	n, sum := float64(len(of)), 0.0
	if n < 2 {
		return 0
	}
	for c := range r.y[0] {
		mean, square := 0.0, 0.0
		for _, i := range of {
			mean += float64(r.y[i][c]) / n
		}
		for _, i := range of {
			d := float64(r.y[i][c]) - mean
			square += d * d / n
		}
		sum += square
	}
	return sum / float64(len(r.y[0]))
}
