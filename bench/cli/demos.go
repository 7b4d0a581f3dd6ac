package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"runtime"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

func (p program) demos() *cobra.Command {
	c := &cobra.Command{
		Use:   "demos",
		Short: "Make and look at datasets of demonstrations",
		Args:  p.knownCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.generate(), p.inspect())
	return c
}

const generateAbout = `generate acts out demonstrations by a recipe and keeps them in a folder: a card that says what they are,
and one NumPy archive an episode.

Demonstration i of a behaviour is the same in every recipe of a seed: the 9 of one are the first 9 of the 27 of
another. The number of workers changes no byte. With --trial the demonstrations are those that a run with this
seed trains on in that trial.`

// order is what the flags of generate ask for.
type order struct {
	task, recipe, out string
	seed              uint64
	trial, workers    int
}

func (p program) generate() *cobra.Command {
	o := order{task: "picking", out: filepath.Join(defaults().out, "demos"), seed: bench.Study.Size.Seed, workers: runtime.NumCPU()}
	c := &cobra.Command{
		Use:   "generate",
		Short: "Act out demonstrations by a recipe",
		Long:  generateAbout,
		Example: p.named(`  NAME demos generate --recipe left=27,middle=9,right=27
  NAME demos generate --recipe left=21,middle=21,right=21 --seed 1 --trial 3 --out trial3`),
		Args: noArguments,
	}
	f := c.Flags()
	f.StringVar(&o.task, "task", o.task, "`TASK` to demonstrate")
	f.StringVar(&o.recipe, "recipe", "", "`RECIPE`: demonstrations of each behaviour, as in left=27,middle=9")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of the pool that the demonstrations are drawn from")
	f.IntVar(&o.trial, "trial", 0, "take the pool that trial `N` of a run with this seed draws from")
	f.StringVar(&o.out, "out", o.out, "`DIR` to keep them in, new or empty")
	f.IntVar(&o.workers, "workers", o.workers, "`N` demonstrations at a time; changes no result")
	f.Lookup("trial").DefValue = "none"
	c.RunE = func(c *cobra.Command, _ []string) error { return p.make(c, o) }
	return c
}

func (p program) make(c *cobra.Command, o order) error {
	if o.recipe == "" {
		return misused("generate needs a --recipe, such as left=27,middle=9,right=27")
	}
	if o.workers < 1 {
		return misused("--workers must be 1 or more, not %d", o.workers)
	}
	if o.trial < 0 {
		return misused("--trial must be 0 or more, not %d", o.trial)
	}
	recipe, err := demos.ParseRecipe(o.task + " " + o.recipe)
	if err != nil {
		return misuse{err}
	}
	if c.Flags().Changed("trial") {
		o.seed = bench.PoolSeed(o.task, o.trial, o.seed)
	}
	d, err := demos.Generate(c.Context(), recipe, o.seed, o.workers, p.tenths)
	if c.Context().Err() != nil {
		fmt.Fprintln(p.err, "stopped; nothing was written")
		return errStopped
	}
	if err != nil {
		return err
	}
	if err := demos.Save(o.out, d); err != nil {
		return err
	}
	p.show(d.Card)
	fmt.Fprintf(p.out, "kept in   %s\n", o.out)
	return nil
}

// tenths says after each tenth how far a long job is.
func (p program) tenths(done, total int) {
	if total >= 100 && done*10/total != (done-1)*10/total {
		fmt.Fprintf(p.err, "  %d of %d demonstrations\n", done, total)
	}
}

func (p program) inspect() *cobra.Command {
	return &cobra.Command{
		Use:     "inspect DIR",
		Short:   "Check the files of a dataset and show its card",
		Example: p.named("  NAME demos inspect out/demos"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return misused("inspect needs the folder of one dataset")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := demos.Load(args[0])
			if err != nil {
				return err
			}
			p.show(d.Card)
			fmt.Fprintln(p.out, "checked   every file is as it was written")
			return nil
		},
	}
}

// show prints a dataset's card. Shares of demonstrations and of frames stand side by side, because they differ.
func (p program) show(c demos.Card) {
	demonstrations, frames := 0, 0
	for _, g := range c.Groups {
		demonstrations, frames = demonstrations+g.Demos, frames+g.Frames
	}
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "behaviour\tdemonstrations\tshare\tframes\tshare\t")
	for _, g := range c.Groups {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\t\n", g.Behaviour, g.Demos, share(g.Demos, demonstrations), g.Frames, share(g.Frames, frames))
	}
	fmt.Fprintf(w, "all\t%d\t\t%d\t\t\n", demonstrations, frames)
	w.Flush()
	fmt.Fprintf(p.out, "recipe    %s\nseed      %d\nversion   %s\nhash      %s\n", c.Recipe, c.Seed, c.Version, c.Hash)
}

// share is a part in percent of a whole, which may be nothing.
func share(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(cmp.Or(whole, 1)))
}
