package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/bench/slurm"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/results/store"
)

const slurmAbout = `
slurm runs a plan on a cluster of Slurm: it writes a job array whose tasks make the policies that DIR lacks, and a job
after it that writes the tables and the report, as run does. DIR must be on a file system that all nodes share.

The same command again finds what is missing, whatever killed it, leaves out what jobs that are queued or running will
make, and writes (with --submit: submits) an array of the rest. Policies are shared out by what they are expected to
take; a task that is killed loses only the policy at hand.

DIR/slurm/001 and so on hold each array: lists of cells, the scripts, the output of the tasks. The scripts use a copy of
this very program, so that a build meanwhile changes nothing.`

const slurmExamples = `  NAME slurm study --dry                       what it would take
  NAME slurm study --out runs/study            writes the scripts and says how to submit them
  NAME slurm study --out runs/study --submit   and submits; again, for what failed
  NAME slurm study --out runs/study --submit --minutes 60 --workers 8 --partition long`

// slurmFlags are the values of slurm's flags.
type slurmFlags struct {
	runFlags
	array                slurm.Options
	submit, dry, collect bool
}

func init() { register(program.slurm) }

// slurm is the command that runs a plan as job arrays (package bench/slurm).
func (p program) slurm() *cobra.Command {
	a := slurmFlags{runFlags: defaults(), array: slurm.Options{Minutes: 30}}
	c := &cobra.Command{
		Use:               "slurm WHAT",
		Short:             "Run a plan on a cluster, as a Slurm job array",
		Long:              slurmAbout,
		Example:           p.named(slurmExamples),
		Args:              oneOf("slurm", "what", runnable),
		ValidArgsFunction: p.run().ValidArgsFunction,
	}
	f := c.Flags()
	f.StringVar(&a.out, "out", a.out, "`DIR` that keeps records, scripts, tables and the report page")
	f.BoolVar(&a.submit, "submit", false, "submit with sbatch")
	f.BoolVar(&a.dry, "dry", false, "only say what it would take")
	f.IntVar(&a.array.Minutes, "minutes", a.array.Minutes, "make tasks of about `M` minutes")
	f.IntVar(&a.array.Tasks, "tasks", 0, "make `N` tasks")
	f.IntVar(&a.workers, "workers", 1, "`N` cores a task, and policies at a time in it")
	f.StringVar(&a.array.Partition, "partition", "", "Slurm `PARTITION`")
	f.BoolVar(&a.array.GPU, "gpu", false, "ask for a GPU for each task, and train on it")
	f.BoolVar(&a.films, "films", a.films, "show rollouts in the report")
	f.BoolVar(&a.collect, "collect", false,
		"write tables and report now, or say what is missing: what the last job does")
	f.Lookup("tasks").DefValue = "by --minutes"
	sizeFlags(f, &a.size)
	c.RunE = func(c *cobra.Command, args []string) error {
		a.array.Workers = a.workers
		return p.runSlurm(c, args[0], a)
	}
	return c
}

