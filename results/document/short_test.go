package document

import (
	"slices"
	"testing"
)

// The short form lacks tables of detail and notes that stand further up, and leaves the document as it is.
func TestShort(t *testing.T) {
	d := Document{Title: "both", Sections: []Section{
		{Title: "first", Lines: []string{"a"}, Tables: []Table{{Name: "kept"}, Table{Name: "fine"}.AsDetail()},
			Notes: []string{"stars", "again"}},
		{Title: "second", Tables: []Table{Table{Name: "fine"}.AsDetail()}, Notes: []string{"stars", "its own"}},
	}}
	short := Short(d)
	if first := short.Sections[0]; len(first.Tables) != 1 || first.Tables[0].Name != "kept" || len(first.Notes) != 2 {
		t.Errorf("first section %+v", first)
	}
	if second := short.Sections[1]; len(second.Tables) != 0 || !slices.Equal(second.Notes, []string{"its own"}) {
		t.Errorf("second section %+v", second)
	}
	if second := Short(d, "stars").Sections[1]; !slices.Equal(second.Notes, []string{"stars", "its own"}) {
		t.Errorf("a note that is needed is left out: %q", second.Notes)
	}
	if len(d.Sections[0].Tables) != 2 || len(d.Sections[1].Notes) != 2 {
		t.Error("the document has changed")
	}
}
