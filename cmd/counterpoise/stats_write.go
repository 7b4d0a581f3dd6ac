package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	name string
	n    int
	at   func(i int) any // element i
}

// write writes the object as an encoder would.
func (l jsonList) write(w io.Writer) error {
	if l.n == 0 {
		return indented(w, "").Encode(map[string][]any{l.name: {}})
	}
	fmt.Fprintf(w, "{\n  %q: [", l.name)
	var text bytes.Buffer
	for i := range l.n {
		text.Reset()
		if err := indented(&text, "    ").Encode(l.at(i)); err != nil {
			return err
		}
		separator := ","
		if i == 0 {
			separator = ""
		}
		if _, err := fmt.Fprintf(w, "%s\n    %s", separator, bytes.TrimSpace(text.Bytes())); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n  ]\n}\n")
	return err
}

// stoppable is a writer that fails when a context has ended, so that Ctrl-C ends a long answer.
type stoppable struct {
	ctx context.Context
	to  io.Writer
}

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.to.Write(b)
}
