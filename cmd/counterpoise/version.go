package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/runner"
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

// versionText is what version and --version print.
func versionText() string {
	o := runner.CurrentProvenance()
	return fmt.Sprintf("counterpoise %s, commit %s, %s, results version %s\n",
		orNone(o.Program), orNone(o.Commit), o.Go, bench.Version)
}

// orNone replaces an empty string.
func orNone(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
