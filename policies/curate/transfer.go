package curate

import "counterpoise/internal/seed"

func init() { Scores.Add("transfer", transfer{}) }

// transfer is minus the mean loss of a demonstration under a policy that is cloned from the groups of others: what the
// others do not predict, nobody else does.
//
//	s_e = -mean_{t in e} ℓ(x_t, y_t; θ_{-g}),   g the group of e,   θ_{-g} cloned from all groups but g
type transfer struct{}

func (transfer) About() Description {
	return Description{Summary: "a policy cloned from the other groups predicts it", Source: "ours",
		Needs: []Need{Policy, Groups}, Cost: "a fit a group, each to at most 1,024 frames"}
}

func (transfer) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(r.in))
	for g := range p.groups() {
		var others, own []int
		for e := range r.in {
			if p.group(e) == g {
				own = append(own, e)
			} else {
				others = append(others, e)
			}
		}
		if len(own) == 0 {
			continue
		}
		k, err := p.clone(r, others)
		if err != nil {
			return nil, err
		}
		for _, e := range own {
			loss, err := p.losses(k, r, r.in[e])
			if err != nil {
				return nil, err
			}
			for _, l := range loss {
				out[e] -= l / float64(len(loss))
			}
		}
	}
	return out, nil
}
