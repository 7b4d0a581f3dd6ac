package table

import (
	"strings"
	"testing"
)

// Files of other kinds are named, and are not read as CSV.
func TestOtherForms(t *testing.T) {
	for text, want := range map[string]string{
		`{"test/mean_score": 0.5}`: "file is JSON, not a table", "[\n  {\"a\": 1}]": "file is JSON",
		"{\n}":         "file is JSON",
		"PAR1\x15\x04": "file is a Parquet file", "PK\x03\x04": "file is a zip archive",
		"\x1f\x8b\x08":        "compressed by gzip",
		"SQLite format 3\x00": "an SQLite database", "<!doctype html>": "a web page",
	} {
		for _, read := range readers {
			if err := read(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(),
				"\n") {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		}
	}
	for _, text := range []string{"{a},{b}\n1,2\n2,3\n", "[x],y\n1,2\n2,3\n"} {
		if _, err := Read(strings.NewReader(text), "file"); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// readers are the three readers of tables.
var readers = []func(text string) error{
	func(text string) error { _, err := Read(strings.NewReader(text), "file"); return err },
	func(text string) error { _, err := ReadSheet(strings.NewReader(text), "file"); return err },
	func(text string) error {
		_, _, err := ReadLong(strings.NewReader(text), "file", LongColumns{})
		return err
	},
}

// A value beyond any cell of a spreadsheet is an error with its place, which does not repeat it; so is one that is no
// number, of whatever length.
func TestLongValues(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"method,seed,success\na,1,1\nb,1,\"" + strings.Repeat("x,\n", 100_000) + "\"\n",
			"file, line 3, column 3: a value has more than 131072 bytes: is a quote open?"},
		{"method,seed,success\na,1," + strings.Repeat("1", 200_000) + "\n", "file, line 2, column 3: a value has more"},
		{"method,seed,success\na,1,1\nb,1,0 " + strings.Repeat("x", 100_000) + "\n", `"...`},
	} {
		for i, read := range readers {
			err := read(c.text)
			if i == 1 && err == nil { // a sheet holds any text
				s, _ := ReadSheet(strings.NewReader(c.text), "file")
				_, err = s.Detect(Choice{})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 400 {
				t.Errorf("reader %d: %.300v, want %s", i, err, c.want)
			}
		}
	}
}

// Columns of words are left out of a table of conditions, and columns that are not asked for are not read.
func TestColumnsThatNobodyAskedFor(t *testing.T) {
	const notes = "seed,note,a,b\n1,ok,1,2\n2,ok,2,4\n3,bad,3,3\n"
	for _, c := range []struct {
		name, text, columns, want, said string
	}{
		{"words", notes, "", "a b", `column "note" holds words and is left out`},
		{"words, not asked for", notes, "a b", "a b", ""},
		{"words, asked for", notes, "note a", "", `line 2, column 2: "ok" is not a number`},
		{"one word", "a,b,c\n1,2,3\nx,4,5\n2,4,z\n", "a b", "", `line 3, column 1: "x" is not a number`},
		{"one word, not asked for", "a,b,c\n1,2,3\n3,4,5\n2,4,z\n", "a b", "a b", ""},
		{"one word, in the way", "a,b,c\n1,2,3\n3,4,5\n2,4,z\n", "", "", `line 4, column 3: "z" is not a number`},
		{"a first column", "x,b,c\n1 m,2,3\n2 m,4,5\n", "b c", "b c", ""},
		{"percent", "a,b\n50%,60 %\n17/20,.5\n", "", "a b", "61 % is 0.61"},
		{"an index of pandas", "Unnamed: 0,a,b\n0,1,2\n1,2,3\n", "", "a b", ""},
	} {
		table, err := Read(strings.NewReader(c.text), "file", strings.Fields(c.columns)...)
		if err == nil && c.columns != "" {
			table, err = table.Select(strings.Fields(c.columns))
		}
		if err != nil {
			if c.want != "" || !strings.Contains(err.Error(), c.said) {
				t.Errorf("%s: %v, want %s", c.name, err, c.said)
			}
			continue
		}
		warned := strings.Join(table.Warnings, "; ")
		if got := strings.Join(table.Names, " "); got != c.want || !strings.Contains(warned, c.said) || c.said == "" &&
			warned != "" {
			t.Errorf("%s: %s, %q, want %s, %q", c.name, got, warned, c.want, c.said)
		}
	}
}
