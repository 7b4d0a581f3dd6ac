package document

import (
	"errors"
	"testing"
)

// gone is a writer whose reader has gone.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("gone") }

// Where the text gets lost, the forms that make rows while they write them make no more of them, and return the error.
func TestNoRowsForNobody(t *testing.T) {
	const rows = 20_000
	for _, name := range []string{"text", "markdown", "html", "csv"} {
		form, err := Forms.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		table := Table{Title: "T", Columns: []Head{WordColumn("a", "a"), NumberColumn("b", "b")}}
		table.More = func(yield func([]Cell) bool) {
			for range rows {
				if made++; !yield([]Cell{Word("a word"), Count(made)}) {
					return
				}
			}
		}
		err = form.Write(gone{}, Document{Sections: []Section{{Tables: []Table{table}}}})
		widths := 0 // rows that are made to measure columns
		if name == "text" || name == "markdown" {
			widths = rows
		}
		if err == nil || err.Error() != "gone" || made-widths > rows/2 {
			t.Errorf("%s: %v after %d rows", name, err, made)
		}
	}
}
