package table

import (
	"strings"
	"testing"
)

// Sheets of the same columns are put below each other, whatever their order. A column of only one of them, on either
// side, is an error that names the sheet without it.
func TestAppend(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"a,b\n1,2\n", "b,a\n4,3\n", ""},
		{"a,b\n1,2\n", "a\n3\n", `second has no column "b", which first has: compare files of the same columns`},
		{"a\n1\n", "a,b\n3,4\n", `first has no column "b", which second has: compare files of the same columns`},
	} {
		first, err := ReadSheet(strings.NewReader(c.first), "first")
		if err != nil {
			t.Fatal(err)
		}
		second, err := ReadSheet(strings.NewReader(c.second), "second")
		if err != nil {
			t.Fatal(err)
		}
		err = first.Append(second)
		switch {
		case c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%q and %q: error %v, want %s", c.first, c.second, err, c.want)
		case c.want == "" && (err != nil || strings.Join(first.Rows[1], " ") != "3 4"):
			t.Errorf("%q and %q: rows %v, error %v", c.first, c.second, first.Rows, err)
		}
	}
}
