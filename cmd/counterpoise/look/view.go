package look

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/shell"
	"counterpoise/scenes"
	"counterpoise/scenes/render/viewer"
)

const viewAbout = `
view opens a window and plays, in real time, a task's expert, a trained policy or the episodes of a dataset, one
after the other, with what the policy's two cameras see. The key h shows all keys.

With --record you drive the robot yourself, as play has it in a browser: the file, in robomimic's form, has every
attempt as soon as it ends, with its success and the style person.

It needs a program built with OpenGL and a display; without them, render writes films.`

func init() { register(program.view) }

// view is the command that opens the window of package viewer.
func (p program) view() *cobra.Command {
	episode, record := 0, ""
	c := &cobra.Command{
		Use:   "view TASK|DATASET",
		Short: "Watch episodes in a window",
		Long:  viewAbout,
		Example: p.Named(`  NAME view picking
  NAME view opening --behaviour drawer --style retry
  NAME view out/demos --episode 12
  NAME view picking --record mine.hdf5`),
		Args: cli.OneArgument("one thing to show: a task (" + strings.Join(scenes.Tasks.Names(), ", ") +
			") or a dataset's path"),
	}
	k := p.castFlags(c)
	c.Flags().IntVar(&episode, "episode", 0, "`N`th episode or take to begin with, from 0")
	c.Flags().StringVar(&record, "record", "", "drive the task yourself, and keep what you do in `FILE`, a new one")
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("record") {
			return p.drive(c.Context(), args[0], record, episode, k)
		}
		films, err := k.source(c.Context(), args[0], episode)
		if err != nil {
			return err
		}
		err = viewer.Open(c.Context(), viewer.Source(films), episode)
		if err == nil {
			return nil
		}
		if why, noWindow := strings.CutPrefix(err.Error(), "opengl: "); noWindow {
			return fmt.Errorf("%s; %s render %s%s --out film.gif writes a film instead", why, p.Name,
				shell.Quote(args[0]), cli.SetFlags(c.Flags()))
		}
		return err
	}
	return c
}
