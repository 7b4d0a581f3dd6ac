package results

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/apa"
)

// words are a pair's numbers in a sentence, the first arm its subject.
func (p pairOf) words(equal bool) string {
	d := p.test.MeanDifference.Or(0)
	where := fmt.Sprintf("%.1f points above %s", d, p.arms[1])
	if d < 0 {
		where = fmt.Sprintf("%.1f points below %s", -d, p.arms[1])
	}
	if !p.test.T.Defined() {
		return where + ", all differences the same"
	}
	switch {
	case equal:
		where += ", " + apa.CI("%+.1f", p.equality.CI)
	case within(p.equality) && p.test.P.Or(1) >= significant:
		where += fmt.Sprintf(", equal within %g points (%s)", bench.Margin, apa.CI("%+.1f", p.equality.CI))
	}
	return where + ", " + apa.P("p", p.test.P)
}

// lacks says why there is nothing to test, and what changes that.
func (r reading) lacks() string {
	r.plan.Size.Trials = max(r.plan.Size.Trials, studyTrials)
	return fmt.Sprintf("too few records of %s on %s for a test; make them with %s", r.experiment.Name, r.design.Task, command(r.plan))
}

// conclude joins the parts to a verdict and a sentence.
func (j *Judged) conclude() {
	j.Verdict, j.Power = verdictOf(j.Parts), j.power()
	j.Why = j.Parts[0].Why
	if len(j.Parts) > 1 {
		j.Why = j.several()
	}
	if j.Verdict == Inconclusive && j.Power.Of != "" {
		j.Why += "; " + j.Power.words()
	}
	if j.Other != "" && j.Other != NotTestable {
		j.Why += fmt.Sprintf(". Read otherwise (%s): %v", j.Reading, j.Other)
	}
	j.Why += "."
}

// several is the sentence of a claim of many parts: how many hold, and what of those that do not.
func (j *Judged) several() string {
	var hold, rest []string
	for _, h := range j.Parts {
		why := fmt.Sprintf("%s %v (%s)", h.Part.where(), h.Verdict, h.Why)
		if h.Verdict == NotTestable {
			why = h.Why
		}
		switch {
		case h.Verdict == Replicated:
			hold = append(hold, why)
		case !slices.Contains(rest, why):
			rest = append(rest, why)
		}
	}
	return strings.Join(append([]string{fmt.Sprintf("%d of %d tests hold", len(hold), len(j.Parts))}, rest...), "; ")
}

// where is the task and the behaviour of a part.
func (p Part) where() string { return strings.TrimSpace(p.Task + " " + p.Behaviour) }

// other says what the other reading is: which experiment, or which comparison.
func other(c Claim) string {
	var names []string
	for i, p := range c.Otherwise {
		name := p.Experiment
		if name == c.Tests[i].Experiment {
			name = p.words()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// words is the power in a sentence.
func (p Power) words() string {
	if !p.Power.Defined() {
		return p.Of
	}
	return fmt.Sprintf("power %s to find %s", apa.Fraction(p.Power), p.Of)
}

// rounding is a deviation in words.
func rounding(off float64) string {
	if off < exactness {
		return "holds to rounding"
	}
	return fmt.Sprintf("off by %.2g", off)
}
