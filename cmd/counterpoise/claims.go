package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/internal/durable"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/store"
)

const claimsAbout = `claims holds the study's 46 claims (arXiv:2508.06319) against the records of one folder or several, and gives each of
them one of four verdicts, with our statistic beside the printed one and a sentence of why:

  replicated    p < .05 in the direction that the study claims; for "no difference", equal within 10 points
  contradicted  p < .05 in the opposite direction; for "no difference", shown to be further apart than 10 points
  inconclusive  neither; the power to find the printed effect says what that is worth
  not testable  there are no records of it; the answer names the command that makes them

The rules know nothing of the numbers and were fixed before there were any: results/claims_rules.go. Tests are the study's own:
paired by trial, two-sided, at 5 %, uncorrected; Holm's p stands beside. The study's theory is computed, not measured.

Where the records hold several policies, seeds or sizes, each has its own table.`

// docket is what the flags of claims ask for.
type docket struct {
	format, out, policy string
	trials              int
	seed                uint64
}

func (p program) claims() *cobra.Command {
	var d docket
	c := &cobra.Command{
		Use:     "claims [DIR...]",
		Short:   "Hold the study's 46 claims against records",
		Long:    claimsAbout,
		Example: p.named("  NAME claims                               the records in " + defaults().out + "\n  NAME claims runs/a runs/b --policy state\n  NAME claims --format markdown --out claims.md"),
		Args: func(_ *cobra.Command, _ []string) error {
			if d.trials < 0 {
				return misused("--trials must be 1 or more, not %d", d.trials)
			}
			return chosen("format", d.format, formats())
		},
	}
	f := c.Flags()
	f.StringVar(&d.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(formats(), ", "))
	f.StringVar(&d.out, "out", "", "`FILE` to write the answer to (default: it is printed)")
	f.StringVar(&d.policy, "policy", "", "`NAME` of the policy whose records count (default all, each apart)")
	f.IntVar(&d.trials, "trials", 0, "`N` trials that count, the first ones (default all)")
	f.Uint64Var(&d.seed, "seed", 0, "seed `N` of the records that count (default all, each apart)")
	c.RunE = func(c *cobra.Command, dirs []string) error {
		if len(dirs) == 0 {
			dirs = []string{defaults().out}
		}
		records, err := p.records(dirs)
		if err != nil {
			return err
		}
		all := len(records)
		records = slices.DeleteFunc(records, func(r bench.Record) bool { return !d.takes(r.Cell, c.Flags().Changed("seed")) })
		rulings, notes := claims.EvaluateAll(records)
		if len(rulings) == 0 {
			return fmt.Errorf("none of %d records in %s counts: %s", all, strings.Join(dirs, ", "), strings.Join(append(notes, "claims takes those of --policy, --seed and --trials"), " "))
		}
		return p.ruled(d, rulings, notes)
	}
	return c
}

// takes says whether a cell is one of those asked for.
func (d docket) takes(c bench.Cell, seeded bool) bool {
	policy, _, _ := strings.Cut(c.Policy, ":")
	return (d.policy == "" || policy == d.policy) && (!seeded || c.Seed == d.seed) && (d.trials == 0 || c.Trial < d.trials)
}

// records are those of several folders. Of two records of a cell the first counts.
func (p program) records(dirs []string) (all []bench.Record, err error) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		store, err := store.Read(dir)
		if err != nil {
			return nil, err
		}
		for _, d := range store.Damage {
			fmt.Fprintf(p.err, "counterpoise: %s\n", d)
		}
		for _, r := range store.Records() {
			if h := r.Cell.Hash(); !seen[h] {
				seen[h] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}

// ruled prints the answers, or writes them to a file.
func (p program) ruled(d docket, rulings []claims.Evaluation, notes []string) error {
	var out bytes.Buffer
	if d.format == "json" {
		enc := json.NewEncoder(&out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(rulings); err != nil {
			return err
		}
	} else if err := document.Write(&out, d.format, claims.Document(rulings, notes)); err != nil {
		return err
	}
	if d.out == "" {
		_, err := p.out.Write(out.Bytes())
		return err
	}
	if err := durable.WriteFile(d.out, out.Bytes()); err != nil {
		return fmt.Errorf("can't write the claims: %w; choose another file with --out", err)
	}
	fmt.Fprintf(p.out, "claims   %s\n", d.out)
	return nil
}
