package stats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/budget"
	"counterpoise/internal/seed"
	"counterpoise/results/comparison"
	"counterpoise/results/store"
	"counterpoise/stats"
	"counterpoise/stats/check"
	"counterpoise/stats/compare"
	"counterpoise/stats/evals"
	"counterpoise/stats/table"
)

const statsCompareAbout = `
compare makes the significance table of a paper from anybody's numbers: summaries of the methods, tests of all of them
and of every two (corrected by Holm), effect sizes with intervals, equality, Bayes factors, posteriors, rliable's
aggregates, power for the next time, and the assumptions that were checked. It says in one sentence what it took for
what.

RESULTS are tables of comma-separated values or JSON lines, long (a row is a rollout or a score, with its method and its
outcome) or wide (a column is a method, a row a trial), or evaluations by this and other programs; several files are put
below each other, or are a method each, named by their paths or as METHOD=FILE. A folder stands for the results in it.
A folder of records of this program stands alone: --design says which experiment on which task, where it has several,
and the arms are the methods. counterpoise compare sets two such folders side by side.
FORMATS
Columns are found by their usual names, else by their values; flags name them. Methods that share trials (training
seeds, subjects) are paired, without trials those that share starts (episodes); else samples are independent. Rollouts
of one trial are averaged before any test. With a column of the numbers of rollouts, outcomes are sums where they are
called successes, or are whole numbers from 0 to that of the rollouts, and means where they are called success_rate,
accuracy, score, reward or return, or have fractions.

The tests are repeated-measures ANOVA with the correction for sphericity and Friedman's, a linear mixed model besides
where scores are missing, paired t and Wilcoxon; of independent samples Welch's ANOVA and t, Kruskal-Wallis and
Mann-Whitney; exact tests of single successes; and a logistic mixed model where trials have several rollouts.

Scores between 0 and 1 (progress) and stages reached are no success rates. Their means are tested as above, and beside
stand ranks and an interval of the difference by bets on it, which holds for any distribution from 0 to 1, or to the
highest stage that was reached.

Rows of means and their spread (std, SD, sem) over trainings that a column of seeds counts are compared by Welch's t.

Where a t-test decides, a Bayes factor and a posterior stand beside, which are those of stats test bayes: how probable
it is under a flat prior that a method is better than another by more than --margin (0 unless given), by at most the
margin either way, and worse by more.

--format html writes a page with figures, latex tables for a paper that has \usepackage{booktabs}.

Fields in JSON: taken, design, better, methods, omnibus, families, aggregates, rollouts, level, alpha,
margin, warnings.`

// resultFlags are the flags of commands that read results.
type resultFlags struct {
	testCommand
	choice        table.Choice
	records       recordsFlags
	path          string // how the paths of results are read
	checkpoint    string // that counts
	paired, apart bool
	against       string
	margin, alpha float64
	percentMargin bool // the margin is in percent
	noModel, full bool
	exitCode      bool
	lower         bool // is better
	scale         float64
	target        float64
	resamples     int
	from          uint64
	thresholds    []float64
}

// inputs adds the flags that say what the results are, and whether they are paired.
func (r *resultFlags) inputs(c *cobra.Command) {
	r.sources(c)
	f := c.Flags()
	f.BoolVar(&r.paired, "paired", false, "insist that methods are paired")
	f.BoolVar(&r.apart, "independent", false, "take methods for independent samples, whatever they share")
	cli.Exclusive(c, "paired", "independent")
}

// sources adds the flags that say what the results are.
func (r *resultFlags) sources(c *cobra.Command) {
	r.commonFlags(c)
	f := c.Flags()
	for _, column := range []struct {
		to         *string
		name, what string
	}{
		{&r.choice.Method, "method", "method"}, {&r.choice.Trial, "trial", "trial, by which methods are paired"},
		{&r.choice.Value, "value", "outcome, or the field of a program's results"},
		{&r.choice.Group, "group", "group"}, {&r.choice.Start, "start", "start"},
		{&r.choice.Rollouts, "rollouts-column", "number of rollouts, or the number that all rates are of"},
	} {
		f.StringVar(column.to, column.name, "", "`COLUMN` of the "+column.what)
	}
	f.StringSliceVar(&r.choice.Columns, "columns", nil, "`NAMES` of the columns that are methods, of a wide table")
	f.StringSliceVar(&r.choice.Methods, "methods", nil, "`NAMES` of the methods to use, of a long table (default all)")
	f.StringVar(&r.path, "path", "", "`PATTERN` of the paths of "+
		"results, such as {method}/seed_{seed}/step_{checkpoint}; "+
		"{task} and * may stand in it (default by names like these)")
	f.StringVar(&r.checkpoint, "checkpoint", "", "`NAME` of the checkpoint that counts, of paths with "+
		"several (default "+
		"the last of each training)")
	f.BoolVar(&r.choice.AllRows, "all-rows", false, "take rows that look like summaries of others, as means and "+
		"totals, for data too")
	r.records.flags(f)
	cli.Exclusive(c, "columns", "methods")
}

