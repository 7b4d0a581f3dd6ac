package curate

import "counterpoise/internal/seed"

func init() { Scores.Add("policyloss", policyLoss{}) }

// policyLoss is minus the mean loss of a demonstration's frames under a policy that is cloned from all demonstrations,
// the baseline of CUPID (arXiv:2506.19121; offline_policy_loss_method of agiachris/cupid). Their policy is a diffusion
// network, ours a kernel ridge (policy.go).
type policyLoss struct{}

func (policyLoss) About() Description {
	return Description{Summary: "a policy cloned from all demonstrations predicts it",
		Source: "CUPID, arXiv:2506.19121", Needs: []Need{Policy}, Cost: "a fit to at most 1,024 frames"}
}

func (policyLoss) Score(p *Pool, _ seed.Key) ([]float64, error) {
	r, err := p.rows()
	if err != nil {
		return nil, err
	}
	k, err := p.clone(r, r.everyone())
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(r.in))
	for e, in := range r.in {
		loss, err := p.losses(k, r, in)
		if err != nil {
			return nil, err
		}
		for _, l := range loss {
			out[e] -= l / float64(len(loss))
		}
	}
	return out, nil
}
