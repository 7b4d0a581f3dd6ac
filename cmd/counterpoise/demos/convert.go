package demos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/scenes/demos"
)

const convertAbout = `
convert copies a dataset of the tabletop from one format into another, one demonstration at a time. Of what this
program writes nothing is lost on the way: back in the first format, the files are the same to the byte. Of what others
added, an outcome under another name becomes the label success, an unknown one stays unknown, and other labels are left
behind. Datasets of other robots can be inspected, but not converted.

LeRobot's Diffusion policy wants pictures of one size, which --size or --cameras makes, and its users often keep videos.
Such a dataset has lost something and is not converted back.`

// convert is the command that copies a dataset into another format (demos.Convert).
func (p program) convert() *cobra.Command {
	var name string
	var store shared.StoreFlags
	c := &cobra.Command{
		Use:   "convert SRC DST",
		Short: "Copy a dataset into another format",
		Long:  convertAbout + "\n\n" + shared.DescribeFormats(),
		Example: p.Named(`  NAME demos convert out/demos lerobot-demos --format lerobot
  NAME demos convert out/demos lerobot-demos --format lerobot --size 96 --video h264
  NAME demos convert out/demos demos.hdf5 --format robomimic
  NAME demos convert out/demos data/counterpoise_picking/1.0.0 --format rlds
  NAME demos convert out/demos calvin --format calvin --split`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misused("convert needs a dataset to read and a place to write to")
			}
			return nil
		},
	}
	c.Flags().StringVar(&name, "format", "",
		"`NAME` of the format to write: "+strings.Join(demos.Formats.Names(), ", "))
	store.Add(c)
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if name == "" {
			return cli.Misused("convert needs a --format: %s", strings.Join(demos.Formats.Names(), ", "))
		}
		return p.convertDataset(c.Context(), args[0], args[1], name, store)
	}
	return c
}

// convertDataset reads one demonstration at a time and writes it, so that memory does not grow with the dataset.
func (p program) convertDataset(ctx context.Context, src, dst, name string, o shared.StoreFlags) error {
	if _, err := shared.FormatNamed(name); err != nil {
		return err
	}
	from, err := demos.OpenAny(ctx, src)
	if err != nil {
		return err
	}
	defer from.Close()
	if a, err := os.Stat(src); err == nil {
		if b, err := os.Stat(dst); err == nil && os.SameFile(a, b) {
			return cli.Misused("%s can't be converted onto itself; give another place", src)
		}
	}
	if err := cli.CheckOutside(src, dst); err != nil {
		return err
	}
	to, err := o.Create(name, dst)
	if err != nil {
		return err
	}
	progress, end := cli.Counter(p.Err, "demonstrations")
	defer end()
	if !o.Lossless() {
		to = pictured{to, o.PictureOptions, src}
	}
	err = demos.Convert(from, interruptible{to, ctx}, progress)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.Err, "stopped; nothing was written")
		return cli.ErrStopped
	}
	if err != nil {
		return err
	}
	p.Warn(src, demos.Warnings(from))
	p.WarnOfVideos(src, from)
	fmt.Fprintf(p.Out, "%d demonstrations\nkept in   %s\n", from.Episodes(), dst)
	return nil
}

// interruptible is a writer that fails when its context is done, so that Ctrl-C ends a conversion between two
// demonstrations.
type interruptible struct {
	demos.Writer
	ctx context.Context
}

// Add writes a demonstration, as demos.Writer has it.
func (w interruptible) Add(e *demos.Episode) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	return w.Writer.Add(e)
}

// pictured is a writer that refuses demonstrations without the pictures that its options are about, so that no flag is
// taken without an effect.
type pictured struct {
	demos.Writer
	options demos.PictureOptions
	source  string // where the demonstrations come from
}

// Add writes a demonstration, as demos.Writer has it.
func (w pictured) Add(e *demos.Episode) error {
	switch {
	case len(e.Cameras()) == 0:
		return cli.Misused("--cameras, --size and --video are about pictures, and %s has none", w.source)
	case len(w.options.Of(e)) == 0:
		return cli.Misused("%s has no pictures of the cameras that --cameras names", w.source)
	}
	return w.Writer.Add(e)
}
