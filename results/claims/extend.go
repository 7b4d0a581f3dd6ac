package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/findings"
)

// Extension is an experiment of a confirmatory run with the look that it is run to.
type Extension struct {
	Experiment bench.Experiment
	Look       int // trials
	Why        string
}

// NextLooks says to which look each experiment of a plan is run next. An experiment that has not reached the first look
// goes there; one with a claim that is undecided goes to the look after the last one that it reached, as a whole; one
// whose claims are all decided, or that has reached the last look, stays. An experiment in another reading or under
// another knob, such as E1-precision, goes with the experiment that it is named after. The plan's number of trials
// takes no part.
func NextLooks(plan bench.Plan, records findings.Records) (all []Extension) {
	last := bench.Looks[len(bench.Looks)-1]
	plan.Size.Trials = last
	undecided := Evaluate(All(), plan.Size, records, plan.Oracle).Undecided()
	for _, e := range plan.Experiments {
		complete := last
		one := plan
		one.Experiments = []bench.Experiment{e}
		for _, d := range findings.Under(one, records) {
			complete = min(complete, d.CompleteTrials())
		}
		reached := 0
		for _, n := range bench.Looks {
			if n <= complete {
				reached = n
			}
		}
		base, _, _ := strings.Cut(e.Name, "-")
		x := Extension{Experiment: e, Look: reached}
		next, more := bench.NextLook(reached)
		switch {
		case reached == 0:
			x.Look, x.Why = next, fmt.Sprintf("%d of %d trials of the first look", complete, next)
		case !more:
			x.Why = "the last look is reached"
		case slices.Contains(undecided, base):
			x.Look, x.Why = next, fmt.Sprintf("a claim is undecided at %d trials", reached)
		default:
			x.Why = fmt.Sprintf("all claims are decided at %d trials", reached)
		}
		all = append(all, x)
	}
	return all
}

// Extended returns the plan with the cells of extensions: one plan for each experiment, with the trials of its look.
func Extended(plan bench.Plan, to []Extension) (plans []bench.Plan) {
	for _, x := range to {
		p := plan
		p.Experiments, p.Size.Trials = []bench.Experiment{x.Experiment}, x.Look
		plans = append(plans, p)
	}
	return plans
}
