package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/results/store"
)

const cellAbout = `cell makes the record of one cell alone, by its name or its hash, and prints how its policy did.

A cell is one policy, trained and tested. Its name is all that decides the result; slurm --dry and the lists that slurm
writes hold names. A hash is found among the cells of every profile and experiment at their own sizes, and among
the folder's records. A cell that has its record is not made again.`

const cellExamples = `  NAME cell task=picking recipe=left=21,middle=21,right=21 groups=behaviour method=natural policy=state trial=0 rollouts=20 steps=400 seed=1
  NAME cell 0123456789abcdef --out out`

func (p program) cell() *cobra.Command {
	s := defaults()
	c := &cobra.Command{
		Use:     "cell NAME|HASH",
		Short:   "Make one cell alone, by its name",
		Long:    cellAbout,
		Example: p.named(cellExamples),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return misused("cell needs the name or the hash of a cell")
			}
			return nil
		},
	}
	c.Flags().StringVar(&s.out, "out", s.out, "`DIR` that keeps records")
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		store, err := store.Open(s.out)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		cell, err := cellCalled(strings.Join(args, " "), store)
		if err != nil {
			return misuse{err}
		}
		if err := p.complete(c.Context(), "cell", []bench.Cell{cell}, store, 1); err != nil {
			return err
		}
		r, _ := store.Get(cell)
		p.outcome(r)
		fmt.Fprintf(p.out, "record   %s\n", store.Path())
		return nil
	}
	return c
}

// cellCalled is the cell of a name or of a hash.
func cellCalled(text string, store *store.Store) (bench.Cell, error) {
	if strings.Contains(text, "=") {
		return bench.ParseCell(text)
	}
	for _, r := range store.Records() {
		if r.Cell.Hash() == text {
			return r.Cell, nil
		}
	}
	if c, ok := bench.FindCell(text); ok {
		return c, nil
	}
	return bench.Cell{}, fmt.Errorf("no cell of a profile or an experiment at its own size has the hash %q; use the cell's name", text)
}

// outcome prints how a policy did.
func (p program) outcome(r bench.Record) {
	fmt.Fprintf(p.out, "cell     %s\nhash     %s\n", r.Cell.Name(), r.Cell.Hash())
	for _, o := range r.Rollouts {
		fmt.Fprintf(p.out, "%-8s %d of %d rollouts succeeded\n", o.Behaviour, o.Successes(), len(o.Steps))
	}
}

// listed are the cells of a plan that a file names, one a line, in the file's order; all of them where there is no file. Lines that
// are empty or begin with # say nothing.
func listed(plan bench.Plan, file string) ([]bench.Cell, error) {
	cells := plan.Cells()
	if file == "" {
		return cells, nil
	}
	names, err := namesIn(file)
	if err != nil {
		return nil, err
	}
	named := map[string]bench.Cell{}
	for _, c := range cells {
		named[c.Name()] = c
	}
	var some []bench.Cell
	for _, n := range names {
		c, ok := named[n]
		if !ok {
			return nil, fmt.Errorf("%s names a cell that %s has not at these sizes and in this version: %s", file, plan.Name, n)
		}
		some = append(some, c)
	}
	return some, nil
}

// namesIn are the names in a list of cells.
func namesIn(file string) (names []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("can't read the list of cells: %w", err)
	}
	for l := range strings.Lines(string(text)) {
		if l = strings.TrimSpace(l); cmp.Or(l, "#")[0] != '#' {
			names = append(names, l)
		}
	}
	return names, nil
}
