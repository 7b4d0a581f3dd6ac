package demos

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

const playAbout = `
play prints one demonstration of a dataset, a line a control step (1/30 s): where the gripper is and how far open,
what the demonstrator commands, and where door, drawer and red block are. render draws the same as
pictures; trace plays a new rollout, with contacts and phases.`

// play is the command that prints one demonstration of a dataset, step by step.
func (p program) play() *cobra.Command {
	var episode, every int
	c := &cobra.Command{
		Use:   "play DIR",
		Short: "Print a demonstration step by step",
		Long:  playAbout,
		Example: p.Named(`  NAME demos play out/demos --episode 3
  NAME demos play out/demos --every 5`),
		Args: shared.OneDataset,
	}
	c.Flags().IntVar(&episode, "episode", 0, "number `N` of the demonstration, from 0")
	c.Flags().IntVar(&every, "every", 1, "print one step in `N`")
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if every < 1 {
			return cli.Misused("--every must be 1 or more, not %d", every)
		}
		r, err := demos.OpenAny(c.Context(), args[0])
		if err != nil {
			return err
		}
		defer r.Close()
		if episode < 0 || episode >= r.Episodes() {
			return cli.Misused("--episode must be 0 to %d, not %d", r.Episodes()-1, episode)
		}
		raw, err := r.Read(episode, false)
		if err != nil {
			return err
		}
		e, err := raw.Episode()
		if err != nil {
			return fmt.Errorf("episode %d of %s: %w", episode, args[0], err)
		}
		p.printSteps(e, every)
		return nil
	}
	return c
}

// printSteps prints every nth step of an episode. Positions are in metres, commands in the units of scenes.Action.
func (p program) printSteps(e *demos.Episode, every int) {
	fmt.Fprintf(p.Out, "%s, %d of its pool: %d steps, success %v\n",
		printable.Line(e.Task+" "+e.Behaviour+", "+e.Style), e.Index, e.Frames(), e.Success)
	w := p.NewTable(tabwriter.AlignRight)
	fmt.Fprintln(w, "step\tgripper x\ty\tz\topen\tmove x\ty\tz\tgrip\tdoor\tdrawer\tblock x\ty\tz\t")
	for t := 0; t < e.Frames(); t += every {
		o, a := &e.Observations[t], &e.Actions[t]
		tcp, move := o.Robot[scenes.RobotTCP:], a[scenes.ActionTranslation:]
		red := o.Scene[scenes.BlockIndex(scenes.Red)+scenes.BlockPosition:]
		grip := "close" // by 0 too
		if a[scenes.ActionGripper] > 0 {
			grip = "open"
		}
		fmt.Fprintf(w, "%d\t%.3f\t%.3f\t%.3f\t%.3f\t%+.2f\t%+.2f\t%+.2f\t%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t\n", t,
			tcp[0], tcp[1], tcp[2], o.Robot[scenes.RobotWidth], move[0], move[1], move[2], grip,
			o.Scene[scenes.SceneSliders+scenes.Door], o.Scene[scenes.SceneSliders+scenes.Drawer], red[0], red[1],
			red[2])
	}
	w.Flush()
}
