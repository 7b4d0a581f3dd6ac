package stats

import (
	"math"
	"slices"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/apa"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

const ttestAbout = `
ttest compares two conditions, the first minus the second, two-sided.

--paired takes the two values of a row for one subject's; it is what is done unless told otherwise. --student and
--welch take the columns for two independent groups, with one variance or with one each; the columns may have
different numbers of values then. d is Cohen's: d_z = mean/SD of the differences for pairs, else over the pooled SD.

Fields in JSON: t, df, p, mean_difference, ci, d, n (one number of pairs, or one a group), warnings.`

// ttest is the command of stats.PairedT, stats.StudentT and stats.WelchT.
func (p program) ttest() *cobra.Command {
	s := &testCommand{p: p}
	var k tTestKind
	const short = "Paired, Student's or Welch's t-test of two conditions"
	c := s.command("ttest", short, ttestAbout, true, func(_ *cobra.Command, d table.Table) (finding, error) {
		t, err := k.test(d, s.level)
		return finding{t, apa.TTest(t, d.Names[0], d.Names[1])}, err
	})
	k.flags(c)
	return c
}

// tTestKind selects one of the three t-tests; the zero value is the paired one.
type tTestKind struct{ paired, student, welch bool }

func (k *tTestKind) flags(c *cobra.Command) {
	c.Flags().BoolVar(&k.paired, "paired", false, "rows are pairs (what is done unless told otherwise)")
	c.Flags().BoolVar(&k.student, "student", false, "two independent groups with one variance")
	c.Flags().BoolVar(&k.welch, "welch", false, "two independent groups, each with a variance of its own")
	cli.Exclusive(c, "paired", "student", "welch")
}

// test compares the two columns of a table.
func (k tTestKind) test(d table.Table, level float64) (stats.Test, error) {
	a, b := d.Column(0), d.Column(1)
	switch {
	case k.student:
		return stats.StudentT(a, b, level)
	case k.welch:
		return stats.WelchT(a, b, level)
	}
	return stats.PairedT(a, b, level)
}

const equivalenceAbout = `
equivalence asks whether two conditions differ by less than a margin that was set beforehand, by two one-sided
t-tests (TOST). A t-test that finds nothing is no evidence of equality; a small p here is.

Fields in JSON: t_low, t_high, p_low, p_high, p (the larger of the two), df, mean_difference, ci (of level 1 - 2α), n,
warnings.`

// equivalence is the command of stats.Equivalent.
func (p program) equivalence() *cobra.Command {
	s := &testCommand{p: p}
	var k tTestKind
	var margin, alpha float64
	s.asks = " --margin 0.05"
	const short = "Two one-sided t-tests: do two conditions differ by less than a margin?"
	test := func(c *cobra.Command, d table.Table) (finding, error) {
		if c.Flags().Changed("level") {
			return finding{},
				cli.Misused("the interval of equivalence has level 1 - 2 alpha: give --alpha, not --level")
		}
		if !(margin > 0) || math.IsInf(margin, 1) {
			return finding{}, cli.Misused("equivalence needs a --margin above 0, in the units of the data")
		}
		if err := ofRates(margin, d); err != nil {
			return finding{}, err
		}
		t, err := k.test(d, s.level)
		if err != nil {
			return finding{}, err
		}
		e, err := stats.Equivalent(t, -margin, margin, alpha)
		return finding{e, apa.Equivalence(e, d.Names[0], d.Names[1])}, err
	}
	c := s.command("equivalence", short, equivalenceAbout, true, test)
	k.flags(c)
	c.Flags().Float64Var(&margin, "margin", 0, "difference `M` that would not matter, in the units of the data")
	c.Flags().Float64Var(&alpha, "alpha", 0.05, "level `A` of each one-sided test")
	if err := c.Flags().MarkHidden("level"); err != nil {
		panic(err) // every test has the flag
	}
	return c
}

// ofRates is an error where all values of a table lie between 0 and 1 and a margin does not: no rates differ by it.
func ofRates(margin float64, d table.Table) error {
	if margin < 1 || slices.ContainsFunc(slices.Concat(d.Rows...), func(v float64) bool { return v < 0 || v > 1 }) {
		return nil
	}
	return cli.Misused("--margin %g is no difference of rates between 0 and 1: write 0.05 for 5 points", margin)
}

const bayesAbout = `
bayes says how probable it is that the first condition is better than the second by more than a margin, by at most the
margin either way, and worse by more, under a flat prior (p(δ, σ) ∝ 1/σ); and it gives the Bayes factor of a difference
against none, with Cauchy's prior of the standardised effect (JZS; --scale r means that half of the prior's effects are
below r). A Bayes factor of 3 to 10 is moderate evidence of a difference, 1/3 to 1/10 of none.

Fields in JSON: posterior {p_above, p_within, p_below, margin, mean_difference, ci, n, warnings}, bayes_factor {bf10,
log_bf10, scale, t, n, warnings}.`

// bayes is the command of stats.PosteriorOf and stats.JZS.
func (p program) bayes() *cobra.Command {
	s := &testCommand{p: p}
	var student bool
	var margin, scale float64
	const short = "Posterior of a difference above a margin, and Bayes factor"
	c := s.command("bayes", short, bayesAbout, true, func(_ *cobra.Command, d table.Table) (finding, error) {
		if err := ofRates(margin, d); err != nil {
			return finding{}, err
		}
		t, err := tTestKind{student: student}.test(d, s.level)
		if err != nil {
			return finding{}, err
		}
		var v apa.Bayesian
		if v.Posterior, err = stats.PosteriorOf(t, margin); err != nil {
			return finding{}, cli.Misuse{Err: withoutPackage(err)}
		}
		if v.BayesFactor, err = stats.JZS(t, scale); err != nil {
			return finding{}, cli.Misuse{Err: withoutPackage(err)}
		}
		return finding{v, apa.Bayes(v, d.Names[0], d.Names[1])}, nil
	})
	c.Flags().BoolVar(&student, "student", false, "two independent groups with one variance, not pairs")
	c.Flags().Float64Var(&margin, "margin", 0, "difference `M`, in the units of the data")
	c.Flags().Float64Var(&scale, "scale", stats.UsualScale, "scale `R` of the Bayes factor's prior")
	return c
}

const wilcoxonAbout = `
wilcoxon compares two conditions pair by pair by the ranks of their differences, two-sided: for pairs whose
differences are not normal. p is exact, given ties, up to 200 pairs.

Fields in JSON: v, p, p_exact, z, p_normal, p_normal_corrected, rank_biserial, pseudomedian, ci, n (differences
that are not zero), zeros, warnings.`

// wilcoxon is the command of stats.Wilcoxon.
func (p program) wilcoxon() *cobra.Command {
	s := &testCommand{p: p}
	const short = "Wilcoxon's signed-rank test of two conditions"
	return s.command("wilcoxon", short, wilcoxonAbout, true, func(_ *cobra.Command, d table.Table) (finding, error) {
		w, err := stats.Wilcoxon(d.Column(0), d.Column(1), s.level)
		return finding{w, apa.SignedRank(w, d.Names[0], d.Names[1])}, err
	})
}

const mannWhitneyAbout = `
mannwhitney compares two independent groups by the ranks of all values, two-sided: for values that are not normal, and
columns that may have different numbers of them. p is exact, given ties, up to 60 values. The shift is the median of
all differences between a value of the first group and one of the second.

Fields in JSON: u, p, p_exact, z, p_normal, p_normal_corrected, rank_biserial, shift, ci, n (one number a group),
warnings.`

// mannWhitney is the command of stats.MannWhitney.
func (p program) mannWhitney() *cobra.Command {
	s := &testCommand{p: p}
	const short = "Mann and Whitney's rank-sum test of two independent groups"
	test := func(_ *cobra.Command, d table.Table) (finding, error) {
		w, err := stats.MannWhitney(d.Column(0), d.Column(1), s.level)
		return finding{w, apa.RankSum(w, d.Names[0], d.Names[1])}, err
	}
	return s.command("mannwhitney", short, mannWhitneyAbout, true, test)
}
