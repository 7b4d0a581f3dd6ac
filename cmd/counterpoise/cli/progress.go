package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"counterpoise/bench/runner"
)

// runProgress shows the progress of a run until it is closed.
type runProgress interface {
	runner.Watcher
	Close()
}

// NewRunProgress shows a bar on a screen, and prints a line for each policy into a file or a pipe.
func NewRunProgress(w io.Writer, total, done int) runProgress {
	if f, ok := screen(w); ok {
		return newBar(f, total, done)
	}
	return newLines(w, total, done)
}

// Terminal returns the terminal behind a stream of the program, which a bar draws on with escape sequences of its own.
// It is not ok for pipes, for files, and for what tests pass.
func Terminal(w io.Writer) (f *os.File, ok bool) {
	f, ok = Unwrapped(w).(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// screen returns the terminal on which a bar can be drawn. One without a cursor to move (TERM=dumb) is none, and
// neither is that of a machine that keeps a log (CI), where each drawing would stay.
func screen(w io.Writer) (f *os.File, ok bool) {
	f, ok = Terminal(w)
	return f, ok && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == ""
}

// Unwrapped is the writer behind those of the program, such as printable.Writer and stoppable.
func Unwrapped(w io.Writer) io.Writer {
	for {
		outer, ok := w.(interface{ Unwrap() io.Writer })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}
