package demos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/replay"
)

const replayAbout = `
replay plays the recorded actions of a dataset in the simulator, each episode from its recorded start, without looking
at what happens: joints, fingers, mechanisms, lamps and blocks are set, then one action after the other is executed. It
prints for each episode whether the gripper earns success and after which control step (1/30 s), what CALVIN's oracle
says where that differs, and how far the tool centre point is from the recorded one in the last frame.

A dataset of this program ends where it was recorded, unless the task's knob Noise made the recorded start inexact. A
folder of CALVIN shows how far the two simulators agree; its windows lift_red_block_table, move_slider_left and
open_drawer have a counterpart here, others are measured but not judged. A dataset that names no task needs --task,
which takes these three names too, and --behaviour where the bulb does not say what to open.

--actions absolute plays the poses that CALVIN's folders carry beside the relative actions. CALVIN records the pose that
the next frame measures, and so does this program. The arm is behind its target, so such a replay ends a centimetre or
two off.

CALVIN's limits are soft: a start that lies a little beyond them, such as fingers that the table pushed, is set to them,
and replay says so. An episode that cannot be played is named, the others are played, and the exit code is 1.`

// replayFlags are the values of replay's flags.
type replayFlags struct {
	replay.Options
	actions  string
	episodes string // such as 0-9,12; empty plays all
	asJSON   bool
}

// replay is the command that plays the recorded actions of a dataset (replay.Play).
func (p program) replay() *cobra.Command {
	o := replayFlags{Options: replay.Options{Workers: runtime.NumCPU()}, actions: string(replay.Relative)}
	c := &cobra.Command{
		Use:   "replay DATASET",
		Short: "Play recorded actions, and see whether they succeed",
		Long:  replayAbout,
		Example: p.Named(`  NAME demos replay out/demos
  NAME demos replay calvin/validation --actions absolute --episodes 0-99 --json
  NAME demos replay calvin-drawer --task opening --behaviour drawer --films films`),
		Args: shared.OneDataset,
	}
	f := c.Flags()
	f.StringVar(&o.actions, "actions", o.actions, "`KIND` of actions to play: "+strings.Join(replay.Kinds(), ", "))
	f.StringVar(&o.Task, "task", "",
		"`NAME` of the task that decides success, instead of the dataset's: "+strings.Join(scenes.Tasks.Names(), ", "))
	f.StringVar(&o.Behaviour, "behaviour", "", "`NAME` of the behaviour that decides, instead of the dataset's")
	f.StringVar(&o.episodes, "episodes", "", "`LIST` of episodes to play, as in 0-9,12")
	f.Lookup("episodes").DefValue = "all"
	f.StringVar(&o.Films, "films", "", "`DIR` for a film of each episode (GIF)")
	f.BoolVar(&o.asJSON, "json", false, "print everything as JSON")
	f.IntVar(&o.Workers, "workers", o.Workers, "`N` episodes at a time; changes no result")
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error { return p.replayDataset(c.Context(), args[0], o) }
	return c
}

// replayDataset checks the flags, replays, and prints the results.
func (p program) replayDataset(ctx context.Context, path string, o replayFlags) error {
	if o.Workers < 1 {
		return cli.Misused("--workers must be 1 or more, not %d", o.Workers)
	}
	o.Actions = replay.Kind(o.actions)
	if err := o.Check(); err != nil {
		return cli.Misuse{Err: err}
	}
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return err
	}
	defer r.Close()
	if o.Films != "" {
		if err := cli.CheckOutside(path, o.Films); err != nil {
			return err
		}
	}
	if err := r.Card().CheckActions(); err != nil && o.Actions == replay.Relative {
		return fmt.Errorf("%s: %w; --actions absolute replays its poses", path, err)
	}
	if o.episodes != "" {
		if o.Episodes, err = wording.ParseNumbers(o.episodes, r.Episodes()); err != nil {
			return cli.Misused("--episodes %s: %v", o.episodes, err)
		}
	}
	results, err := p.replayEpisodes(ctx, r, o.Options)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(p.Err, "stopped after %d episodes\n", len(results))
		return cli.ErrStopped
	}
	if unknown := (replay.UnknownBehaviour{}); o.Behaviour != "" && errors.As(err, &unknown) {
		return cli.Misuse{Err: err} // of --behaviour, which stands in place of the dataset's
	}
	if err != nil {
		return err
	}
	left := unplayed(results)
	rate := demos.RateOf(r)
	if o.asJSON {
		return errors.Join(p.printReplayJSON(path, o, rate, results), left)
	}
	if replay.Summarize(results).Unplayable < len(results) {
		p.printReplay(o, rate, results)
	}
	return left
}

// unplayed returns an error if some episodes could not be played, which says why of the first.
func unplayed(results []*replay.Result) error {
	s := replay.Summarize(results)
	for _, r := range results {
		if r.Unplayable != "" {
			return fmt.Errorf("%d of %d episodes could not be played, the first: episode %d: %s", s.Unplayable,
				s.Episodes, r.Episode, r.Unplayable)
		}
	}
	return nil
}

