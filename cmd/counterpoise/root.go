package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/internal/suggest"
)

const about = `Counterpoise asks one question of robot learning: when demonstrations are imbalanced,
which way of re-weighting them gives the better policy, and is the difference real?

It simulates a robot arm at a table, records demonstrations, clones policies from balanced
and imbalanced sets of them, rolls the policies out, and tests the differences by trial.`

const rootExamples = `  NAME run quick                     the whole way, small: a few minutes on two cores
  NAME run E1 --trials 10            one experiment
  NAME slurm study --out DIR         the same on a cluster, as a Slurm job array
  NAME list experiments              what can be run
  NAME demos generate picking left=9,middle=27,right=27   demonstrations alone
  NAME report out                    a page that shows what a run found
  NAME claims out                    the verdicts on the claims of the study
  NAME stats ttest numbers.csv       the same tests for anybody's numbers
  NAME doctor                        what this machine offers, and how to switch the rest on

In a clone, ./counterpoise test runs the tests and ./counterpoise setup installs what is optional.`

// root is the whole command tree.
func (p program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "counterpoise",
		Short:         "Balancing imbalanced demonstrations: simulate, clone, roll out, test",
		Long:          about,
		Example:       p.named(rootExamples),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          p.knownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(p.run(), p.list(), p.demos(), p.trace(), p.render(), p.view(), p.doctor(), p.version(), p.stats(), p.report(), p.compare(), p.claims(), p.weigh(), p.train(), p.eval(), p.encoder(), p.cell(), p.slurm())
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.CompletionOptions.HiddenDefaultCmd = true
	return root
}

// named puts the name by which the program was called into examples.
func (p program) named(text string) string { return strings.ReplaceAll(text, "NAME", p.name) }

// knownCommand is the check of a command that only has subcommands: whatever is left is none of them.
func (p program) knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return misused("unknown command %q%s; %s --help shows what there is", args[0], suggest.DidYouMean(args[0], names), p.called(c))
}

// called is the command as the user would type it.
func (p program) called(c *cobra.Command) string {
	_, rest, _ := strings.Cut(c.CommandPath(), " ")
	return strings.TrimSpace(p.name + " " + rest)
}

// noArguments is the check of a command that takes flags alone.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return misused("%s takes no argument, so not %q", c.Name(), args[0])
	}
	return nil
}

// flagError makes one line of what pflag finds wrong.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return misused("%s has no flag --%s%s; %s --help lists them", c.Name(), name, suggest.DidYouMean("--"+name, names), c.CommandPath())
	case errors.As(err, &invalid):
		return misused("--%s does not take %q; it wants a value of type %s", invalid.GetFlag().Name, invalid.GetValue(), invalid.GetFlag().Value.Type())
	case errors.As(err, &missing):
		return misused("--%s needs a value", missing.GetSpecifiedName())
	}
	return misuse{err}
}
