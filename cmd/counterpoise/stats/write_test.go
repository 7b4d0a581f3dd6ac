package stats

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/document"
)

// A stop while the widths of columns are measured, before anything is written, makes no more rows, and the answer is an
// error instead of a shorter table.
func TestStopsWhileMeasuring(t *testing.T) {
	for _, form := range []string{"text", "markdown", "csv", "html", "latex"} {
		ctx, stop := context.WithCancel(t.Context())
		c := &cobra.Command{}
		c.SetContext(ctx)
		made := 0
		rows := func(yield func([]document.Cell) bool) {
			for range 1_000_000 {
				if made++; made == 5 {
					stop()
				}
				if !yield([]document.Cell{document.Word("x")}) {
					return
				}
			}
		}
		table := document.Table{Name: "t", Title: "t", Columns: []document.Head{document.WordColumn("x", "x")}}
		table.More = watched(of(cli.Program{Err: io.Discard}), c, 1_000_000, rows)
		d := document.Document{Sections: []document.Section{{Tables: []document.Table{table}}}}
		if err := document.Write(stoppable{ctx, io.Discard}, form, d); !errors.Is(err, context.Canceled) || made > 6 {
			t.Errorf("%s: %v after %d rows", form, err, made)
		}
	}
}

// A list that is written element by element is the text of an encoder.
func TestJSONLists(t *testing.T) {
	for n := range 3 {
		whole := []any{}
		for i := range n {
			whole = append(whole, map[string]any{"<i>": i, "none": nil})
		}
		elements := func(yield func(any) bool) {
			for _, v := range whole {
				if !yield(v) {
					return
				}
			}
		}
		var got, want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(map[string]any{"pairs": whole}); err != nil {
			t.Fatal(err)
		}
		if err := cli.WriteJSON(&got, cli.JSONList{Name: "pairs", Elements: elements}); err != nil ||
			got.String() != want.String() {
			t.Errorf("%d elements: %s, %v; want %s", n, got.String(), err, want.String())
		}
	}
}
