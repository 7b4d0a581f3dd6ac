package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"counterpoise/bench/runner"
	"counterpoise/internal/printable"
	"counterpoise/results/document"
	"counterpoise/results/inputs"
)

// Program is what all commands share. Tests replace its streams and its cell runner.
type Program struct {
	Name       string // as the user typed it, as a shell takes it; the script passes its own in $COUNTERPOISE_AS
	Script     bool   // the script counterpoise of a clone runs the program; it has the commands setup and test
	Args       []string
	In         io.Reader
	Out, Err   io.Writer
	Columns    int                                 // of the screen, as the user says; 0 asks the terminal (Width)
	CellRunner func(workers int) runner.CellRunner // makes records
	Outside    *inputs.Set                         // weights and experiments that are not compiled in
	Datasets   runner.Datasets                     // of cells whose demonstrations no recipe makes
}

// Main runs a command line and returns the exit code: 0 done, 1 failed, 2 wrong usage, 130 stopped, and what stats
// compare --exit-code found. The first Ctrl-C ends the context, so that work stops in order and keeps its checkpoint
// (stopSignals). A command that does not stop is ended (Execute).
func (p Program) Main(args []string) int {
	ctx, stop := stopSignals()
	defer stop()
	p.Args = args
	// Whatever a command prints may hold text from outside: names in a file, a path, a record's notes.
	out := printable.NewWriter(p.Out)
	p.Out, p.Err = out, printable.NewWriter(p.Err)
	root := p.Root()
	err := Execute(ctx, root, WithTest(root, args))
	if err == nil && out.Err() != nil { // a full disk; commands print line by line and leave it to this place
		err = fmt.Errorf("what the command prints could not be written: %w", out.Err())
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, ErrStopped) {
		return 130
	}
	var status ExitStatus
	if errors.As(err, &status) {
		return int(status)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.Err, "stopped")
		return 130
	}
	for line := range strings.SplitSeq("counterpoise: "+p.Said(err), "\n") {
		fmt.Fprintln(p.Err, document.Wrap(line, p.widthOf(p.Err)))
	}
	var wrong Misuse
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// ExitStatus is the finding of a command that has printed its answer, as an exit code. 1 and 2 stay errors.
type ExitStatus int

// Error implements error.
func (e ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
