package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/results"
)

const freezeAbout = `
freeze prints the seeds of the confirmatory runs. A seed follows from the commit that fixed the rules of the verdicts,
the readings of the methods and the calibration of the tasks, so nobody can choose among seeds after seeing results: it
is the first 8 bytes of SHA-256("confirm" + the commit's hash in hexadecimal), the most significant byte first.

results/freeze.md, which is part of the program, has a row for each such commit. run confirm takes the seed of the first
row, run confirm-opening that of the second, run confirm-known-good that of the third; --all prints date, commit and
reason too. To add one: commit the rules, add a row with the hash of that commit, commit that, and build the program
again.`

func init() { register(program.freeze) }

// freeze is the command that prints the seeds of the freezes (bench.Freeze).
func (p program) freeze() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "freeze",
		Short:   "Print the seeds of the confirmatory runs",
		Long:    freezeAbout,
		Example: p.named("  NAME freeze\n  NAME freeze --all"),
		Args:    noArguments,
	}
	c.Flags().BoolVar(&all, "all", false, "print date, commit, seed and reason of every freeze")
	c.RunE = func(*cobra.Command, []string) error {
		freezes, err := frozen(results.Freezes)
		if err != nil {
			return err
		}
		for _, f := range freezes {
			seed, err := f.Seed()
			if err != nil {
				return err
			}
			if all {
				fmt.Fprintf(p.out, "%s  %s  %20d  %s\n", f.Date, f.Commit, seed, f.Why)
			} else {
				fmt.Fprintln(p.out, seed)
			}
		}
		return nil
	}
	return c
}

// frozen returns the freezes of a text, at least one.
func frozen(text string) ([]bench.Freeze, error) {
	freezes, err := bench.ParseFreezes(text)
	if err == nil && len(freezes) == 0 {
		err = fmt.Errorf("results/freeze.md names no commit yet: commit the rules, add a row with the hash of that " +
			"commit, commit that and build again (to rehearse a confirmatory run, give --seed)")
	}
	return freezes, err
}

// frozenSize gives a size the seed of a freeze of a text, by its row from 1.
func frozenSize(text string, row int, size *bench.Size) error {
	freezes, err := frozen(text)
	if err != nil {
		return err
	}
	if row > len(freezes) {
		return fmt.Errorf("results/freeze.md has %d of the %d rows that this run needs (to rehearse it, give --seed)",
			len(freezes), row)
	}
	size.Seed, err = freezes[row-1].Seed()
	size.SeedSource = bench.SeedFreeze
	return err
}