// results reads the results and finds out what they are. The sentences say what was taken for what.
func (r *resultFlags) results(c *cobra.Command, args []string) (table.Taken, []string, error) {
	s, sentences, err := r.sheet(c, args)
	if err != nil {
		return table.Taken{}, nil, err
	}
	r.choice.Checkpoint, r.choice.Keep, r.choice.Paired = r.checkpoint, true, r.paired
	if f := c.Flags().Lookup("lower-is-better"); f != nil && f.Changed {
		r.choice.Direct = map[bool]table.Direction{true: table.Lower, false: table.Higher}[r.lower]
	}
	t, err := s.Detect(r.choice)
	if err != nil {
		return t, nil, err
	}
	if !s.Made || r.choice.Named() {
		sentences = append(sentences, t.Sentence)
	} else if t.Look != "" {
		sentences = append(sentences, t.Look)
	}
	return t, sentences, nil
}

// sheet reads the results: a folder of records of this program, or what package evals reads. The sentences say what was
// read.
func (r *resultFlags) sheet(c *cobra.Command, args []string) (table.Sheet, []string, error) {
	if s, sentence, ok, err := evals.Counts(args); ok {
		return s, []string{sentence}, cmp.Or(err, onlyOfRecords(c, strings.Join(args, " ")))
	}
	if len(args) == 1 {
		records, err := store.Read(args[0])
		if err == nil {
			s, sentence, err := r.records.sheet(r.p, args[0], records)
			return s, []string{sentence}, err
		}
		if !errors.Is(err, store.ErrNoRecords) {
			return table.Sheet{}, nil, err
		}
	}
	if err := onlyOfRecords(c, strings.Join(args, " ")); err != nil {
		return table.Sheet{}, nil, err
	}
	if err := countsAlone(args); err != nil {
		return table.Sheet{}, nil, err
	}
	return evals.Read(args, evals.Options{Value: r.choice.Value, Path: r.path, Checkpoint: r.checkpoint,
		Stdin: r.p.In, Room: budget.New(0), Check: r.p.notRecords})
}

// countsAlone is an error where some arguments are counts and another one is neither a count nor a file.
func countsAlone(args []string) error {
	counts, other, numbers := 0, "", len(args)%2 == 0
	for _, arg := range args {
		_, err := strconv.Atoi(arg)
		_, missing := os.Stat(arg)
		numbers = numbers && err == nil && missing != nil
		_, path, named := strings.Cut(arg, "=")
		if !named {
			path = arg
		}
		if _, is := evals.CountOf(arg); is {
			counts++
		} else if _, err := os.Stat(path); err != nil {
			other = arg
		}
	}
	if numbers && len(args) > 0 {
		return fmt.Errorf("write successes of rollouts as %s/%s", args[0], args[1])
	}
	if counts == 0 || other == "" {
		return nil
	}
	return fmt.Errorf("%q is no count like 17/20, as the other arguments are, and no file: names stand before counts, "+
		"as in act=17/20", other)
}

// design is the design that the flags ask for.
func (r *resultFlags) design(t table.Taken) string {
	switch {
	case r.paired:
		return compare.Paired
	case r.apart || !t.Paired:
		return compare.Apart
	}
	return compare.Auto
}

// statsCompare is the command of compare.New.
func (p program) statsCompare() *cobra.Command {
	r := &resultFlags{testCommand: testCommand{p: p}}
	var formats strings.Builder
	for _, name := range evals.Formats.Names() {
		f, _ := evals.Formats.Get(name)
		fmt.Fprintf(&formats, "  %-12s %s\n", name, f.About)
	}
	c := &cobra.Command{
		Use: "compare RESULTS...",
		Annotations: cli.FirstFlags("method", "value", "columns", "group", "trial", "start", "against",
			"rollouts-column",
			"margin", "format", "full"), Short: "The significance table of a paper, from anybody's results",
		Long: strings.Replace(statsCompareAbout, "FORMATS\n", "\n"+formats.String()+"\n", 1),
		Example: p.Named(`  NAME stats compare results.csv
  NAME stats compare results.csv --margin 0.05 --format latex
  NAME stats compare act=runs/act/eval_info.json diffusion=runs/dp/eval_info.json --format html`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("compare needs results: files of comma-separated values, evaluations by programs, " +
					"folders of them, or - for standard input")
			}
			if r.level == 0 || r.alpha == 0 || r.scale == 0 {
				return cli.Misused("--level, --alpha and --scale must be above 0")
			}
			return r.check()
		},
	}
	r.inputs(c)
	f := c.Flags()
	f.Float64Var(&r.level, "level", 0.95, "confidence `LEVEL` of the intervals")
	f.Float64Var(&r.alpha, "alpha", 0.05, "level `A` of equality, verdicts and power")
	f.Var(rateFlag{&r.margin, &r.percentMargin}, "margin",
		"difference `M` that would not matter, in the units of the data: tests equality, and posteriors go by it")
	f.StringVar(&r.against, "against", "", "compare every method with `METHOD` (default every two)")
	f.Float64Var(&r.scale, "scale", stats.UsualScale, "scale `R` of the Bayes factors' prior")
	f.BoolVar(&r.exitCode, "exit-code", false, "exit with the finding about the first of two methods, "+
		"or the one that is "+
		"not --against: 0 better, 10 worse, 11 equal within --margin, 12 can't tell, 13 not comparable")
	f.BoolVar(&r.lower, "lower-is-better", false, "lower outcomes are better (default by the name of their "+
		"column: failures are turned into successes)")
	f.BoolVar(&r.full, "full", false, "all tests and tables, where text has the answer in eight lines")
	f.BoolVar(&r.noModel, "no-model", false, "leave out the logistic mixed model of rollouts")
	f.Float64Var(&r.target, "target", 1, "score `G` beyond which nothing counts in the optimality gap")
	f.Float64SliceVar(&r.thresholds, "thresholds", nil, "scores `T,...` of performance profiles")
	f.Lookup("thresholds").DefValue = "none"
	f.IntVar(&r.resamples, "resamples", 2000, "`N` resamples of the aggregates, 100 or more; 0 leaves them out")
	f.Uint64Var(&r.from, "seed", 1, "seed `N` of the resampling")
	c.RunE = func(c *cobra.Command, args []string) error { return r.compare(c, args) }
	return c
}

