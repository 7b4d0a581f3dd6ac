package main

import (
	"context"
	"counterpoise/bench/runner"
	"counterpoise/internal/printable"
	"counterpoise/results/document"
	"counterpoise/results/inputs"
	"errors"
	"fmt"
	"io"
	"strings"
)

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
	root := p.root()
	err := execute(ctx, root, withTest(root, args))
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
