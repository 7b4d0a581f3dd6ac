package claims

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// PartResult is a part of a claim with its verdict and its numbers. A number that a part does not need is undefined.
type PartResult struct {
	Part     Part              `json:"-"`
	Name     string            `json:"test"` // the part in words
	Verdict  Verdict           `json:"verdict"`
	Why      string            `json:"why"`
	N        int               `json:"n"`    // complete pairs or trials
	Test     stats.Test        `json:"t"`    // of two arms: first minus second, in percentage points
	Holm     stats.Maybe       `json:"holm"` // p adjusted by Holm over the claims about the experiment on the task
	ANOVA    stats.ANOVA       `json:"F"`    // of three arms or more
	Equal    stats.Equivalence `json:"equivalence"`
	Weight   stats.Maybe       `json:"weight"` // of Table 1: mean weight of the optimal demonstrations
	WeightCI stats.Interval    `json:"weight_ci"`

	// In the order (0,1), (0,2), ..., (1,2), ... of Part.Arms.
	pairs []pairTest // every two arms
}

// pairTest is the tests of two arms: for a difference and for equality.
type pairTest struct {
	arms     [2]string         // the first minus the second
	test     stats.Test        // paired by trial, two-sided, percentage points
	equality stats.Equivalence // within ±bench.Margin percentage points
}

// part evaluates one part: it tests every two of its arms, gives a verdict by the rule of its relation, and says why.
// A part with fewer than two complete trials is not testable, whatever its rule says.
//
// The number of pairs is n(n-1)/2 for n arms. Three arms or more need all pairs for the rules of "=" and "<>".
func (e evaluator) part(p Part) PartResult {
	r, d := PartResult{Part: p, Name: p.String()}, e.design(p)
	for i, a := range p.Arms {
		for _, b := range p.Arms[i+1:] {
			r.pairs = append(r.pairs, testPair(d, p.Behaviour, a, b))
		}
	}
	if len(p.Arms) == 2 {
		r.evaluatePair()
	} else {
		r.evaluateMany(d)
	}
	// One trial has no standard deviation, and a paired t-test has n - 1 degrees of freedom.
	if r.N < 2 {
		r.Verdict, r.Why = NotTestable, tooFewRecords(d)
	}
	return r
}

// testPair compares two arms in a behaviour, or in the mean over all behaviours. The latter is tested as the sum of
// the counts of successes, which are exact; afterwards the numbers in percentage points are divided by the number of
// behaviours, while t, p and d_z do not depend on such a factor.
func testPair(d findings.Design, behaviour, a, b string) pairTest {
	p := pairTest{arms: [2]string{a, b}}
	// findings.Compare divides by the rollouts of one behaviour, so the sum over k behaviours comes out k times
	// too large.
	p.test = d.Compare(bench.Comparison{Behaviour: behaviour, Arm: a, Against: b}).Test
	if n := float64(len(d.Behaviours())); behaviour == findings.AllBehaviours && n > 0 { // the sum becomes the mean
		for _, v := range []*stats.Maybe{&p.test.MeanDifference, &p.test.SE, &p.test.CI.Low, &p.test.CI.High} {
			if x, ok := v.Get(); ok {
				*v = stats.Some(x / n)
			}
		}
	}
	p.equality = findings.Equality(p.test)
	return p
}

// evaluatePair evaluates a part of two arms. "<" and ">" are tests of a difference; "=" is the test of
// equivalence, because a difference that is not significant does not show equality.
func (r *PartResult) evaluatePair() {
	r.Test, r.Equal = r.pairs[0].test, r.pairs[0].equality
	// Without degrees of freedom there was no test, and N stays 0.
	if r.Test.DF.Defined() {
		r.N = r.Test.N.Total()
	}
	switch r.Part.Relation {
	case "=":
		r.Verdict = equals(r.Equal)
	case "<":
		r.Verdict = directed(r.Test, -1)
	case ">":
		r.Verdict = directed(r.Test, 1)
	}
	r.Why = fmt.Sprintf("%s %s", r.Part.Arms[0], r.pairs[0].sentence(r.Part.Relation == "="))
}

// evaluateMany evaluates a part of three arms or more. The ANOVA stands for the study's own omnibus test
// (repeated measures over trials); the equivalence of each pair stands for equality, which an ANOVA cannot
// show.
func (r *PartResult) evaluateMany(d findings.Design) {
	var err error
	// The error of too few complete trials leaves N at 0, which part turns into "not testable".
	if r.ANOVA, err = d.ANOVA(r.Part.Behaviour, r.Part.Arms); err == nil {
		r.N = r.ANOVA.N
	}
	var es []stats.Equivalence
	for _, p := range r.pairs {
		es = append(es, p.equality)
	}
	r.Verdict = differ(r.ANOVA, es)
	if r.Part.Relation == "=" {
		r.Verdict = allEqual(r.ANOVA, es)
	}
	r.Why = anovaSentence(r.ANOVA, es)
}
