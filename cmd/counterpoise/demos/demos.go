package demos

import (
	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/shared"
)

func init() { register(program.demos) }

// demos is the command whose subcommands make, read and convert datasets.
func (p program) demos() *cobra.Command {
	c := &cobra.Command{
		Use:     "demos",
		GroupID: "data",
		Short:   "Make, look at and convert datasets of demonstrations",
		Long: "demos makes datasets of demonstrations, and reads those of others. Formats, written and read:\n\n" +
			shared.DescribeFormats(),
		Example: p.Named("  NAME demos generate picking left=9,middle=27,right=27\n  NAME demos inspect out/demos"),
		Args:    p.KnownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.generate(), p.inspect(), p.listDemos(), p.filter(), p.convert(), p.demosCollect(),
		p.play(), p.replay())
	return c
}
