package table

import (
	"fmt"
	"slices"
	"strings"
)

// unite gives whole numbers that are written in several ways, as 1, 01 and 1.0, one spelling in the columns that name
// trials, starts or groups, or may do so: programs that join tables make 1.0 of 1.
func (d *detector) unite() error {
	for at, c := range d.columns {
		role := d.role(at)
		if role != "trial" && role != "start" && role != "group" && (role != "" || c.kind != whole) {
			continue
		}
		mark := d.room.Mark()
		spelled := map[string]string{} // by identity, of numbers that are not written as theirs
		for _, row := range d.Rows {
			if id := identity(row[at]); id != row[at] && spelled[id] == "" {
				if err := d.room.Spend("the table", 64+int64(len(row[at])+len(id))); err != nil {
					return err
				}
				spelled[id] = row[at]
			}
		}
		other := slices.IndexFunc(d.Rows, func(row []string) bool {
			text := spelled[identity(row[at])]
			return text != "" && text != row[at]
		})
		if other >= 0 {
			text := d.Rows[other][at]
			d.spelled[at] = spellings(d.Names[at], spelled[identity(text)], text)
			for _, row := range d.Rows {
				row[at] = identity(row[at])
			}
		}
		d.room.Release(mark)
	}
	return nil
}

// spellings is the warning of a number that is written in two ways.
func spellings(column, a, b string) string {
	return fmt.Sprintf("column %q writes one number in several ways, as %s and %s: they are taken for equal", column,
		quoted(a), quoted(b))
}

// warnSpellings warns of the columns of trials, starts and groups in which numbers are written in several ways.
func (d *detector) warnSpellings() {
	for _, role := range []string{"trial", "start", "group"} {
		if at, ok := d.found[role]; ok && d.spelled[at] != "" {
			d.doubt = append(d.doubt, d.spelled[at])
		}
	}
}

// twins says which two names are the same but for capitals, blanks, hyphens and underscores; empty where none are. They
// stay two.
func twins(names []string) string {
	first := map[string]string{}
	for _, name := range names {
		key := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
		if other, known := first[key]; known {
			return fmt.Sprintf("%q and %q are two methods here: if they are one, write them alike", other, name)
		}
		first[key] = name
	}
	return ""
}
