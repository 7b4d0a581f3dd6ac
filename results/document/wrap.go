package document

import (
	"regexp"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// command matches where a sentence names a command line: ours under any name of its file, Python's or pip's.
var command = regexp.MustCompile(`(?:^| )(?:\S*counterpoise'? |python3? |pip )`)

// Wrap returns a line as lines of at most so many columns of a terminal, broken between words; with 0 it returns the
// line. What follows a command's name stays together, because a shell would run a broken command in part. A word that
// is longer than a line stays whole.
func Wrap(line string, columns int) string {
	if columns == 0 || displaywidth.String(line) <= columns {
		return line
	}
	words := line
	var last string // the command, which goes on a line as one word
	if at := command.FindStringIndex(line); at != nil {
		words, last = line[:at[0]], strings.TrimPrefix(line[at[0]:], " ")
	}
	parts := strings.Fields(words)
	if last != "" {
		parts = append(parts, last)
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var out strings.Builder
	column := 0
	for i, word := range parts {
		n := displaywidth.String(word)
		switch {
		case i == 0:
			out.WriteString(indent)
			column = len(indent)
		case column+1+n > columns:
			out.WriteString("\n" + indent)
			column = len(indent)
		default:
			out.WriteString(" ")
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}

// sentences returns texts as Wrap does, each on lines of its own and with what acts on a terminal escaped.
func sentences(texts []string, columns int) string {
	clean := oneLineEach(texts)
	for i, s := range clean {
		clean[i] = Wrap(s, columns)
	}
	return strings.Join(clean, "\n")
}
