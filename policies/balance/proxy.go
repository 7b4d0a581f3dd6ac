package balance

import (
	"math"

	"counterpoise/policies/mixture"
)

// original is a run under constant weights with discrete actions, because the losses of Re-Mix and DoReMi are
// cross-entropies.
func original(weights []float64) *reference { return &reference{constant(weights), BinsLoss} }

// adversary updates the domain weights of DoReMi (Xie et al. 2023, Algorithm 1) and Re-Mix (Hejna et al. 2024,
// Algorithm 1). The two methods differ in the score s of a group's excess loss and in the weights u that they smooth
// towards:
//
//	α'_i = α_i exp(η s_i),   α ← (1-c) α'/sum_j α'_j + c u
//
// It is the first of two stages. The second has the mean of α over all steps.
type adversary struct {
	Loss
	before mixture.Mixture // of the reference run; nil once it is made
	alpha  []float64
	toward []float64 // u
	eta    float64   // η
	smooth float64   // c
	score  func(group []int32, excess []float64) []float64
}

func (a *adversary) Alpha() []float64     { return a.alpha }
func (a *adversary) Observe([]float64)    {}
func (a *adversary) Memory() []*[]float64 { return []*[]float64{&a.alpha} }

func (a *adversary) Reference() mixture.Mixture { return a.before }
func (a *adversary) Refer([]float64)            { a.before = nil }

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
