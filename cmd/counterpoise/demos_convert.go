package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

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
	var store storeFlags
	c := &cobra.Command{
		Use:   "convert SRC DST",
		Short: "Copy a dataset into another format",
		Long:  convertAbout + "\n\n" + describeFormats(),
		Example: p.named(`  NAME demos convert out/demos lerobot-demos --format lerobot
  NAME demos convert out/demos lerobot-demos --format lerobot --size 96 --video h264
  NAME demos convert out/demos demos.hdf5 --format robomimic
  NAME demos convert out/demos data/counterpoise_picking/1.0.0 --format rlds
  NAME demos convert out/demos calvin --format calvin --split`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misused("convert needs a dataset to read and a place to write to")
			}
			return nil
		},
	}
	c.Flags().StringVar(&name, "format", "",
		"`NAME` of the format to write: "+strings.Join(demos.Formats.Names(), ", "))
	store.add(c)
	memoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if name == "" {
			return misused("convert needs a --format: %s", strings.Join(demos.Formats.Names(), ", "))
		}
		return p.convertDataset(c.Context(), args[0], args[1], name, store)
	}
	return c
}

// convertDataset reads one demonstration at a time and writes it, so that memory does not grow with the dataset.
func (p program) convertDataset(ctx context.Context, src, dst, name string, o storeFlags) error {
	if _, err := format(name); err != nil {
		return err
	}
	from, err := demos.OpenAny(ctx, src)
	if err != nil {
		return err
	}
	defer from.Close()
	if a, err := os.Stat(src); err == nil {
		if b, err := os.Stat(dst); err == nil && os.SameFile(a, b) {
			return misused("%s can't be converted onto itself; give another place", src)
		}
	}
	if err := checkOutside(src, dst); err != nil {
		return err
	}
	to, err := o.create(name, dst)
	if err != nil {
		return err
	}
	progress, end := counter(p.err, "demonstrations")
	defer end()
	if !o.Lossless() {
		to = pictured{to, o.PictureOptions, src}
	}
	err = demos.Convert(from, interruptible{to, ctx}, progress)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.err, "stopped; nothing was written")
		return errStopped
	}
	if err != nil {
		return err
	}
	p.warn(src, demos.Warnings(from))
	p.warnOfVideos(src, from)
	fmt.Fprintf(p.out, "%d demonstrations\nkept in   %s\n", from.Episodes(), dst)
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
		return misused("--cameras, --size and --video are about pictures, and %s has none", w.source)
	case len(w.options.Of(e)) == 0:
		return misused("%s has no pictures of the cameras that --cameras names", w.source)
	}
	return w.Writer.Add(e)
}
