package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/bench/study"
	"counterpoise/results/analysis"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// PrintedWeights is a row of the study's Table 1: the weights that a method ends with on demonstrations of two styles,
// optimal and suboptimal, and the reference losses that it found for them. Weights are the method's alpha at
// the end of training and sum to 1. Losses are as printed: most likely sums over the components of an action, a seventh
// of which is in our unit (balance.StudyComponents), see results/authors.md.
type PrintedWeights struct {
	task, arm             string
	weight                float64 // of the optimal demonstrations; the suboptimal ones have the rest
	hasReferences         bool    // whether reference losses are printed
	optimalRef, subOptRef float64 // reference losses of the optimal and of the suboptimal demonstrations
}

// table1 is study.TableOnes by the arms of E5. "zero" has reference losses of 0 by definition.
var table1 = func() (rows []PrintedWeights) {
	for _, t := range study.TableOnes {
		rows = append(rows,
			PrintedWeights{t.Task, "imbalanced", t.ImbalancedOptimal, false, 0, 0},
			PrintedWeights{t.Task, "zero", t.ZeroOptimal, true, 0, 0},
			PrintedWeights{t.Task, "remix", t.RemixOptimal, true, t.RemixReference[0], t.RemixReference[1]},
			PrintedWeights{t.Task, ownMethod, t.OursOptimal, true, t.OursReference[0], t.OursReference[1]})
	}
	return rows
}()

// optimalStyle is the style that demonstrations have unless the recipe names another.
const optimalStyle = "optimal"

func init() {
	analysis.All.Add("claims", analysis.Analysis{
		Place: 16, About: "the study's claims, held against the records", Last: true,
		Sections: analysis.Section(section), Printed: printedFor,
	})
}

// section is the verdicts on a plan's records; false for a plan of a part of the study, which would leave most claims
// untestable.
func section(f frame.Frame) (document.Section, bool) {
	if !CoveredBy(f.Plan.Experiments) {
		return document.Section{}, false
	}
	return Evaluate(All(), f.Plan.Size, f.Records, f.Plan.Oracle).Section(), true
}

// printedFor returns the weight and the reference loss that the study prints for a group under an arm, for E5 alone.
func printedFor(f frame.Findings, arm, group string) (alpha, reference stats.Maybe) {
	if p, ok := PrintedFor(f.Experiment.Name, f.Task, arm); ok {
		return p.Of(group)
	}
	return alpha, reference
}

// PrintedFor returns the study's row for an arm of an experiment, if Table 1 has one. E5 in other readings and under
// other difficulties, E5-each and E5-inexact say, has the same arms, and a task with knobs is the study's task.
func PrintedFor(experiment, task, arm string) (PrintedWeights, bool) {
	name, base := scenes.TaskName(task), strings.SplitN(experiment, "-", 2)[0]
	i := slices.IndexFunc(table1, func(p PrintedWeights) bool { return p.task == name && p.arm == arm })
	if i < 0 || base != "E5" {
		return PrintedWeights{}, false
	}
	return table1[i], true
}

// Of returns the printed weight and reference loss of a group. A group that is not optimal is the suboptimal
// one. Reference losses are undefined where the study prints none.
func (p PrintedWeights) Of(group string) (alpha, reference stats.Maybe) {
	alpha, loss := stats.Some(1-p.weight), p.subOptRef
	if group == optimalStyle {
		alpha, loss = stats.Some(p.weight), p.optimalRef
	}
	if !p.hasReferences {
		return alpha, stats.Maybe{}
	}
	return alpha, stats.Some(loss)
}

// region is where the weight of the optimal demonstrations has to lie: near 1/2 where the study's is within .1 of it,
// and nearly 1 where the study's is above .9. The printed numbers themselves are not required, because they depend on
// the units of the losses.
//
// Every printed weight of the rows that are evaluated lies in one of the two regions. "Near 1/2" allows .1 to
// each side, and .8 as "nearly 1" allows twice that below 1.
func (p PrintedWeights) region() (low, high float64) {
	if p.weight > .9 {
		return .8, 1
	}
	return .4, .6
}

// table1Designs are the designs of Table 1, as parts without arms.
var table1Designs = []Part{{Experiment: "E5", Task: "picking"}, {Experiment: "E5", Task: "opening"}}

// table1Parts returns table1Designs for the claim of Table 1, and nil for other claims.
func table1Parts(c Claim) []Part {
	if c.Kind != "table" {
		return nil
	}
	return table1Designs
}

// table1 evaluates the claim of Table 1: where the weights of Remix and of the study's method end.
//
//	weights      of the optimal demonstrations: remix near 1/2 (.4 to .6), ours at .8 or more; see region
//
// The other rows are inputs and no claims, because the step size of the weights and the steps of the search are fitted
// to them: the weights of zero, and the reference losses of the study's method and of plain cloning, which are those of
// Remix. They are printed with their intervals and decide nothing. The other reading takes the rows on opening from
// E5-each.
func (e evaluator) table1(r *Result) {
	var other []PartResult
	for _, p := range table1 {
		if !p.hasReferences {
			continue // imbalanced: its weights are the shares of the data, which are no result
		}
		parts := e.weights("E5", p)
		r.Parts = append(r.Parts, parts...)
		if p.task == "opening" {
			parts = e.weights("E5-each", p)
		}
		for _, q := range parts {
			if !q.Input {
				other = append(other, q)
			}
		}
	}
	r.Other, r.Reading = e.look.combine(other, narrow), "E5-each on opening"
}

