package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// sentence is a pair's numbers as the rest of a sentence whose subject is the first arm. It has the difference
// in percentage points, then, for a claim of equality, the 90 % interval that decides it, and the p of the test
// of a difference. A difference that is not significant gets the interval too where it shows equality.
func (p pairTest) sentence(equality bool) string {
	d := p.test.MeanDifference.Or(0)
	where := fmt.Sprintf("%.1f points above %s", d, p.arms[1])
	if d < 0 {
		where = fmt.Sprintf("%.1f points below %s", -d, p.arms[1])
	}
	// Without spread t is 0/0 or infinite, so there is neither p nor interval.
	if !p.test.T.Defined() {
		return where + ", all differences the same"
	}
	switch {
	case equality:
		where += ", " + apa.CI("%+.1f", p.equality.CI)
	case findings.Within(p.equality) && p.test.P.Or(1) >= significance:
		where += fmt.Sprintf(", equal within %g points (%s)", bench.Margin, apa.CI("%+.1f", p.equality.CI))
	}
	return where + ", " + apa.P("p", p.test.P)
}

// anovaSentence is an ANOVA and how many pairs are equal. Both matter to a verdict: F for "not all the same",
// the equal pairs for "all the same".
func anovaSentence(a stats.ANOVA, pairs []stats.Equivalence) string {
	equal := 0
	for _, e := range pairs {
		if findings.Within(e) {
			equal++
		}
	}
	return fmt.Sprintf("%s; %d of %d pairs equal within %g points", apa.F(a), equal, len(pairs), bench.Margin)
}

// tooFewRecords says why there is nothing to test, and which command makes the records. The proposed number of
// trials is the plan's, at least the study's 10.
func tooFewRecords(d findings.Design) string {
	d.Plan.Size.Trials = max(d.Plan.Size.Trials, studyTrials)
	return fmt.Sprintf("too few records of %s on %s for a test; make them with %s",
		d.Experiment.Name, d.Task, findings.Command(d.Plan))
}

// conclude joins the parts of a claim to a verdict and a sentence.
//
// The sentence is the part's own for a single part and a count for several. Power is added to inconclusive
// verdicts only, where it tells a lack of data from a lack of an effect. Result.Parts must not be empty.
func (r *Result) conclude() {
	r.Verdict, r.Power = verdictOf(r.Parts), r.power()
	r.Why = r.Parts[0].Why
	if len(r.Parts) > 1 {
		r.Why = r.partsSentence()
	}
	if r.Verdict == Inconclusive && r.Power.Of != "" {
		r.Why += "; " + r.Power.sentence()
	}
	if r.Other != "" && r.Other != NotTestable {
		r.Why += fmt.Sprintf(". Read otherwise (%s): %v", r.Reading, r.Other)
	}
	r.Why += "."
}

// partsSentence says how many parts hold, and why the others do not. Parts that do not hold give their reason
// after the count; equal reasons stand once.
func (r *Result) partsSentence() string {
	hold := 0
	var rest []string
	for _, p := range r.Parts {
		if p.Verdict == Replicated {
			hold++
			continue
		}
		why := p.Why
		if p.Verdict != NotTestable {
			why = fmt.Sprintf("%s %v (%s)", strings.TrimSpace(p.Part.Task+" "+p.Part.Behaviour), p.Verdict, p.Why)
		}
		if !slices.Contains(rest, why) {
			rest = append(rest, why)
		}
	}
	return strings.Join(append([]string{fmt.Sprintf("%d of %d tests hold", hold, len(r.Parts))}, rest...), "; ")
}

// otherReading says which experiments, or which comparisons, the other reading of a claim consists of. Where
// both readings use the same experiment, the comparisons tell them apart; otherwise the experiment's name does.
// Read guarantees as many parts in both readings.
func otherReading(c Claim) string {
	var names []string
	for i, p := range c.Otherwise {
		name := p.Experiment
		if name == c.Parts[i].Experiment {
			name = p.relationText()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// sentence is the power in words. Of is a sentence of its own where there is no power.
func (p Power) sentence() string {
	if !p.Power.Defined() {
		return p.Of
	}
	return fmt.Sprintf("power %s to find %s", apa.Fraction(p.Power), p.Of)
}

// deviationText is the deviation of a computed proposition in words. The deviation is the largest absolute
// difference of two numbers of order 1.
func deviationText(deviation float64) string {
	if deviation < exactness {
		return "holds to rounding"
	}
	return fmt.Sprintf("off by %.2g", deviation)
}
