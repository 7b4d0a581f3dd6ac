package markup

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// isRule reports whether a line of a table in Markdown separates its header from its rows, or is a frame around rows as
// databases print them: |---|:--:|, +----+.
func isRule(line []byte) bool {
	line = bytes.TrimSpace(line)
	dashes := bytes.Count(line, []byte("-")) + bytes.Count(line, []byte("="))
	return dashes > 0 && len(bytes.Trim(line, "|+-=: \t")) == 0 && bytes.ContainsAny(line, "|+")
}

// markdown returns the values of a table in Markdown as values separated by commas, with the lines where they were; ok
// is false for other texts. What stands around the table is left out. It is an error if there are two.
func markdown(text []byte) (values []byte, ok bool, err error) {
	if bytes.IndexByte(text, '|') < 0 {
		return text, false, nil
	}
	lines := bytes.Split(text, []byte("\n"))
	header := -1
	for i, line := range lines {
		if i > 1000 && header < 0 {
			return text, false, nil // a table of values with bars in them
		}
		if i == 0 || !isRule(line) || isRule(lines[i-1]) || bytes.Count(lines[i-1], []byte("|")) == 0 {
			continue
		}
		if header >= 0 && bytes.HasPrefix(bytes.TrimSpace(line), []byte("+")) {
			continue
		}
		if header >= 0 && len(bytes.TrimSpace(lines[i-1])) > 0 && (i < 2 || len(bytes.TrimSpace(lines[i-2])) == 0 ||
			bytes.IndexByte(lines[i-2], '|') < 0) {
			return nil, false, fmt.Errorf("line %d: a second table in Markdown begins here, and one at a time is read",
				i)
		}
		if header < 0 {
			header = i - 1
		}
	}
	if header < 0 {
		return text, false, nil
	}
	var out bytes.Buffer
	width, over := 0, false
	for i, line := range lines {
		line = bytes.TrimSpace(line)
		switch {
		case i > header && !over && bytes.IndexByte(line, '|') < 0 && !isRule(line):
			over = true
		case i < header || over || isRule(line):
		default:
			cells := cellsOf(string(line))
			if i == header {
				width = len(cells)
			}
			for len(cells) < width {
				cells = append(cells, "")
			}
			for j, c := range cells {
				if j > 0 {
					out.WriteByte(',')
				}
				out.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
			}
		}
		out.WriteByte('\n')
	}
	if width < 2 {
		return nil, false, errors.New("the table in Markdown has one column only")
	}
	return out.Bytes(), true, nil
}

// cellsOf are the cells of a row in Markdown, without the marks of emphasis and code.
func cellsOf(line string) (cells []string) {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	for _, c := range strings.Split(line, "|") {
		c = strings.TrimSpace(strings.ReplaceAll(c, bar, "|"))
		for _, mark := range []string{"**", "__", "~~", "`", "*", "_"} {
			if len(c) > 2*len(mark) && strings.HasPrefix(c, mark) && strings.HasSuffix(c, mark) {
				c = strings.TrimSpace(c[len(mark) : len(c)-len(mark)])
			}
		}
		c = strings.NewReplacer("**", "", `\%`, "%", `\_`, "_", "&nbsp;", " ").Replace(c)
		cells = append(cells, strings.TrimSpace(c))
	}
	return cells
}
