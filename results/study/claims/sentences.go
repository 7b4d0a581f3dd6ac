package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
)

// sentence is a pair's numbers as the rest of a sentence whose subject is the first arm: the difference in percentage
// points with its repeated interval, the p of the test of a difference, and the margin within which the arms are shown
// to be equal, if any.
func (p pairTest) sentence(l Look) string {
	d := p.test.MeanDifference.Or(0)
	where := apa.Apart(d, p.arms[1])
	// Without spread t is 0/0 or infinite, so there is neither p nor interval.
	if !p.test.T.Defined() {
		return where + ", all differences the same"
	}
	where += fmt.Sprintf(", %s, %s", apa.CI("%+.1f", p.test.CI), apa.P("p", p.test.P))
	for i, e := range p.equal {
		if shown(e.P, l.OneSided) {
			return where + fmt.Sprintf(", within %g points (%s)", margins[i], apa.P("p", e.P))
		}
	}
	return where
}

// manySentence is an ANOVA, how many pairs are equal, method x behaviour, and the printed pattern. All of them matter
// to a verdict: F for "not all the same", the equal pairs for "all the same".
func manySentence(r PartResult, pattern []PartResult, l Look) string {
	var equal [2]int
	for _, p := range r.pairs {
		for i, e := range p.equal {
			if shown(e.P, l.OneSided) {
				equal[i]++
			}
		}
	}
	text := fmt.Sprintf("%s, corrected %s; %d of %d pairs within %g points, %d within %g", apa.F(r.ANOVA),
		apa.P("p", corrected(r.ANOVA)), equal[0], len(r.pairs), margins[0], equal[1], margins[1])
	if r.Interaction.F.Defined() {
		text += fmt.Sprintf("; method x behaviour %s",
			apa.CorrectedF(r.Interaction, r.Interaction.Epsilon.GG, r.Interaction.PGG))
	}
	if len(pattern) == 0 {
		return text
	}
	var words []string
	for i, v := range l.patternVerdicts(pattern) {
		how := "open"
		switch {
		case v.holds():
			how = "as printed"
		case v.opposes():
			how = "reversed"
		}
		words = append(words, fmt.Sprintf("%s %s (%s)", pattern[i].Part.relationText(), how,
			apa.Format("%+.1f", pattern[i].Test.MeanDifference)))
	}
	return text + "; pattern: " + strings.Join(words, ", ")
}

// tooFewRecords says why there is nothing to test, and which command makes the records. The proposed number of
// trials is the plan's, at least that of the first look.
func tooFewRecords(d frame.Design) string {
	d.Plan.Size.Trials = max(d.Plan.Size.Trials, bench.Looks[0])
	return fmt.Sprintf("too few records of %s on %s for a test; make them with %s",
		d.Experiment.Name, d.Task, frame.Command(d.Plan))
}

// conclude puts the parts of a claim into a sentence, which is the part's own for a single part and a count for
// several. Power is added to inconclusive verdicts only, where it tells a lack of data from a lack of an effect.
// Result.Parts must not be empty.
func (r *Result) conclude() {
	r.Why = r.Parts[0].Why
	if len(r.Parts) > 1 {
		r.Why = r.partsSentence()
	}
	if t := r.AgainstOthers; t.T.Defined() {
		r.Why += fmt.Sprintf("; against the mean of the other behaviours %s points, %s, %s",
			apa.Format("%+.1f", t.MeanDifference), apa.CI("%+.1f", t.CI), apa.P("p", t.P))
	}
	if r.Verdict == Inconclusive && r.Power.Of != "" {
		r.Why += "; " + r.Power.sentence()
	}
	if r.Verdict == Inconclusive && r.FivePoints.Defined() {
		r.Why += fmt.Sprintf("; power %s to find %g points", apa.Fraction(r.FivePoints), bench.VerdictMargin)
	}
	if note := r.correctionNote(); note != "" {
		r.Why += ". " + note
	}
	if r.Other != "" && r.Other != NotTestable {
		r.Why += fmt.Sprintf(". Read otherwise (%s): %v", r.Reading, r.Other)
	}
	r.Why += "."
}

// partsSentence says how many parts hold and how many lack records, and why the others do not hold. Parts that do not
// hold give their reason after the count; equal reasons stand once. Nothing is counted where no part has records.
func (r *Result) partsSentence() string {
	hold, tests, missing := r.Holding()
	var sentence []string
	switch count := fmt.Sprintf("%d of %d tests hold", hold, tests); {
	case missing == 0:
		sentence = append(sentence, count)
	case missing < tests:
		sentence = append(sentence, fmt.Sprintf("%s, %d cannot be made yet", count, missing))
	}
	for _, p := range r.Parts {
		if p.Input || p.Verdict.holds() {
			continue
		}
		why := p.Why
		if p.Verdict != NotTestable {
			why = fmt.Sprintf("%s %v (%s)", strings.TrimSpace(p.Part.Task+" "+p.Part.Behaviour), p.Verdict, p.Why)
		}
		if !slices.Contains(sentence, why) {
			sentence = append(sentence, why)
		}
	}
	return strings.Join(sentence, "; ")
}

// correctionNote says how the verdicts of a claim's parts lead to another one of the claim. Each part is judged at the
// level of the look; the claim is contradicted, or equal, by any one part after Holm's correction over all of them
// (combine.go). It is empty where the parts agree, and where the verdict needs all of them.
func (r *Result) correctionNote() string {
	another, opposed, equal := false, false, false // of any part with records: a verdict that is not the claim's
	for _, p := range r.Parts {
		if p.Input || p.Verdict == NotTestable {
			continue
		}
		another = another || p.Verdict != r.Verdict
		opposed = opposed || p.Verdict.opposes()
		equal = equal || p.Verdict == Equal
	}
	level := fmt.Sprintf("at the look's level of %.2g %%", 100*r.Look.Difference)
	how := ""
	switch {
	case !another:
	case r.Verdict.opposes():
		how = "any one that is then contradicted decides"
	case r.Verdict == Equal && opposed:
		how = "none is then contradicted, " + level + ", and any one that is then equal decides"
	case r.Verdict == Equal:
		how = "any one that is then equal decides"
	case r.Verdict == Inconclusive && opposed:
		how = "none is then contradicted, " + level + ", or equal"
	case r.Verdict == Inconclusive && equal:
		how = "none is then equal"
	}
	if how == "" {
		return ""
	}
	return "Single parts are judged without Holm's correction within the claim, and the claim with it: " + how
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
