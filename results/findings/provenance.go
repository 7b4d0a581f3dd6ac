package findings

import (
	"strings"

	"counterpoise/bench"
)

// Program names the program that made a record, and the machine: "commit 0123456789ab with changes on linux/amd64
// CPU".
func Program(p bench.Provenance) string {
	name := "a program without a commit"
	if p.Commit != "" {
		name = "commit " + p.Commit[:min(12, len(p.Commit))]
	}
	if p.Modified {
		name += " with changes"
	}
	if p.System != "" {
		name += " on " + strings.TrimSpace(p.System+" "+p.CPU)
	}
	return name
}
