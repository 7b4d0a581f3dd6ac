package stats

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/comparison"
	"counterpoise/stats"
	"counterpoise/stats/compare"
	"counterpoise/stats/evals"
)

const planAbout = `
plan says how many trials (training seeds) and how many rollouts of each policy an experiment needs to show a difference
between two methods, or that they are equal within a margin. Rollouts cost little but only reduce the noise of measuring
one policy; trials reduce that and the differences between trainings. So there are several ways to the same power, and
plan lists them, with their costs if those of a trial and of a rollout are given.

From counts or rates of two policies, such as 17/20 14/20 or 70% 85%, and from a table of one policy a method by starts,
plan says how many rollouts show the difference of these policies, through the exact test that compare decides by.

With --looks the trials are looked at while they come in, at equal distances and by O'Brien and Fleming's levels: the
experiment ends at the first look whose p value is at most its level. For looks at any time there is stats watch.

Both parts of the variance are taken from the RESULTS of a pilot, read as stats compare does: its rollouts one by one,
or successes or their rates with a column of the numbers of rollouts, or scores that are rates of --pilot-rollouts
rollouts each. A pilot of few trials may have had a small spread by luck: the careful number of trials is for the upper
80 % limit of its variance. Without a pilot, --rates and --between-sd say what is assumed.

The difference is that of the pilot unless --difference says which one matters, which is better: a pilot's is as likely
too large as too small, and larger if the pilot was kept for its result. With --margin the true difference is that of
--rates; with a pilot it is 0 unless given. Rates, differences and SDs are .1 or 10%.

Fields in JSON: taken, components, test, options, cheapest (index into options, -1 without costs), least, warnings; of
two policies a, b, rates, pilot_rates, pilot_rollouts, pilot_power, share_of_one_alone, rollouts, difference, power,
alpha, taken.`

// trialPlanFlags are the values of plan's flags.
type trialPlanFlags struct {
	resultFlags
	rates             []float64 // of both methods, without a pilot
	sd, difference    float64   // between trials; the true difference
	power, alpha      float64   // both in (0, 1)
	costs             stats.Costs
	looks             int     // at the trials
	rollouts          []int   // to plan for
	ofRates           bool    // what is compared lies between 0 and 1
	pilotRollouts, of int     // rollouts of a pilot's score; groups without a pilot
	percents          [2]bool // whether the difference and the margin are in percent

	onStarts bool                 // the pilot has one policy a method, and its units are starts
	policies comparison.RatesPlan // of one policy a method, by starts or by counts; without rollouts elsewhere
}

