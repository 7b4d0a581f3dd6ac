package main

import (
	"fmt"
	"path/filepath"

	"counterpoise/internal/bounded"
	"counterpoise/internal/shell"
)

// printKept says which folder weights are kept in and, where they are of a dataset of LeRobot's, with which command
// LeRobot trains under them.
func (p program) printKept(dir string) {
	fmt.Fprintf(p.out, "\nkept in   %s\n", dir)
	for _, table := range bounded.Glob(dir, "weights-*.parquet") {
		fmt.Fprintf(p.out, "LeRobot   python %s --weights=%s ARGUMENTS OF lerobot-train\n",
			shell.Quote(filepath.Join(dir, "lerobot_weights.py")), shell.Quote(table))
	}
}
