package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/results"
)

const freezeAbout = `
freeze prints the seed of the confirmatory run: the first 8 bytes of SHA-256("confirm" + the hash in hexadecimal of the
commit that froze rules, readings and calibration), the most significant byte first. The commits stand in
results/freeze.md, which is part of the program; the last one counts, and run confirm takes its seed. --all prints every
row. To freeze, commit the rules, add a row with the hash of that commit to results/freeze.md, and commit that.`

func init() { register(program.freeze) }

// freeze is the command that prints the seeds of the freezes (bench.Freeze).
func (p program) freeze() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "freeze",
		Short:   "Print the seed of the confirmatory run",
		Long:    freezeAbout,
		Example: p.named("  NAME freeze\n  NAME freeze --all"),
		Args:    cobra.NoArgs,
	}
	c.Flags().BoolVar(&all, "all", false, "print date, commit, seed and reason of every freeze")
	c.RunE = func(*cobra.Command, []string) error {
		freezes, err := frozen(results.Freezes)
		if err != nil {
			return err
		}
		if !all {
			seed, err := freezes[len(freezes)-1].Seed()
			if err != nil {
				return err
			}
			fmt.Fprintln(p.out, seed)
			return nil
		}
		for _, f := range freezes {
			seed, err := f.Seed()
			if err != nil {
				return err
			}
			fmt.Fprintf(p.out, "%s  %s  %20d  %s\n", f.Date, f.Commit, seed, f.Why)
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

// frozenSize gives a size the seed of the last freeze.
func frozenSize(text string, size *bench.Size) error {
	freezes, err := frozen(text)
	if err != nil {
		return err
	}
	size.Seed, err = freezes[len(freezes)-1].Seed()
	size.SeedSource = bench.SeedFreeze
	return err
}
