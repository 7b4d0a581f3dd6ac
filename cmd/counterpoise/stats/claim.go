package stats

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/evals"
)

const claimAbout = `
claim asks whether a success rate of your own rollouts differs from one that a paper claims by more than chance: claim
'66 % (n=300)' 29/50. Both tell their numbers of rollouts.

If you ran the paper's own policy, only rollouts vary, and the exact test of two rates decides: Barnard's, or Berger and
Boos's where one number of rollouts is ten times the other or both together are over 2,000; with so many, and 50
successes and failures to expect of the fewer, the score test does.

If you trained it again, trainings vary too, which neither number shows: the answer says how far apart trainings would
have to be for the difference to be noise. claim takes one count of your own. With several trainings, give them as rows
of a table with a column seed to compare, which shows how far they are apart.

Fields in JSON: claimed, yours, difference, ci, p, noise, training_sd.`

// claimed is the answer of stats claim in JSON.
type claimed struct {
	Claimed    float64        `json:"claimed"`
	Yours      float64        `json:"yours"`
	Difference float64        `json:"difference"` // yours minus the claimed one
	CI         stats.Interval `json:"ci"`
	P          float64        `json:"p"`
	Noise      bool           `json:"noise"` // p >= 1 - level
	// TrainingSD is the standard deviation of success between trainings from which on the difference is within noise;
	// undefined where it is so without.
	TrainingSD stats.Maybe `json:"training_sd"`
}

// claim is the command that tests a claimed rate against one's own.
func (p program) claim() *cobra.Command {
	s := &testCommand{p: p}
	c := &cobra.Command{
		Use: "claim CLAIMED YOURS", Short: "Is my success rate the paper's, but for noise?", Long: claimAbout,
		Example: p.Named("  NAME stats claim '66 % (n=300)' 29/50\n  NAME stats claim 198/300 29/50 --format json"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misused("claim needs two success rates with their rollouts: what is claimed, and yours, " +
					"as in '66 %% (n=300)' 29/50; several trainings are rows of a table for stats compare")
			}
			for _, arg := range args {
				if _, _, err := evals.Successes(arg); err != nil {
					return cli.Misuse{Err: err}
				}
			}
			return s.check()
		},
	}
	s.commonFlags(c)
	c.Flags().Float64Var(&s.level, "level", 0.95, "confidence `LEVEL` of the interval; p below 1 - LEVEL is no noise")
	c.RunE = func(_ *cobra.Command, args []string) error {
		k1, n1, _ := evals.Successes(args[0]) // checked above
		k2, n2, _ := evals.Successes(args[1])
		t, err := stats.UnpairedScore(k2, n2, k1, n1, s.level, true)
		if err != nil {
			return withoutPackage(err)
		}
		a := claimed{Claimed: t.B, Yours: t.A, Difference: t.Difference, CI: t.CI, P: t.P, Noise: t.P >= 1-s.level}
		if !a.Noise {
			a.TrainingSD = stats.Some(spreadOfNoise(k1, n1, k2, n2, s.level))
		}
		lines := a.lines(k1, n1, k2, n2, s.level, t)
		if s.format == "text" {
			for _, line := range lines {
				s.p.Say(line)
			}
			return nil
		}
		row := document.Table{Name: "claim", Title: "Yours minus the claimed rate", Columns: []document.Head{
			document.NumberColumn("claimed, %", "claimed"), document.NumberColumn("yours, %", "yours"),
			document.NumberColumn("difference", "difference"),
			document.NumberColumn(apa.Percent(s.level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("p", "p"), document.NumberColumn("SD of trainings", "training_sd")},
			Rows: [][]document.Cell{{percentCell(stats.Some(a.Claimed)), percentCell(stats.Some(a.Yours)),
				percentCell(stats.Some(a.Difference)),
				document.Entry(fmt.Sprintf("%+.1f to %+.1f", 100*a.CI.Low.Or(-1), 100*a.CI.High.Or(1)),
					apa.Exact(a.CI.Low), apa.Exact(a.CI.High)),
				apa.PCell(stats.Some(a.P)), percentCell(a.TrainingSD)}}}
		section := document.Section{Title: "Claimed and own success", Lines: lines, Tables: []document.Table{row}}
		return s.document(a, document.Document{Sections: []document.Section{section}}, nil)
	}
	return c
}

// percentCell is a rate in percent.
func percentCell(v stats.Maybe) document.Cell {
	if !v.Defined() {
		return document.Entry(apa.None, "")
	}
	return document.Entry(fmt.Sprintf("%.1f", 100*v.Or(0)), apa.Exact(v))
}

// lines are the answer in words: for the claimed policy itself, and for a training of one's own.
func (a claimed) lines(k1, n1, k2, n2 int, level float64, t stats.RateTest) []string {
	verdict, test := "more than noise", "Barnard's exact test"
	if a.Noise {
		verdict = "could be noise"
	}
	switch {
	case t.Limited:
		test = "Berger and Boos's exact test"
	case !t.Exact:
		test = "score test"
	}
	first := fmt.Sprintf("Claimed %.1f %% (%d of %d), yours %.1f %% (%d of %d): %+.1f points "+
		"(%s interval %+.1f to %+.1f), %s (%s): %s.",
		100*a.Claimed, k1, n1, 100*a.Yours, k2, n2, 100*a.Difference, apa.Percent(level),
		100*a.CI.Low.Or(-1), 100*a.CI.High.Or(1), apa.P("p", stats.Some(a.P)), test, verdict)
	second := "That is for the same policy. If you trained it anew, trainings vary too, and it could be noise " +
		"all the more."
	if sd, ok := a.TrainingSD.Get(); ok {
		second = fmt.Sprintf("That is for the same policy. If you trained it anew, it could still be noise where "+
			"trainings vary by an SD of %.1f points or more.", 100*sd)
	}
	return []string{first, second}
}

// spreadOfNoise is the standard deviation τ between trainings from which on a difference of rates is within noise, by
// the normal distribution. With one training each, whose success rate has mean p̄ (the pooled rate) and variance
// τ², k of n rollouts are beta-binomial, or of any mixture with that variance, and
//
//	Var(p̂2 - p̂1) = p̄(1 - p̄)(1/n1 + 1/n2) + τ²(2 - 1/n1 - 1/n2),  |p̂2 - p̂1| = z √Var(p̂2 - p̂1)
func spreadOfNoise(k1, n1, k2, n2 int, level float64) float64 {
	pooled, share := float64(k1+k2)/float64(n1+n2), 1/float64(n1)+1/float64(n2)
	difference := float64(k2)/float64(n2) - float64(k1)/float64(n1)
	z := math.Sqrt2 * math.Erfinv(level)
	return math.Sqrt(max(0, difference*difference/(z*z)-pooled*(1-pooled)*share) / (2 - share))
}
