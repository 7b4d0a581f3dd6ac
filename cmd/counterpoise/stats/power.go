package stats

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/wording"
	"counterpoise/results/apa"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

const powerAbout = `
power plans an experiment: the chance to find an effect with --n subjects, or the smallest n that finds it with
chance --power (0.8 unless given). n counts pairs or subjects, and values in each group of a two-sample or --between
design. Tests are two-sided at --alpha.

The effect is given, or taken from the numbers of FILE (a pilot): two conditions plan a paired t-test (--student: one
of two groups), more of them a repeated-measures ANOVA with the sphericity that the pilot has. A small pilot that came
out significant overstates its effect: plan for less.

  --dz D         paired t-test: mean difference over the SD of the differences
  --d D          t-test of two groups: mean difference over the common SD
  --f F --k K    repeated-measures ANOVA of K conditions: SD of the means over the error SD; --epsilon for sphericity
  --f F --k K --between    ANOVA of K independent groups: Cohen's f

Fields in JSON: power, n.`

// powerFlags are the values of power's flags.
type powerFlags struct {
	testCommand
	dz, d, f         float64 // effects: mean difference/SD of differences, /common SD; SD of means/error SD
	epsilon          float64 // sphericity of a repeated-measures ANOVA, in [1/(k-1), 1]
	power, alpha     float64 // chance to find the effect, and level of the test; both in (0, 1)
	n, k             int     // subjects (per group) and conditions
	between, student bool    // independent groups, for an ANOVA and for two conditions of a file
}

// power is the command of stats.PowerOf and stats.RequiredN.
func (p program) power() *cobra.Command {
	q := &powerFlags{testCommand: testCommand{p: p, long: "plan"}}
	const short = "Power of a planned test, or the trials that it needs"
	c := &cobra.Command{Use: "power [FILE]", Short: short, Long: powerAbout,
		Example: p.Named("  NAME stats power --dz 0.5\n  NAME stats power pilot.csv --power 0.9")}
	q.flags(c)
	f := c.Flags()
	f.Float64Var(&q.dz, "dz", 0, "effect `D` of a paired t-test")
	f.Float64Var(&q.d, "d", 0, "effect `D` of a t-test of two groups")
	f.Float64Var(&q.f, "f", 0, "effect `F` of an ANOVA")
	f.IntVar(&q.k, "k", 0, "number `K` of conditions of an ANOVA")
	f.Float64Var(&q.epsilon, "epsilon", 1, "sphericity `E` of a repeated-measures ANOVA, 1/(K - 1) to 1")
	f.BoolVar(&q.between, "between", false, "the ANOVA's conditions are independent groups")
	f.BoolVar(&q.student, "student", false, "the two conditions of FILE are independent groups")
	f.IntVar(&q.n, "n", 0, "find the power of `N` subjects")
	f.Float64Var(&q.power, "power", 0.8, "find the n that gives power `P`")
	f.Float64Var(&q.alpha, "alpha", 0.05, "level `A` of the test")
	for _, name := range []string{"dz", "d", "f", "k", "n"} {
		f.Lookup(name).DefValue = "none"
	}
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return cli.Misused("power takes one file at most")
		}
		return q.check()
	}
	c.RunE = func(c *cobra.Command, args []string) error { return q.run(c, args) }
	cli.Exclusive(c, "n", "power")
	cli.Exclusive(c, "dz", "d", "f")
	return c
}

// run prints the power of --n subjects, or the number of subjects that --power takes.
func (q *powerFlags) run(c *cobra.Command, args []string) error {
	design, found, warnings, err := q.design(c, args)
	if err != nil {
		return err
	}
	var answer stats.Power
	if c.Flags().Changed("n") {
		answer, err = stats.PowerOf(design, q.n, q.alpha)
	} else {
		answer, err = stats.RequiredN(design, q.power, q.alpha)
	}
	if err != nil && len(args) == 0 {
		return cli.Misuse{Err: withoutPackage(err)} // nothing but flags went in
	}
	if err != nil {
		return inFile(args[0], err)
	}
	return q.print(finding{answer, apa.Power(answer, found...)}, warnings)
}

// design returns the planned experiment, with the effect of the flags or of a file. Found is a sentence about the
// file's.
func (q *powerFlags) design(c *cobra.Command, args []string) (d stats.Design, found, warnings []string, err error) {
	given := c.Flags().Changed
	effect := given("dz") || given("d") || given("f")
	switch {
	case effect == (len(args) > 0):
		return nil, nil, nil,
			cli.Misused("power needs an effect (--dz, --d or --f with --k) or a file to take it from, " +
				"and not both")
	case given("f") != given("k"):
		return nil, nil, nil, cli.Misused("--f and --k go together: an ANOVA has an effect and a number of conditions")
	case q.between && !given("f"):
		return nil, nil, nil,
			cli.Misused("--between goes with --f and --k; the conditions of a file are within subjects")
	case given("epsilon") && (q.between || !given("f")):
		return nil, nil, nil,
			cli.Misused("--epsilon goes with the --f of a repeated-measures ANOVA; a file has its own")
	case q.student && effect:
		return nil, nil, nil,
			cli.Misused("--student is about the two conditions of a file; --d is an effect of two groups")
	case given("columns") && effect:
		return nil, nil, nil,
			cli.Misused("--columns is about the conditions of a file, and an effect stands in place " +
				"of one")
	case !effect:
		return q.pilot(args[0])
	case given("dz"):
		return stats.PairedDesign{DZ: q.dz}, nil, nil, nil
	case given("d"):
		return stats.TwoSampleDesign{D: q.d}, nil, nil, nil
	case q.between:
		return stats.BetweenDesign{F: q.f, K: q.k}, nil, nil, nil
	}
	return stats.RepeatedDesign{F: q.f, K: q.k, Epsilon: q.epsilon}, nil, nil, nil
}

// pilot returns the design of an experiment like that of a file, with the effect and the sphericity found there.
func (q *powerFlags) pilot(file string) (d stats.Design, found, warnings []string, err error) {
	data, err := q.read(file, false)
	if err != nil {
		return nil, nil, nil, err
	}
	d, n, warnings, err := q.planned(data)
	if err != nil {
		return nil, nil, nil, inFile(file, err)
	}
	had, err := stats.PowerOf(d, n, q.alpha)
	if err != nil {
		return nil, nil, nil, inFile(file, err)
	}
	chance := math.Round(1000*had.Power.Or(0)) / 1000
	found = []string{fmt.Sprintf("The effect found with n = %d (%s; power %g if it is the true one) is planned for.",
		n, had.Test, chance)}
	return d, found, append(data.Warnings, warnings...), nil
}

// planned returns the design of a pilot's test and its number of subjects: a t-test of two conditions, a
// repeated-measures ANOVA of more.
func (q *powerFlags) planned(data table.Table) (stats.Design, int, []string, error) {
	if n := len(data.Names); q.student && n != 2 {
		return nil, 0, nil, cli.Misused("--student plans a t-test of two groups, and the file has %s: "+
			"choose two with --columns", wording.Plural(n, "condition"))
	}
	if len(data.Names) != 2 {
		a, err := stats.RepeatedMeasures(data.Rows, data.Names)
		if err != nil {
			return nil, 0, nil, err
		}
		d, err := a.Design()
		return d, a.N, a.Warnings, err
	}
	t, err := tTestKind{student: q.student}.test(data, 0.95)
	if err != nil {
		return nil, 0, nil, err
	}
	d, err := t.Design()
	return d, t.N.Total() / len(t.N), t.Warnings, err
}
