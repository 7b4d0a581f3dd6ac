package stats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/bounded"
	"counterpoise/internal/shell"
	"counterpoise/results/document"
	"counterpoise/stats/table"
)

const statsAbout = `
stats tests anybody's numbers, which need not come from robots. compare finds out what the columns of results are and
says which method is better; check looks at the same files for what a comparison should not rest on; rate and claim
take counts such as 17/20; watch follows results that come one by one; plan and power say how many trainings and
rollouts the next experiment needs. test is one test by its name.

What is undefined is null in JSON, empty in CSV and - elsewhere, and a warning says why. JSON and CSV have every
digit; the other formats are rounded for people.`

const testAbout = `
test makes one statistical test, KIND, of the numbers in FILE. Without "test" the kinds are understood as well.

FILE holds comma-separated values (semicolons and tabs do too); - is standard input. The first row names the conditions,
each further row is one subject: a person, a trial, a seed. A first column of labels is left out: one of words (none
of which begins with a digit), that has no name, or that is called subject, subj, participant, trial, run, seed, case,
row, index, label, name, id or # (with _id behind or without).
Empty cells, NA, N/A, NaN, null and - are missing: pairs or subjects that lack one are left out, and counted in a
warning. Columns of words, seeds, steps, spreads and numbers of rollouts are left out; with --columns no other column is
read.`

func init() { register(program.stats) }

// stats is the command whose subcommands are the tests of package stats on tables of the user.
func (p program) stats() *cobra.Command {
	c := &cobra.Command{
		Use:     "stats",
		GroupID: "numbers",
		Short:   "Test anybody's numbers: compare, claim, watch, plan and more",
		Long:    statsAbout,
		Example: p.Named(`  NAME stats compare results.csv --margin 0.05
  NAME stats compare 17/20 14/20
  NAME stats watch results.csv
  NAME stats plan pilot.csv --difference 0.1
  NAME stats test anova scores.csv --format json`),
		Args: p.KnownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	test := &cobra.Command{
		Use:   "test KIND FILE",
		Short: "One test by its name: t, ANOVA, ranks, equivalence, Bayes, mixed and more",
		Long:  testAbout,
		Example: p.Named(`  NAME stats test ttest scores.csv --columns before,after
  NAME stats test mixed rollouts.csv`),
		Args: p.KnownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	test.AddCommand(p.tests()...)
	c.AddCommand(test, p.power(), p.statsCompare(), p.statsCheck(), p.rate(), p.claim(), p.statsWatch(),
		p.statsPlan())
	return c
}

// tests are the kinds of stats test.
func (p program) tests() []*cobra.Command {
	return []*cobra.Command{p.ttest(), p.anova(), p.pairwise(), p.wilcoxon(), p.mannWhitney(), p.friedman(),
		p.equivalence(), p.bayes(), p.bootstrap(), p.aggregates(), p.mixed()}
}

// finding is the result of a test: the value that JSON shows, and the section that every other format shows.
type finding struct {
	value   any
	section document.Section
}

// testCommand is a subcommand of stats that reads a table from a file and tests it.
type testCommand struct {
	p       program
	format  string   // of the answer
	columns []string // conditions to use, in this order; none uses all
	level   float64  // of confidence intervals, in (0, 1)
	noLevel bool     // the answer has no interval, and the command no --level
	apart   bool     // the JSON of the answer has no warnings: they go to standard error
	long    string   // the command for tables in long form; empty stands for compare
	asks    string   // flags that the command can't do without, as its examples have them
}

// tester tests a table.
type tester func(*cobra.Command, table.Table) (finding, error)

// command returns the subcommand. About is its help; test is called with a table of at least one condition, of
// exactly two if pair is set.
func (s *testCommand) command(use, short, about string, pair bool, test tester) *cobra.Command {
	c := &cobra.Command{Use: use + " FILE", Short: short, Long: about}
	example := "  NAME stats test " + use + " scores.csv" + s.asks
	c.Example = s.p.Named(example + "\n" + example + " --format json")
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return cli.Misused("%s needs one file of comma-separated values, or - for standard input", use)
		}
		return s.check()
	}
	s.flags(c)
	if !s.noLevel {
		c.Flags().Float64Var(&s.level, "level", 0.95, "confidence `LEVEL` of the intervals")
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		data, err := s.read(args[0], pair)
		if err != nil {
			return err
		}
		s.p.Out = stoppable{c.Context(), s.p.Out}
		f, err := test(c, data)
		if err != nil {
			return inFile(args[0], s.suspect(err, data, args[0]))
		}
		return s.print(f, data.Warnings)
	}
	return c
}

// flags adds the flags of a subcommand that reads a table of conditions.
func (s *testCommand) flags(c *cobra.Command) {
	s.commonFlags(c)
	c.Flags().StringSliceVar(&s.columns, "columns", nil,
		"`NAMES` of the conditions to use, in this order (default all)")
}

