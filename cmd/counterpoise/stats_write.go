package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"
)

// writeJSON writes a value, indented by two blanks. A jsonList is written element by element.
func writeJSON(w io.Writer, value any) error {
	if l, ok := value.(jsonList); ok {
		return l.write(w)
	}
	return indented(w, "").Encode(value)
}

// indented returns an encoder that begins each line but the first with a prefix.
func indented(w io.Writer, prefix string) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetIndent(prefix, "  ")
	enc.SetEscapeHTML(false)
	return enc
}

// jsonList stands for an object with one list, such as {"pairs": [...]}, that is too long for its text to be held in
// memory.
type jsonList struct {
	name     string
	elements iter.Seq[any]
}

// write writes the object as an encoder would.
func (l jsonList) write(w io.Writer) error {
	fmt.Fprintf(w, "{\n  %q: [", l.name)
	var text bytes.Buffer
	separator, end := "", "]\n}\n"
	for element := range l.elements {
		text.Reset()
		if err := indented(&text, "    ").Encode(element); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n    %s", separator, bytes.TrimSpace(text.Bytes())); err != nil {
			return err
		}
		separator, end = ",", "\n  ]\n}\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// watched returns the rows of an answer and shows how many of n have passed, in each pass that a form makes over them:
// unless the answer itself goes to a terminal, which shows them. They end early when the command is stopped; stoppable
// makes that an error.
func watched[T any](p program, c *cobra.Command, n int, rows iter.Seq[T]) iter.Seq[T] {
	_, shows := terminal(p.out)
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
