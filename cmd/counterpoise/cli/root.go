package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

const about = `
Counterpoise asks one question of robot learning: when demonstrations are imbalanced,
which way of re-weighting them gives the better policy, and is the difference real?

It simulates a robot arm at a table, records demonstrations, clones policies from balanced
and imbalanced sets of them, rolls the policies out, and tests the differences by trial.`

var rootExamples = `  NAME run quick                     the whole way, small: a few minutes on two cores
` + fmt.Sprintf("  NAME %-29s one experiment\n  NAME %-29s the same on a cluster, as a Slurm job array\n",
	"run "+ExampleRun+" --trials 10", "slurm "+MainProfile+" --out DIR") +
	`  NAME list experiments              what can be run
  NAME demos generate picking left=9,middle=27,right=27   demonstrations alone
  NAME report out                    a page that shows what a run found
` + claimsExample + `  NAME stats compare numbers.csv     the same tests for anybody's numbers
  NAME doctor                        what this machine offers, and how to switch the rest on

In a clone, ./counterpoise test runs the tests and ./counterpoise setup installs what is optional.`

// commands are the commands of the program, by the name of the command that they stand below: "" is the program. A
// command's file adds it, so a new command is one new file.
var commands = map[string][]func(Program) *cobra.Command{}

// Register adds a command. It is called from init functions; the help sorts commands by name.
func Register(c func(Program) *cobra.Command) { RegisterBelow("", c) }

// RegisterBelow adds a subcommand to a command, as of "demos".
func RegisterBelow(parent string, c func(Program) *cobra.Command) {
	commands[parent] = append(commands[parent], c)
}

// Root returns the command tree.
func (p Program) Root() *cobra.Command {
	root := &cobra.Command{
		Use:           "counterpoise",
		Short:         "Balancing imbalanced demonstrations: simulate, clone, roll out, test",
		Long:          about,
		Example:       p.Named(rootExamples),
		SilenceErrors: true, // main prints them
		SilenceUsage:  true,
		Args:          p.KnownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },

		PersistentPreRunE: func(c *cobra.Command, _ []string) error { return checkFileNames(c.Flags()) },
	}
	root.Flags().Bool("version", false, "say which program this is")
	root.Version = VersionText()
	root.SetVersionTemplate("{{.Version}}")
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetFlagErrorFunc(p.flagError)
	root.AddGroup(CommandGroups...)
	for _, c := range commands[""] {
		c := c(p)
		for _, sub := range commands[c.Name()] {
			c.AddCommand(sub(p))
		}
		root.AddCommand(c)
	}
	root.SetHelpCommand(p.help(root))
	root.CompletionOptions.HiddenDefaultCmd = true
	trimHelp(root)
	p.fitHelp(root)
	return root
}

// help is "help COMMAND", which many type for COMMAND --help.
func (p Program) help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return p.KnownCommand(c, append(rest, args...)[:1])
			}
			return c.Help()
		},
	}
}

// trimHelp removes the line break after the opening quote of the help texts. The break lets a raw string begin at the
// start of a line, so that the source shows the text as the terminal does.
func trimHelp(c *cobra.Command) {
	c.Long = strings.TrimPrefix(c.Long, "\n")
	for _, sub := range c.Commands() {
		trimHelp(sub)
	}
}

// Named replaces NAME in examples by the name that the program was called by.
func (p Program) Named(text string) string { return strings.ReplaceAll(text, "NAME", p.Name) }

// WithTest is a command line with "test" before a kind of test that stands alone, as in stats ttest: scripts and
// committed records have such lines.
func WithTest(root *cobra.Command, args []string) []string {
	at := slices.Index(args[:min(len(args), 2)], "stats") + 1
	if at == 0 || at >= len(args) || at == 2 && args[0] != "help" && !strings.HasPrefix(args[0], "__complete") {
		return args
	}
	test, _, err := root.Find([]string{"stats", "test"})
	isTest := func(c *cobra.Command) bool { return c.Name() == args[at] }
	if err != nil || !slices.ContainsFunc(test.Commands(), isTest) {
		return args
	}
	return slices.Insert(slices.Clone(args), at, "test")
}
