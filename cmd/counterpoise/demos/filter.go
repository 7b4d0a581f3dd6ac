package demos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

const filterAbout = `
filter copies some demonstrations of a dataset of the tabletop into a new dataset, which is whole: numbered from 0, with
statistics and a digest of its own. The source is only read, and nothing stands at the new place before all is written.

A demonstration stays if it fulfils every --where and no --drop, is in the list of --episodes, and weighs enough by
--weights, which takes any file of weights that weigh or advise writes for training. Weights are shares of the largest,
those of frames averaged over their demonstration; without --at-least any weight above 0 is enough.

A dataset of another robot is not written. Of one in LeRobot's format the command of LeRobot's own tools is printed,
which does the same.`

// filterFlags are the values of filter's flags.
type filterFlags struct {
	shared.ChosenDemos
	weights, format string
	atLeast         float64
}

// filter is the command that writes a part of a dataset (filter.Copy).
func (p program) filter() *cobra.Command {
	var o filterFlags
	c := &cobra.Command{
		Use:   "filter SRC DST",
		Short: "Copy some demonstrations into a new dataset",
		Long:  filterAbout,
		Example: p.Named(`  NAME demos filter out/demos out/good --where success=true
  NAME demos filter out/demos out/good --drop style=erratic,miss --episodes 0-40,77
  NAME demos filter out/demos out/good.hdf5 --format robomimic --weights out/weights/weights.csv --at-least .1`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misused("filter needs a dataset to read and a place to write to")
			}
			return nil
		},
	}
	o.Add(c)
	f := c.Flags()
	f.StringVar(&o.weights, "weights", "", "keep demonstrations by the weights of a `FILE`")
	f.Float64Var(&o.atLeast, "at-least", 0, "with --weights, keep those with this `SHARE` of the largest weight")
	f.StringVar(&o.format, "format", "", "`NAME` of the format to write: "+strings.Join(demos.Formats.Names(), ", "))
	f.Lookup("format").DefValue = "that of SRC"
	f.Lookup("at-least").DefValue = "above 0"
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(o.Where)+len(o.Drop) == 0 && o.Episodes == "" && o.weights == "":
			return cli.Misused("filter needs --where, --drop, --episodes or --weights; demos convert copies all")
		case c.Flags().Changed("at-least") && o.weights == "":
			return cli.Misused("--at-least is about weights: give their file by --weights")
		case !(o.atLeast >= 0 && o.atLeast <= 1):
			return cli.Misused("--at-least is a share of the largest weight, from 0 to 1, not %v", o.atLeast)
		}
		return p.filterDataset(c.Context(), args[0], args[1], o)
	}
	return c
}

// filterDataset reads what a dataset says, chooses, and writes.
func (p program) filterDataset(ctx context.Context, src, dst string, o filterFlags) error {
	own, err := demos.Detect(src)
	if err != nil {
		return err
	}
	name := cmp.Or(o.format, own)
	to, err := shared.FormatNamed(name)
	if err != nil {
		return err
	}
	if err := apartFrom(src, dst); err != nil {
		return err
	}
	from, all, err := o.Survey(ctx, p.Program, src)
	if err != nil {
		return err
	}
	defer from.Close()
	kept, err := o.choose(src, from, all)
	if err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	if first, err := from.Read(kept[0], false); err != nil {
		return err
	} else if _, err := first.Episode(); err != nil {
		return p.othersTools(src, dst, own, from, all, kept, err)
	}
	writer, err := to.Create(dst)
	if err != nil {
		return err
	}
	progress, end := cli.Counter(p.Err, "demonstrations")
	err = filter.Copy(from, interruptible{writer, ctx}, all, kept, progress)
	end()
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.Err, "stopped; nothing was written")
		return cli.ErrStopped
	}
	switch {
	case errors.Is(err, demos.ErrNotOfCard):
		return fmt.Errorf("%s: %w", src, err)
	case errors.Is(err, demos.ErrOccupied):
		return err
	}
	if err != nil {
		return p.othersTools(src, dst, own, from, all, kept, err)
	}
	p.Warn(src, demos.Warnings(from))
	p.WarnOfVideos(src, from)
	if lost := filter.Lost(all); len(lost) > 0 && o.Labels == "" {
		p.Warn(src, []string{"labels that datasets of the tabletop do not have are left behind: " +
			printable.Names(lost)})
	}
	p.saysKept(src, dst, all, kept)
	if own == "lerobot" {
		fmt.Fprintf(p.Out, "LeRobot's own tools do the same by:\n  %s\n", shared.LerobotCommand(src, dst, from, all,
			kept))
	}
	fmt.Fprintf(p.Out, "next      %s train %s\n", p.Name, shell.Quote(dst))
	return nil
}

