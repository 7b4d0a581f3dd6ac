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
	tables := bounded.Glob(dir, "weights-*.parquet")
	if len(tables) == 0 {
		return
	}
	if len(tables) > 1 {
		tables[0] = filepath.Join(dir, "weights-METHOD.parquet")
	}
	fmt.Fprintf(p.out, "LeRobot   python %s --weights=%s ARGUMENTS OF lerobot-train\n",
		shell.Quote(filepath.Join(dir, "lerobot_weights.py")), shell.Quote(tables[0]))
}