// statsPlan is the command of stats.Components.Plan.
func (p program) statsPlan() *cobra.Command {
	q := &trialPlanFlags{resultFlags: resultFlags{testCommand: testCommand{p: p}}}
	c := &cobra.Command{
		Use:         "plan [RESULTS...]",
		Annotations: cli.FirstFlags("difference", "rates", "between-sd", "margin", "power", "rollouts", "looks"),
		Short:       "How many trials and rollouts a comparison needs", Long: planAbout,
		Example: p.Named(`  NAME stats plan pilot.csv --difference 0.1
  NAME stats plan pilot.csv --methods bc,act --margin 0.05 --cost-trial 8 --cost-rollout 0.02
  NAME stats plan --rates 0.6,0.7 --between-sd 0.08
  NAME stats plan 17/20 14/20 --difference 10%`),
	}
	q.inputs(c)
	f := c.Flags()
	f.Var(ratesFlag{&q.rates}, "rates", "success `RATES` of both methods, instead of a pilot")
	f.Var(rateFlag{to: &q.sd}, "between-sd", "`SD` over trials of the true difference of the rates (--independent: "+
		"of a method's true rate), with --rates")
	f.IntVar(&q.of, "groups", 1, "`N` groups (tasks) whose mean is compared, with --rates")
	f.IntVar(&q.pilotRollouts, "pilot-rollouts", 0, "`N` rollouts that each score of the pilot is a success rate of")
	f.Var(rateFlag{&q.difference, &q.percents[0]}, "difference", "true `DIFFERENCE`, in the units of the data "+
		"(default the pilot's or that of --rates; 0 with a pilot and --margin)")
	f.Var(rateFlag{&q.margin, &q.percents[1]}, "margin", "show equality within `M`, in the units of the data, "+
		"instead of a difference")
	f.Float64Var(&q.power, "power", 0.8, "probability `P` to show it")
	f.Float64Var(&q.alpha, "alpha", 0.05, "level `A` of the test, two-sided, or of each of the two one-sided tests")
	f.IntVar(&q.looks, "looks", 1, "`N` looks at the trials while they come in, the last at the end")
	f.IntSliceVar(&q.rollouts, "rollouts", []int{1, 5, 10, 20, 50, 100, 200}, "numbers `R,...` of rollouts to plan for")
	f.Float64Var(&q.costs.Trial, "cost-trial", 0, "`COST` of training one policy")
	f.Float64Var(&q.costs.Rollout, "cost-rollout", 0, "`COST` of one rollout, in the same unit")
	c.Args = func(c *cobra.Command, args []string) error {
		given := c.Flags().Changed
		switch {
		case len(args) == 0 && q.rates == nil:
			return cli.Misused("plan needs a pilot's results, or --rates and --between-sd")
		case len(args) > 0 && q.rates == nil && !slices.ContainsFunc(args, notCounted):
			if err := cli.Foreign(c, "is no part of a plan from counts", "rollouts", "between-sd", "groups",
				"cost-trial", "cost-rollout", "pilot-rollouts", "method", "trial", "value", "group", "start",
				"rollouts-column", "columns", "methods", "design", "oracle", "paired", "margin", "looks"); err != nil {
				return err
			}
		case len(args) > 0 && q.rates != nil:
			return cli.Misused("plan takes the variances from a pilot's results or from --rates, not from both")
		case q.rates != nil && len(q.rates) != 2:
			return cli.Misused("--rates needs two success rates, such as 0.6,0.7")
		case q.rates == nil && (given("between-sd") || given("groups")):
			return cli.Misused("--between-sd and --groups go with --rates; a pilot's results have their own")
		case q.looks < 1:
			return cli.Misused("--looks must be 1 or more, not %d", q.looks)
		case given("pilot-rollouts") && q.pilotRollouts < 1:
			return cli.Misused("--pilot-rollouts must be 1 or more, not %d", q.pilotRollouts)
		}
		if q.rates != nil {
			if err := q.possible(given("difference")); err != nil {
				return err
			}
			if err := cli.Foreign(c, "is about a pilot's results, and --rates stand in place of one", "method", "trial",
				"value", "group", "start", "rollouts-column", "columns", "methods", "pilot-rollouts", "design",
				"oracle"); err != nil {
				return err
			}
		}
		return q.check()
	}
	c.RunE = func(c *cobra.Command, args []string) error { return q.run(c, args) }
	return c
}

// planCounts plans rollouts of two policies from counts, as 17/20, or rates, as 85%.
func (q *trialPlanFlags) planCounts(args []string) error {
	if len(args) != 2 {
		return cli.Misused("a plan from counts is for two policies, as in plan 17/20 14/20, not for %d", len(args))
	}
	p := comparison.RatesPlan{Power: q.power, Alpha: q.alpha}
	for i, arg := range args {
		count, _ := evals.CountOf(arg)
		at := strings.LastIndexAny(arg, "=:")
		name := count.Method
		if count.N == 0 {
			name = strings.TrimSpace(arg[:max(0, at)])
		}
		if name == "" {
			name = string(rune('A' + i))
		}
		if count.N > 0 {
			p.Had[i], p.Pilot[i] = count.N, float64(count.K)/float64(count.N)
		} else if err := (rateFlag{to: &p.Pilot[i]}).Set(strings.TrimSpace(arg[at+1:])); err != nil {
			return cli.Misused("%s: %v", arg, err)
		}
		if p.Pilot[i] > 1 {
			return cli.Misused("%s is no success rate", arg)
		}
		if i == 0 {
			p.A = name
		} else {
			p.B = name
		}
	}
	return q.printRates(p)
}

