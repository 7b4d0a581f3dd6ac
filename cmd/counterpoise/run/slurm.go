package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"counterpoise/bench/slurm"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/backend"
	"counterpoise/results/store"
)

const slurmAbout = `
slurm runs a plan on a cluster of Slurm: it writes a job array whose tasks make the policies that DIR lacks, and a job
after it that writes the tables and the report, as run does. WHAT is a profile or an experiment, as of run. DIR must be
on a file system that all nodes share.

The same command again finds what is missing, whatever killed it, leaves out what jobs that are queued or running will
make, and writes (with --submit: submits) an array of the rest. Policies are shared out by what they are expected to
take; a task that is killed loses only the policy at hand.

DIR/slurm/001 and so on hold each array: lists of cells, the scripts, the output of the tasks. The scripts use a copy of
this very program, so that a build meanwhile changes nothing. What a cluster asks for besides, such as an account, is
said as to any program: SBATCH_ACCOUNT=lab, SBATCH_QOS=long and so on in the environment of sbatch.`

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
		Annotations:       cli.FirstFlags("out", "trials", "minutes", "partition", "submit", "collect", "dry"),
		Short:             "Run a plan on a cluster, as a Slurm job array",
		Long:              slurmAbout,
		Example:           p.Named(slurmExamples),
		Args:              p.runnableOrFile(),
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
	f.BoolVar(&a.array.GPU, "gpu", false, "ask for a GPU for each task, and train on it (--device cuda)")
	f.BoolVar(&a.films, "films", a.films, "show rollouts in the report")
	f.BoolVar(&a.collect, "collect", false,
		"write tables and report now, or say what is missing: what the last job does")
	f.Lookup("tasks").DefValue = "by --minutes"
	a.DeviceFlags.Flags(f)
	shared.OracleFlag(f, &a.oracle)
	planFlags(f, &a.runFlags)
	c.RunE = func(c *cobra.Command, args []string) error {
		a.array.Workers = a.workers
		return p.runSlurm(c, args[0], a)
	}
	return cli.InOrder(c)
}

func (p program) runSlurm(c *cobra.Command, name string, a slurmFlags) (err error) {
	p, plan, err := p.planWithOutside(c, name, a.runFlags)
	if err != nil {
		return err
	}
	defer p.Outside.Release()
	if err := a.check(c.Flags().Changed); err != nil {
		return err
	}
	if err := p.printUnfrozen(plan); err != nil {
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
		fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
	}
	if err := cli.Unwritable(a.out, p.Outside.Write(a.out)); err != nil {
		return err
	}
	if a.collect {
		defer backend.Use(backend.GoCPU)
		if a.films {
			p.UseRecorded(store)
		}
		return p.collect(c.Context(), plan, store, a)
	}
	return p.submitArray(c, plan, store, a)
}

// check says which flags make no sense.
func (a slurmFlags) check(given func(string) bool) error {
	switch {
	case given("tasks") && given("minutes"):
		return cli.Misused("--tasks and --minutes are two ways to say the same; give one")
	case given("tasks") && (a.array.Tasks < 1 || a.array.Tasks > slurm.MaxTasks):
		return cli.Misused("--tasks must be 1 to %d, not %d", slurm.MaxTasks, a.array.Tasks)
	case a.array.Minutes < 1:
		return cli.Misused("--minutes must be 1 or more, not %d", a.array.Minutes)
	case a.array.GPU && given("device") && a.Device != string(backend.CUDA):
		return cli.Misused("--gpu trains on device %s; leave out --device %s", backend.CUDA, a.Device)
	case a.dry && a.submit:
		return cli.Misused("--dry does nothing, and --submit does")
	case a.collect && a.dry:
		return cli.Misused("--dry does nothing, and --collect does")
	case a.collect && a.submit:
		return cli.Misused("--collect writes tables of what is there, and --submit makes what is missing; give one")
	case a.array.Check() != nil:
		return cli.Misused("%v", a.array.Check())
	}
	return a.checkPath()
}

// checkPath returns an error for a folder whose path stands in the scripts in a way that Slurm reads otherwise. The
// scripts have the absolute path, so what is above --out counts too.
func (a slurmFlags) checkPath() error {
	dir, err := filepath.Abs(a.out)
	if err != nil {
		return err
	}
	if strings.ContainsAny(dir, "%\"\\") || strings.ContainsFunc(dir, unicode.IsControl) {
		return cli.Misused("Slurm reads %%, quotes, backslashes and line ends in paths its own way; "+
			"choose another folder than %q with --out", dir)
	}
	return nil
}
