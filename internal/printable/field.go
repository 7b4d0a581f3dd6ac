package printable

import (
	"strconv"
	"strings"
)

// Field returns s as the content of a field of comma-separated values: on one line (see Line), and marked as text with
// an apostrophe in front where a spreadsheet would take it for a formula and compute it: after leading blanks it begins
// with one of = + - @ or their full-width forms, and is neither that sign alone nor a number (OWASP, CSV Injection).
// Numbers stay, so -0.04 and +1e-3 are read back as they are. Quotes around the field are left to the writer.
func Field(s string) string {
	first := strings.TrimLeft(s, " \t\r\n")
	_, err := strconv.ParseFloat(first, 64)
	if len(first) > 1 && err != nil && strings.ContainsRune("=+-@＝＋－＠", firstRune(first)) {
		s = "'" + s
	}
	return Line(s)
}

// firstRune returns the first character of s, a letter where there is none.
func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 'a'
}

// QuotedField is Field in quotes where it needs them (RFC 4180), for those who write lines of values themselves.
func QuotedField(s string) string {
	s = Field(s)
	if strings.ContainsAny(s, `,"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
