package cli

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/runner"
)

// VersionText is what version and --version print.
func VersionText() string {
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
