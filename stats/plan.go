package stats

import (
	"fmt"
	"math"
)

// Goal is what an experiment has to show of the difference of two methods.
type Goal struct {
	Difference float64 // the true difference, in the units of the data
	Margin     float64 // show equality within it; 0 shows a difference instead
	Power      float64 // probability to show it, in (0, 1)
	Alpha      float64 // two-sided level of the t-test, or of each of the two one-sided tests
	Looks      int     // at the trials while they come in, the last at the end; 0 and 1: at the end alone
}

// Costs are what parts of an experiment cost, in one unit of the caller's choice.
type Costs struct {
	Trial   float64 `json:"trial"`   // to train one policy
	Rollout float64 `json:"rollout"` // to run one rollout
}

// Option is one way to reach a goal: trials of so many rollouts.
type Option struct {
	Rollouts int   `json:"rollouts"` // of each policy in each group
	Trials   int   `json:"trials"`   // pairs of policies, or policies of each method; with looks at most
	Power    Maybe `json:"power"`
	Careful  Maybe `json:"careful_trials"` // if the pilot's variance was small by luck
	Total    int   `json:"total_rollouts"` // of both methods, all groups and trials
	Cost     Maybe `json:"cost"`

	Looks []Look `json:"looks,omitempty"` // with several
	// Expected is the mean number of trials with looks, if the difference is the goal's.
	Expected Maybe `json:"expected_trials,omitzero"`
	False    Maybe `json:"false_positives,omitzero"` // with looks
}

// RolloutPlan is the ways to reach a goal, on the curve of equal power.
type RolloutPlan struct {
	Components Components `json:"components"`
	Goal       Goal       `json:"-"`
	Test       string     `json:"test"`
	Options    []Option   `json:"options"`  // by rollouts
	Cheapest   int        `json:"cheapest"` // index into Options; -1 without costs
	Least      int        `json:"least"`    // trials without which no number of rollouts suffices
	Warnings   Warnings   `json:"warnings"`
}

// maxPlanned bounds the trials of a plan: nobody trains more policies.
const maxPlanned = 1_000_000

// Plan returns the smallest number of trials that reaches the goal for each number of rollouts. The variance of a
// trial's difference (without pairing: of a trial's score) with R rollouts in each group is
//
//	σ² = τ² + ω²/R
//
// so the design is a t-test with a standardised difference of Difference/σ, or an [EquivalenceDesign]. Careful is the
// same with the upper limit of the variance, which is that of what rollouts explain where trials vary by less. With
// costs, Cheapest is the option of the least cost
//
//	2 trials (cost of a trial + groups R cost of a rollout)
//
// Where the components are not known, σ² is that of the pilot and the only option has its rollouts. It returns an
// error for power outside (0, 1), alpha outside (0, 1/2), no difference to find, a difference outside the margin,
// negative costs, more than ten looks or looks for a margin, and a goal that takes more than a million trials.
func (c Components) Plan(goal Goal, rollouts []int, costs Costs) (RolloutPlan, error) {
	p := RolloutPlan{Components: c, Goal: goal, Cheapest: -1, Warnings: append(Warnings{}, c.Warnings...)}
	switch {
	case !(goal.Power > 0 && goal.Power < 1) || !(goal.Alpha > 0 && goal.Alpha < 0.5):
		return p, fmt.Errorf("stats: power %v and alpha %v: 0.8 and 0.05 are usual", goal.Power, goal.Alpha)
	case !(goal.Margin >= 0) || math.IsInf(goal.Margin, 0):
		return p, fmt.Errorf("stats: the margin is %v: it must be 0 or more, in the units of the data", goal.Margin)
	case math.IsNaN(goal.Difference) || math.IsInf(goal.Difference, 0):
		return p, fmt.Errorf("stats: the difference is %v: it must be a number, in the units of the data",
			goal.Difference)
	case goal.Margin == 0 && goal.Difference == 0:
		return p, fmt.Errorf("stats: no number of trials finds a difference of zero: name the one that matters " +
			"with --difference")
	case goal.Margin > 0 && !(math.Abs(goal.Difference) < goal.Margin):
		return p, fmt.Errorf("stats: a true difference of %.4g is not within the margin %.4g: no number of trials "+
			"shows equality", goal.Difference, goal.Margin)
	case !(costs.Trial >= 0) || !(costs.Rollout >= 0) || math.IsInf(costs.Trial+costs.Rollout, 0):
		return p, fmt.Errorf("stats: costs %v and %v must be 0 or more", costs.Trial, costs.Rollout)
	}
	if err := goal.checkLooks(); err != nil {
		return p, err
	}
	p.Test = goal.test(c.Paired)
	if !c.Within.Defined() {
		rollouts = []int{max(1, int(math.Round(c.Rollouts.Or(1))))}
	}
	falsely := 0.0
	for i, r := range rollouts {
		if r < 1 || i > 0 && r <= rollouts[i-1] {
			return p, fmt.Errorf("stats: numbers of rollouts must be 1 or more and ascend: %d", r)
		}
		o, err := c.option(goal, r)
		if err != nil {
			return p, err
		}
		falsely = max(falsely, o.False.Or(0))
		o.Total = 2 * o.Trials * c.Groups * r
		if costs != (Costs{}) {
			o.Cost = Some(2 * float64(o.Trials) * (costs.Trial + float64(c.Groups*r)*costs.Rollout))
			if p.Cheapest < 0 || o.Cost.Or(0) < p.Options[p.Cheapest].Cost.Or(0) {
				p.Cheapest = i
			}
		}
		p.Options = append(p.Options, o)
	}
	least, err := c.trials(goal, c.Between.Or(0))
	p.Least = least.Trials
	if falsely > goal.Alpha*1.04 {
		p.Warnings = append(p.Warnings, fmt.Sprintf("with so few trials the levels of the looks hold nearly: by "+
			"simulation some of these plans show a difference in %.1f %% where there is none, and %g %% are meant",
			100*falsely, 100*goal.Alpha))
	}
	return p, err
}

