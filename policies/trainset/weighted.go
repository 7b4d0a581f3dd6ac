package trainset

import (
	"fmt"
	"math"
)

// Weighted returns the same rows with weights of their own in the loss of their group (Set.Weight). u has the weights
// of each episode, in order: one number for each frame, or a single one for all. They are at least 0 and finite, and
// their scale does not matter:
//
//	v_r = u_r / sum of u over the rows of r's group
//
// A group whose weights are all 0 keeps equal ones. Another number of episodes or frames is an error.
func (s *Set) Weighted(u [][]float64) (*Set, error) {
	if len(u) != len(s.First) {
		return nil, fmt.Errorf("weights of %d demonstrations for a dataset of %d", len(u), len(s.First))
	}
	out := *s
	out.Weight = make([]float64, len(s.Group))
	sum := make([]float64, len(s.Names))
	for e, weights := range u {
		rows := s.RowsOf(e)
		if len(weights) != 1 && len(weights) != len(rows) {
			return nil, fmt.Errorf("demonstration %d has %d weights for %d frames; give one for each, or one for all",
				e, len(weights), len(rows))
		}
		for t, row := range rows {
			v := weights[min(t, len(weights)-1)]
			if !(v >= 0) || math.IsInf(v, 1) {
				return nil, fmt.Errorf("demonstration %d, frame %d has weight %v; weights are at least 0", e, t, v)
			}
			out.Weight[row] = v
			sum[s.Group[row]] += v
		}
	}
	for row, g := range s.Group {
		if sum[g] == 0 {
			out.Weight[row] = 1 / float64(len(s.ByGroup[g]))
		} else {
			out.Weight[row] /= sum[g]
		}
	}
	return &out, nil
}
