package curate

import (
	"context"
	"math"

	"counterpoise/internal/seed"
)

func init() { Scores.Add("duplicates", duplicates{}) }

// duplicates is minus the share of frames that another demonstration has too: the second half of SCIZOR
// (arXiv:2505.22626). With c_i the standardised state and chunk of actions of frame i as one vector,
//
//	s = -share of i with max_j cos(c_i, c_j) > 0.99,   j of other demonstrations
//
// The paper compares features of pictures and drops all but one of a cluster. In low-dimensional states good
// demonstrations of one task are near each other, so that this score prefers what is unlike all others.
type duplicates struct{}

// alike is the cosine of the paper above which frames are duplicates.
const alike = 0.99

func (duplicates) About() Description {
	return Description{Summary: "no other demonstration has its frames", Source: "SCIZOR, arXiv:2505.22626",
		Cost: "cosines of all pairs of at most 2,048 frames"}
}

func (duplicates) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	joint := make([][]float32, len(r.x))
	for i := range r.x {
		for _, part := range [][]float32{r.x[i], r.y[i]} {
			joint[i] = append(joint[i], part...)
		}
		norm := math.Sqrt(square(joint[i], make([]float32, len(joint[i]))))
		for k, v := range joint[i] {
			joint[i][k] = float32(float64(v) / max(norm, 1e-12))
		}
	}
	of := make([]float64, len(joint))
	for i, a := range joint {
		if err := context.Cause(p.ctx); err != nil {
			return nil, err
		}
		for j, b := range joint {
			// |a - b|² = 2 - 2 cos of vectors of length 1.
			if r.of[i] != r.of[j] && square(a, b) < 2-2*alike {
				of[i] = -1
				break
			}
		}
	}
	return r.mean(of), nil
}
