package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/cost"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/bench/slurm"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/bounded"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// submitArray writes an array of the policies that are missing and that no queued or running job will make. It submits
// the array with --submit, and otherwise prints how to.
func (p program) submitArray(c *cobra.Command, plan bench.Plan, store *store.Store, a slurmFlags) error {
	dir, err := filepath.Abs(a.out)
	if err != nil {
		return err
	}
	ctx := c.Context()
	arrays, err := slurm.Arrays(dir)
	if err != nil {
		return err
	}
	live, err := slurm.Queue(ctx, arrays)
	switch {
	case errors.Is(err, slurm.ErrNoSlurm) && a.submit:
		return fmt.Errorf("%w: run this where sbatch is, or leave out --submit and submit there what is written", err)
	case err != nil && !errors.Is(err, slurm.ErrNoSlurm):
		return err
	}
	cells := plan.Cells()
	lacking := runner.Missing(cells, store)
	if err := p.Outside.Missing(lacking); err != nil {
		return cli.Misuse{Err: err}
	}
	missing, left := slurm.Unassigned(lacking, arrays, live)
	p.reportAbandoned(left)
	fmt.Fprintf(p.Out, "%s: %d policies, %d of them done, %d in jobs that are queued or running\n",
		plan.Name, len(cells), len(cells)-len(lacking), len(lacking)-len(missing))
	switch {
	case len(lacking) == 0:
		fmt.Fprintf(p.Out, "all are done; tables and report:\n  %s\n", p.again("run", cmp.Or(plan.File, plan.Name),
			slices.Concat(sizes(c.Flags()), a.tableWords()), weightsAndOut(plan, a.out)...))
		return nil
	case len(missing) == 0:
		fmt.Fprintf(p.Out, "nothing to submit; the same command later finds what has failed\n")
		return nil
	}
	return p.writeArray(c, a, plan, dir, missing, live)
}

// writeArray writes an array that makes the missing cells of a plan, and submits it with --submit. live are the tasks
// of earlier arrays, after which the tables are written.
func (p program) writeArray(c *cobra.Command, a slurmFlags, plan bench.Plan, dir string, missing []record.Cell,
	live []slurm.Element) error {
	tasks, err := a.array.Pack(missing)
	if err != nil {
		return err
	}
	text, err := a.describe(missing, tasks)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s", text)
	report, err := cost.Report(plan, a.films, recordBytes(dir))
	if err != nil {
		return err
	}
	array, err := a.array.Write(dir, tasks, func(program string, array slurm.Array) slurm.Commands {
		commands := a.commands(program, dir, p.Outside.Words(dir, plan), sizes(c.Flags()), array)
		commands.Report = report
		return commands
	})
	if err != nil {
		return fmt.Errorf("can't write the job: %w", err)
	}
	if !a.submit {
		fmt.Fprintf(p.Out, "wrote    %s\nsubmit   %s\n", array.Folder, array.SubmitCommand(live))
		return nil
	}
	id, collect, err := slurm.Submit(c.Context(), array, live)
	if err != nil && id == "" {
		return fmt.Errorf("%w; what was to be submitted is in %s, and the same command again submits what no job makes",
			err, array.Folder)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "wrote    %s\nsubmitted array %s, and %s for the tables after it\n", array.Folder, id, collect)
	return nil
}

// commands returns the command lines of the job scripts: each task runs its list of cells, the collecting job writes
// tables and report. what are the words that name the plan, sizes the flags of its size.
func (a slurmFlags) commands(program, dir string, what, sizes []string, array slurm.Array) slurm.Commands {
	run := slices.Concat([]string{program, "run"}, what, sizes)
	collect := slices.Concat([]string{program, "slurm"}, what, sizes, a.tableWords())
	device := a.Device
	if a.array.GPU {
		device = string(backend.CUDA)
	}
	if device != shared.Auto {
		run = append(run, "--device", device)
	}
	if a.Mix {
		run = append(run, "--mix-devices")
	}
	out := shell.Quote(dir)
	return slurm.Commands{
		Make:    append(run, "--out", out, "--workers", fmt.Sprint(a.workers), "--cells", array.CellList()),
		Collect: append(collect, "--out", out, fmt.Sprintf("--films=%v", a.films), "--collect"),
	}
}

// recordBytes is the size of the records in a folder, those of other plans included, which the last job reads too.
// Compressed records are taken to be packedRecords times as large.
func recordBytes(dir string) (n int64) {
	const packedRecords = 6
	for _, path := range append(bounded.Glob(dir, "records*.jsonl"), bounded.Glob(dir, "records*.jsonl.zst")...) {
		if info, err := os.Stat(path); err == nil && filepath.Ext(path) == ".zst" {
			n += packedRecords * info.Size()
		} else if err == nil {
			n += info.Size()
		}
	}
	return n
}

// tableWords returns the flags that decide what tables show: the oracle, and whether they wait for the row chance.
func (o runFlags) tableWords() (words []string) {
	if o.oracle != scenes.Oracles()[0] {
		words = append(words, "--oracle", o.oracle)
	}
	if !o.chance {
		words = append(words, "--chance=false")
	}
	return words
}

// weightsAndOut are the words after the sizes: the files of a plan's weights, and the folder.
func weightsAndOut(plan bench.Plan, out string) (words []string) {
	for _, file := range plan.Weights {
		words = append(words, "--weights", file)
	}
	return append(words, "--out", out)
}

// reportAbandoned prints which tasks left policies unmade, five of them at most, with the last line of their logs.
func (p program) reportAbandoned(left []slurm.Abandoned) {
	const most = 5
	for i, task := range left {
		if i == most {
			fmt.Fprintf(p.Err, "counterpoise: and %s more\n", wording.Plural(len(left)-most, "task"))
			return
		}
		fmt.Fprintf(p.Err, "counterpoise: a task left %d policies unmade; %s ends: %s\n",
			task.Cells, task.Log, slurm.LastLine(task.Log))
	}
}

// sizes are the flags that were given to change the plan's size.
func sizes(given *pflag.FlagSet) (words []string) {
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	sizeFlags(known, &record.Size{})
	given.Visit(func(f *pflag.Flag) {
		if known.Lookup(f.Name) != nil {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}

// again returns another command line of this program, with the sizes that this one has.
func (p program) again(command, what string, sizes []string, more ...string) string {
	q := p
	q.Args = append(append([]string{command, what}, sizes...), more...)
	return q.CommandLine()
}

// collect writes tables and report, if nothing is missing.
func (p program) collect(ctx context.Context, plan bench.Plan, store *store.Store, a slurmFlags) error {
	cells := plan.Cells()
	if missing := runner.Missing(cells, store); len(missing) > 0 {
		return fmt.Errorf("%d of %d policies are missing, so there are no tables yet; "+
			"%s slurm %s with the same flags finds why and submits them again (--submit)",
			len(missing), len(cells), p.Name, argument(plan))
	}
	return p.finish(ctx, plan, store, a.runFlags)
}