// printRates prints a plan of rollouts of two policies.
func (q *trialPlanFlags) printRates(p comparison.RatesPlan) error {
	if q.difference >= 1 {
		return cli.Misused("--difference is of rates between 0 and 1: write 0.05 for 5 points")
	}
	p, err := comparison.PlanRates(p, math.Abs(q.difference))
	if err != nil {
		if p.Pilot[0] == p.Pilot[1] && q.difference == 0 {
			return cli.Misused("both rates are %.3g %%, and no number of rollouts tells them apart: name the "+
				"difference that matters with --difference", 100*p.Pilot[0])
		}
		return cli.Misuse{Err: withoutPackage(err)}
	}
	if q.format == "text" {
		for _, line := range append(p.Lines(), p.Taken...) {
			q.p.Say(line)
		}
		return nil
	}
	return q.document(p, p.Document(), nil)
}

// notCounted reports whether an argument is no count such as 17/20.
func notCounted(arg string) bool {
	_, is := evals.CountOf(arg)
	return !is
}

// possible returns an error where the rates contradict the difference, or cannot vary as much as is assumed: a rate
// with the mean p has at most the variance p(1 - p), so that the difference of two has at most the sum of their SDs.
func (q *trialPlanFlags) possible(difference bool) error {
	a, b := q.rates[0], q.rates[1]
	if difference && a != b && math.Abs(math.Abs(a-b)-math.Abs(q.difference)) > 1e-9 && math.Abs(q.difference) < 1 {
		return cli.Misused("--rates differ by %.4g, and --difference says %g: leave --difference out, or give rates "+
			"that differ by it", math.Abs(a-b), q.difference)
	}
	if !(a >= 0 && a <= 1 && b >= 0 && b <= 1) {
		return nil // told with the components
	}
	first, second := math.Sqrt(a*(1-a)), math.Sqrt(b*(1-b))
	most := first + second
	if q.apart {
		most = max(first, second)
	}
	if q.sd > most+1e-12 && q.sd < math.Inf(1) {
		return cli.Misused("--between-sd %g: rates of %g and %g vary by an SD of at most %.3g between trainings; "+
			"write 0.08 or 8%% for 8 points", q.sd, a, b, most)
	}
	return nil
}

// trialPlan is a plan in JSON, with what was taken for what.
type trialPlan struct {
	Taken []string `json:"taken"`
	stats.RolloutPlan
}

// run prints the plan.
func (q *trialPlanFlags) run(c *cobra.Command, args []string) error {
	if len(args) > 0 && !slices.ContainsFunc(args, notCounted) {
		return q.planCounts(args)
	}
	components, taken, err := q.components(c, args)
	if err != nil {
		return err
	}
	if of := q.policies; of.Had[0] > 0 && q.margin == 0 && !c.Flags().Changed("rollouts") {
		if q.looks > 1 {
			return cli.Misused("--looks is about trainings, and these are rollouts of two policies: stats watch " +
				"looks at them at any time")
		}
		of.Taken = taken
		return q.printRates(of)
	}
	if q.ofRates && (q.difference >= 1 || q.margin >= 1) && q.difference+q.margin < math.Inf(1) {
		return cli.Misused("--difference and --margin are of rates between 0 and 1: write 0.05 for 5 points")
	}
	if !q.ofRates && (q.percents[0] || q.percents[1]) {
		return cli.Misused("--difference and --margin in percent are of rates, and the pilot has scores: write them " +
			"in its units")
	}
	goal := stats.Goal{Difference: q.difference, Margin: q.margin, Power: q.power, Alpha: q.alpha, Looks: q.looks}
	if !c.Flags().Changed("difference") && q.margin == 0 {
		goal.Difference = components.Difference.Or(0)
		if len(args) > 0 {
			components.Warnings = append(components.Warnings,
				"the difference is the pilot's: name the one that matters "+
					"with --difference")
		}
	}
	if q.rates != nil && q.margin > 0 && q.rates[0] != q.rates[1] {
		goal.Difference = components.Difference.Or(0)
		components.Warnings = append(components.Warnings, fmt.Sprintf("the true difference is that of --rates, %.4g: "+
			"equal rates would need fewer trials to show equality", goal.Difference))
	}
	if components.Observed == stats.Some(0) && !components.Within.Defined() {
		return fmt.Errorf("all trials of the pilot have the same difference, and nothing tells how many rollouts a " +
			"score is of, so that their spread is not known: name the rollouts with --pilot-rollouts N")
	}
	if q.rates != nil && !c.Flags().Changed("between-sd") {
		components.Warnings = append(components.Warnings, "without --between-sd the difference is taken to be the "+
			"same in every trial, which asks for the fewest trials; name how much trainings differ")
	}
	slices.Sort(q.rollouts)
	plan, err := components.Plan(goal, slices.Compact(q.rollouts), q.costs)
	if err != nil {
		err = withoutPackage(err)
		if len(args) == 0 {
			return cli.Misuse{Err: err}
		}
		return err
	}
	d := comparison.Plan(plan, taken, q.onStarts)
	if q.format == "html" {
		var page bytes.Buffer
		if err := comparison.WritePage(&page, d, nil); err != nil {
			return err
		}
		_, err := q.p.Out.Write(page.Bytes())
		return err
	}
	return q.document(trialPlan{taken, plan}, d, nil)
}