func (p program) runSlurm(c *cobra.Command, name string, a slurmFlags) (err error) {
	plan, err := planned(c, name, a.runFlags)
	if err != nil {
		return err
	}
	if err := a.check(c.Flags().Changed); err != nil {
		return err
	}
	if a.dry {
		return p.dry(plan, a)
	}
	store, err := store.Open(a.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	for _, d := range store.Damage {
		fmt.Fprintf(p.err, "counterpoise: %s\n", d)
	}
	if a.collect {
		return p.collect(c.Context(), plan, store, a)
	}
	return p.spread(c, plan, store, a)
}

// check says which flags make no sense.
func (a slurmFlags) check(given func(string) bool) error {
	switch {
	case given("tasks") && given("minutes"):
		return misused("--tasks and --minutes are two ways to say the same; give one")
	case given("tasks") && (a.array.Tasks < 1 || a.array.Tasks > slurm.MaxTasks):
		return misused("--tasks must be 1 to %d, not %d", slurm.MaxTasks, a.array.Tasks)
	case a.array.Minutes < 1:
		return misused("--minutes must be 1 or more, not %d", a.array.Minutes)
	case a.dry && a.submit:
		return misused("--dry does nothing, and --submit does")
	case strings.ContainsAny(a.out, "%\"\n\\"):
		return misused("Slurm reads %%, quotes and backslashes in paths its own way; choose another folder than %q",
			a.out)
	}
	return nil
}

// spread writes an array of what is missing and of what no job is about to make, and submits it if asked to.
func (p program) spread(c *cobra.Command, plan bench.Plan, store *store.Store, a slurmFlags) error {
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
		return fmt.Errorf("%w: run this where sbatch is, or leave --submit away and submit what it writes there", err)
	case err != nil && !errors.Is(err, slurm.ErrNoSlurm):
		return err
	}
	cells := plan.Cells()
	lacking := runner.Missing(cells, store)
	missing, left := slurm.Unassigned(lacking, arrays, live)
	p.reportAbandoned(left)
	fmt.Fprintf(p.out, "%s: %d policies, %d of them done, %d in jobs that are queued or running\n",
		plan.Name, len(cells), len(cells)-len(lacking), len(lacking)-len(missing))
	switch {
	case len(lacking) == 0:
		fmt.Fprintf(p.out, "all are done; tables and report:\n  %s\n",
			p.again("run", plan.Name, sizes(c.Flags()), "--out", a.out))
		return nil
	case len(missing) == 0:
		fmt.Fprintf(p.out, "nothing to submit; the same command later finds what has failed\n")
		return nil
	}
	tasks, err := a.array.Pack(missing)
	if err != nil {
		return err
	}
	text, err := a.describe(missing, tasks)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s", text)
	array, err := a.array.Write(dir, tasks, func(program string, array slurm.Array) slurm.Commands {
		return a.commands(program, dir, plan.Name, sizes(c.Flags()), array)
	})
	if err != nil {
		return fmt.Errorf("can't write the job: %w", err)
	}
	if !a.submit {
		fmt.Fprintf(p.out, "wrote    %s\nsubmit   %s\n", array.Folder, array.SubmitCommand())
		return nil
	}
	id, collect, err := slurm.Submit(ctx, array, live)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "wrote    %s\nsubmitted array %s, and %s for the tables after it\n", array.Folder, id, collect)
	return nil
}

// commands are the command lines of the job scripts: each task runs its list of cells, the collecting job writes
// tables and report.
func (a slurmFlags) commands(program, dir, plan string, sizes []string, array slurm.Array) slurm.Commands {
	run := append([]string{program, "run", plan}, sizes...)
	if a.array.GPU {
		run = append(run, "--device", string(backend.CUDA))
	}
	out := shell.Quote(dir)
	collect := append([]string{program, "slurm", plan}, sizes...)
	return slurm.Commands{
		Make:    append(run, "--out", out, "--workers", fmt.Sprint(a.workers), "--cells", array.CellList()),
		Collect: append(collect, "--out", out, fmt.Sprintf("--films=%v", a.films), "--collect"),
	}
}

// reportAbandoned prints which tasks left policies unmade, five of them at most, with the last line of their logs.
func (p program) reportAbandoned(left []slurm.Abandoned) {
	const most = 5
	for i, task := range left {
		if i == most {
			fmt.Fprintf(p.err, "counterpoise: and %s more\n", wording.Plural(len(left)-most, "task"))
			return
		}
		fmt.Fprintf(p.err, "counterpoise: a task left %d policies unmade; %s ends: %s\n",
			task.Cells, task.Log, slurm.LastLine(task.Log))
	}
}

// sizes are the flags that were given to change the plan's size.
func sizes(given *pflag.FlagSet) (words []string) {
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	sizeFlags(known, &bench.Size{})
	given.Visit(func(f *pflag.Flag) {
		if known.Lookup(f.Name) != nil {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}

// again is a command line of this program.
func (p program) again(command, what string, sizes []string, more ...string) string {
	q := p
	q.args = append(append([]string{command, what}, sizes...), more...)
	return q.commandLine()
}

// collect writes tables and report, if nothing is missing.
func (p program) collect(ctx context.Context, plan bench.Plan, store *store.Store, a slurmFlags) error {
	cells := plan.Cells()
	if missing := runner.Missing(cells, store); len(missing) > 0 {
		return fmt.Errorf("%d of %d policies are missing, so there are no tables yet; "+
			"counterpoise slurm %s with the same flags finds why and submits them again (--submit)",
			len(missing), len(cells), plan.Name)
	}
	return p.finish(ctx, plan, store, a.runFlags)
}
