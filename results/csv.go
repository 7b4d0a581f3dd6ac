package results

import (
	"bytes"
	"encoding/csv"
	"io"
)

// CSV writes the tables of a document for programs: a row of field names, then every number with all its digits and
// nothing where there is none. Where there are several tables, an empty line stands between them.
func CSV(w io.Writer, d Document) error {
	var out bytes.Buffer
	for _, s := range d.Sections {
		for _, t := range s.Tables {
			if out.Len() > 0 {
				out.WriteByte('\n')
			}
			if err := t.csv(&out); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(out.Bytes())
	return err
}

// csv writes one table.
func (t Table) csv(out io.Writer) error {
	c := csv.NewWriter(out)
	var heads []string
	for _, col := range t.Columns {
		heads = append(heads, col.Fields...)
	}
	c.Write(heads)
	for _, row := range t.Rows {
		var values []string
		for i, col := range t.Columns {
			for j := range col.Fields {
				values = append(values, row[i].Values[j])
			}
		}
		c.Write(values)
	}
	c.Flush()
	return c.Error()
}
