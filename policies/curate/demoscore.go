package curate

import (
	"counterpoise/internal/seed"
)

func init() { Scores.Add("demoscore", demoScore{}) }

// demoScore is the mean over the frames of a demonstration of the success that a classifier predicts, which has learned
// from the states of successful and failed rollouts (Demo-SCORE, arXiv:2503.03707). The classifier is a kernel ridge of
// 0 and 1, each class with the same weight in number of frames; the authors' is a network, chosen by cross-validation
// over checkpoints of the policy.
type demoScore struct{}

func (demoScore) About() Description {
	return Description{Summary: "its states are those of successful rollouts, says a classifier",
		Source: "Demo-SCORE, arXiv:2503.03707", Needs: []Need{Rolled},
		Cost: "rollouts, and a fit to at most 1,024 frames"}
}

func (demoScore) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	x, _, success := p.rolledRows()
	byClass := map[bool][][]float32{}
	for i, s := range success {
		byClass[s] = append(byClass[s], x[i])
	}
	n := min(len(byClass[true]), len(byClass[false]), policyRows/2)
	var in, label [][]float32
	for _, s := range []bool{false, true} {
		for k := range n {
			value := float32(0)
			if s {
				value = 1
			}
			in, label = append(in, byClass[s][k*len(byClass[s])/n]), append(label, []float32{value})
		}
	}
	k, err := FitKernelRidge(in, label, r.spread())
	if err != nil {
		return nil, err
	}
	of := make([]float64, len(r.x))
	for i, row := range r.x {
		answer := make([]float64, 1)
		k.Residual(answer, row, []float32{0})
		of[i] = min(1, max(0, answer[0]))
	}
	return r.mean(of), nil
}
