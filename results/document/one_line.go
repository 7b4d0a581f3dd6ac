package document

import (
	"strings"

	"counterpoise/internal/printable"
)

// oneLine returns s on one line, with characters escaped that act on a terminal or on the text around them. Line feeds
// become spaces. All forms for people begin with it, and escape afterwards what is markup to them.
func oneLine(s string) string { return printable.Line(strings.ReplaceAll(s, "\n", " ")) }

// oneLineEach is oneLine for several texts. The slice is new.
func oneLineEach(texts []string) []string {
	clean := make([]string, len(texts))
	for i, s := range texts {
		clean[i] = oneLine(s)
	}
	return clean
}
