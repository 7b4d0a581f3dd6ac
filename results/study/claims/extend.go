package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/frame"
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
// another difficulty, such as E1-precision, goes with the experiment that it is named after, and to its look where that
// is ahead. The plan's number of trials takes no part.
func NextLooks(plan bench.Plan, records frame.Records) (all []Extension) {
	plan.Size.Trials = bench.Looks[len(bench.Looks)-1]
	undecided := Evaluate(All(), plan.Size, records, plan.Oracle).Undecided()
	for _, e := range plan.Experiments {
		reached, complete := lookOf(e, plan, records)
		base, _, _ := strings.Cut(e.Name, "-")
		ahead := 0 // the look of the experiment that this one is named after
		if b, err := bench.Experiments.Get(base); err == nil {
			ahead, _ = lookOf(b, plan, records)
		}
		x := Extension{Experiment: e, Look: reached}
		next, more := bench.NextLook(reached)
		switch {
		case reached == 0:
			x.Look, x.Why = next, fmt.Sprintf("%d of %d trials of the first look", complete, next)
		case !more:
			x.Why = "the last look is reached"
		case slices.Contains(undecided, base):
			x.Look, x.Why = next, fmt.Sprintf("a claim is undecided at %d trials", reached)
		case ahead > reached:
			x.Look, x.Why = ahead, fmt.Sprintf("%s stands at %d trials", base, ahead)
		default:
			x.Why = fmt.Sprintf("all claims are decided at %d trials", reached)
		}
		all = append(all, x)
	}
	return all
}

// lookOf returns the last look that an experiment of a plan has reached, 0 before the first, and the number of its
// complete trials.
func lookOf(e bench.Experiment, plan bench.Plan, records frame.Records) (look, complete int) {
	plan.Experiments = []bench.Experiment{e}
	complete = plan.Size.Trials
	for _, d := range frame.Under(plan, records).Designs {
		complete = min(complete, d.CompleteTrials())
	}
	for _, n := range bench.Looks {
		if n <= complete {
			look = n
		}
	}
	return look, complete
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
