package run

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/policies/backend"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

const cellAbout = `
cell makes the record of one cell alone, by its name or its hash, and prints how its policy did.

A cell is one policy, trained and tested. Its name is all that decides the result; the lists that slurm writes, such as
DIR/slurm/001/0.cells, hold names. A hash is found among the cells of every profile and experiment at their own sizes,
and among the folder's records. A cell that has its record is not made again.`

const cellExamples = "  NAME dev cell task=picking recipe=left=21,middle=21,right=21 groups=behaviour method=natural " +
	"policy=state trial=0 rollouts=20 steps=400 seed=1\n" +
	"  NAME dev cell 0123456789abcdef --out out"

func init() { registerBelow("dev", program.cell) }

// cell is the command that makes a single record, for debugging and for job arrays of other schedulers.
func (p program) cell() *cobra.Command {
	o := defaults()
	c := &cobra.Command{
		Use:     "cell NAME|HASH",
		Short:   "Make one cell alone, by its name",
		Long:    cellAbout,
		Example: p.Named(cellExamples),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("cell needs the name or the hash of a cell")
			}
			return nil
		},
	}
	c.Flags().StringVar(&o.out, "out", o.out, "`DIR` that keeps records")
	o.DeviceFlags.Flags(c.Flags())
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		with, err := p.WithKept(o.out)
		if err != nil {
			return err
		}
		p := program{with}
		defer p.Outside.Release()
		text := strings.Join(args, " ")
		defer backend.Use(backend.GoCPU)
		if cell, err := findCell(text, nil); err == nil {
			if err := p.Refuse(o.out, o.Device, []record.Cell{cell}, 1); err != nil {
				return err
			}
		} else if _, missing := os.Stat(o.out); missing != nil {
			return cli.Misuse{Err: err} // there are no records that could have the hash, and no folder is left behind
		}
		store, err := store.Open(o.out)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		cell, err := findCell(text, store.Records())
		if err != nil {
			return cli.Misuse{Err: err}
		}
		if err := p.UseFor(store, o.DeviceFlags); err != nil {
			return err
		}
		if err := p.Complete(c.Context(), "cell", []record.Cell{cell}, store, 1); err != nil {
			return err
		}
		r, _ := store.Get(cell)
		p.printOutcome(r)
		fmt.Fprintf(p.Out, "record   %s\n", store.Path())
		return nil
	}
	return cli.InOrder(c)
}

// findCell returns the cell with a name, or with a hash: among the records of the folder first, then among the
// cells of all profiles and experiments at their own sizes.
func findCell(text string, records []record.Record) (record.Cell, error) {
	if strings.Contains(text, "=") {
		return bench.ParseCell(text)
	}
	for _, r := range records {
		if r.Cell.Hash() == text {
			return r.Cell, nil
		}
	}
	if c, ok := bench.FindCell(text); ok {
		return c, nil
	}
	return record.Cell{}, fmt.Errorf("no cell of a profile or an experiment at its own size has the hash %q; "+
		"use the cell's name", text)
}

// printOutcome prints the name of a cell and how often its policy succeeded at each behaviour.
func (p program) printOutcome(r record.Record) {
	fmt.Fprintf(p.Out, "cell     %s\nhash     %s\n", r.Cell.Name(), r.Cell.Hash())
	for _, o := range r.Rollouts {
		fmt.Fprintf(p.Out, "%-8s", o.Behaviour)
		for i, oracle := range []scenes.Oracle{scenes.Earned, scenes.CALVIN} {
			if n, ok := o.Successes(oracle); ok {
				fmt.Fprintf(p.Out, "%s %d of %d rollouts succeeded by %s", strings.Repeat(",", i), n, len(o.Steps),
					frame.OracleText(oracle))
			}
		}
		fmt.Fprintln(p.Out)
	}
}