// weights evaluates one row of Table 1: its weights, and the order of its reference losses where they differ.
// The two style groups come from the records, so a design that is grouped otherwise is not testable.
func (e evaluator) weights(experiment string, p PrintedWeights) []PartResult {
	part := Part{Experiment: experiment, Task: p.task}
	d := e.design(part)
	w := d.FinalWeights(p.arm)
	low, high := p.region()
	r := PartResult{Part: part, Input: p.arm == "zero",
		Name: fmt.Sprintf("%s %s: under %s optimal demonstrations weigh %g to %g",
			experiment, p.task, p.arm, low, high)}
	optimal, subOpt, ok := styleGroups(w.Groups)
	if !ok || len(w.Alpha[optimal]) < 2 {
		r.Verdict, r.Wide.Verdict, r.Why = NotTestable, NotTestable, tooFewRecords(d)
		return []PartResult{r}
	}
	r.N = len(w.Alpha[optimal])
	r.Weight, r.WeightCI, r.evidence = e.look.inside(w.Alpha[optimal], low, high)
	r.Verdict = e.look.weight(r.evidence)
	r.Wide = r.Judgement // no margin in points
	r.Why = fmt.Sprintf("under %s optimal demonstrations weigh %s, %s; the study's %.4g",
		p.arm, apa.Format("%.3f", r.Weight), apa.CI("%.3f", r.WeightCI), p.weight)
	// "zero" has equal references: their order is no claim.
	if p.optimalRef == p.subOptRef {
		return []PartResult{r}
	}
	return []PartResult{r, e.referenceOrder(part, p, w, optimal, subOpt)}
}

// referenceOrder compares two reference losses, by a paired t-test over trials: an input, whose verdict is by the rule
// of "<" and ">" with the printed sign and without a margin.
func (e evaluator) referenceOrder(
	part Part, p PrintedWeights, w frame.FinalWeights, optimal, subOpt int,
) PartResult {
	sign, relation := 1.0, ">"
	if p.subOptRef < p.optimalRef {
		sign, relation = -1, "<"
	}
	r := PartResult{Part: part, Input: true, Name: fmt.Sprintf("%s %s: reference loss of %s, suboptimal %s optimal",
		part.Experiment, p.task, p.arm, relation)}
	if w.References == nil {
		r.Verdict, r.Wide.Verdict = NotTestable, NotTestable
		r.Why = "no reference losses in the records of " + p.arm
		return r
	}
	r.N = len(w.Alpha[optimal])
	// Suboptimal minus optimal; with fewer than two trials the test is undefined and the verdict inconclusive.
	r.Test, _ = stats.PairedT(w.References[subOpt], w.References[optimal], frame.Level)
	e.look.setRepeatedInterval(&r.Test)
	r.evidence = evidence{p: r.Test.P, sign: r.Test.T.Or(0)}
	r.Verdict = e.look.directed(r.evidence, sign)
	r.Wide = r.Judgement
	r.Why = fmt.Sprintf("reference loss of %s, suboptimal minus optimal, %s, %s; the study's %+.4g",
		p.arm, apa.Format("%+.4f", r.Test.MeanDifference), apa.P("p", r.Test.P), p.subOptRef-p.optimalRef)
	return r
}

// styleGroups returns the indices of the groups of optimal and of other demonstrations; ok is false unless there is one
// of each. The order of groups in a record is that of its data.
func styleGroups(groups []string) (optimal, other int, ok bool) {
	if len(groups) != 2 {
		return 0, 0, false
	}
	switch optimalStyle {
	case groups[0]:
		return 0, 1, true
	case groups[1]:
		return 1, 0, true
	}
	return 0, 0, false
}

// inside tests whether the mean of a weight over trials lies in a region: two one-sided t-tests, of which the one at an
// end of 0 or 1 is left out, because a weight can't lie beyond. The interval of level 1 - 2 OneSided is cut at 0 and 1;
// it is a point where all weights are the same. In the evidence p is of lying outside: twice the smaller one-sided p.
func (l Look) inside(alpha []float64, low, high float64) (mean stats.Maybe, ci stats.Interval, e evidence) {
	// A one-sample test is a paired test against zeros.
	t, _ := stats.PairedT(alpha, make([]float64, len(alpha)), 1-2*l.OneSided)
	mean, ci = t.MeanDifference, t.CI
	m := mean.Or(0)
	if !ci.Defined() {
		e.p, e.within = stats.Some(1), stats.Some(0)
		if m < low || m > high {
			e.p, e.within = stats.Some(0), stats.Some(1)
		}
		return mean, stats.Interval{Low: mean, High: mean, Level: 1 - 2*l.OneSided}, e
	}
	if low <= 0 {
		low = math.Inf(-1)
	}
	if high >= 1 {
		high = math.Inf(1)
	}
	q, _ := stats.Equivalent(t, low, high, l.OneSided) // low < high, and the level is one of looks.go
	e.within = q.P
	e.p = stats.Some(min(1, 2*min(1-q.PLow.Or(0), 1-q.PHigh.Or(0))))
	ci.Low, ci.High = stats.Some(max(0, ci.Low.Or(0))), stats.Some(min(1, ci.High.Or(1)))
	return mean, ci, e
}

// weight is the rule of a weight and its region.
func (l Look) weight(e evidence) Verdict {
	switch {
	case shown(e.within, l.OneSided):
		return Replicated
	case shown(e.p, l.Difference):
		return Contradicted
	}
	return Inconclusive
}
