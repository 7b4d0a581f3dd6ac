package stats

import (
	"context"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
)

// watched returns the rows of an answer and shows how many of n have passed, in each pass that a form makes over them:
// unless the answer itself goes to a terminal, which shows them. They end early when the command is stopped; stoppable
// makes that an error.
func watched[T any](p program, c *cobra.Command, n int, rows iter.Seq[T]) iter.Seq[T] {
	_, shows := cli.Terminal(p.Out)
	return func(yield func(T) bool) {
		watch, end := func(int, int) error { return c.Context().Err() }, func() {}
		if !shows {
			watch, end = p.watch(c, "rows")
		}
		defer end()
		done := 0
		for row := range rows {
			if done++; watch(done, n) != nil || !yield(row) {
				return
			}
		}
	}
}

// stoppable is a writer that fails when a context has ended, so that Ctrl-C ends a long answer.
type stoppable struct {
	ctx context.Context
	to  io.Writer
}

// Unwrap returns the writer behind s, to ask whether it is a terminal.
func (s stoppable) Unwrap() io.Writer { return s.to }

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.to.Write(b)
}
