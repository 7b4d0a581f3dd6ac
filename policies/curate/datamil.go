package curate

import "counterpoise/internal/seed"

func init() { Scores.Add("datamil", dataMIL{}) }

// dataMIL is how much more weight of a demonstration lowers the loss on the known good ones: the metagradient of
// DataMIL (arXiv:2505.09603) with one weight a demonstration, exact for a ridge on random features (influence.go),
//
//	s_e = -d/dv_e mean_{j in known} |W(v)'φ_j - y_j|²   at v = 1
//
// over the number of its frames, so that long demonstrations do not count more. The paper differentiates the training
// of a network, and selects clusters of sub-trajectories.
type dataMIL struct{}

func (dataMIL) About() Description {
	return Description{Summary: "more of it lowers the loss on the known good ones",
		Source: "DataMIL, arXiv:2505.09603", Needs: []Need{Gradient, Known},
		Cost: "a ridge on 256 features, and one solution more"}
}

func (dataMIL) Score(p *Pool, key seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	f, err := newInfluence(r, nil, key.With("datamil"))
	if err != nil {
		return nil, err
	}
	var x, y [][]float32
	for e, in := range r.in {
		for _, i := range in {
			if p.known(e) {
				x, y = append(x, r.x[i]), append(y, r.y[i])
			}
		}
	}
	u := make([]float64, len(x))
	for i := range u {
		u[i] = 1 / float64(len(x))
	}
	out, err := f.of(x, y, u)
	for e := range out {
		out[e] /= float64(len(r.in[e]))
	}
	return out, err
}
