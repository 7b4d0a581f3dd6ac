package document

import (
	"encoding/csv"
	"io"
)

func init() {
	Forms.Add("csv", Form{About: "comma-separated values, every digit", Extension: "csv", Tables: true, Write: CSV})
}

// CSV writes the tables of a document as comma-separated values (RFC 4180 with line feeds): a row of field names, then
// one row of exact values per table row, with nothing where there is no number. An empty line separates two tables.
//
// Titles, sentences and notes are left out. Columns without fields are for people and have no column here.
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
		heads = append(heads, c.Fields...)
	}
	out.Write(heads) // the writer keeps its first error, and Error returns it
	for _, row := range t.Rows {
		var values []string
		for i, c := range t.Columns {
			values = append(values, row[i].Values[:len(c.Fields)]...)
		}
		out.Write(values)
	}
	out.Flush()
	return out.Error()
}