// apartFrom returns an error if a dataset would be written into the one that is read.
func apartFrom(src, dst string) error {
	if a, err := os.Stat(src); err == nil {
		if b, err := os.Stat(dst); err == nil && os.SameFile(a, b) {
			return cli.Misused("%s is the dataset that is read; give another place", dst)
		}
	}
	return cli.CheckOutside(src, dst)
}

// choose returns the places of the demonstrations that stay.
func (o filterFlags) choose(src string, r demos.Reader, all []filter.Episode) ([]int, error) {
	rule, err := o.Rule(all)
	if err != nil {
		return nil, err
	}
	if rule.AtLeast = o.atLeast; o.weights != "" {
		frames := make([]int, len(all))
		for i := range all {
			frames[i] = all[i].Frames
		}
		w, digest, err := weightfile.ReadOne(o.weights, frames, r.Card().Hash, demos.ActionsDigest(r))
		if err != nil {
			return nil, fmt.Errorf("--weights: %w", err)
		}
		rule.Weights = w.Shares(digest)
	}
	kept, err := rule.Choose(all)
	if errors.Is(err, filter.ErrNothing) {
		return nil, fmt.Errorf("%w; %s", err, "demos list shows what there is, and takes the same flags")
	}
	return kept, err
}

// saysKept prints how many demonstrations were kept, and which skills were lost.
func (p program) saysKept(src, dst string, all []filter.Episode, kept []int) {
	if lost := filter.Emptied(all, kept); len(lost) > 0 {
		p.Warn(src, []string{fmt.Sprintf("no demonstration of %s is left: a policy cannot learn it from %s",
			printable.Names(lost), dst)})
	}
	fmt.Fprintf(p.Out, "%d of %s, %d left out\nkept in   %s\n", len(kept),
		wording.Plural(len(all), "demonstration"), len(all)-len(kept), dst)
}

// othersTools returns the error of a dataset that cannot be written, with the command that does the same where it is in
// the format of LeRobot or robomimic.
func (p program) othersTools(src, dst, format string, r demos.Reader, all []filter.Episode, kept []int,
	err error) error {
	switch format {
	case "lerobot":
	case "robomimic":
		p.saysChosen(all, kept)
		return fmt.Errorf("%s: %w; demos filter writes datasets of the tabletop alone. robomimic leaves out all but a "+
			"list of the file, which this makes:\n  %s", src, err, shared.RobomimicCommand(src, r, kept))
	default:
		return fmt.Errorf("%s: %w; demos filter writes datasets of the tabletop alone: leave demonstrations out where "+
			"you train, by their numbers, which demos list shows with the same flags", src, err)
	}
	p.saysChosen(all, kept)
	return fmt.Errorf("%s: %w; demos filter writes datasets of the tabletop alone. LeRobot's own tools do the same "+
		"by:\n  %s", src, err, shared.LerobotCommand(src, dst, r, all, kept))
}

// saysChosen prints how many demonstrations a rule chooses.
func (p program) saysChosen(all []filter.Episode, kept []int) {
	fmt.Fprintf(p.Out, "%d of %s would stay\n", len(kept), wording.Plural(len(all), "demonstration"))
}
