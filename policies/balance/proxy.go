package balance

import (
	"math"

	"counterpoise/policies/mixture"
)

// proxied is a run under constant weights which other runs find: a reference policy perhaps, then a proxy, whose
// weights' average over its steps is what this run gets.
type proxied struct {
	constant
	runs []mixture.Mixture // the last is the proxy
	mean func() []float64
	made int
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

// average is the mean of weights over time.
type average struct{ sum []float64 }

func (a *average) add(alpha []float64) {
	if a.sum == nil {
		a.sum = make([]float64, len(alpha))
	}
	for i, v := range alpha {
		a.sum[i] += v
	}
}

// mean is the average, as weights.
func (a *average) mean() []float64 { return normalised(append([]float64(nil), a.sum...)) }

// discretised is a run whose policy chooses among discrete actions, as the losses of Re-Mix and DoReMi are
// cross-entropies.
type discretised struct{}

func (discretised) Head() string { return "bins" }

// original is a reference run under constant weights with discrete actions.
type original struct {
	constant
	discretised
}

// adversary is the domain weights' half of DoReMi (Xie et al. 2023, Algorithm 1) and Re-Mix (Hejna et al. 2024,
// Algorithm 1), which differ in how they score a group's excess s and what they are smoothed towards:
//
//	α'_i = α_i exp(η s_i),   α ← (1-c) α'/sum_j α'_j + c u
//
// The average of all α, one a step, is what it finds.
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

// meanExcess averages the excess of each group's examples, those with some only or all of them. A group without such
// examples scores absent[i].
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
