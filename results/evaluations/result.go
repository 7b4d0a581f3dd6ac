package evaluations

import (
	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Result is what Compare finds, as numbers for programs. Success is in percent, differences, intervals and the margin
// are in percentage points, B minus A.
type Result struct {
	A      string        `json:"a"` // names of both evaluations
	B      string        `json:"b"`
	Task   string        `json:"task"`
	Seed   uint64        `json:"seed"`
	Trial  int           `json:"trial"`
	Oracle scenes.Oracle `json:"oracle"`
	Margin float64       `json:"margin,omitempty"`
	// Behaviours are in the task's order; All has the pairs of them together.
	Behaviours []Pairs `json:"behaviours"`
	All        Pairs   `json:"all"`
}

// Pairs are the rollouts of a behaviour that start from the same states in both evaluations.
type Pairs struct {
	Behaviour  string         `json:"behaviour"`
	N          int            `json:"pairs"`
	Both       int            `json:"both"` // succeed in both; in A alone; in B alone; in neither
	AAlone     int            `json:"a_alone"`
	BAlone     int            `json:"b_alone"`
	Neither    int            `json:"neither"`
	SuccessA   float64        `json:"success_a"`
	SuccessB   float64        `json:"success_b"`
	Difference float64        `json:"difference"`
	Interval   [2]stats.Maybe `json:"interval_95"` // Newcombe's for paired rates, method 10
	P          stats.Maybe    `json:"p"`           // McNemar's exact test
	Holm       stats.Maybe    `json:"p_holm"`      // over the behaviours; undefined for all together
	Near       [2]stats.Maybe `json:"interval_90"` // that decides about Equal
	Equal      string         `json:"equal,omitempty"`
}

// Numbers returns the numbers of the document that Compare returns, and the same errors.
func Numbers(a, b record.Evaluation, nameA, nameB string, q Question) (Result, error) {
	each, all, err := compared(a, b, nameA, nameB, q.Oracle)
	if err != nil {
		return Result{}, err
	}
	r := Result{A: nameA, B: nameB, Task: a.Task, Seed: a.Seed, Trial: a.Trial, Oracle: q.Oracle, Margin: q.Margin,
		All: all.numbers(q.Margin)}
	for _, p := range each {
		r.Behaviours = append(r.Behaviours, p.numbers(q.Margin))
	}
	return r, nil
}

// numbers returns pairs in the form for programs; Equal is empty without a margin.
func (p pairs) numbers(margin float64) Pairs {
	points := func(i stats.Interval) (two [2]stats.Maybe) {
		for k, end := range []stats.Maybe{i.Low, i.High} {
			if v, ok := end.Get(); ok {
				two[k] = stats.Some(100 * v)
			}
		}
		return two
	}
	out := Pairs{Behaviour: p.behaviour, N: p.n(), Both: p.both, AAlone: p.first, BAlone: p.second, Neither: p.neither,
		SuccessA: 100 * p.rates.First, SuccessB: 100 * p.rates.Second, Difference: 100 * p.rates.Estimate,
		Interval: points(p.rates.CI), P: p.p, Holm: p.holm, Near: points(p.near.CI)}
	if margin > 0 {
		out.Equal = p.equal(margin)
	}
	return out
}
