//go:build !nostudy

package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
	"counterpoise/results/document"
	"counterpoise/results/study/claims"
	"counterpoise/scenes"
)

const claimsAbout = `
claims holds the study's 46 claims (arXiv:2508.06319) against the records of one folder or several, and gives each of
them a verdict, with our statistic beside the printed one and a sentence of why.

  replicated      significant in the direction that the study claims; within 5 points: replicated in sign, but smaller
  replicated      of a claim of no difference: not significant, and shown to lie within 5 points
  contradicted    significant otherwise
  not reproduced  not significant, and shown to be equal within 5 points
  inconclusive    none of these; the power to find the printed effect and 5 points says what that is worth
  not testable    there are no records of it; the answer names the command that makes them

The verdict with a margin of 10 points stands beside each, and, where there are records, those under each difficulty
of the tasks and both oracles of success. Tests are paired by trial, at 5 % over looks at 30, 60 and 100 trials by
O'Brien and Fleming's bounds; with fewer than 30 trials verdicts are provisional. The rules are in
results/study/claims/rules.go, fixed by the commit that results/freeze.md names. The study's theory is computed, not
measured.

Weights from outside (run --weights) are asked what the study claims of its own method: whether they are better than
each other method on the same demonstrations, by the same tests and looks: better, worse, equal within 5 points, or
inconclusive. They take no part in the counts of the study's claims.

Where the records hold several policies, seeds or sizes, each has its own table.`

// claimsFlags are the values of claims' flags. Empty and zero select all records.
type claimsFlags struct {
	format string // of the answer
	out    string // file; empty prints
	policy string // name without settings
	oracle string // by which successes are counted
	trials int    // the first n count
	full   bool   // tables of detail too
	seed   uint64 // counts only where --seed is given
}

func init() { register(program.claims) }

// claims is the command that evaluates the study's claims on records (package results/study/claims).
func (p program) claims() *cobra.Command {
	var o claimsFlags
	c := &cobra.Command{
		Use:         "claims DIR...",
		Annotations: cli.FirstFlags("full", "format", "out", "policy", "trials"),
		Short:       "Hold the study's 46 claims against records",
		Long:        claimsAbout,
		Example: p.Named("  NAME claims results/confirm               the committed records: the study's answer\n" +
			"  NAME claims runs/a runs/b --policy state\n" +
			"  NAME claims out --format markdown --out claims.md"),
		Args: func(c *cobra.Command, dirs []string) error {
			if len(dirs) == 0 {
				return cli.Misused("claims needs folders of records of the study: results/confirm has the committed "+
					"ones, and %s run study makes them in %s", p.Name, shared.OutFolder)
			}
			if o.trials < 1 && c.Flags().Changed("trials") {
				return cli.Misused("--trials must be 1 or more, not %d", o.trials)
			}
			if cli.IsFolder(o.out) {
				return cli.Misused("--out names a file, and %s is a folder", o.out)
			}
			if err := cli.CheckChoice("format", o.format, cli.Formats()); err != nil {
				return err
			}
			return cli.CheckChoice("oracle", o.oracle, scenes.Oracles())
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(cli.Formats(), ", "))
	f.StringVar(&o.out, "out", "", "`FILE` to write the answer to (default: it is printed)")
	f.BoolVar(&o.full, "full", false, "every table: later looks, other readings, the tests behind the verdicts")
	shared.OracleFlag(f, &o.oracle)
	f.StringVar(&o.policy, "policy", "", "`NAME` of the policy whose records count (default all, each apart)")
	f.IntVar(&o.trials, "trials", 0, "`N` trials that count, the first ones (default all)")
	f.Uint64Var(&o.seed, "seed", 0, "seed `N` of the records that count (default all, each apart)")
	c.RunE = func(c *cobra.Command, dirs []string) error {
		var records []record.Record
		var beside [][]record.Record
		for i, dir := range dirs {
			of, err := p.Records([]string{dir})
			if err != nil {
				return err
			}
			if i > 0 && claims.OfThetaFixed(of) { // of any seed, beside the others
				beside = append(beside, slices.DeleteFunc(of, func(r record.Record) bool {
					return !o.selects(r.Cell, false)
				}))
			} else {
				records = append(records, of...)
			}
		}
		for _, dir := range dirs {
			with, err := p.WithKept(dir)
			if err != nil {
				return fmt.Errorf("%s: %w", dir, err)
			}
			defer with.Outside.Release()
		}
		all := len(records)
		bySeed := c.Flags().Changed("seed") // zero is a seed
		records = slices.DeleteFunc(records, func(r record.Record) bool { return !o.selects(r.Cell, bySeed) })
		evaluations, notes := claims.EvaluateAll(records, scenes.Oracle(o.oracle), beside...)
		if len(evaluations) == 0 {
			notes = append(notes, "claims takes those of --policy, --seed and --trials")
			return fmt.Errorf("none of %d records in %s counts: %s",
				all, strings.Join(dirs, ", "), strings.Join(notes, " "))
		}
		return p.writeClaims(o, evaluations, append(notes, "Again: "+claimsCommand(dirs, c.Flags())))
	}
	return c
}

// claimsCommand is the command that evaluates the claims again: what selects records, and not the form of the answer.
func claimsCommand(dirs []string, flags *pflag.FlagSet) string {
	line := "counterpoise claims"
	for _, dir := range dirs {
		line += " " + shell.Quote(dir)
	}
	return line + cli.SetFlags(flags, "format", "out", "full")
}

// selects reports whether a cell is one of those that the flags select.
func (o claimsFlags) selects(c record.Cell, bySeed bool) bool {
	return (o.policy == "" || c.Policy.Base().String() == o.policy) && (!bySeed || c.Seed == o.seed) &&
		(o.trials == 0 || c.Trial < o.trials)
}

// writeClaims prints the verdicts, or writes them to the file of --out.
func (p program) writeClaims(o claimsFlags, evaluations []claims.Evaluation, notes []string) error {
	var out bytes.Buffer
	if o.format == "json" {
		enc := json.NewEncoder(&out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(evaluations); err != nil {
			return err
		}
	} else {
		doc := claims.Document(evaluations, notes)
		if !o.full && o.format != "csv" {
			doc = document.Short(doc)
		}
		write := p.WriteDocument
		if o.out != "" { // a file is as wide as its tables
			write = document.Write
		}
		if err := write(&out, o.format, doc); err != nil {
			return err
		}
	}
	if o.out == "" {
		text := out.String()
		if o.format == "text" {
			text = p.commandsIn(text)
		}
		_, err := io.WriteString(p.Out, text)
		return err
	}
	if err := durable.WriteFile(o.out, out.Bytes()); err != nil {
		return fmt.Errorf("can't write the claims: %w; choose another file with --out", err)
	}
	fmt.Fprintf(p.Out, "claims   %s\n", o.out)
	return nil
}
