package demos

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/scenes/demos"
)

const generateAbout = `
generate acts out demonstrations by a recipe and keeps them on disk, one after the other: memory does not
grow with the dataset.

A recipe is a task and how many demonstrations it wants of which behaviour (left=27), of a behaviour in a style
(left:biased=9), of a behaviour in a mix of styles (left=60+20 noisy+10 erratic), or of a style, divided among the
behaviours (biased=50). The task may have knobs (picking:Yaw=90; list tasks shows them), which the dataset's card says.
A recipe may also be the name of one of the study's datasets, such as ` + cli.ExampleDataset +
	`. list styles shows the styles. A
demonstration that does not end as its style says is made again.

Demonstration i of a behaviour is the same in every recipe of a seed: the 9 of one are the first 9 of the 27 of
another. With --trial the demonstrations are those that a run with this seed trains on in that trial.`

// generateFlags are the values of generate's flags.
type generateFlags struct {
	out      string // folder, or file where the format is one file
	format   string // name of a registered format
	seed     uint64 // of the pool that demonstrations come from
	trial    int    // of a run, whose pool it is; only where --trial is given
	workers  int    // demonstrations at a time
	pictures bool   // whether both cameras' pictures are drawn
	stored   shared.StoreFlags
}

// generate is the command that demonstrates a recipe and writes the dataset (demos.Stream).
func (p program) generate() *cobra.Command {
	o := generateFlags{
		out: filepath.Join(shared.OutFolder, "demos"), format: "counterpoise", seed: bench.DefaultSize.Seed,
		workers: runtime.NumCPU(),
	}
	c := &cobra.Command{
		Use:   "generate RECIPE",
		Short: "Act out demonstrations by a recipe",
		Long:  generateAbout,
		Example: p.Named(`  NAME demos generate picking left=27,middle=9,right=27
  NAME demos generate picking left=60 optimal + 20 noisy + 10 erratic,middle=90
  NAME demos generate ` + cli.ExampleDataset + ` --pictures --format lerobot --out e1-left
  NAME demos generate picking left=21,middle=21,right=21 --seed 1 --trial 3 --out trial3`),
	}
	f := c.Flags()
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of the pool that the demonstrations are drawn from")
	f.IntVar(&o.trial, "trial", 0, "take the pool that trial `N` of a run with this seed draws from")
	f.StringVar(&o.out, "out", o.out, "`DIR` to keep them in, new or empty (robomimic: a file)")
	f.StringVar(&o.format, "format", o.format, "`NAME` of the format: "+strings.Join(demos.Formats.Names(), ", "))
	f.BoolVar(&o.pictures, "pictures", false, "draw what both cameras see")
	o.stored.Add(c)
	f.IntVar(&o.workers, "workers", o.workers, "`N` demonstrations at a time; changes no result")
	f.Lookup("trial").DefValue = "none"
	c.RunE = func(c *cobra.Command, args []string) error { return p.generateDataset(c, strings.Join(args, " "), o) }
	return c
}

// generateDataset checks the flags, demonstrates, and writes the dataset. A dataset that is not complete is removed.
func (p program) generateDataset(c *cobra.Command, text string, o generateFlags) error {
	switch {
	case text == "":
		return cli.Misused("generate needs a recipe, such as picking left=27,middle=9,right=27")
	case o.workers < 1:
		return cli.Misused("--workers must be 1 or more, not %d", o.workers)
	case o.trial < 0:
		return cli.Misused("--trial must be 0 or more, not %d", o.trial)
	}
	recipe, err := demos.ParseRecipe(text)
	if err != nil {
		return cli.Misuse{Err: err}
	}
	if !o.stored.Lossless() && !o.pictures {
		return cli.Misused("--cameras, --size and --video are about pictures, which --pictures draws")
	}
	if c.Flags().Changed("trial") {
		o.seed = record.PoolSeed(recipe.Task, o.trial, o.seed)
	}
	w, err := o.stored.Create(o.format, o.out)
	if err != nil {
		return err
	}
	defer w.Abort()
	card, err := p.demonstrate(c, recipe, o, w)
	if c.Context().Err() != nil {
		fmt.Fprintln(p.Err, "stopped; nothing was written")
		return cli.ErrStopped
	}
	if err != nil {
		return err
	}
	if err := w.Close(card); err != nil {
		return err
	}
	p.printCard(card)
	fmt.Fprintf(p.Out, "kept in   %s\n", o.out)
	return nil
}

// demonstrate writes the demonstrations of a recipe, one after the other.
func (p program) demonstrate(c *cobra.Command, recipe demos.Recipe, o generateFlags,
	w demos.Writer) (demos.Card, error) {
	progress, end := cli.Counter(p.Err, "demonstrations")
	defer end()
	options := demos.Options{Seed: o.seed, Workers: o.workers, Progress: progress}
	if o.pictures {
		options.NewRenderer = shared.NewRenderer
	}
	return demos.Stream(c.Context(), recipe, options, w)
}