// commonFlags adds the flags that every subcommand has.
func (s *testCommand) commonFlags(c *cobra.Command) {
	cli.MemoryFlag(c)
	c.Flags().StringVar(&s.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(cli.Formats(), ", "))
}

// check checks the flags that every subcommand has.
func (s *testCommand) check() error {
	if err := cli.CheckChoice("format", s.format, cli.Formats()); err != nil {
		return err
	}
	if s.level != 0 && !(s.level > 0 && s.level < 1) {
		return cli.Misused("--level must lie between 0 and 1, not %v", s.level)
	}
	return nil
}

// inFile adds the name of the file to an error of a test. A misuse is about the command line, and a test that was
// stopped has no fault of the file: both stay as they are.
func inFile(file string, err error) error {
	var wrong cli.Misuse
	if errors.As(err, &wrong) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s: %w", fileName(file), withoutPackage(err))
}

// withoutPackage is an error of the packages of statistics in words for people, who know no packages.
func withoutPackage(err error) error {
	text := err.Error()
	for _, name := range []string{"stats: ", "mixed: ", "compare: "} {
		text = strings.TrimPrefix(text, name)
	}
	return errors.New(text)
}

// fileName is the name of a file in messages.
func fileName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// numbers opens a file of numbers, or standard input.
func (p program) numbers(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.In), nil
	}
	f, _, err := bounded.Open(file)
	if errors.Is(err, bounded.ErrNotRegular) {
		return nil, fmt.Errorf("can't read the numbers: %w, or - for standard input", err)
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the numbers: %w", err)
	}
	return f, nil
}

// read returns the chosen conditions of a file. If pair is set they must be two. A file that looks like long form is
// suspected in the error, else in a warning, unless the user names the columns; where one of its columns numbers trials
// or episodes, which no test is about, that is an error. A first column that was left out for its values is a warning.
func (s *testCommand) read(file string, pair bool) (table.Table, error) {
	in, err := s.p.numbers(file)
	if err != nil {
		return table.Table{}, err
	}
	defer in.Close()
	data, err := table.Read(in, fileName(file), s.columns...)
	if err != nil {
		return data, s.suspect(err, data, file)
	}
	chosen, err := s.choose(data, file, pair)
	if err != nil {
		return chosen, s.suspect(err, data, file)
	}
	if name, ok := chosen.Numbers(); ok && chosen.Long {
		return chosen, fmt.Errorf("%s: column %q is no condition to test: %s; or name the conditions with --columns",
			fileName(file), name, s.longForm(file))
	}
	if chosen.Labels != "" && !chosen.Long {
		chosen.Warnings = append(chosen.Warnings, fmt.Sprintf("the first column, %q, was left out as labels: it has "+
			"no number", chosen.Labels))
	}
	if chosen.Long {
		chosen.Warnings = append(chosen.Warnings, s.longForm(file))
	}
	return chosen, nil
}

// suspect adds to an error about a table in long form which command reads it.
func (s *testCommand) suspect(err error, data table.Table, file string) error {
	if !data.Long {
		return err
	}
	return fmt.Errorf("%w; %s", err, s.longForm(file))
}

// longForm says that a file looks like long form, and which command reads it.
func (s *testCommand) longForm(file string) string {
	return fmt.Sprintf("the file looks like long format, a row a rollout or trial: %s stats %s %s reads it", s.p.Name,
		cmp.Or(s.long, "compare"), shell.Quote(file))
}

// choose returns the conditions of a table that --columns names, all without it. If pair is set they must be two.
func (s *testCommand) choose(data table.Table, file string, pair bool) (table.Table, error) {
	if len(data.Names) == 0 {
		return data, fmt.Errorf("%s, line 1: there is no condition, only labels; values are separated by commas, "+
			"semicolons or tabs", fileName(file))
	}
	if len(s.columns) > 0 {
		var err error
		if data, err = data.Select(s.columns); err != nil {
			return data, cli.Misuse{Err: err}
		}
	}
	switch {
	case pair && len(data.Names) > 2 && len(s.columns) == 0:
		return data, cli.Misused("this compares two conditions, and %s has %s: choose two with --columns",
			fileName(file), strings.Join(data.Names, ", "))
	case pair && len(data.Names) != 2:
		return data, cli.Misused("this compares two conditions, not %s", strings.Join(data.Names, ", "))
	}
	return data, nil
}

// print writes the answer in the format of --format. Warnings about the table, and warnings about the test where the
// format has no place for them (CSV, and JSON without warnings), go to standard error.
func (s *testCommand) print(f finding, readWarnings []string) error {
	return s.document(f.value, document.Document{Sections: []document.Section{f.section}}, readWarnings)
}

// document writes an answer of several sections, as print does.
func (s *testCommand) document(value any, d document.Document, readWarnings []string) error {
	for _, w := range readWarnings {
		fmt.Fprintf(s.p.Err, "counterpoise: %s\n", w)
	}
	return s.p.Answer(s.format, s.apart, value, d)
}
