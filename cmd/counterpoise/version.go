package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func init() { register(program.version) }

// version is the command that prints program, commit, Go and the version of the results.
func (p program) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which program this is",
		Args:  noArguments,
		Run:   func(*cobra.Command, []string) { fmt.Fprint(p.out, versionText()) },
	}
}