// replayEpisodes plays the episodes and collects their results.
func (p program) replayEpisodes(ctx context.Context, r demos.Reader, o replay.Options) ([]*replay.Result, error) {
	var end func()
	o.Progress, end = cli.Counter(p.Err, "episodes")
	defer end()
	var results []*replay.Result
	err := replay.Play(ctx, r, o, func(e *replay.Result) error {
		results = append(results, e)
		return nil
	})
	return results, err
}

// printReplayJSON prints results and summary as JSON, with the dataset's frames per second, 0 if it states none.
func (p program) printReplayJSON(path string, o replayFlags, rate float64, results []*replay.Result) error {
	text, err := json.MarshalIndent(struct {
		Dataset  string           `json:"dataset"`
		Rate     float64          `json:"fps"`
		Actions  replay.Kind      `json:"actions"`
		Episodes []*replay.Result `json:"episodes"`
		Summary  replay.Summary   `json:"summary"`
	}{path, rate, o.Actions, results, replay.Summarize(results)}, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "%s\n", text)
	return err
}

// printReplay prints a line for each episode, and the summary. rate is the dataset's frames per second, 0 if it states
// none.
func (p program) printReplay(o replayFlags, rate float64, results []*replay.Result) {
	w := p.NewTable(0)
	fmt.Fprintln(w, "episode\twhat\tframes\tsuccess\tend off by\tat most on the way")
	for _, r := range results {
		if r.Unplayable != "" {
			fmt.Fprintf(w, "%d\t-\t-\tnot played\t-\t%s\n", r.Episode, printable.Line(r.Unplayable))
			continue
		}
		what := strings.Join(strings.Fields(r.Task+" "+r.Behaviour+" "+r.Style), " ")
		fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%.1f mm, %.1f degrees\t%.1f mm%s\n", r.Episode,
			printable.Line(what), r.Frames, replaySuccess(r),
			r.EndDistance, r.EndAngle, r.MostDistance, movedStart(r.Moved))
	}
	w.Flush()
	s := replay.Summarize(results)
	fmt.Fprintf(p.Out, "success   %d of %d earned by the gripper, %d of %d by CALVIN's oracle; %s actions\n", s.Earned,
		s.Judged, s.CALVIN, s.Judged, o.Actions)
	if n := s.Episodes - s.Unplayable - s.Judged; n > 0 {
		fmt.Fprintf(p.Out, "unjudged  %d name no task and behaviour of ours; --task and --behaviour say them\n", n)
	}
	if s.Told > 0 {
		fmt.Fprintf(p.Out, "agree     %d of %d end as the dataset says\n", s.Agree, s.Told)
	}
	fmt.Fprintf(p.Out, "end       off by %.1f mm and %.1f degrees in the median, %.1f mm and %.1f degrees at most\n",
		s.MedianDistance, s.MedianAngle, s.MostDistance, s.MostAngle)
	if s.Moved > 0 {
		var parts []string
		for _, m := range s.MostMoved {
			parts = append(parts, inUnit(m.What, m.By, m.Unit))
		}
		fmt.Fprintf(p.Out, "starts    %d of %d lay beyond limits and were set to them: %s at most\n", s.Moved,
			s.Episodes-s.Unplayable, strings.Join(parts, ", "))
	}
	if s.Unplayable > 0 {
		fmt.Fprintf(p.Out, "left out  %d of %d episodes\n", s.Unplayable, s.Episodes)
	}
	if rate != 0 && rate != scenes.ControlRate {
		fmt.Fprintf(p.Out, "rate      %g frames/s in the dataset, but each action was played for 1/%d s, as CALVIN's "+
			"are\n", rate, scenes.ControlRate)
	}
	if o.Films != "" {
		fmt.Fprintf(p.Out, "films     in %s\n", o.Films)
	}
}

// movedStart says which numbers of a start lay beyond their limits, and by how much; empty if none did.
func movedStart(moved []scenes.Excess) string {
	if len(moved) == 0 {
		return ""
	}
	var parts []string
	for _, x := range moved {
		parts = append(parts, inUnit(x.What, x.By(), x.Unit))
	}
	return "; start moved: " + strings.Join(parts, ", ")
}

// inUnit names a distance: a length of metres in millimetres, an angle in radians.
func inUnit(what string, by float64, unit string) string {
	if unit == "m" {
		return fmt.Sprintf("%s by %.1f mm", what, 1e3*by)
	}
	return fmt.Sprintf("%s by %.3f %s", what, by, unit)
}

// replaySuccess says how an episode ended: by the gripper's success, and by CALVIN's oracle and the dataset where these
// say otherwise.
func replaySuccess(r *replay.Result) string {
	if r.Earned == nil {
		return "not judged"
	}
	at := func(v *replay.Verdict) string {
		if v.Success {
			return fmt.Sprintf("at step %d", v.Step)
		}
		return "no"
	}
	text := at(r.Earned)
	if r.CALVIN.Step != r.Earned.Step {
		text += ", by CALVIN's oracle " + at(r.CALVIN)
	}
	if r.Recorded != nil && *r.Recorded != r.Earned.Success {
		text += ", recorded otherwise"
	}
	return text
}
