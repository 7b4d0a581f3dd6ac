package shared

import (
	"cmp"
	"os"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/shell"
)

// OfProcess returns the program with the streams and the environment of the process.
func OfProcess() cli.Program {
	script := os.Getenv("COUNTERPOISE_AS")
	return cli.Program{
		Name: shell.Quote(cmp.Or(script, "counterpoise")), Script: script != "",
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, CellRunner: NewCellRunner,
		Columns: cli.ColumnsFrom(os.Getenv("COLUMNS")),
	}
}

// NewCellRunner returns what makes the records of a run. Pictures come from the renderer in pure Go, which needs no
// graphics card and draws the same bytes on every machine.
func NewCellRunner(workers int) runner.CellRunner {
	return runner.NewCellRunner(workers, NewPictures, cachedir.Path())
}
