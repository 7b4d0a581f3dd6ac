package claims

import (
	"fmt"
	"math"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// PartResult is a part of a claim with its verdict and its numbers. A number that a part does not need is undefined.
type PartResult struct {
	Part Part   `json:"-"`
	Name string `json:"test"` // the part in words
	// Judgement is by the rules at bench.VerdictMargin, and Wide at bench.Margin.
	Judgement
	Wide Judgement `json:"within_10_points"`
	Why  string    `json:"why"`
	N    int       `json:"n"` // complete pairs or trials
	// Test is of two arms: first minus second, in percentage points. Its interval is the repeated one of the look.
	Test stats.Test `json:"t"`
	// Holm is p adjusted in the family of the design's table, as the tables of the experiment print it; undefined for
	// parts that stand in no such table.
	Holm        stats.Maybe       `json:"holm"`
	ANOVA       stats.ANOVA       `json:"F"`           // of three arms or more
	Interaction stats.ANOVA       `json:"interaction"` // method x behaviour, of three arms or more
	Equal       stats.Equivalence `json:"equivalence"` // within bench.VerdictMargin, with the interval of the look
	Weight      stats.Maybe       `json:"weight"`      // of Table 1: mean weight of the optimal demonstrations
	WeightCI    stats.Interval    `json:"weight_ci"`
	// Input says that the part decides nothing, because the number that it is about was used to fit the methods'
	// settings.
	Input bool `json:"input,omitempty"`

	// In the order (0,1), (0,2), ..., (1,2), ... of Part.Arms.
	pairs   []pairTest // every two arms
	key     string     // identifies the test, see shared.go
	swapped bool       // the arms are not in the order of key
}

// Judgement is the verdict on a part at one margin, and what it rests on.
type Judgement struct {
	Verdict Verdict `json:"verdict"`
	// ClaimP is the p of a difference, and ClaimEqual that of equality, adjusted by Holm over the parts of the claim.
	ClaimP     stats.Maybe `json:"p_claim"`
	ClaimEqual stats.Maybe `json:"p_equal_claim"`

	evidence evidence
}

// pairTest is the tests of two arms: for a difference and for equality.
type pairTest struct {
	arms  [2]string            // the first minus the second
	test  stats.Test           // paired by trial, two-sided, percentage points
	equal [2]stats.Equivalence // at bench.VerdictMargin and at bench.Margin
}

// part evaluates one part: it tests every two of its arms, gives verdicts by the rule of its relation, and says why.
// A part with fewer than two complete trials is not testable, whatever its rule says. kind is that of its claim, and
// pattern the relations that the study prints beside an F.
//
// The number of pairs is n(n-1)/2 for n arms. Three arms or more need all pairs for the rules of "=" and "<>".
func (e evaluator) part(p Part, kind string, pattern []Part) PartResult {
	r, d := PartResult{Part: p, Name: p.String()}, e.design(p)
	r.key, r.swapped = sameTest(d, p)
	for i, a := range p.Arms {
		for _, b := range p.Arms[i+1:] {
			r.pairs = append(r.pairs, e.testPair(d, p.Behaviour, a, b))
		}
	}
	if len(p.Arms) == 2 {
		e.evaluatePair(&r, kind == "direction")
		r.Holm = e.holm(d, p)
	} else {
		e.evaluateMany(&r, d, pattern)
	}
	// One trial has no standard deviation, and a paired t-test has n - 1 degrees of freedom.
	if r.N < 2 {
		r.Verdict, r.Wide.Verdict, r.Why = NotTestable, NotTestable, tooFewRecords(d)
	}
	return r
}

// testPair compares two arms in a behaviour, or in the mean over all behaviours.
func (e evaluator) testPair(d frame.Design, behaviour, a, b string) pairTest {
	p := pairTest{arms: [2]string{a, b}}
	p.test = d.Compare(bench.Comparison{Behaviour: behaviour, Arm: a, Against: b}).Test
	e.look.setRepeatedInterval(&p.test)
	for i, margin := range margins {
		p.equal[i] = frame.EqualityWithin(p.test, margin, e.look.OneSided)
	}
	return p
}

// margins are those of Judgement and Wide.
var margins = [2]float64{bench.VerdictMargin, bench.Margin}

// setRepeatedInterval replaces the interval of a test by the repeated confidence interval of the look. Over all looks
// together these cover the difference with probability 1 - significance (Jennison & Turnbull, J. R. Statist. Soc. B 51
// (1989) 305).
func (l Look) setRepeatedInterval(t *stats.Test) {
	se, ok := t.SE.Get()
	if !ok || !t.T.Defined() {
		return
	}
	half, mean := stats.CriticalT(l.Difference, t.DF.Or(1))*se, t.MeanDifference.Or(0)
	t.CI = stats.Interval{Low: stats.Some(mean - half), High: stats.Some(mean + half), Level: 1 - l.Difference}
}

// evidenceOf returns the p values of a pair for the rules, at margins[margin].
func (p pairTest) evidenceOf(margin int) evidence {
	e := p.equal[margin]
	return evidence{p: p.test.P, sign: p.test.T.Or(0), within: e.P, above: e.PLow, below: e.PHigh}
}

// evaluatePair evaluates a part of two arms. "<" and ">" are tests of a difference; "=" is the test of
// equivalence, because a difference that is not significant does not show equality.
func (e evaluator) evaluatePair(r *PartResult, signAlone bool) {
	r.Test, r.Equal = r.pairs[0].test, r.pairs[0].equal[0]
	// Without degrees of freedom there was no test, and N stays 0.
	if r.Test.DF.Defined() {
		r.N = r.Test.N.Total()
	}
	for i, j := range []*Judgement{&r.Judgement, &r.Wide} {
		j.evidence = r.pairs[0].evidenceOf(i)
		sign := map[string]float64{"<": -1, ">": 1}[r.Part.Relation]
		switch {
		case sign == 0:
			j.Verdict = e.look.equals(j.evidence)
		case signAlone:
			j.Verdict = e.look.signed(j.evidence, sign)
		default:
			j.Verdict = e.look.directed(j.evidence, sign)
		}
	}
	r.Why = fmt.Sprintf("%s %s", r.Part.Arms[0], r.pairs[0].sentence(e.look))
}

// evaluateMany evaluates a part of three arms or more. The ANOVA stands for the study's own omnibus test
// (repeated measures over trials); the equivalence of each pair stands for equality, which an ANOVA cannot
// show. Its p is that of Greenhouse and Geisser, which holds its level without sphericity.
func (e evaluator) evaluateMany(r *PartResult, d frame.Design, pattern []Part) {
	var err error
	// The error of too few complete trials leaves N at 0, which part turns into "not testable".
	if r.ANOVA, err = d.ANOVA(r.Part.Behaviour, r.Part.Arms); err == nil {
		r.N = r.ANOVA.N
	}
	if r.Part.Behaviour == bench.AllBehaviours {
		r.Interaction, _ = d.Interaction(r.Part.Arms)
	}
	printed := make([]PartResult, len(pattern))
	for i, p := range pattern {
		printed[i] = e.part(p, "p", nil)
	}
	for i, j := range []*Judgement{&r.Judgement, &r.Wide} {
		j.evidence = evidence{p: corrected(r.ANOVA), interaction: corrected(r.Interaction)}
		if r.N > 0 { // else no trial has all arms, though a pair may have its own
			largest := 0.0
			for _, p := range r.pairs {
				largest = max(largest, p.equal[i].P.Or(1)) // a pair without spread is not shown to be equal
			}
			j.evidence.within = stats.Some(largest)
		}
		if j.Verdict = e.look.equals(j.evidence); r.Part.Relation == "<>" {
			j.Verdict = e.look.differ(j.evidence, e.look.patternVerdicts(printed))
		}
	}
	r.Why = manySentence(*r, printed, e.look)
}

// corrected is the p of an F with Greenhouse and Geisser's correction, or without where that is undefined.
func corrected(a stats.ANOVA) stats.Maybe {
	if a.PGG.Defined() {
		return a.PGG
	}
	return a.P
}

// patternVerdicts returns the verdicts on the relations of a pattern after Holm over them: Inconclusive for a relation
// that is not significant then.
func (l Look) patternVerdicts(pattern []PartResult) (vs []Verdict) {
	p := make([]float64, len(pattern))
	for i, r := range pattern {
		p[i] = r.evidence.p.Or(math.NaN())
	}
	for i, adjusted := range stats.Holm(p) {
		v := Inconclusive
		if shown(stats.Some(adjusted), l.Difference) {
			v = pattern[i].Verdict
		}
		vs = append(vs, v)
	}
	return vs
}

// holm returns the p value of a part in the family of its design's comparisons, which the tables of the experiment
// print; undefined where the part is none of them.
func (e evaluator) holm(d frame.Design, p Part) stats.Maybe {
	for _, c := range e.frames.family(d) {
		same := c.Arm == p.Arms[0] && c.Against == p.Arms[1] || c.Arm == p.Arms[1] && c.Against == p.Arms[0]
		if same && c.Behaviour == p.Behaviour {
			return c.Holm
		}
	}
	return stats.Maybe{}
}
