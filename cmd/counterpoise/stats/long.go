package stats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/seed"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/stats"
	"counterpoise/stats/mixed"
	"counterpoise/stats/table"
)

const longAbout = `

FILE is in long form: each row is one rollout, with columns for its method, its trial (the training seed, say), its
outcome (1 or 0, true or false, or a score) and, where there are any, its group (behaviour or task) and its start. A row
may stand for several rollouts: then a column has their number, and the outcome is their sum (successes) or their mean
(success_rate, score, return). Columns are found by their usual names (method, trial or seed, success or score, group or
task, start or episode, rollouts) or named by flags.

FILE may be a folder of records instead: --design says which experiment on which task, as in e6-picking. Its methods are
the arms, its groups the behaviours.`

const mixedAbout = `
mixed compares methods by the successes of their rollouts, in a logistic mixed model: rollouts of one policy, and
rollouts from one start, are alike, and are not counted as if they were independent. It gives a test of methods, groups
and their interaction, the odds ratio of every two methods (with intervals that hold simultaneously), and the SDs of
trials, policies and starts.

A method that never or always succeeds in a group has infinite odds (separation): it is reported, and its comparisons
are undefined unless --prior makes them finite.` + longAbout + `

Fields in JSON: cells, effects, contrasts, random_effects, log_likelihood, trials, rollouts, prior_sd, level, warnings.`

const aggregatesAbout = `
aggregates summarises methods over groups and trials as reinforcement learning does (rliable): mean, median,
interquartile mean, optimality gap, performance profiles, and the probability that one method improves on another. The
score of a method in a group and trial is the mean of its rollouts. Intervals are of a bootstrap that resamples trials,
for all methods together. The same seed gives the same answer.` + longAbout + `

Fields in JSON: methods, comparisons, thresholds, target, level, groups, trials, warnings.`

// longCommand is a subcommand of stats that reads a table in long form.
type longCommand struct {
	testCommand
	columns table.LongColumns
	records recordsFlags
}

// command returns the subcommand, as testCommand's does.
func (l *longCommand) command(
	use, short, about string, test func(*cobra.Command, stats.Long) (finding, error),
) *cobra.Command {
	c := &cobra.Command{Use: use + " FILE", Short: short, Long: about}
	example := "  NAME stats test " + use + " rollouts.csv"
	c.Example = l.p.Named(example + "\n" + example + " --format json")
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return cli.Misused("%s needs one file of comma-separated values, or - for standard input", use)
		}
		return l.check()
	}
	l.commonFlags(c)
	f := c.Flags()
	f.Float64Var(&l.level, "level", 0.95, "confidence `LEVEL` of the intervals")
	for _, column := range []struct {
		to         *string
		name, what string
	}{
		{&l.columns.Method, "method", "method"}, {&l.columns.Trial, "trial", "trial"},
		{&l.columns.Value, "value", "outcome"}, {&l.columns.Group, "group", "group"},
		{&l.columns.Start, "start", "start"}, {&l.columns.Rollouts, "rollouts", "number of rollouts"},
	} {
		f.StringVar(column.to, column.name, "", "`COLUMN` of the "+column.what)
	}
	l.records.flags(f)
	c.RunE = func(c *cobra.Command, args []string) error {
		data, warnings, err := l.read(c, args[0])
		if err != nil {
			return err
		}
		found, err := test(c, data)
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		if err != nil {
			return inFile(args[0], err)
		}
		return l.print(found, warnings)
	}
	return c
}

// read reads the rollouts of a table in long form, or of one design of a folder of records.
func (l *longCommand) read(c *cobra.Command, path string) (stats.Long, stats.Warnings, error) {
	if records, err := store.Read(path); err == nil {
		why := "names a column of a table, and " + path + " is a folder of records: --design says what to take of it"
		if err := cli.Foreign(c, why, "method", "trial", "value", "group", "start", "rollouts"); err != nil {
			return stats.Long{}, nil, err
		}
		return l.ofRecords(path, records)
	} else if !errors.Is(err, store.ErrNoRecords) {
		return stats.Long{}, nil, err
	}
	if err := onlyOfRecords(c, fileName(path)); err != nil {
		return stats.Long{}, nil, err
	}
	in, err := l.p.numbers(path)
	if err != nil {
		return stats.Long{}, nil, err
	}
	defer in.Close()
	return table.ReadLong(in, fileName(path), l.columns)
}

