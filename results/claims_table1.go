package results

import (
	"fmt"

	"counterpoise/results/apa"
	"counterpoise/stats"
)

// table1 answers the claim of Table 1: where each method's weights end, and which reference loss is the larger.
//
//	weights      zero and remix near 1/2 (between .4 and .6), ours at .8 or more on the optimal demonstrations, see region
//	references   ours larger for the suboptimal demonstrations; remix smaller on picking and larger on opening, as printed
func (j judge) table1(c Claim) Judged {
	answer := Judged{Claim: c}
	other := []Heard{}
	for _, p := range table1 {
		if !p.references {
			continue // imbalanced: the share of the data is no result
		}
		answer.Parts = append(answer.Parts, j.weights("E5", p)...)
		if p.task == "opening" {
			other = append(other, j.weights("E5-each", p)...)
		} else {
			other = append(other, j.weights("E5", p)...)
		}
	}
	answer.Other, answer.Reading = verdictOf(other), "E5-each on opening"
	return answer
}

// weights are the parts that a row of Table 1 stands for.
func (j judge) weights(experiment string, p printed) []Heard {
	r := j.reading(Part{Experiment: experiment, Task: p.task})
	w := r.weighed(p.arm)
	low, high := p.region()
	h := Heard{
		Part: Part{Experiment: experiment, Task: p.task},
		Name: fmt.Sprintf("%s %s: under %s optimal demonstrations weigh %g to %g", experiment, p.task, p.arm, low, high),
	}
	best, rest, ok := w.styles()
	if !ok || len(w.alpha[best]) < 2 {
		h.Verdict, h.Why = NotTestable, r.lacks()
		return []Heard{h}
	}
	h.N = len(w.alpha[best])
	h.Weight, h.WeightCI = estimate(w.alpha[best])
	h.Verdict = inside(h.WeightCI, low, high)
	h.Why = fmt.Sprintf("under %s optimal demonstrations weigh %s, %s; the study's %.4g", p.arm, apa.Format("%.3f", h.Weight), apa.CI("%.3f", h.WeightCI), p.weight)
	if p.best == p.rest {
		return []Heard{h}
	}
	sign, relation := 1.0, ">"
	if p.rest < p.best {
		sign, relation = -1, "<"
	}
	o := Heard{Part: h.Part, N: h.N, Name: fmt.Sprintf("%s %s: reference loss of %s, suboptimal %s optimal", experiment, p.task, p.arm, relation)}
	if w.reference == nil {
		o.N, o.Verdict, o.Why = 0, NotTestable, "no reference losses in the records of "+p.arm
		return []Heard{h, o}
	}
	o.Test, _ = stats.PairedT(w.reference[rest], w.reference[best], level)
	o.Verdict = directed(o.Test, sign)
	o.Why = fmt.Sprintf("reference loss of %s, suboptimal minus optimal, %s, %s; the study's %+.4g", p.arm, apa.Format("%+.4f", o.Test.MeanDifference), apa.P("p", o.Test.P), p.rest-p.best)
	return []Heard{h, o}
}

// styles are the groups of optimal and of other demonstrations, where there is one of each.
func (w weighed) styles() (best, rest int, ok bool) {
	if len(w.groups) != 2 {
		return 0, 0, false
	}
	switch optimal {
	case w.groups[0]:
		return 0, 1, true
	case w.groups[1]:
		return 1, 0, true
	}
	return 0, 0, false
}

// estimate is the mean of weights over trials and its 90 % interval, within 0 and 1; a point where they are all the same.
func estimate(alpha []float64) (mean stats.Maybe, ci stats.Interval) {
	t, _ := stats.PairedT(alpha, make([]float64, len(alpha)), 1-2*significant)
	mean, ci = t.MeanDifference, t.CI
	if !ci.Defined() {
		return mean, stats.Interval{Low: mean, High: mean, Level: 1 - 2*significant}
	}
	ci.Low, ci.High = stats.Some(max(0, ci.Low.Or(0))), stats.Some(min(1, ci.High.Or(1)))
	return mean, ci
}
