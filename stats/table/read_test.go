package table

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// FuzzRead: whatever a file holds, it is read or refused in one line.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"subject,dextro,laevo\n1,0.7,1.9\n2,-1.6,0.8\n", "a;b\n1;2", "\xef\xbb\xbf,\"a\"\n",
		"a,b\n\"", "\t\n\t", "a\n\n1"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Read(strings.NewReader(string(text)), "file")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		for _, row := range got.Rows {
			if len(row) != len(got.Names) {
				t.Errorf("%d values under %d names", len(row), len(got.Names))
			}
			for _, v := range row {
				if math.IsInf(v, 0) {
					t.Errorf("%q holds an infinity", text)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := "a,b,c,d\n" + strings.Repeat("0.123456789,0.23456789,0.3456789,0.456789\n", 10000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(text), "file"); err != nil {
			b.Fatal(err)
		}
	}
}

// UTF-16 is found with and without its mark; other zero bytes are no sign of it.
func TestUTF16(t *testing.T) {
	for text, want := range map[string]bool{
		"\xff\xfea\x00": true, "\xfe\xff\x00a": true, "a\x00,\x00": true, "\x00a\x00,": true,
		"\x00\x01\x02": false, "\x00\xff": false, "\x01\x00": false, "a,b": false, "a": false,
	} {
		_, err := Read(strings.NewReader(text), "file")
		if got := err != nil && strings.Contains(err.Error(), "is in UTF-16"); got != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A first column is left out as labels if its name says so, or its values are words, which is said; values that begin
// as numbers do are refused, as in the other columns.
func TestFirstColumnOfLabels(t *testing.T) {
	const label = `; if column "bc" labels the rows, call it label`
	const meant = "is not a number; a missing one is an empty cell, NA or NaN" + label
	for _, c := range []struct{ name, text, names, labels, wrong string }{
		{"grouped digits", "bc,act,dp\n\"1,234\",2,3\n\"3,456\",4,6\n", "", "",
			`file, line 2, column 1: "1,234" is not a number: its comma may be a decimal point or group digits; ` +
				"write it without" + label},
		{"percent", "bc,act\n50%,2\n60%,4\n", "bc act", "", ""},
		{"signs and points", "bc,act\n-.5 m,2\n+1 m,4\n", "", "", `file, line 2, column 1: "-.5 m" ` + meant},
		{"one among words", "bc,act\nnone,2\n60 m,4\n", "", "", `file, line 3, column 1: "60 m" ` + meant},
		{"words", "who,bc,act\nann,1,2\nbob,2,3\n", "bc act",
			"who", ""},
		{"named", "subject,bc,act\nann,1,2\n2nd,2,3\n", "bc act", "", ""},
		{"no name", ",bc,act\n1st,1,2\n2nd,2,3\n", "bc act", "", ""},
	} {
		got, err := Read(strings.NewReader(c.text), "file")
		switch {
		case c.wrong != "":
			if err == nil || err.Error() != c.wrong {
				t.Errorf("%s: error %v, want %q", c.name, err, c.wrong)
			}
		case err != nil || strings.Join(got.Names, " ") != c.names || got.Labels != c.labels:
			t.Errorf("%s: %v, %+v", c.name, err, got)
		}
	}
}

// Where every comma may group digits, each reader says how it was read; one number that has no such comma is enough to
// know.
func TestCommasInDoubt(t *testing.T) {
	const want = `"1,234" in line 2 was read as 1.234: `
	for text, doubt := range map[string]bool{
		"method;seed;score\na;1;1,234\nb;1;-5,678\n": true, "method;seed;score\na;1;1,234\nb;1;5,67\n": false,
		"method;seed;score\na;1;0,234\nb;1;5,678\n": false, "method;seed;score\na;1;1234,567\nb;1;5,678\n": false,
		"method;seed;score\na;1;1.234\nb;1;5.678\n": false, // of a point, which another test reads
	} {
		_, long, err := ReadLong(strings.NewReader(text), "x.csv", LongColumns{})
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		taken, err := sheet.Detect(Choice{})
		if err != nil {
			t.Fatal(err)
		}
		wide, err := Read(strings.NewReader(strings.NewReplacer("a;", "", "b;", "", "method;", "").Replace(text)),
			"x.csv")
		if err != nil {
			t.Fatal(err)
		}
		for reader, warnings := range map[string][]string{
			"ReadLong": long, "Detect": taken.Warnings, "Read": wide.Warnings,
		} {
			if n := strings.Count(strings.Join(warnings, "\n"), want); (n == 1) != doubt || n > 1 {
				t.Errorf("%s, %q: warnings %q", reader, text, warnings)
			}
		}
	}
}

// Between semicolons a comma is a decimal point, in every form of table; between commas it is not, and what is no
// number stays.
func TestDecimalCommas(t *testing.T) {
	const text = "seed;a;b\n1;0,5;-1,25\n2;,25; 3\n"
	table, err := Read(strings.NewReader(text), "x.csv")
	if err != nil || fmt.Sprint(table.Rows) != "[[0.5 -1.25] [0.25 3]]" {
		t.Errorf("%v, %v", table.Rows, err)
	}
	sheet, err := ReadSheet(strings.NewReader("m;v;w\n1,5;a,5;1,2,3\n0.5;1.234,5;0,1 \n"), "x.csv")
	if want := `[["1.5" "a,5" "1,2,3"] ["0.5" "1234.5" "0.1"]]`; err != nil || fmt.Sprintf("%q", sheet.Rows) != want {
		t.Errorf("%q, %v; want %s", sheet.Rows, err, want)
	}
	long, _, err := ReadLong(strings.NewReader("method;seed;score\na;1;0,5\nb;1;2,5\n"), "x.csv", LongColumns{})
	if err != nil || len(long.Entries) != 2 || long.Entries[1].Sum != 2.5 {
		t.Errorf("%+v, %v", long, err)
	}
}

// Spreadsheets name the separator in a first line, and old ones end lines with carriage returns alone. Lines keep their
// numbers, and blank ones before the header do not hide the separator.
func TestLinesOfSpreadsheets(t *testing.T) {
	for _, text := range []string{
		"sep=;\nmethod;score\na;1,5\nb;x\n", "sep=;\r\nmethod;score\r\na;1,5\r\nb;x\r\n",
		"\xef\xbb\xbfsep=;\rmethod;score\ra;1,5\rb;x\r", "\nmethod;score\na;1,5\nb;x",
	} {
		s, err := ReadSheet(strings.NewReader(text), "file")
		if err != nil || fmt.Sprint(s.Names, s.Rows, s.Lines) != "[method score] [[a 1.5] [b x]] [3 4]" {
			t.Errorf("%q: read as %v %v %v, %v", text, s.Names, s.Rows, s.Lines, err)
		}
		_, err = Read(strings.NewReader(text), "file")
		if err == nil || !strings.Contains(err.Error(), "line 4, column 2") {
			t.Errorf("%q: %v, want an error of line 4", text, err)
		}
	}
	// A column may be called so.
	if s, err := ReadSheet(strings.NewReader("sep=;score\n1;2\n"), "file"); err != nil || len(s.Names) != 2 {
		t.Errorf("%v, %v", s.Names, err)
	}
}

// An error says what to do about a name that is missing, doubled or holds what no table shows.
func TestHeaderErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,\n1,2,3\n":      "line 1, column 3: the %s has no name: name it, or take the column out",
		"a,b,a\n1,2,3\n":     `line 1, column 3: another column is called "a" too: rename one of them`,
		"a,\"b\x1b\"\n1,2\n": `line 1, column 2: the name "b\x1b" has a control character in it: take it out`,
	} {
		_, sheet := ReadSheet(strings.NewReader(text), "file")
		_, wide := Read(strings.NewReader(text), "file")
		for noun, err := range map[string]error{"column": sheet, "condition": wide} {
			if err == nil || err.Error() != "file, "+strings.Replace(want, "%s", noun, 1) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestSeparator has headers with separators in their quotes, of which the most frequent one was taken: commas.
func TestSeparator(t *testing.T) {
	for text, want := range map[string]string{
		"\"a, tuned, late\";\"b\"\n1;2\n": "a, tuned, late|b", "\"a;;\",b\n1,2\n": "a;;|b",
		"\"a\n;;\"\tb\tc\n1\t2\t3\n": "", "a\"\"\"\";b\n1;2\n": "", "\"a,\"\",,\";b;c\n1;2;3\n": "a,\",,|b|c",
	} {
		got, err := Read(strings.NewReader(text), "file")
		if want == "" {
			if err == nil {
				t.Errorf("%q: read as %q, want an error", text, got.Names)
			}
			continue
		}
		if err != nil || strings.Join(got.Names, "|") != want {
			t.Errorf("%q: read as %q, %v, want %s", text, got.Names, err, want)
		}
	}
}