// ofRecords returns the rollouts of the design that the flag names. A folder that has it at several sizes, or not at
// all, is an error that names what there is.
func (l *longCommand) ofRecords(dir string, records *store.Store) (stats.Long, stats.Warnings, error) {
	oracle, err := shared.ChosenOracle(l.records.oracle)
	if err != nil {
		return stats.Long{}, nil, err
	}
	found, names, release, err := l.p.recorded(dir, records, oracle)
	if err != nil {
		return stats.Long{}, nil, err
	}
	defer release()
	design := l.records.design
	found = slices.DeleteFunc(found, func(d frame.Design) bool { return d.Name() != design })
	switch len(found) {
	case 0:
		return stats.Long{}, nil, cli.Misused("--design must name one of the designs of %s: %s", dir,
			strings.Join(names, ", "))
	case 1:
		var warnings stats.Warnings
		if w := found[0].OracleWarning; w != "" {
			warnings = append(warnings, w)
		}
		return found[0].Rollouts(), warnings, nil
	}
	return stats.Long{}, nil, fmt.Errorf("%s has %s at %d sizes, seeds or policies, which are not pooled: put each in "+
		"a folder of its own", dir, design, len(found))
}

// mixed is the command of mixed.New.
func (p program) mixed() *cobra.Command {
	l := &longCommand{testCommand: testCommand{p: p}}
	var o mixed.Options
	const short = "Logistic mixed model of rollouts, with simultaneous odds ratios"
	c := l.command("mixed", short, mixedAbout, func(c *cobra.Command, d stats.Long) (finding, error) {
		var end func()
		o.Level = l.level
		o.Watch, end = p.watch(c, "evaluations")
		defer end()
		f, err := mixed.New(d, o)
		return finding{f, apa.Mixed(f)}, err
	})
	c.Annotations = cli.FirstFlags("method", "value", "trial", "group", "start", "design", "against", "prior", "format")
	c.Flags().StringVar(&o.Against, "against", "", "compare every method with `METHOD` (default every two)")
	c.Flags().BoolVar(&o.NoStarts, "no-starts", false, "leave out the random effect of the starts")
	c.Flags().Float64Var(&o.Prior, "prior", 0, "`SD` of a normal prior of each logit; 0 for none")
	return c
}

// aggregates is the command of stats.Aggregates.
func (p program) aggregates() *cobra.Command {
	l := &longCommand{testCommand: testCommand{p: p}}
	var o stats.AggregateOptions
	var from uint64
	const short = "IQM, optimality gap, probability of improvement, profiles"
	c := l.command("aggregates", short, aggregatesAbout, func(c *cobra.Command, d stats.Long) (finding, error) {
		var end func()
		o.Level, o.Key = l.level, seed.Of("counterpoise", "stats aggregates", from)
		o.Watch, end = p.watch(c, "resamples")
		defer end()
		a, err := stats.Aggregates(d, o)
		return finding{a, apa.Aggregates(a)}, err
	})
	c.Annotations = cli.FirstFlags("method", "value", "trial", "group", "design", "resamples", "thresholds", "format")
	f := c.Flags()
	f.Float64Var(&o.Target, "target", 1, "score `G` beyond which nothing counts in the optimality gap")
	f.Float64SliceVar(&o.Thresholds, "thresholds", []float64{0.1, 0.25, 0.5, 0.75, 0.9},
		"scores `T,...` of the performance profiles")
	f.BoolVar(&o.Stratified, "stratified", false, "resample each group's trials apart: they share no policy")
	f.IntVar(&o.Resamples, "resamples", 2000, "`N` resamples, 100 or more")
	f.Uint64Var(&from, "seed", 1, "seed `N` of the resampling")
	return c
}

// watch returns a watch that ends a computation on Ctrl-C, and shows its progress on standard error from the second
// second on. The caller calls end once.
func (p program) watch(c *cobra.Command, unit string) (watch stats.Watch, end func()) {
	progress, end := cli.Counter(p.Err, unit)
	start, shown := time.Now(), false
	return func(done, total int) error {
		if shown = shown || time.Since(start) > time.Second; shown {
			progress(done, total)
		}
		return c.Context().Err()
	}, end
}
