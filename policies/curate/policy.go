package curate

import (
	"context"
)

// policyRows bounds the rows that a policy is cloned from: the time of a fit grows with their cube.
const policyRows = 1024

// clone fits a policy, a kernel ridge from inputs to chunks of actions, to some demonstrations.
func (p *Pool) clone(r *rows, demonstrations []int) (*KernelRidge, error) {
	if err := context.Cause(p.ctx); err != nil {
		return nil, err
	}
	var x, y [][]float32
	for _, i := range thinned(r, demonstrations, policyRows) {
		x, y = append(x, r.x[i]), append(y, r.y[i])
	}
	return FitKernelRidge(x, y, r.spread())
}

// thinned returns at most limit rows of some demonstrations, evenly spaced.
func thinned(r *rows, demonstrations []int, limit int) []int {
	var all []int
	for _, e := range demonstrations {
		all = append(all, r.in[e]...)
	}
	n := min(len(all), limit)
	out := make([]int, n)
	for k := range n {
		out[k] = all[k*len(all)/n]
	}
	return out
}

// losses returns the mean squared error of a policy on each row, over the components of the chunk. An error of the
// context stops it.
func (p *Pool) losses(k *KernelRidge, r *rows, of []int) ([]float64, error) {
	out := make([]float64, len(of))
	residual := make([]float64, len(r.y[0]))
	for n, i := range of {
		if err := context.Cause(p.ctx); err != nil {
			return nil, err
		}
		k.Residual(residual, r.x[i], r.y[i])
		for _, v := range residual {
			out[n] += v * v / float64(len(residual))
		}
	}
	return out, nil
}

// everyone returns the numbers of all demonstrations.
func (r *rows) everyone() []int {
	all := make([]int, len(r.in))
	for e := range all {
		all[e] = e
	}
	return all
}
