package document

import "slices"

// Short returns a document as a person reads it: without tables of detail, and with each note once, where it comes
// first, but those that a reader of any section needs. Sections in which nothing is left but their title are kept, so
// that addresses stay.
func Short(d Document, needed ...string) Document {
	seen := map[string]bool{}
	short := Document{Title: d.Title}
	for _, s := range d.Sections {
		s.Tables = slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool { return t.Detail })
		s.Notes = slices.DeleteFunc(slices.Clone(s.Notes), func(note string) bool {
			again := seen[note] && !slices.Contains(needed, note)
			seen[note] = true
			return again
		})
		short.Sections = append(short.Sections, s)
	}
	return short
}
