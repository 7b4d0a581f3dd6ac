package run

import (
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"counterpoise/bench/detection"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
)

func init() { register(program.audit) }

const auditAbout = `
audit generates pools of demonstrations in both tasks, of which a tenth, a third, a half or none is in a bad style, and
says how well each score finds these (list scores): AUROC, 1/2 where it tells nothing and below where it is inverted;
AUROC among demonstrations of like length, since many scores measure length; and what the rules outliers and split drop
of good and of bad ones. The screen has the pools with a third, audit.csv all of them and the rules. Scores see numbers
alone, but for those that are told two good demonstrations of each behaviour (resemblance, datamil); those two count in
their AUROC. Scores that need rollouts are left out: nothing is trained but what a score clones itself. Some styles that
count as bad cost nothing (list styles).

What a score finds is not what it is worth: training without what was found says that.`

// audit is the command that says how well scores find bad demonstrations (package bench/detection).
func (p program) audit() *cobra.Command {
	plan, workers, out := detection.Exploratory, runtime.NumCPU(), filepath.Join(shared.OutFolder, "audit")
	c := &cobra.Command{
		Use:     "audit",
		Short:   "Say how well each score finds bad demonstrations",
		Long:    auditAbout,
		Example: p.Named("  NAME audit\n  NAME audit --trials 20 --seed 8"),
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if plan.Trials < 1 || plan.Trials > cli.MaxSeeds {
				return cli.Misused("--trials must be 1 to %d, not %d", cli.MaxSeeds, plan.Trials)
			}
			if workers < 1 {
				return cli.Misused("--workers must be 1 or more, not %d", workers)
			}
			if err := cli.CheckFolder(out); err != nil {
				return err
			}
			progress, end := cli.Counter(p.Err, "pools")
			rows, err := detection.Measure(c.Context(), plan, workers, progress)
			end()
			if err != nil {
				return err
			}
			write := func(dir string) error {
				return durable.WriteFile(filepath.Join(dir, detection.FileName), detection.CSV(rows))
			}
			if err := cli.FillFolder(out, write); err != nil {
				return err
			}
			w := p.NewTable(0)
			fmt.Fprint(w, detection.Text(rows))
			w.Flush()
			fmt.Fprintf(p.Out, "\n%d pools of %d demonstrations of each kind, a third of them bad, seed %d (--trials, "+
				"--seed); AUROC,\nand in brackets among demonstrations of like length\nkept in   %s\n", plan.Trials,
				plan.N, plan.Seed, filepath.Join(out, detection.FileName))
			return nil
		},
	}
	f := c.Flags()
	f.IntVar(&plan.Trials, "trials", plan.Trials, "`N` pools of each task, style and share")
	f.Uint64Var(&plan.Seed, "seed", plan.Seed, "seed `N` that pools are drawn with")
	f.IntVar(&workers, "workers", workers, "`N` pools at a time; changes no result")
	f.StringVar(&out, "out", out, "`DIR` for the table")
	return c
}