// components are the variances of a pilot, or those that the flags assume.
func (q *trialPlanFlags) components(cmd *cobra.Command, args []string) (
	c stats.Components, taken []string, err error,
) {
	if q.ofRates = len(args) == 0; q.ofRates {
		c, err = stats.Assumed(q.rates[0], q.rates[1], q.sd, q.of, !q.apart)
		if err != nil {
			return c, nil, cli.Misuse{Err: withoutPackage(err)}
		}
		return c, nil, nil
	}
	t, taken, err := q.results(cmd, args)
	if err != nil {
		return c, nil, err
	}
	if n := len(t.Long.Methods); n != 2 {
		return c, nil, fmt.Errorf("a plan is for two methods, and there are %d (%s): choose two with --methods", n,
			strings.Join(firstNames(t.Long.Methods), ", "))
	}
	design, err := compare.DesignOf(t.Long, compare.Options{Design: q.design(t), Unit: t.Unit})
	if err != nil {
		return c, nil, withoutPackage(err)
	}
	q.ofRates = design.Outcome != compare.Scores
	if q.pilotRollouts > 0 {
		if err := countSuccesses(t.Long.Entries, q.pilotRollouts); err != nil {
			return c, nil, err
		}
	}
	if q.margin == 0 && !cmd.Flags().Changed("rollouts") && q.pilotRollouts == 0 {
		q.policies = comparison.PilotOfCounts(t.Long, t.Unit == "row" && !t.Paired, q.power, q.alpha)
	}
	if q.policies.Had[0] > 0 {
		sentence, tasks := design.Sentence, len(t.Long.Groups)
		if tasks > 1 {
			sentence = fmt.Sprintf("The rollouts of %d tasks are planned for as of one.", tasks)
		}
		return c, append(taken, sentence), nil
	}
	c, err = stats.ComponentsOf(t.Long, 0, 1, design.Paired)
	if err != nil {
		return c, nil, withoutPackage(err)
	}
	c.Warnings = append(t.Warnings, c.Warnings...)
	q.onStarts = t.Starts
	if t.Starts && design.Paired && design.Outcome == compare.Successes && len(t.Long.Groups) == 1 {
		if q.policies = comparison.PilotOfStarts(t.Long, q.power, q.alpha); !q.policies.Share.Defined() {
			q.policies.Had = [2]int{}
		}
	}
	return c, append(taken, design.Sentence), nil
}

// countSuccesses turns scores that are success rates of n rollouts each into numbers of successes.
func countSuccesses(entries []stats.Entry, n int) error {
	for i, e := range entries {
		k := e.Sum * float64(n)
		switch {
		case e.Rollouts != 1:
			return cli.Misused("--pilot-rollouts is about scores without numbers of rollouts, and the results have " +
				"these: leave it out")
		case e.Sum < 0 || e.Sum > 1:
			return fmt.Errorf("a score of %g is no success rate between 0 and 1, as --pilot-rollouts takes them: "+
				"divide percent by 100", e.Sum)
		case math.Abs(k-math.Round(k)) > 1e-6*float64(n):
			return fmt.Errorf("a score of %g is no success rate of %d rollouts: if it is rounded, call its column "+
				"success_rate and add a column rollouts with their number, in place of --pilot-rollouts", e.Sum, n)
		}
		entries[i].Sum, entries[i].Rollouts = math.Round(k), int32(n)
	}
	return nil
}

// firstNames are at most ten names.
func firstNames(names []string) []string {
	if len(names) > 10 {
		return append(slices.Clone(names[:10]), "...")
	}
	return names
}