// compared is a comparison in JSON, with what was taken for what.
type compared struct {
	Taken []string `json:"taken"`
	compare.Result
}

// compare compares the results.
func (r *resultFlags) compare(c *cobra.Command, args []string) error {
	r.choice.Summaries = true
	t, taken, err := r.results(c, args)
	if err != nil {
		return err
	}
	t.Warnings = append(t.Warnings, check.Warnings(t)...)
	t.Rows = table.Kept{} // whose memory the tests need
	short := r.format == "text" && !r.full
	given := c.Flags().Changed
	if short && !given("resamples") && !given("target") && !given("thresholds") {
		r.resamples = 0 // the aggregates are not shown
	}
	if r.exitCode && t.Better == table.Unknown {
		return cli.Misused("--exit-code needs to know whether higher or lower is better, and no name of a column " +
			"tells it: give --lower-is-better or --lower-is-better=false")
	}
	watch, end := r.p.watch(c, "comparisons and resamples")
	defer end()
	options := compare.Options{
		Design: r.design(t), Unit: t.Unit, Starts: t.Starts, Pooled: t.Pooled, Score: t.Score, Better: string(t.Better),
		Against: r.against, Level: r.level, Alpha: r.alpha,
		Margin:  r.margin,
		NoModel: r.noModel, Scale: r.scale, Watch: watch,
		Bootstrap: stats.AggregateOptions{Resamples: r.resamples, Target: r.target, Thresholds: r.thresholds,
			Key: seed.Of("counterpoise", "stats compare", r.from)},
	}
	var result compare.Result
	if t.Summaries != nil {
		result, err = compare.OfSummaries(t.Long.Methods, t.Summaries, options)
	} else {
		result, err = compare.New(t.Long, options)
	}
	if c.Context().Err() != nil {
		return c.Context().Err()
	}
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), "compare: "))
		if r.exitCode {
			fmt.Fprintf(r.p.Err, "counterpoise: %s\n", r.p.Said(err))
			return notComparable
		}
		return err
	}
	if r.exitCode && len(result.Methods) != 2 {
		return cli.Misused("--exit-code is about two methods, and there are %d: choose them with --methods",
			len(result.Methods))
	}
	if _, most := reach(t.Long); r.percentMargin && most > 1 {
		return cli.Misused("--margin in percent is of rates, and these outcomes reach %g: write it in their units",
			most)
	}
	if said := inPoints(r.margin, t.Long, result); said != "" {
		taken = append(taken, said)
	}
	result.Warnings = append(t.Warnings, result.Warnings...)
	if r.format == "html" {
		var page bytes.Buffer
		if err := comparison.Page(&page, result, taken); err != nil {
			return err
		}
		if _, err := r.p.Out.Write(page.Bytes()); err != nil {
			return err
		}
	} else if short {
		for _, line := range comparison.Short(result, taken) {
			r.p.Say(line)
		}
	} else if err := r.document(compared{taken, result}, comparison.Document(result, taken), nil); err != nil {
		return err
	}
	if r.exitCode {
		return exitStatusOf(result)
	}
	return nil
}

// inPoints says what a margin below 1 is where outcomes may be in percent: all from 0 to 100, and one above 20.
func inPoints(margin float64, data stats.Long, r compare.Result) string {
	least, most := reach(data)
	if least < 0 || most > 100 || margin <= 0 || margin >= 1 || most <= 20 || r.Design.Outcome != compare.Scores {
		return ""
	}
	return fmt.Sprintf("The margin %g is in the units of the data, which reach %g: if they are in percent it is %[1]g "+
		"points, and %[3]g points are --margin %[3]g.", margin, most, 100*margin)
}

// reach is the least and the largest mean outcome of an entry; 0 where that lies between them.
func reach(data stats.Long) (least, most float64) {
	for _, e := range data.Entries {
		mean := e.Sum / float64(e.Rollouts)
		least, most = min(least, mean), max(most, mean)
	}
	return least, most
}
