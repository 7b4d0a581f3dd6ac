package markup

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Values returns the table of a text in LaTeX or Markdown as values separated by commas, with rows on the lines where
// they were; ok is false for other texts. It is an error if there are two tables.
func Values(text []byte) (values []byte, ok bool, err error) {
	if values, ok, err := latex(text); ok || err != nil {
		return values, ok, err
	}
	return markdown(text)
}

// environment begins or ends a table in LaTeX.
var environment = regexp.MustCompile(
	`\\(begin|end) *\{(tabular[xy]?\*?|tabulary|longtable|array|tblr|NiceTabular[X*]?)\}`)

// withoutComments is a text without what follows a percent sign up to the end of its line, unless a backslash stands
// before.
func withoutComments(text []byte) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			out = append(out, text[i])
			if i++; i == len(text) {
				return string(out)
			}
		case '%':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			if i == len(text) {
				return string(out)
			}
		}
		out = append(out, text[i])
	}
	return string(out)
}

// latex is Values of a table in LaTeX. A cell over several columns stands in the first of them, one over several rows
// in each of them. Rows that span all columns name the rows below, in a column "part" in front.
func latex(text []byte) (values []byte, ok bool, err error) {
	if !bytes.Contains(text, []byte(`\begin`)) {
		return text, false, nil
	}
	body := withoutComments(text)
	depth, from, to, wide := 0, -1, -1, false
	for _, m := range environment.FindAllStringSubmatchIndex(body, -1) {
		switch opens := body[m[2]:m[3]] == "begin"; {
		case opens && depth == 0 && to >= 0:
			return nil, false, fmt.Errorf("line %d: a second table in LaTeX begins here, and one at a time is read",
				1+strings.Count(body[:m[0]], "\n"))
		case opens:
			if depth++; depth == 1 {
				from = m[1]
				name := body[m[4]:m[5]]
				wide = strings.HasSuffix(name, "*") ||
					slices.Contains([]string{"tabularx", "tabulary", "NiceTabularX"}, name)
			}
		default:
			if depth--; depth == 0 {
				to = m[0]
			}
		}
	}
	if from < 0 {
		return text, false, nil
	}
	if to < 0 {
		return nil, false, errors.New(`the table in LaTeX has no end: \end{tabular} is missing`)
	}
	arguments := 1 // the columns, and the width before
	if wide {
		arguments++
	}
	for arguments > 0 {
		rest := strings.TrimLeft(body[from:to], " \t\n")
		from = to - len(rest)
		if strings.HasPrefix(rest, "[") {
			from += max(1, strings.IndexByte(rest, ']')+1)
			continue
		}
		if _, size, is := argument(rest); is {
			from += size
		}
		arguments--
	}
	t := texTable{line: 1 + strings.Count(body[:from], "\n")}
	t.read(body[from:to])
	return t.values()
}

// texTable is a table in LaTeX.
type texTable struct {
	line  int
	rows  []texRow
	spans map[int]texSpan // of cells over several rows, by column
	width int
}

// texRow is a row of cells.
type texRow struct {
	line  int
	cells []string
	spans int // columns of its first cell
}

// texSpan is a cell that stands in more rows to come.
type texSpan struct {
	text string
	rows int
}

// rules are commands between rows.
var rules = regexp.MustCompile(`\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|` +
	`Xhline|hdashline|noalign|tabularnewline|specialrule|cmidrule|cline|cdashline|addlinespace|rowcolor)\b` +
	`(?: *\([^)]*\))?(?: *\[[^\]]*\])?(?: *\{[^{}]*\})*`)

// read reads the rows of the body of a table.
func (t *texTable) read(body string) {
	t.spans = map[int]texSpan{}
	line := t.line
	var cells []string
	start, depth, nested := 0, 0, 0
	cell := func(end int) { cells = append(cells, body[start:end]) }
	first := line
	end := func() {
		if blank := len(cells) == 1 && strings.TrimSpace(rules.ReplaceAllString(cells[0], "")) == ""; !blank {
			t.add(first, cells)
		}
		cells = nil
	}
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\n':
			line++
		case c == '\\' && strings.HasPrefix(body[i:], `\begin`):
			nested++
		case c == '\\' && strings.HasPrefix(body[i:], `\end`) && nested > 0:
			nested--
		case c == '\\' && i+1 < len(body) && body[i+1] == '\\' && depth == 0 && nested == 0:
			cell(i)
			end()
			i++
			for i+1 < len(body) && body[i+1] == '*' {
				i++
			}
			if rest := strings.TrimLeft(body[i+1:], " "); strings.HasPrefix(rest, "[") {
				if close := strings.IndexByte(rest, ']'); close >= 0 && close < 12 {
					i = len(body) - len(rest) + close
				}
			}
			start, first = i+1, line
		case c == '\\':
			i++
			if i < len(body) && body[i] == '\n' {
				line++
			}
		case c == '{':
			depth++
		case c == '}':
			depth = max(0, depth-1)
		case c == '&' && depth == 0 && nested == 0:
			cell(i)
			start = i + 1
		}
	}
	cell(len(body))
	end()
}

