package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
)

// warn prints what is odd in a dataset that is used all the same.
func (p program) warn(dataset string, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(p.err, "warning: %s: %s\n", dataset, w)
	}
}

// actionsFlag adds the flag that names other actions than those that a reader chooses (demos.TakeActions).
func actionsFlag(c *cobra.Command, names *[]string) {
	c.Flags().StringSliceVar(names, "actions", nil,
		"`FEATURES` of the dataset that are the actions, side by side, where it has several that could be")
}

// sayDecided prints what was decided for the user, a line for each decision (demos.Description).
func (p program) sayDecided(lines []string) {
	for _, line := range lines {
		name, text, _ := strings.Cut(line, ": ")
		fmt.Fprintf(p.out, "%-9s %s\n", name, printable.Line(text))
	}
}

// warnOfNames prints which values of the labels of groups differ in their spelling alone.
func (p program) warnOfNames(g *demos.LabelledGroups) {
	for _, w := range demos.Alike(g.By, g.Values) {
		fmt.Fprintf(p.err, "warning: %s\n", w)
	}
}

// warnOfVideos names the cameras of a dataset that a conversion leaves out.
func (p program) warnOfVideos(dataset string, r demos.Reader) {
	for _, c := range demos.Describe(r).Cameras {
		if c.Video {
			p.warn(dataset, []string{fmt.Sprintf("camera %s is stored as videos, which are not converted", c.Name)})
		}
	}
}

// describeFormats is a line on each format that is registered.
func describeFormats() string {
	var b strings.Builder
	for _, name := range demos.Formats.Names() {
		f, _ := demos.Formats.Get(name)
		fmt.Fprintf(&b, "  %-13s %s\n", name, f.About())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// format returns the dataset format with a name.
func format(name string) (demos.FileFormat, error) {
	f, err := demos.Formats.Get(name)
	if err != nil {
		names := demos.Formats.Names()
		return nil, misused("there is no format %q%sthere is %s",
			name, catalog.DidYouMean(name, names), strings.Join(names, ", "))
	}
	return f, nil
}

// oneDataset checks the arguments of a command that takes a dataset's folder or file.
var oneDataset = oneArgument("the folder or file of one dataset")
