package results

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/theory"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
)

// Judged is a claim with its answer.
type Judged struct {
	Claim
	Verdict Verdict `json:"verdict"`
	Why     string  `json:"why"` // one sentence
	Parts   []Heard `json:"tests"`
	Power   Power   `json:"power"`
	// Other is the verdict under the study's other reading, where there is one, and Reading says which that is.
	Other   Verdict `json:"otherwise,omitempty"`
	Reading string  `json:"reading,omitempty"`
}

// Heard is a part of a claim with its answer. What a part does not need is undefined.
type Heard struct {
	Part     Part              `json:"-"`
	Name     string            `json:"test"` // the part in words
	Verdict  Verdict           `json:"verdict"`
	Why      string            `json:"why"`
	N        int               `json:"n"`    // complete pairs or trials
	Test     stats.Test        `json:"t"`    // of two arms: first minus second, in percentage points
	Holm     stats.Maybe       `json:"holm"` // p adjusted over the claims on the task in the experiment
	ANOVA    stats.ANOVA       `json:"F"`    // of three arms or more
	Equal    stats.Equivalence `json:"equivalence"`
	Pairs    []pairOf          `json:"-"` // every two arms
	Weight   stats.Maybe       `json:"weight"`
	WeightCI stats.Interval    `json:"weight_ci"`
}

// pairOf is two arms, compared and asked for equality.
type pairOf struct {
	arms     [2]string
	test     stats.Test
	equality stats.Equivalence
}

// judge answers claims from the records of one size.
type judge struct {
	size    bench.Size
	records Records
}

// Judge answers claims from records of one size: policy, seed, rollouts, steps and number of trials.
func Judge(claims []Claim, size bench.Size, records Records) []Judged {
	j, props := judge{size, records}, theory.Evaluate()
	js := make([]Judged, len(claims))
	for i, c := range claims {
		switch c.Kind {
		case "exact":
			js[i] = exact(c, props)
		case "table":
			js[i] = j.table1(c)
		default:
			js[i] = Judged{Claim: c, Parts: j.hear(c.Tests)}
			if len(c.Otherwise) > 0 {
				js[i].Other, js[i].Reading = verdictOf(j.hear(c.Otherwise)), other(c)
			}
		}
	}
	adjust(js)
	for i := range js {
		if js[i].Kind != "exact" {
			js[i].conclude()
		}
	}
	return js
}

// reading is the design that answers a part, with the records of its cells.
func (j judge) reading(p Part) reading {
	e, _ := bench.Experiments.Get(p.Experiment) // the reader has seen both
	d, _ := p.design()
	return reading{bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: j.size}, e, d, j.records}
}

func (j judge) hear(parts []Part) (hs []Heard) {
	for _, p := range parts {
		hs = append(hs, j.part(p))
	}
	return hs
}

func (j judge) part(p Part) Heard {
	h, r := Heard{Part: p, Name: p.String()}, j.reading(p)
	for i, a := range p.Arms {
		for _, b := range p.Arms[i+1:] {
			h.Pairs = append(h.Pairs, r.pair(p.Behaviour, a, b))
		}
	}
	if len(p.Arms) == 2 {
		h.two()
	} else {
		h.many(r)
	}
	if h.N < 2 {
		h.Verdict, h.Why = NotTestable, r.lacks()
	}
	return h
}

// pair compares two arms in a behaviour, or in the mean over all.
func (r reading) pair(behaviour, a, b string) pairOf {
	p := pairOf{arms: [2]string{a, b}}
	p.test = r.finding(bench.Comparison{Behaviour: behaviour, Arm: a, Against: b}).Test
	if n := float64(len(r.behaviours())); behaviour == everyBehaviour && n > 0 { // a sum, not yet a mean
		for _, v := range []*stats.Maybe{&p.test.MeanDifference, &p.test.SE, &p.test.CI.Low, &p.test.CI.High} {
			if x, ok := v.Get(); ok {
				*v = stats.Some(x / n)
			}
		}
	}
	p.equality = equality(p.test)
	return p
}

// two judges a part of two arms.
func (h *Heard) two() {
	h.Test, h.Equal = h.Pairs[0].test, h.Pairs[0].equality
	if h.Test.DF.Defined() {
		h.N = h.Test.N.Total()
	}
	switch h.Part.Relation {
	case "=":
		h.Verdict = equals(h.Equal)
	case "<":
		h.Verdict = directed(h.Test, -1)
	case ">":
		h.Verdict = directed(h.Test, 1)
	}
	h.Why = fmt.Sprintf("%s %s", h.Part.Arms[0], h.Pairs[0].words(h.Part.Relation == "="))
}

// many judges a part of three arms or more.
func (h *Heard) many(r reading) {
	var err error
	if h.ANOVA, err = stats.RepeatedMeasures(r.trials(Omnibus{Behaviour: h.Part.Behaviour, Arms: h.Part.Arms})); err == nil {
		h.N = h.ANOVA.N
	}
	var es []stats.Equivalence
	for _, p := range h.Pairs {
		es = append(es, p.equality)
	}
	h.Verdict = differ(h.ANOVA, es)
	if h.Part.Relation == "=" {
		h.Verdict = allEqual(h.ANOVA, es)
	}
	equal := 0
	for _, e := range es {
		if within(e) {
			equal++
		}
	}
	h.Why = fmt.Sprintf("%s; %d of %d pairs equal within %g points", apa.F(h.ANOVA), equal, len(es), bench.Margin)
}

// verdictOf is the verdict on parts together.
func verdictOf(hs []Heard) Verdict {
	var vs []Verdict
	for _, h := range hs {
		vs = append(vs, h.Verdict)
	}
	return all(vs)
}

// adjust corrects the p values of directed parts by Holm, over all claims on a task in an experiment.
func adjust(js []Judged) {
	families := map[string][]*Heard{}
	for i := range js {
		for k := range js[i].Parts {
			if h := &js[i].Parts[k]; h.Part.Relation == "<" || h.Part.Relation == ">" {
				name := h.Part.Experiment + " " + h.Part.Task
				families[name] = append(families[name], h)
			}
		}
	}
	for _, hs := range families {
		p := make([]float64, len(hs))
		for i, h := range hs {
			p[i] = h.Test.P.Or(math.NaN())
		}
		for i, adjusted := range stats.Holm(p) {
			hs[i].Holm = stats.Some(adjusted)
		}
	}
}

// exact answers a claim of the theory.
func exact(c Claim, props []theory.Proposition) Judged {
	i := slices.IndexFunc(props, func(l theory.Proposition) bool { return l.Equation == c.Experiment })
	if i < 0 {
		return Judged{Claim: c, Verdict: NotTestable, Why: "no computation of " + c.Experiment + " is part of this program."}
	}
	l := props[i]
	return Judged{Claim: c, Verdict: exactly(l), Why: fmt.Sprintf("%s: %s. %s", wording.Capitalize(l.Setting), rounding(l.Deviation), l.Counterexample)}
}
