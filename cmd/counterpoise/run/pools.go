package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/pools"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

const poolsAbout = `
pools writes the demonstrations that a run trains on, for a tool that weighs them: a dataset for each recipe and trial
of a profile, an experiment or the file of one, and pools.csv, which lists every demonstration of all of them with the
digest of its dataset. Give pools the same --trials and --seed as run.

The tool writes a weight for each demonstration, or for each frame, with the columns digest, demonstration and weight
(and frame), and run --weights FILE compares it with the methods of the experiment. A weight multiplies the loss of
each frame of its demonstration; equal weights are plain cloning. A tool may leave out recipes that it does not care
for, but no trial of one that it weighs.

pools.csv has the columns digest, demonstration, frames, behaviour, style, trial, task, recipe, seed, version and
folder. A tool that needs no more than that takes --list, which writes no demonstrations.`

const poolsExamples = `  NAME demos pools ` + cli.ExampleRun + ` --trials 4 --out pools
  NAME demos pools ` + cli.ExamplePools + ` --trials 10 --format lerobot --pictures --out pools
  NAME demos pools mine.toml --list --out pools`

// poolsFlags are the values of the flags of demos pools.
type poolsFlags struct {
	runFlags        // of which size.Trials, size.Seed, workers and out have flags
	format   string // name of a registered format
	pictures bool
	list     bool // write the list alone
	stored   shared.StoreFlags
}

func init() { registerBelow("demos", program.pools) }

// pools is the command that writes the datasets of a plan (bench/pools).
func (p program) pools() *cobra.Command {
	o := poolsFlags{runFlags: defaults(), format: "counterpoise"}
	o.out, o.workers = filepath.Join(o.out, "pools"), runtime.NumCPU()
	c := &cobra.Command{
		Use:     "pools WHAT",
		Short:   "Write the demonstrations of a run, for a tool that weighs them",
		Long:    poolsAbout,
		Example: p.Named(poolsExamples),
		Args:    p.runnableOrFile(),
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", o.out, "`DIR` to keep them in, new or empty")
	f.IntVar(&o.size.Trials, "trials", 0, "`N` trials, as run takes them")
	f.Uint64Var(&o.size.Seed, "seed", 0, "seed `N` of everything random, as run takes it")
	for _, name := range []string{"trials", "seed"} {
		f.Lookup(name).DefValue = "the plan's"
	}
	f.StringVar(&o.format, "format", o.format, "`NAME` of the format: "+strings.Join(demos.Formats.Names(), ", "))
	f.BoolVar(&o.pictures, "pictures", false, "draw what both cameras see")
	f.BoolVar(&o.list, "list", false, "write pools.csv alone, and no demonstrations")
	o.stored.Add(c)
	f.IntVar(&o.workers, "workers", o.workers, "`N` demonstrations at a time; changes no result")
	c.RunE = func(c *cobra.Command, args []string) error {
		err := p.writePools(c, args[0], o)
		if err != nil && c.Context().Err() != nil {
			fmt.Fprintln(p.Err, "stopped; datasets that are complete stay, and there is no pools.csv")
			return cli.ErrStopped
		}
		return err
	}
	return c
}

// writePools writes datasets and list. The list is the last, so that it names nothing that is not there.
func (p program) writePools(c *cobra.Command, what string, o poolsFlags) error {
	if _, err := o.stored.FormatFor(o.format); err != nil {
		return err
	}
	if !o.stored.Lossless() && !o.pictures {
		return cli.Misused("--cameras, --size and --video are about pictures, which --pictures draws")
	}
	p, plan, err := p.planWithOutside(c, what, o.runFlags)
	if err != nil {
		return err
	}
	defer p.Outside.Release()
	if err := cli.CheckFolder(o.out); err != nil {
		return err
	}
	keys := pools.Keys(plan.Cells())
	if len(keys) == 0 {
		return cli.Misused("%s trains on no demonstrations", what)
	}
	progress, end := cli.Counter(p.Err, "datasets listed")
	all, err := pools.List(c.Context(), keys, nil, o.workers, progress)
	end()
	if err != nil {
		return err
	}
	var folder func(int) string
	if !o.list {
		names := folders(all, o.format)
		folder = func(i int) string { return names[i] }
		progress, end := cli.Counter(p.Err, "datasets written")
		for i, pool := range all {
			if err := p.writePool(c, pool, filepath.Join(o.out, names[i]), o); err != nil {
				end()
				return err
			}
			progress(i+1, len(all))
		}
		end()
	}
	path := filepath.Join(o.out, pools.FileName)
	if err := durable.WriteBelow(o.out, pools.FileName, pools.CSV(all, folder)); err != nil {
		return cli.Unwritable(o.out, err)
	}
	demonstrations := 0
	for _, pool := range all {
		demonstrations += len(pool.Demos)
	}
	fmt.Fprintf(p.Out, "%d datasets of %s, %d demonstrations\nlist      %s\n", len(all), plan.Name, demonstrations,
		path)
	return nil
}

// folders returns a name for each dataset: task, number of the recipe among those of the task, trial.
func folders(all []pools.Pool, format string) (names []string) {
	recipes := map[string][]string{}
	for _, pool := range all {
		if !slices.Contains(recipes[pool.Task], pool.Recipe) {
			recipes[pool.Task] = append(recipes[pool.Task], pool.Recipe)
		}
	}
	tasks := map[string][]string{} // tasks that differ in knobs alone, by their name without
	for _, pool := range all {
		name := scenes.TaskName(pool.Task)
		if !slices.Contains(tasks[name], pool.Task) {
			tasks[name] = append(tasks[name], pool.Task)
		}
		number := fmt.Sprint(slices.Index(recipes[pool.Task], pool.Recipe))
		if k := slices.Index(tasks[name], pool.Task); k > 0 {
			number = fmt.Sprintf("%d.%s", k, number)
		}
		full := fmt.Sprintf("%s-%s-trial%d", name, number, pool.Trial)
		if format == "robomimic" {
			full += ".hdf5" // a file
		}
		names = append(names, full)
	}
	return names
}

// writePool writes one dataset, whole or not at all.
func (p program) writePool(c *cobra.Command, pool pools.Pool, path string, o poolsFlags) error {
	recipe, err := demos.ParseRecipe(pool.Task + " " + pool.Recipe)
	if err != nil {
		return err
	}
	w, err := o.stored.Create(o.format, path)
	if err != nil {
		return err
	}
	defer w.Abort()
	options := demos.Options{Seed: pool.PoolSeed(), Workers: o.workers}
	if o.pictures {
		options.NewRenderer = shared.NewRenderer
	}
	card, err := demos.Stream(c.Context(), recipe, options, w)
	if err != nil {
		return err
	}
	if !o.pictures && card.Hash != pool.Digest {
		return errors.New("two datasets of one recipe and seed differ: this machine computes wrongly, or its memory " +
			"is bad")
	}
	return w.Close(card)
}
