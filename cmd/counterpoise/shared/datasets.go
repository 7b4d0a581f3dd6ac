package shared

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
	_ "counterpoise/scenes/demos/calvin" // each adds its format
	_ "counterpoise/scenes/demos/lerobot"
	_ "counterpoise/scenes/demos/rlds"
	_ "counterpoise/scenes/demos/robomimic"
)

// Warn prints what is odd in a dataset that is used all the same.
func (p Program) Warn(dataset string, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(p.Err, "warning: %s: %s\n", dataset, w)
	}
}

// ActionsFlag adds the flag that names other actions than those that a reader chooses (demos.TakeActions).
func ActionsFlag(c *cobra.Command, names *[]string) {
	c.Flags().StringSliceVar(names, "actions", nil,
		"`FEATURES` of the dataset that are the actions, side by side, where it has several that could be")
}

// SayDecided prints what was decided for the user, a line for each decision (demos.Description).
func (p Program) SayDecided(lines []string) {
	for _, line := range lines {
		name, text, _ := strings.Cut(line, ": ")
		fmt.Fprintf(p.Out, "%-9s %s\n", name, printable.Line(text))
	}
}

// WarnOfNames prints which values of the labels of groups differ in their spelling alone.
func (p Program) WarnOfNames(g *demos.LabelledGroups) {
	for _, w := range demos.Alike(g.By, g.Values) {
		fmt.Fprintf(p.Err, "warning: %s\n", w)
	}
}

// WarnOfVideos names the cameras of a dataset that a conversion leaves out.
func (p Program) WarnOfVideos(dataset string, r demos.Reader) {
	for _, c := range demos.Describe(r).Cameras {
		if c.Video {
			p.Warn(dataset, []string{fmt.Sprintf("camera %s is stored as videos, which are not converted", c.Name)})
		}
	}
}

// DescribeFormats is a line on each format that is registered.
func DescribeFormats() string {
	var b strings.Builder
	for _, name := range demos.Formats.Names() {
		f, _ := demos.Formats.Get(name)
		fmt.Fprintf(&b, "  %-13s %s\n", name, f.About())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// FormatNamed returns the dataset format with a name.
func FormatNamed(name string) (demos.FileFormat, error) {
	f, err := demos.Formats.Get(name)
	if err != nil {
		names := demos.Formats.Names()
		return nil, cli.Misused("there is no format %q%sthere is %s",
			name, catalog.DidYouMean(name, names), strings.Join(names, ", "))
	}
	return f, nil
}

// OneDataset checks the arguments of a command that takes a dataset's folder or file.
var OneDataset = cli.OneArgument("the folder or file of one dataset")
