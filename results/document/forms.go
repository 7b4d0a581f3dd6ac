package document

import (
	"io"

	"counterpoise/internal/catalog"
)

// Form writes a document in one format, such as Markdown. Write must be deterministic: the same document gives the
// same bytes on all machines, so that documents can be compared and committed. It returns the error of its writer,
// and panics only on a table that is malformed: a row with fewer cells than columns, or a cell with fewer values than
// fields.
type Form struct {
	About string // what the output is, in a few words
	// Extension is the end of the names of files in this form, without a dot.
	Extension string
	// Tables is true where the form has tables alone: no titles, sentences or notes of sections.
	Tables bool
	Write  func(io.Writer, Document) error
}

// Forms is the catalogue of forms, by the name that --format takes. They are csv, html, latex, markdown and
// text.
var Forms = catalog.New[Form]("format")

// Write writes a document in the form of the given name. The error of an unknown name lists the known ones.
// After an error of the writer, w may hold a part of the document.
func Write(w io.Writer, form string, d Document) error {
	f, err := Forms.Get(form)
	if err != nil {
		return err
	}
	return f.Write(w, d)
}

// OfTable returns a document that holds one table and nothing else. It serves files that hold a single table.
func OfTable(t Table) Document { return Document{Sections: []Section{{Tables: []Table{t}}}} }
