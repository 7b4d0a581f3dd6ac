package stats

import (
	"io"
	"os"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/printable"
)

// The terminal is found behind each writer of the program, so that what it prints fits.
func TestTerminalBehindWriters(t *testing.T) {
	ctx := t.Context()
	for name, w := range map[string]io.Writer{
		"none": os.Stdout, "printable": printable.NewWriter(os.Stdout), "stoppable": stoppable{ctx, os.Stdout},
		"both": stoppable{ctx, printable.NewWriter(os.Stdout)},
	} {
		if cli.Unwrapped(w) != io.Writer(os.Stdout) {
			t.Errorf("%s: the file behind the writer is not found", name)
		}
	}
}
