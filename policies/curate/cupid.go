package curate

import "counterpoise/internal/seed"

func init() { Scores.Add("cupid", cupid{}) }

// cupid is the influence of a demonstration on the return of the policy (CUPID, arXiv:2506.19121). With rollouts τ of
// return R = +1 or -1 of a policy π of Gaussian actions, the gradient of the expected return is that of sum_τ R(τ)
// sum_t log π(a_t|x_t), so that
//
//	s_e = sum_τ R(τ) sum_{t in τ} sum_{i in e} ∇log π(a_t|x_t)' H^-1 ∇log π(a_i|x_i)
//
// up to a factor that is the same for all, as the authors' "sum of sums, net" (error_util.py of agiachris/cupid). They
// project gradients of a diffusion network (TRAK); here H and the gradients are exact for a ridge on random features
// that is cloned from all demonstrations, so the policy that was rolled out is approximated.
type cupid struct{}

func (cupid) About() Description {
	return Description{Summary: "more of it makes successful rollouts more likely", Source: "CUPID, arXiv:2506.19121",
		Needs: []Need{Gradient, Rolled}, Cost: "rollouts, a ridge on 256 features, and one solution more"}
}

func (cupid) Score(p *Pool, key seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	f, err := newInfluence(r, nil, key.With("cupid"))
	if err != nil {
		return nil, err
	}
	x, y, success := p.rolledRows()
	u := make([]float64, len(x))
	for i, s := range success {
		if u[i] = -1; s {
			u[i] = 1
		}
	}
	return f.of(x, y, u)
}

// rolledRows returns the rows of the rollouts, thinned as those of demonstrations, and whether each is of a success.
func (p *Pool) rolledRows() (x, y [][]float32, success []bool) {
	total := 0
	for i := range p.Rollouts {
		total += p.Rollouts[i].Frames()
	}
	stride := max(1, (total+maxRows-1)/maxRows)
	for i := range p.Rollouts {
		d := &p.Rollouts[i].Demo
		for t := 0; t < d.Frames(); t += stride {
			x, y, success = append(x, p.input(d, t)), append(y, p.target(d, t)), append(success, p.Rollouts[i].Success)
		}
	}
	return x, y, success
}
