package stats

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
	"counterpoise/stats/evals"
)

const rateAbout = `
rate gives the success rate of K successes in N rollouts with Wilson's interval, for each K/N or NAME=K/N. The rollouts
must be independent: of one policy, each from a start of its own.

Fields in JSON: method, successes, rollouts, rate, ci.`

// rated is a success rate in JSON.
type rated struct {
	Method   string         `json:"method"`
	K        int            `json:"successes"`
	N        int            `json:"rollouts"`
	Estimate float64        `json:"rate"`
	CI       stats.Interval `json:"ci"`
}

// rate is the command of stats.Wilson.
func (p program) rate() *cobra.Command {
	s := &testCommand{p: p}
	c := &cobra.Command{
		Use: "rate K/N...", Short: "A success rate with its interval", Long: rateAbout,
		Example: p.Named("  NAME stats rate 9/10\n  NAME stats rate act=17/20 bc=14/20 --format markdown"),
		Args: func(_ *cobra.Command, args []string) error {
			for _, arg := range args {
				if _, ok := evals.CountOf(arg); !ok {
					return cli.Misused("rate needs successes of rollouts, as in 9/10, not %q", arg)
				}
			}
			if len(args) == 0 {
				return cli.Misused("rate needs successes of rollouts, as in 9/10")
			}
			if _, _, err := evals.CountsOf(args); err != nil {
				return cli.Misuse{Err: err}
			}
			return s.check()
		},
	}
	s.commonFlags(c)
	c.Flags().Float64Var(&s.level, "level", 0.95, "confidence `LEVEL` of the intervals")
	c.RunE = func(_ *cobra.Command, args []string) error {
		section := document.Section{Title: "Success rates"}
		t := document.Table{Name: "rates", Title: "Wilson's intervals", Columns: []document.Head{
			document.WordColumn("method", "method"), document.NumberColumn("successes", "successes"),
			document.NumberColumn("rollouts", "rollouts"), document.NumberColumn("%", "rate"),
			document.NumberColumn(apa.Percent(s.level)+" interval", "ci_low", "ci_high")}}
		var all []rated
		for _, arg := range args {
			count, _ := evals.CountOf(arg)
			w, err := stats.Wilson(count.K, count.N, s.level)
			if err != nil {
				return withoutPackage(err)
			}
			// A step of one rollout is seen: one decimal up to 1000 rollouts, three up to 100,000.
			digits := max(1, int(math.Ceil(math.Log10(float64(count.N))))-2)
			of := func(x float64) string { return fmt.Sprintf("%.*f", digits, 100*x) }
			rate, low, high := of(w.Estimate), of(w.CI.Low.Or(0)), of(w.CI.High.Or(1))
			all = append(all, rated{count.Method, count.K, count.N, w.Estimate, w.CI})
			section.Lines = append(section.Lines, strings.TrimSpace(fmt.Sprintf(
				"%s %d of %d: %s %%, %s interval %s to %s %%", count.Method, count.K, count.N, rate,
				apa.Percent(s.level), low, high)))
			t.Rows = append(t.Rows, []document.Cell{document.Word(count.Method), document.Count(count.K),
				document.Count(count.N), document.Entry(rate, fmt.Sprint(w.Estimate)),
				document.Entry(low+" to "+high, apa.Exact(w.CI.Low), apa.Exact(w.CI.High))})
		}
		if s.format == "text" {
			for _, line := range section.Lines {
				s.p.Say(line)
			}
			return nil
		}
		section.Tables = []document.Table{t}
		return s.document(all, document.Document{Sections: []document.Section{section}}, nil)
	}
	return c
}
