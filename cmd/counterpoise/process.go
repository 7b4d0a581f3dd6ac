package main

import (
	"cmp"
	"os"

	"counterpoise/bench/runner"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/shell"
)

// ofProcess returns the program with the streams and the environment of the process.
func ofProcess() program {
	script := os.Getenv("COUNTERPOISE_AS")
	return program{
		name: shell.Quote(cmp.Or(script, "counterpoise")), script: script != "",
		in: os.Stdin, out: os.Stdout, err: os.Stderr, cellRunner: newCellRunner,
		columns: columnsFrom(os.Getenv("COLUMNS")),
	}
}

// newCellRunner returns what makes the records of a run. Pictures come from the renderer in pure Go, which needs no
// graphics card and draws the same bytes on every machine.
func newCellRunner(workers int) runner.CellRunner {
	return runner.NewCellRunner(workers, newPictures, cachedir.Path())
}
