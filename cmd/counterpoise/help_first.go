package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// firstFlags is the annotation of a command whose help is longer than a screen: the flags that --help shows.
const firstFlags = "first"

// first says which flags of a command --help shows; help COMMAND has all flags and the details.
func first(flags ...string) map[string]string {
	return map[string]string{firstFlags: strings.Join(flags, ",")}
}

// commandGroups are the commands that most people come for, by what they have.
var commandGroups = []*cobra.Group{
	{ID: "data", Title: "Your demonstrations:"},
	{ID: "policies", Title: "Your policies:"},
	{ID: "numbers", Title: "Your numbers:"},
	{ID: "study", Title: "Experiments:"},
	{ID: "look", Title: "To begin with:"},
}

// short is the help that fits a screen: of the program its commands by group, of a command with many flags what it is,
// two examples and the flags of first. It is empty for other commands, whose whole help is short.
func (p program) short(c *cobra.Command) string {
	if !c.HasParent() {
		return p.shortOfAll(c)
	}
	names, long := c.Annotations[firstFlags]
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
		strings.TrimRight(shown.FlagUsages(), "\n")+"\n", p.name+" help "+commandPath(c), hidden)
}

// commandPath is a command with those above it, without the program.
func commandPath(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// shortOfAll is the first screen of the program.
func (p program) shortOfAll(root *cobra.Command) string {
	about, _, _ := strings.Cut(root.Long, "\n\n")
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", about)
	for _, g := range commandGroups {
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
	fmt.Fprintf(&text, "%s COMMAND --help says more of one, %[1]s help names all.\n", p.name)
	return text.String()
}
