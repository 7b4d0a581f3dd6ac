package document

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/golden"
)

// Every registered form writes a document the same way each time, passes on the error of its writer, has every value
// of the tables in it, and gives the committed text.
func TestEveryForm(t *testing.T) {
	for _, name := range Forms.Names() {
		f, _ := Forms.Get(name)
		if f.About == "" || f.Extension == "" || strings.HasPrefix(f.Extension, ".") {
			t.Errorf("%s: about %q, extension %q", name, f.About, f.Extension)
		}
		text := inForm(t, name, nasty())
		if again := inForm(t, name, nasty()); again != text {
			t.Errorf("%s is written in two ways", name)
		}
		golden.Check(t, "form-"+name+"."+f.Extension, text)
		if err := f.Write(full{}, nasty()); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v of a writer that is full", name, err)
		}
		checkContents(t, name, f)
	}
}

// checkContents checks that a form keeps its tables apart, writes each cell, and has the rest of the document unless
// it is for tables alone.
func checkContents(t *testing.T, name string, f Form) {
	t.Helper()
	table := func(cell string) Table {
		return Table{
			Title: "Title" + cell, Columns: []Head{WordColumn("Head"+cell, "field"+cell)},
			Rows: [][]Cell{{Entry("same"+cell, "same"+cell)}},
		}
	}
	d := Document{Sections: []Section{{
		Title: "Heading", Lines: []string{"Answer."}, Notes: []string{"Remark."},
		Tables: []Table{table("1"), table("2")},
	}}}
	text := inForm(t, name, d)
	want := []string{"same1", "same2"}
	if !f.Tables {
		want = append(want, "Answer.", "Title1", "Head1", "Title2", "Head2", "Remark.")
	}
	at := 0
	for _, w := range want[:2] {
		i := strings.Index(text[at:], w)
		if i < 0 {
			t.Errorf("%s: no %s, or not in order, in\n%s", name, w, text)
			continue
		}
		at += i
	}
	for _, w := range want[2:] {
		if !strings.Contains(text, w) {
			t.Errorf("%s: no %s in\n%s", name, w, text)
		}
	}
	made := Document{Sections: d.Sections}
	for i := range made.Sections[0].Tables {
		m := &made.Sections[0].Tables[i]
		m.Rows, m.More = nil, slices.Values(m.Rows)
	}
	if again := inForm(t, name, made); again != text {
		t.Errorf("%s: rows that are made when they are written give\n%s", name, again)
	}
	var empty bytes.Buffer
	if err := f.Write(&empty, Document{}); err != nil {
		t.Errorf("%s: an empty document: %v", name, err)
	}
}

var errFull = errors.New("the disk is full")

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
