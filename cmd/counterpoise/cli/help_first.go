package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FirstAnnotation is the annotation of a command whose help is longer than a screen: the flags that --help shows.
const FirstAnnotation = "first"

// FirstFlags says which flags of a command --help shows; help COMMAND has all flags and the details.
func FirstFlags(flags ...string) map[string]string {
	return map[string]string{FirstAnnotation: strings.Join(flags, ",")}
}

// CommandGroups are the commands that most people come for, by what they have.
var CommandGroups = []*cobra.Group{
	{ID: "data", Title: "Your demonstrations:"},
	{ID: "policies", Title: "Your policies:"},
	{ID: "numbers", Title: "Your numbers:"},
	{ID: "study", Title: "Experiments:"},
	{ID: "look", Title: "To begin with:"},
}

// short is the help that fits a screen: of the program its commands by group, of a command with many flags what it is,
// two examples and the flags of first. It is empty for other commands, whose whole help is short.
func (p Program) short(c *cobra.Command) string {
	if !c.HasParent() {
		return p.shortOfAll(c)
	}
	names, long := c.Annotations[FirstAnnotation]
	if !long {
		return ""
	}
	about, _, _ := strings.Cut(c.Long, "\n\n")
	examples := strings.SplitAfter(c.Example, "\n")
	shown, hidden := pflag.NewFlagSet("", pflag.ContinueOnError), 0
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(strings.Split(names, ","), f.Name) {
			shown.AddFlag(f)
		} else if !f.Hidden {
			hidden++
		}
	})
	two := strings.TrimRight(strings.Join(examples[:min(2, len(examples))], ""), "\n")
	return fmt.Sprintf("%s\n\nUsage:\n  %s\n\nExamples:\n%s\n\nFlags, the most used:\n%s\n%s has the details and "+
		"%d more flags.\n", about, c.UseLine(), two,
		strings.TrimRight(shown.FlagUsages(), "\n")+"\n", p.Name+" help "+CommandPath(c), hidden)
}

// CommandPath is a command with those above it, without the program.
func CommandPath(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// shortOfAll is the first screen of the program.
func (p Program) shortOfAll(root *cobra.Command) string {
	about, _, _ := strings.Cut(root.Long, "\n\n")
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", about)
	for _, g := range CommandGroups {
		fmt.Fprintf(&text, "\n%s\n", g.Title)
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				fmt.Fprintf(&text, "  %-8s %s\n", c.Name(), c.Short)
			}
		}
	}
	var others []string
	for _, c := range root.Commands() {
		if c.GroupID == "" && c.IsAvailableCommand() && c.Name() != "help" {
			others = append(others, c.Name())
		}
	}
	others = strings.Fields("Others: " + strings.Join(others, ", ") + ".")
	fmt.Fprintf(&text, "\n%s\n", strings.Join(filled(others, 100), "\n"))
	fmt.Fprintf(&text, "%s COMMAND --help says more of one, %[1]s help names all.\n", p.Name)
	return text.String()
}
