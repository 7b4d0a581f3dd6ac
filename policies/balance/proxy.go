package balance

import (
	"math"

	"counterpoise/policies/mixture"
)

// proxied is a run under constant weights that earlier runs determine: the average over all steps of the weights of a
// proxy run, which may follow the run of a reference policy.
type proxied struct {
	constant
	runs []mixture.Mixture // the last is the proxy
	mean func() []float64  // average weights of the proxy
	made int               // number of runs that are finished
}

func (p *proxied) Reference() mixture.Mixture {
	if p.made == len(p.runs) {
		return nil
	}
	return p.runs[p.made]
}

func (p *proxied) Refer([]float64) {
	if p.made++; p.made == len(p.runs) {
		p.constant = p.mean()
	}
}

// average accumulates weights over the steps of a run.
type average struct{ sum []float64 }

func (a *average) add(alpha []float64) {
	if a.sum == nil {
		a.sum = make([]float64, len(alpha))
	}
	for i, v := range alpha {
		a.sum[i] += v
	}
}

// mean is the average of the added weights, scaled to sum to 1.
func (a *average) mean() []float64 { return normalised(append([]float64(nil), a.sum...)) }

// discretised is a run whose policy has a head of discrete actions, because the losses of Re-Mix and DoReMi are
// cross-entropies.
type discretised struct{}

func (discretised) Head() string { return "bins" }

// original is a reference run under constant weights with discrete actions.
type original struct {
	constant
	discretised
}

// adversary updates the domain weights of DoReMi (Xie et al. 2023, Algorithm 1) and Re-Mix (Hejna et al. 2024,
// Algorithm 1). The two methods differ in the score s of a group's excess loss and in the weights u that they smooth
// towards:
//
//	α'_i = α_i exp(η s_i),   α ← (1-c) α'/sum_j α'_j + c u
//
// Its result is the average of α over all steps.
type adversary struct {
	discretised
	average
	alpha  []float64
	toward []float64 // u
	eta    float64   // η
	smooth float64   // c
	score  func(group []int32, excess []float64) []float64
}

func (a *adversary) Alpha() []float64     { return a.alpha }
func (a *adversary) Observe([]float64)    {}
func (a *adversary) Memory() []*[]float64 { return []*[]float64{&a.alpha, &a.sum} }

func (a *adversary) ObserveExamples(group []int32, loss, ref []float32) {
	excess := make([]float64, len(loss))
	for r := range loss {
		excess[r] = max(0, float64(loss[r])-float64(ref[r]))
	}
	s := a.score(group, excess)
	logs := make([]float64, len(s))
	for i := range logs {
		logs[i] = math.Log(a.alpha[i]) + a.eta*s[i]
	}
	a.alpha = softmax(logs)
	for i := range a.alpha {
		a.alpha[i] = (1-a.smooth)*a.alpha[i] + a.smooth*a.toward[i]
	}
	a.add(a.alpha)
}

// meanExcess averages the excess loss over the examples of each group: over all examples, or over those with a positive
// excess where positive is set. group[r] is the group of example r. A group without such examples scores absent[i].
func meanExcess(group []int32, excess, absent []float64, positive bool) []float64 {
	s, n := make([]float64, len(absent)), make([]float64, len(absent))
	for r, e := range excess {
		if g := group[r]; e > 0 || !positive {
			s[g] += e
			n[g]++
		}
	}
	for i := range s {
		if s[i] /= n[i]; n[i] == 0 {
			s[i] = absent[i]
		}
	}
	return s
}
