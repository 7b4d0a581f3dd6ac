package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"counterpoise/internal/suggest"
	"counterpoise/scenes/demos"
	_ "counterpoise/scenes/demos/calvin" // each adds its format
	_ "counterpoise/scenes/demos/lerobot"
	_ "counterpoise/scenes/demos/robomimic"
)

func init() { register(program.demos) }

func (p program) demos() *cobra.Command {
	c := &cobra.Command{
		Use:   "demos",
		Short: "Make, look at and convert datasets of demonstrations",
		Long:  "demos makes datasets of demonstrations, and reads those of others. Formats, written and read:\n\n" + describeFormats(),
		Args:  p.knownCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.generate(), p.inspect(), p.convert(), p.play())
	return c
}

func describeFormats() string {
	var b strings.Builder
	for _, name := range demos.Formats.Names() {
		f, _ := demos.Formats.Get(name)
		fmt.Fprintf(&b, "  %-13s %s\n", name, f.About())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// format finds a format that was asked for.
func format(name string) (demos.FileFormat, error) {
	f, err := demos.Formats.Get(name)
	if err != nil {
		names := demos.Formats.Names()
		return nil, misused("there is no format %q%s; there is %s", name, suggest.DidYouMean(name, names), strings.Join(names, ", "))
	}
	return f, nil
}

// oneDataset is the check of a command that takes a dataset's folder or file.
func oneDataset(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return misused("%s needs the folder or file of one dataset", c.Name())
	}
	return nil
}

// counter shows how many of all are done, of what unit says: a bar where w is a terminal, otherwise a line after each tenth of
// a long job. The second function ends it.
func counter(w io.Writer, unit string) (progress func(done, total int), end func()) {
	f, ok := w.(*os.File)
	if !ok || !isatty.IsTerminal(f.Fd()) {
		return func(done, total int) {
			if total >= 100 && done*10/total != (done-1)*10/total {
				fmt.Fprintf(w, "  %d of %d %s\n", done, total, unit)
			}
		}, func() {}
	}
	all := mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
	var bar *mpb.Bar
	return func(done, total int) {
			if bar == nil {
				bar = all.New(int64(total), mpb.BarStyle(), mpb.AppendDecorators(
					decor.CountersNoUnit(" %d/%d "+unit), decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WC{W: 6}), "")))
			}
			bar.SetCurrent(int64(done))
		}, func() {
			if bar != nil {
				bar.Abort(false)
			}
			all.Wait()
		}
}
