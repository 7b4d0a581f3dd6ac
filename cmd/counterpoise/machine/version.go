package machine

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
)

func init() { register(program.version) }

// version is the command that prints program, commit, Go and the version of the results.
func (p program) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which program this is",
		Args:  cli.NoArguments,
		Run:   func(*cobra.Command, []string) { fmt.Fprint(p.Out, cli.VersionText()) },
	}
}
