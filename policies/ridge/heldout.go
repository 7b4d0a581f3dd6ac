package ridge

import (
	"context"
	"fmt"
	"math"

	"counterpoise/internal/seed"
	"counterpoise/policies/trainset"
)

// HeldOutLosses returns the mean loss of each episode of a set under ridges that were fitted to the other folds,
// loss[i][e] that of episode e under weights[i]. The set has rows of s.In standardised inputs X and s.Slots
// standardised targets Y, and fold[e] is the fold of episode e, from 0 to k - 1. A frame of group g counts
// weights[i][g] in fit i; 0 leaves the group out of the fit, not out of the losses. Of cfg it uses Features, Width and
// Lambda. The loss of an episode is NaN where it has no rows, and where no row outside of its fold has a weight.
//
// The moments of each fold and group are computed once, so that many fits cost little more than one.
func HeldOutLosses(ctx context.Context, s *trainset.Set, fold []int, k int, weights [][]float64, cfg Config,
	key seed.Key) ([][]float64, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("ridge: %w", err)
	}
	r := &Ridge{cfg: cfg}
	f := r.expand(s, key)
	parts := partsOf(s, fold, k, f)
	out := make([][]float64, len(weights))
	for i, w := range weights {
		out[i] = make([]float64, len(fold))
		for held := range k {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			fitted, err := r.fitWithout(parts, held, w)
			if err != nil {
				return nil, err
			}
			r.lossesOf(f, fold, held, fitted, out[i])
		}
	}
	return out, nil
}

// part is the rows of one fold and group, which weigh together.
type part struct {
	fold, group, rows int
	moments
}

// partsOf returns the moments of each fold and group that have rows.
func partsOf(s *trainset.Set, fold []int, k int, f *rows) (parts []part) {
	groups := len(s.ByGroup)
	of := make([][]int32, k*groups)
	for e, at := range fold {
		for _, row := range s.RowsOf(e) {
			i := at*groups + int(s.Group[row])
			of[i] = append(of[i], row)
		}
	}
	for i, list := range of {
		if len(list) > 0 {
			parts = append(parts, part{i / groups, i % groups, len(list), measure(f.phi, f.y, list)})
		}
	}
	return parts
}

// fitWithout fits the ridge to the parts of all folds but one; false where none has a weight.
func (r *Ridge) fitWithout(parts []part, held int, weights []float64) (fitted bool, err error) {
	r.exact = exact{lambda: r.cfg.Lambda}
	var alpha []float64
	sum := 0.0
	for _, p := range parts {
		if w := weights[p.group] * float64(p.rows); p.fold != held && w > 0 {
			r.exact.train, alpha, sum = append(r.exact.train, p.moments), append(alpha, w), sum+w
		}
	}
	if sum == 0 {
		return false, nil
	}
	s, err := r.exact.solve(scaled(1/sum, alpha))
	r.W = s.W
	return true, err
}

// lossesOf writes the mean losses of the episodes of a fold under the present fit; NaN without one.
func (r *Ridge) lossesOf(f *rows, fold []int, held int, fitted bool, out []float64) {
	p := f.set.Slots
	a := make([]float64, p)
	for e := range fold {
		if fold[e] != held {
			continue
		}
		rows := f.set.RowsOf(e)
		if out[e] = 0; !fitted || len(rows) == 0 {
			out[e] = math.NaN()
			continue
		}
		for _, row := range rows {
			clear(a)
			for d, v := range f.phi.RawRowView(int(row)) {
				for c, w := range r.W.RawRowView(d) {
					a[c] += v * w
				}
			}
			for c, y := range f.y.RawRowView(int(row)) {
				out[e] += (a[c] - y) * (a[c] - y) / float64(p*len(rows))
			}
		}
	}
}
