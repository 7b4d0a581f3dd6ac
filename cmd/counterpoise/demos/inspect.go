package demos

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

const inspectAbout = `
inspect reads every demonstration of a dataset, whoever made it, and shows its imbalance: how many
demonstrations and frames each group has, how long they are, how much they move, and over which places of the table
the starts are spread. Files of ours are checked against their card on the way.

Groups are behaviours and styles. Where a dataset of others knows neither, they are its tasks, or the filter keys of
robomimic; --by names other labels. With values, as in --by mask=better,okay,worse, a label keeps the demonstrations
that have one of them. --by episode shows each demonstration by its number, from 0, unless the dataset has a label of
that name.`

// inspect is the command that prints the groups of a dataset (demos.Summarize).
func (p program) inspect() *cobra.Command {
	var by, actions []string
	var asJSON bool
	c := &cobra.Command{
		Use:   "inspect DIR",
		Short: "Check a dataset and show its imbalance",
		Long:  inspectAbout,
		Example: p.Named(`  NAME demos inspect out/demos
  NAME demos inspect lift/mh/image.hdf5 --json`),
		Args: shared.OneDataset,
	}
	c.Flags().StringSliceVar(&by, "by", nil,
		"`LABELS` that make the groups, as in behaviour,success; both and optimality too")
	shared.ActionsFlag(c, &actions)
	c.Flags().BoolVar(&asJSON, "json", false, "print everything as JSON")
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		s, err := p.summarize(c.Context(), args[0], by, actions)
		if err != nil {
			return err
		}
		if asJSON {
			text, err := json.MarshalIndent(s, "", "  ")
			if err == nil {
				_, err = fmt.Fprintf(p.Out, "%s\n", text)
			}
			return err
		}
		p.printSummary(s)
		return nil
	}
	return c
}

// summarize reads every demonstration of a dataset.
func (p program) summarize(ctx context.Context, path string, by, actions []string) (*demos.Summary, error) {
	name, err := demos.Detect(path)
	if err != nil {
		return nil, err
	}
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := demos.TakeActions(r, actions); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	kept, by, err := demos.Select(ctx, demos.Numbered{Reader: r}, demos.JoinSelections(by))
	if err != nil {
		return nil, err
	}
	progress, end := cli.Counter(p.Err, "demonstrations")
	s, err := demos.Summarize(kept, by, progress)
	end()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.Format = name
	return s, nil
}

// Sizes in characters.
const (
	barWidth   = 24 // of the longest bar, at most
	barLeast   = 4  // and at least: where a screen has less room there are none
	startCells = 16 // of a histogram of start positions
)

// printSummary prints a summary: first what was decided for the user and what is odd. Shares of demonstrations and of
// frames stand side by side, because methods weigh by either, and a group of short demonstrations has a smaller share
// of the frames. Bars take the room that a screen leaves.
func (p program) printSummary(s *demos.Summary) {
	for _, w := range s.Warnings {
		fmt.Fprintf(p.Err, "warning: %s\n", printable.Line(w))
	}
	p.SayDecided(s.Decided)
	p.printGroups(s)
	p.printMotion(s)
	p.printStarts(s)
	fmt.Fprintf(p.Out, "format    %s; actions of width %d, state %d, scene %d\n", s.Format, s.Action, s.State, s.Scene)
	if s.LeftOut > 0 {
		fmt.Fprintf(p.Out, "left out  %d demonstrations that are in none of these groups\n", s.LeftOut)
	}
	p.printDescription(s)
	if s.Card != nil {
		p.printOrigin(*s.Card)
		fmt.Fprintln(p.Out, "checked   every demonstration is as it was written")
	}
}

