package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/seed"
	"counterpoise/results/apa"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

const anovaAbout = `
anova asks whether any of the conditions differ, within subjects: a one-way repeated-measures analysis of variance
with Mauchly's test of sphericity and the corrections for its failure.

Fields in JSON: F, df1, df2, p, partial_eta2, generalized_eta2, mauchly {W, p}, epsilon {gg, hf, lower_bound}, p_gg,
p_hf, n, k, warnings.`

// anova is the command of stats.RepeatedMeasures.
func (p program) anova() *cobra.Command {
	s := &testCommand{p: p, noLevel: true}
	const short = "One-way repeated-measures ANOVA"
	return s.command("anova", short, anovaAbout, false, func(_ *cobra.Command, d table.Table) (finding, error) {
		a, err := stats.RepeatedMeasures(d.Rows, d.Names)
		return finding{a, apa.ANOVA(a)}, err
	})
}

const friedmanAbout = `
friedman asks whether any of the conditions differ, by their ranks within each subject.

Fields in JSON: chi2, df, p, kendall_w, n, k, warnings.`

// friedman is the command of stats.Friedman.
func (p program) friedman() *cobra.Command {
	s := &testCommand{p: p, noLevel: true}
	const short = "Friedman's rank test with Kendall's W"
	return s.command("friedman", short, friedmanAbout, false, func(_ *cobra.Command, d table.Table) (finding, error) {
		f, err := stats.Friedman(d.Rows)
		return finding{f, apa.Friedman(f)}, err
	})
}

const pairwiseAbout = `
pairwise compares every two conditions by a paired t-test and adjusts the p values for their number: Holm's and
Bonferroni's for the chance of any false finding, Benjamini and Hochberg's for the share of false ones.

Fields in JSON: pairs, each with a, b, t, df, p, p_holm, p_bonferroni, p_bh, d_z. Warnings go to standard error.`

// maxConditions bounds the pairs to two million: half a gigabyte of memory, and 300 MB of text.
const maxConditions = 2000

// pairwise is the command of stats.Pairwise.
func (p program) pairwise() *cobra.Command {
	s := &testCommand{p: p, apart: true}
	var correction string
	const short = "Paired t-tests of every two conditions, p values adjusted"
	c := s.command("pairwise", short, pairwiseAbout, false, func(c *cobra.Command, d table.Table) (finding, error) {
		if err := cli.CheckChoice("correction", correction, apa.Corrections()); err != nil {
			return finding{}, err
		}
		if n := len(d.Names); n > maxConditions {
			return finding{},
				cli.Misused("%d conditions are %d pairs; at most %d conditions are compared: choose them "+
					"with --columns", n, n*(n-1)/2, maxConditions)
		}
		watch, end := p.watch(c, "pairs")
		family, err := stats.Pairwise(d.Rows, d.Names, s.level, watch)
		end()
		if err != nil {
			return finding{}, err
		}
		n, section := len(family.Pairs), apa.Pairwise(family, correction)
		table := &section.Tables[0]
		table.More = watched(p, c, n, table.More)
		pairs := func(yield func(any) bool) {
			for i := range family.Pairs {
				if !yield(&family.Pairs[i]) {
					return
				}
			}
		}
		return finding{cli.JSONList{Name: "pairs", Elements: watched(p, c, n, pairs)}, section}, nil
	})
	c.Flags().StringVar(&correction, "correction", "holm", "`CORRECTION` that the sentences and the stars go by: "+
		strings.Join(apa.Corrections(), ", "))
	return c
}

const bootstrapAbout = `
bootstrap gives every condition's mean, or its interquartile mean (iqm: without the lowest and highest quarter), with
a percentile bootstrap interval. The same seed gives the same answer.

Fields in JSON: a list, each with condition, estimate, se, ci, n, resamples, warnings.`

// bootstrap is the command of stats.Bootstrap. Resamples are drawn from a seed, so that the answer is the same each
// time.
func (p program) bootstrap() *cobra.Command {
	s := &testCommand{p: p}
	var statistic string
	var resamples int
	var from uint64
	const short = "Means or interquartile means with bootstrap intervals"
	c := s.command("bootstrap", short, bootstrapAbout, false, func(c *cobra.Command, d table.Table) (finding, error) {
		if err := cli.CheckChoice("statistic", statistic, []string{"iqm", "mean"}); err != nil {
			return finding{}, err
		}
		of := map[string]stats.Statistic{"mean": stats.Mean, "iqm": stats.IQM}[statistic]
		watch, end := p.watch(c, "resamples")
		defer end()
		var estimates []apa.Estimate
		for i, name := range d.Names {
			if !slices.ContainsFunc(d.Column(i), func(v float64) bool { return !math.IsNaN(v) }) {
				return finding{}, fmt.Errorf("condition %s has no value", name)
			}
			// The key names the condition, so leaving another one out changes no interval.
			key := seed.Of("counterpoise", "stats bootstrap", from, name)
			b, err := stats.Bootstrap([][]float64{d.Column(i)}, of, s.level, resamples, key, watch)
			if err != nil {
				return finding{}, err
			}
			estimates = append(estimates, apa.Estimate{Condition: name, Bootstrapped: b})
		}
		return finding{estimates, apa.Bootstrap(statistic, estimates)}, nil
	})
	c.Flags().StringVar(&statistic, "statistic", "mean", "`STATISTIC`: mean or iqm")
	c.Flags().IntVar(&resamples, "resamples", 2000, "`N` resamples, 100 or more")
	c.Flags().Uint64Var(&from, "seed", 1, "seed `N` of the resampling")
	return c
}
