package claims

import (
	"fmt"
	"slices"

	"counterpoise/results/apa"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// PrintedWeights is a row of the study's Table 1: the weights that a method ends with on demonstrations of two styles,
// optimal and suboptimal, and the reference losses that it found for them. Weights are the method's alpha at
// the end of training and sum to 1. Losses are in the study's units, which differ from ours, so only their
// order can be compared.
type PrintedWeights struct {
	task, arm             string
	weight                float64 // of the optimal demonstrations; the suboptimal ones have the rest
	hasReferences         bool    // whether reference losses are printed
	optimalRef, subOptRef float64 // reference losses of the optimal and of the suboptimal demonstrations
}

// table1 is Table 1 of arXiv:2508.06319, by the arms of E5.
//
// The study trains "imbalanced" with equal weight per demonstration, so its row shows the shares of the data,
// 2/3 to 1/3. "zero" has reference losses of 0 by definition.
var table1 = []PrintedWeights{
	{"picking", "imbalanced", .67, false, 0, 0},
	{"picking", "zero", .5, true, 0, 0},
	{"picking", "remix", .4652, true, .9337, .520},
	{"picking", "ours", .9367, true, 1.505, 1.893},
	{"opening", "imbalanced", .667, false, 0, 0},
	{"opening", "zero", .484, true, 0, 0},
	{"opening", "remix", .5, true, .0574, .089},
	{"opening", "ours", .9437, true, 1.626, 2.018},
}

// optimalStyle is the style that demonstrations have unless the recipe names another.
const optimalStyle = "optimal"

// PrintedFor returns the study's row for an arm of an experiment, if Table 1 has one. E5-each is the other
// reading of E5, with the same arms.
func PrintedFor(experiment, task, arm string) (PrintedWeights, bool) {
	i := slices.IndexFunc(table1, func(p PrintedWeights) bool { return p.task == task && p.arm == arm })
	if i < 0 || experiment != "E5" && experiment != "E5-each" {
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

// table1 evaluates the claim of Table 1: where each method's weights end, and which reference loss is the larger.
//
//	weights      of the optimal demonstrations: zero and remix near 1/2 (.4 to .6), ours at .8 or more; see region
//	references   of the suboptimal demonstrations: ours larger; remix smaller on picking, larger on opening
//
// Parts are two per row with different reference losses and one per row with equal ones. The other reading
// takes the rows on opening from E5-each.
func (e evaluator) table1(c Claim) Result {
	r := Result{Claim: c}
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
		other = append(other, parts...)
	}
	r.Other, r.Reading = verdictOf(other), "E5-each on opening"
	return r
}

// weights evaluates one row of Table 1: its weights, and the order of its reference losses where they differ.
// The two style groups come from the records, so a design that is grouped otherwise is not testable.
func (e evaluator) weights(experiment string, p PrintedWeights) []PartResult {
	part := Part{Experiment: experiment, Task: p.task}
	d := e.design(part)
	w := d.FinalWeights(p.arm)
	low, high := p.region()
	r := PartResult{Part: part, Name: fmt.Sprintf("%s %s: under %s optimal demonstrations weigh %g to %g",
		experiment, p.task, p.arm, low, high)}
	optimal, subOpt, ok := styleGroups(w.Groups)
	if !ok || len(w.Alpha[optimal]) < 2 {
		r.Verdict, r.Why = NotTestable, tooFewRecords(d)
		return []PartResult{r}
	}
	r.N = len(w.Alpha[optimal])
	r.Weight, r.WeightCI = meanWeight(w.Alpha[optimal])
	r.Verdict = inside(r.WeightCI, low, high)
	r.Why = fmt.Sprintf("under %s optimal demonstrations weigh %s, %s; the study's %.4g",
		p.arm, apa.Format("%.3f", r.Weight), apa.CI("%.3f", r.WeightCI), p.weight)
	// "zero" has equal references: their order is no claim.
	if p.optimalRef == p.subOptRef {
		return []PartResult{r}
	}
	return []PartResult{r, referenceOrder(part, p, w, optimal, subOpt)}
}

// referenceOrder evaluates which of two reference losses is the larger, by a paired t-test over trials. The
// test is two-sided at 5 % and the sign is the printed one, as for "<" and ">" of other claims (see directed).
func referenceOrder(part Part, p PrintedWeights, w findings.FinalWeights, optimal, subOpt int) PartResult {
	sign, relation := 1.0, ">"
	if p.subOptRef < p.optimalRef {
		sign, relation = -1, "<"
	}
	r := PartResult{Part: part, Name: fmt.Sprintf("%s %s: reference loss of %s, suboptimal %s optimal",
		part.Experiment, p.task, p.arm, relation)}
	if w.References == nil {
		r.Verdict, r.Why = NotTestable, "no reference losses in the records of "+p.arm
		return r
	}
	r.N = len(w.Alpha[optimal])
	// Suboptimal minus optimal; with fewer than two trials the test is undefined and the verdict inconclusive.
	r.Test, _ = stats.PairedT(w.References[subOpt], w.References[optimal], findings.Level)
	r.Verdict = directed(r.Test, sign)
	r.Why = fmt.Sprintf("reference loss of %s, suboptimal minus optimal, %s, %s; the study's %+.4g",
		p.arm, apa.Format("%+.4f", r.Test.MeanDifference), apa.P("p", r.Test.P), p.subOptRef-p.optimalRef)
	return r
}

// styleGroups returns the indices of the groups of optimal and of other demonstrations, if there is one of
// each. The order of groups in a record is that of its data; other is the suboptimal style of the recipe.
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

// meanWeight is the mean of a weight over trials and its 90 % interval, cut at 0 and 1; a point where all are the
// same. The 90 % interval is the one-sample t-interval over trials: two one-sided tests at 5 %, as for
// equality. A weight cannot leave [0, 1], so cutting loses no coverage.
func meanWeight(alpha []float64) (mean stats.Maybe, ci stats.Interval) {
	const confidence = 1 - 2*significance
	// A one-sample test is a paired test against zeros.
	t, _ := stats.PairedT(alpha, make([]float64, len(alpha)), confidence)
	mean, ci = t.MeanDifference, t.CI
	if !ci.Defined() {
		return mean, stats.Interval{Low: mean, High: mean, Level: confidence}
	}
	ci.Low, ci.High = stats.Some(max(0, ci.Low.Or(0))), stats.Some(min(1, ci.High.Or(1)))
	return mean, ci
}