// printGroups prints a row a group, and bars of the numbers of demonstrations beside them.
func (p program) printGroups(s *demos.Summary) {
	var rows strings.Builder
	wide := p
	wide.Out, wide.Columns = &rows, 0
	w := wide.NewTable(0)
	fmt.Fprintf(w, "%s\tdemonstrations\tframes\tmin-median-max\tsucceeded\t\n", strings.Join(s.By, " "))
	most, unsaid := 0, 0
	var succeeded *int
	for i := range s.Groups {
		g := &s.Groups[i]
		most, unsaid = max(most, g.Episodes), unsaid+g.Unsaid
		if g.Success != nil {
			if succeeded == nil {
				succeeded = new(int)
			}
			*succeeded += *g.Success
		}
		fmt.Fprintf(w, "%s\t%d (%s)\t%d (%s)\t%v\t%s\t\n", printable.Line(g.Name()), g.Episodes,
			cli.Share(g.Episodes, s.Episodes), g.Frames, cli.Share(g.Frames, s.Frames), g.Length,
			succeededOf(g.Success, g.Unsaid))
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%v\t%s\t\n", s.Episodes, s.Frames, s.Length, succeededOf(succeeded, unsaid))
	w.Flush()
	lines := strings.Split(strings.TrimSuffix(rows.String(), "\n"), "\n")
	width := barWidth
	if screen := p.Width(); screen > 0 {
		width = min(width, screen-utf8.RuneCountInString(lines[0]))
	}
	for i := range s.Groups {
		if width >= barLeast {
			lines[i+1] += bar8(s.Groups[i].Episodes, most, width)
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	fmt.Fprintln(p.Out, strings.Join(cli.Folded(lines, p.Width()), "\n"))
}

// printMotion prints how much each group moves: the numbers of demos.Motion, with 95 % intervals over demonstrations.
func (p program) printMotion(s *demos.Summary) {
	w := p.NewTable(0)
	fmt.Fprintf(w, "%s\tE|a|² in chunks\ttool speed, m/s\tmean frames\n", strings.Join(s.By, " "))
	for i := range s.Groups {
		m := &s.Groups[i].Motion
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", printable.Line(s.Groups[i].Name()), meanText("%.3f", m.Chunks),
			meanText("%.3f", m.Speed), meanText("%.1f", m.Frames))
	}
	w.Flush()
	fmt.Fprintf(p.Out, "E|a|² is the mean square of an action, summed over its components, over the %d that a policy "+
		"learns from a frame\n(the last repeats beyond the end); 95 %% intervals over demonstrations; --json has "+
		"it by single actions, too\n", demos.MotionChunk)
}

// meanText formats a mean of numbers that are 0 or more and its interval by Student's t, cut off below 0:
// 1.61 [1.58, 1.64].
func meanText(form string, m *demos.Mean) string {
	if m == nil {
		return "unknown"
	}
	text := fmt.Sprintf(form, m.Mean)
	if m.SE == nil {
		return text
	}
	half := stats.CriticalT(0.05, float64(m.Demonstrations-1)) * *m.SE
	return fmt.Sprintf(text+" ["+form+", "+form+"]", max(0, m.Mean-half), m.Mean+half)
}

// succeededOf is a number of demonstrations that succeeded, with the number of those of which nothing is known.
func succeededOf(n *int, unknown int) string {
	switch {
	case n == nil:
		return "unknown"
	case unknown == 0:
		return strconv.Itoa(*n)
	}
	return fmt.Sprintf("%d, %d unknown", *n, unknown)
}

// printDescription prints the cameras, and robot and rate where the dataset says them.
func (p program) printDescription(s *demos.Summary) {
	var cameras []string
	for _, c := range s.Cameras {
		text := fmt.Sprintf("%s %dx%d", printable.Line(c.Name), c.Width, c.Height)
		if c.Video {
			text += " (video)"
		}
		cameras = append(cameras, text)
	}
	fmt.Fprintf(p.Out, "cameras   %s\n", cmp.Or(strings.Join(cameras, ", "), "none"))
	if s.Robot != "" {
		fmt.Fprintf(p.Out, "robot     %s\n", printable.Line(s.Robot))
	}
	if s.Rate > 0 {
		fmt.Fprintf(p.Out, "rate      %g frames/s\n", s.Rate)
	}
}

// bar8 is a bar of n/most of a width in characters, in eighths of a character.
func bar8(n, most, width int) string {
	eighths := n * 8 * width / max(1, most)
	return strings.Repeat("█", eighths/8) + strings.TrimSpace(string([]rune(" ▏▎▍▌▋▊▉")[eighths%8]))
}

// printStarts prints where the red block lay at the start: its range in metres, and for each group a histogram
// along x.
func (p program) printStarts(s *demos.Summary) {
	if len(s.Start.At) == 0 {
		return
	}
	fmt.Fprintf(p.Out, "red block at the start: x from %.3f to %.3f m, y from %.3f to %.3f m\n",
		s.Start.X[0], s.Start.X[1], s.Start.Y[0], s.Start.Y[1])
	w := p.NewTable(0)
	for i := range s.Groups {
		g := &s.Groups[i]
		fmt.Fprintf(w, "  %s\t%s\n", printable.Line(g.Name()), histogram(g.Start.Cells(startCells, s.Start.X)))
	}
	w.Flush()
}

// histogram draws counts as columns of eight heights; a dot is zero.
func histogram(counts []int) string {
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	var b strings.Builder
	for _, n := range counts {
		b.WriteRune([]rune("·▁▂▃▄▅▆▇█")[(8*n+most-1)/max(1, most)])
	}
	return b.String()
}

// printCard prints the counts on a dataset's card, and how the dataset can be made again.
func (p program) printCard(c demos.Card) {
	demonstrations, frames := 0, 0
	for _, g := range c.Groups {
		demonstrations, frames = demonstrations+g.Demos, frames+g.Frames
	}
	w := p.NewTable(0)
	fmt.Fprintln(w, "behaviour style\tdemonstrations\tshare\tframes\tshare")
	for _, g := range c.Groups {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\n", printable.Line(g.Behaviour+" "+g.Style),
			g.Demos, cli.Share(g.Demos, demonstrations), g.Frames, cli.Share(g.Frames, frames))
	}
	fmt.Fprintf(w, "all\t%d\t\t%d\t\n", demonstrations, frames)
	w.Flush()
	p.printOrigin(c)
}

// printOrigin prints recipe, seed and version of a dataset that a recipe made, and its hash.
func (p program) printOrigin(c demos.Card) {
	if c.Recipe != "" {
		recipe := c.Recipe
		if c.Part != "" {
			recipe += " (the part for " + c.Part + ")"
		}
		fmt.Fprintf(p.Out, "recipe    %s\nseed      %d\nversion   %s\n", printable.Line(recipe), c.Seed,
			printable.Line(c.Version))
	}
	fmt.Fprintf(p.Out, "hash      %s\n", printable.Line(c.Hash))
}
