package document

import (
	"encoding/csv"
	"io"

	"counterpoise/internal/printable"
)

func init() {
	Forms.Add("csv", Form{About: "comma-separated values, every digit", Extension: "csv", Tables: true, Write: CSV})
}

// CSV writes the tables of a document as comma-separated values (RFC 4180 with line feeds): a row of field names, then
// one row of exact values per table row, with nothing where there is no number. An empty line separates two tables.
//
// Words that a spreadsheet would compute are marked as text (see printable.Field). Titles, sentences and notes are left
// out. Columns without fields are for people and have no column here.
func CSV(w io.Writer, d Document) error {
	first := true
	for _, s := range d.Sections {
		for _, t := range s.Tables {
			if !first {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			first = false
			if err := csvTable(w, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// csvTable writes one table. Values beyond the column's fields are ignored; fewer panic, as Form says.
func csvTable(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	var heads []string
	for _, c := range t.Columns {
		for _, f := range c.Fields {
			heads = append(heads, printable.Field(f))
		}
	}
	out.Write(heads) // the writer keeps its first error, and Error returns it
	for row := range t.All() {
		var values []string
		for i, c := range t.Columns {
			for _, v := range row[i].Values[:len(c.Fields):len(row[i].Values)] {
				values = append(values, printable.Field(v))
			}
		}
		if err := out.Write(values); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
