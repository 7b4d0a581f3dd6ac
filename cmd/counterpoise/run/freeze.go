//go:build !nostudy

package run

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results"
)

const freezeAbout = `
freeze prints the seeds of the confirmatory runs. A seed follows from the commit that fixed the rules of the verdicts,
the readings of the methods and the calibration of the tasks, so that it is not chosen freely: it is the first 8 bytes
of SHA-256("confirm" + the commit's hash in hexadecimal), the most significant byte first. The order of commits is this
repository's own word: nobody outside attests it.

results/freeze.md, which is part of the program, has a row for each such commit, and says which run takes the seed of
which row; --all prints date, commit and reason too. To add one: commit the rules, add a row with the hash of that
commit, commit that, and build the program again.`

func init() { registerBelow("dev", program.freeze) }

// freeze is the command that prints the seeds of the freezes (study.Freeze).
func (p program) freeze() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "freeze",
		Short:   "Print the seeds of the confirmatory runs",
		Long:    freezeAbout,
		Example: p.Named("  NAME dev freeze\n  NAME dev freeze --all"),
		Args:    cli.NoArguments,
	}
	c.Flags().BoolVar(&all, "all", false, "print date, commit, seed and reason of every freeze")
	c.RunE = func(*cobra.Command, []string) error {
		freezes, err := frozen(results.Freezes)
		if err != nil {
			return err
		}
		w := p.NewTable(0)
		for _, f := range freezes {
			seed, err := f.Seed()
			if err != nil {
				return err
			}
			if all {
				fmt.Fprintf(w, "%s\t%s\t%20d\t%s\n", f.Date, f.Commit, seed, f.Why)
			} else {
				fmt.Fprintln(w, seed)
			}
		}
		return w.Flush()
	}
	return c
}
