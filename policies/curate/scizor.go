package curate

import (
	"counterpoise/internal/seed"
)

func init() { Scores.Add("scizor", scizor{}) }

// scizor says whether a demonstration makes progress: the first half of SCIZOR (arXiv:2505.22626), whose second half is
// duplicates. A predictor learns from pairs of states of a demonstration how much time lies between them; over T = 2 s
// it sees T_p, and what it sees too little of is a stall or a detour:
//
//	s = -mean_i max(0, T - T_p(x_i, x_{i+T}))/T
//
// The predictor is a kernel ridge of the time, where the paper has a classifier of bins, and is fitted to the half of
// the demonstrations that it does not judge. The paper drops frames by a threshold; their mean as a score of a
// demonstration is ours, and no code of the authors was found to compare with.
type scizor struct{}

// scizorSpan is T of the paper, in seconds.
const scizorSpan = 2.0

func (scizor) About() Description {
	return Description{Summary: "it makes progress over two seconds", Source: "SCIZOR, arXiv:2505.22626",
		Needs: []Need{Policy}, Cost: "two fits to at most 1,024 pairs of states"}
}

// pair is two states of a demonstration and the time between them, over the span.
type pair struct {
	x    []float32
	time float32
}

func (scizor) Score(p *Pool, _ seed.Key) ([]float64, error) {
	learn, judge := make([][]pair, p.Len()), make([][]pair, p.Len())
	span := max(1, int(scizorSpan*p.Rate))
	total := 0
	for _, n := range p.frames {
		total += n
	}
	stride := max(1, total/maxRows)
	err := p.each(func(d *Demo) error {
		for t, k := 0, 0; t < d.Frames(); t, k = t+stride, k+1 {
			// The times of a fit take turns: a quarter, a half, three quarters and the whole of the span.
			gap := span * (k%4 + 1) / 4
			if t+gap < d.Frames() {
				learn[d.at] = append(learn[d.at], p.pairOf(d, t, t+gap, span))
			}
			to := min(t+span, d.Frames()-1)
			if to > t {
				judge[d.at] = append(judge[d.at], p.pairOf(d, t, to, span))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := make([]float64, p.Len())
	for half := range 2 {
		k, err := fitPairs(learn, func(e int) bool { return e%2 != half })
		if err != nil {
			return nil, err
		}
		for e := half; e < len(out); e += 2 {
			for _, q := range judge[e] {
				residual := make([]float64, 1)
				k.Residual(residual, q.x, []float32{q.time}) // T_p - T
				out[e] += min(0, residual[0]) / float64(len(judge[e]))
			}
		}
	}
	return out, nil
}

// pairOf returns the pair of two frames: the first state, and what differs in the second.
func (p *Pool) pairOf(d *Demo, from, to, span int) pair {
	a, b := p.input(d, from), p.input(d, to)
	x := make([]float32, 0, 2*len(a))
	x = append(x, a...)
	for i, v := range b {
		x = append(x, v-a[i])
	}
	return pair{x, float32(to-from) / float32(span)}
}

// fitPairs fits a predictor to the pairs of some demonstrations.
func fitPairs(pairs [][]pair, of func(e int) bool) (*KernelRidge, error) {
	var all []pair
	for e, list := range pairs {
		if of(e) {
			all = append(all, list...)
		}
	}
	if len(all) == 0 {
		return nil, errShort
	}
	n := min(len(all), policyRows)
	var x, y [][]float32
	spread := 0.0
	for k := range n {
		q := all[k*len(all)/n]
		x, y = append(x, q.x), append(y, []float32{q.time})
		for _, v := range q.x {
			spread += float64(v) * float64(v) / float64(n)
		}
	}
	return FitKernelRidge(x, y, max(1, spread))
}
