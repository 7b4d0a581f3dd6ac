package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"counterpoise/bench/runner"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/results/document"
	"counterpoise/results/inputs"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// main runs the program on the arguments of the process.
func main() {
	stopPreemption()
	os.Exit(ofProcess().main(os.Args[1:]))
}

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

// newPictures returns a renderer for rollouts. Like newRenderer, for another interface.
func newPictures() (runner.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }

// program is what all commands share. Tests replace its streams and its cell runner.
type program struct {
	name       string // as the user typed it, as a shell takes it; the script passes its own in $COUNTERPOISE_AS
	script     bool   // the script counterpoise of a clone runs the program; it has the commands setup and test
	args       []string
	in         io.Reader
	out, err   io.Writer
	columns    int                                 // of the screen, as the user says; 0 asks the terminal (width)
	cellRunner func(workers int) runner.CellRunner // makes records
	outside    *inputs.Set                         // weights and experiments that are not compiled in
	datasets   runner.Datasets                     // of cells whose demonstrations no recipe makes
}

// main runs a command line and returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 stopped, and what stats
// compare --exit-code found. The first
// Ctrl-C ends the context, so that work stops in order and keeps its checkpoint (stopSignals). A command that does not
// stop is ended (execute).
func (p program) main(args []string) int {
	ctx, stop := stopSignals()
	defer stop()
	p.args = args
	// Whatever a command prints may hold text from outside: names in a file, a path, a record's notes.
	out := printable.NewWriter(p.out)
	p.out, p.err = out, printable.NewWriter(p.err)
	err := execute(ctx, p.root(), p.withTest(args))
	if err == nil && out.Err() != nil { // a full disk; commands print line by line and leave it to this place
		err = fmt.Errorf("what the command prints could not be written: %w", out.Err())
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, errStopped) {
		return 130
	}
	var status exitStatus
	if errors.As(err, &status) {
		return int(status)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.err, "stopped")
		return 130
	}
	for line := range strings.SplitSeq("counterpoise: "+p.said(err), "\n") {
		fmt.Fprintln(p.err, document.Wrap(line, p.widthOf(p.err)))
	}
	var wrong misuse
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}