// add adds a row. Its line is that of its first cell with a text.
func (t *texTable) add(line int, cells []string) {
	row := texRow{line: line}
	text := rules.ReplaceAllString(cells[0], "")
	if at := strings.Index(cells[0], strings.TrimSpace(text)); strings.TrimSpace(text) != "" && at >= 0 {
		row.line += strings.Count(cells[0][:at], "\n")
	} else if strings.TrimSpace(text) == "" {
		row.line += strings.Count(cells[0], "\n")
	}
	for i, c := range cells {
		at := len(row.cells)
		c = strings.TrimSpace(rules.ReplaceAllString(c, ""))
		columns, rows, inner := spanned(c)
		plain := plainText(inner)
		if i == 0 {
			row.spans = columns
		}
		if over, is := t.spans[at]; is && plain == "" {
			plain = over.text
			if over.rows--; over.rows == 0 {
				delete(t.spans, at)
			} else {
				t.spans[at] = over
			}
		}
		if rows > 1 {
			t.spans[at] = texSpan{plain, rows - 1}
		}
		row.cells = append(row.cells, plain)
		for range min(columns-1, maxSpan) {
			row.cells = append(row.cells, "")
		}
	}
	if !slices.ContainsFunc(row.cells, func(c string) bool { return c != "" }) {
		return
	}
	t.rows, t.width = append(t.rows, row), max(t.width, len(row.cells))
}

// maxSpan bounds the columns and rows of one cell: no table of a paper has more.
const maxSpan = 200

// spanned are the columns and rows that a cell spans, and what stands in it.
func spanned(cell string) (columns, rows int, inner string) {
	columns, rows, inner = 1, 1, cell
	for {
		name, rest := command(inner)
		if name != "multicolumn" && name != "multirow" {
			return columns, rows, inner
		}
		number, size, ok := argument(rest)
		if !ok {
			return columns, rows, inner
		}
		n, _ := strconv.Atoi(strings.TrimSpace(number))
		if rest = rest[size:]; name == "multicolumn" {
			columns = max(1, min(n, maxSpan))
		} else {
			rows = max(1, min(n, maxSpan))
		}
		if strings.HasPrefix(strings.TrimSpace(rest), "[") {
			rest = rest[strings.IndexByte(rest, ']')+1:]
		}
		if _, size, ok = argument(rest); !ok {
			return columns, rows, inner
		}
		of, _, ok := argument(rest[size:])
		if !ok {
			return columns, rows, inner
		}
		inner = strings.TrimSpace(of)
	}
}

// values are the rows, separated by commas.
func (t *texTable) values() ([]byte, bool, error) {
	if t.width < 2 {
		return nil, false, errors.New("the table in LaTeX has one column only")
	}
	parts := make([]string, len(t.rows))
	part := func(r texRow) bool {
		return r.cells[0] != "" && (r.spans == t.width || len(r.cells) == 1 && t.width > 2)
	}
	last := ""
	for i, r := range t.rows {
		if part(r) {
			last = r.cells[0]
		}
		parts[i] = last
	}
	header := slices.IndexFunc(t.rows, func(r texRow) bool { return !part(r) })
	named := last != ""
	for i, r := range t.rows {
		named = named && (i <= header || part(r) || parts[i] != "")
	}
	var out bytes.Buffer
	line := 1
	for i, r := range t.rows {
		if part(r) {
			continue
		}
		for ; line < r.line; line++ {
			out.WriteByte('\n')
		}
		cells := append(slices.Clone(r.cells), make([]string, t.width-len(r.cells))...)
		if named {
			in := parts[i]
			if i == header {
				in = "part"
			}
			cells = append([]string{in}, cells...)
		}
		for j, c := range cells {
			if j > 0 {
				out.WriteByte(',')
			}
			out.WriteString(`"` + strings.ReplaceAll(c, `"`, `""`) + `"`)
		}
		out.WriteByte('\n')
		line++
	}
	return out.Bytes(), true, nil
}