// test is a goal in words.
func (g Goal) test(paired bool) string {
	article, what := "an", "independent t-test"
	if paired {
		article, what = "a", "paired t-test"
	}
	if g.Margin > 0 {
		return fmt.Sprintf("equality within %.4g by two one-sided %ss where the true difference is %.4g", g.Margin,
			what, g.Difference)
	}
	return fmt.Sprintf("a difference of %.4g by %s %s", g.Difference, article, what)
}

// option is the plan with r rollouts in each group.
func (c Components) option(goal Goal, r int) (Option, error) {
	noise := c.Within.Or(0) / float64(r)
	need, err := c.trials(goal, c.Between.Or(0)+noise)
	if err != nil {
		return Option{}, err
	}
	o := need
	o.Rollouts = r
	if !c.Careful.Defined() {
		return o, nil
	}
	// The upper limit is that of the pilot's whole variance; what rollouts explain of it is known better. A pilot whose
	// trials vary by less than that did so by luck.
	pilot, whole := c.Observed.Or(0)-c.Between.Or(0), c.Observed.Or(0)
	if c.Between == Some(0) {
		pilot, whole = c.leastNoise, c.leastNoise
	}
	upper := max(0, whole*c.Careful.Or(1)-pilot)
	if careful, err := c.trials(goal, upper+max(c.Within.Or(0), c.leastWithin)/float64(r)); err == nil {
		o.Careful = Some(float64(careful.Trials))
	}
	return o, nil
}

// trials is the option of the smallest number of trials whose differences have a variance.
func (c Components) trials(goal Goal, variance float64) (Option, error) {
	// A standardised difference beyond 10^5 is no more certain than one of 10^5, and is in range.
	unit := max(math.Sqrt(variance), 1e-5*max(math.Abs(goal.Difference), goal.Margin))
	var d Design
	switch {
	case goal.Margin > 0:
		d = EquivalenceDesign{Effect: goal.Difference / unit, Margin: goal.Margin / unit, TwoSample: !c.Paired}
	case c.Paired:
		d = PairedDesign{DZ: goal.Difference / unit}
	default:
		d = TwoSampleDesign{D: goal.Difference / unit}
	}
	p, err := RequiredN(d, goal.Power, goal.Alpha)
	o := Option{Trials: p.N, Power: p.Power}
	if err == nil && goal.Looks > 1 {
		o, err = o.looked(goal, math.Abs(goal.Difference)/unit, c.Paired)
	}
	if err == nil && o.Trials > maxPlanned {
		err = fmt.Errorf("stats: %s takes %d trials: plan for a larger difference", goal.test(c.Paired), o.Trials)
	}
	return o, err
}

// Assumed are components without a pilot: success rates of both methods, and the SD over trials of their true
// difference (without pairing: of each method's true rate). It returns an error for rates outside [0, 1] and a negative
// SD.
func Assumed(rateA, rateB, sd float64, groups int, paired bool) (Components, error) {
	for _, p := range []float64{rateA, rateB} {
		if !(p >= 0 && p <= 1) {
			return Components{}, fmt.Errorf("stats: %v is no success rate between 0 and 1", p)
		}
	}
	if groups < 1 {
		return Components{}, fmt.Errorf("stats: the mean of %d groups: there must be 1 or more", groups)
	}
	if !(sd >= 0) || math.IsInf(sd, 0) {
		return Components{}, fmt.Errorf("stats: the SD between trials is %v: it must be 0 or more", sd)
	}
	within := (rateA*(1-rateA) + rateB*(1-rateB)) / float64(groups)
	if !paired {
		within /= 2
	}
	return Components{A: "a", B: "b", Paired: paired, Groups: groups, Difference: Some(rateA - rateB),
		Between: Some(sd * sd), Within: Some(within)}, nil
}
