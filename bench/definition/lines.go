package definition

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// The deepest nesting of lists and tables in a file that is read, and the most headers of tables. Definitions have
// three levels, and the longest of this program 200 headers; a reader of TOML takes memory for each level, and time in
// proportion to the square of the headers: seconds for 10,000.
const (
	maxDepth   = 32
	maxHeaders = 2000
)

// document is a parsed file: its values, and the line of each key by its path, such as "design[0].arm[2].method".
type document struct {
	values map[string]any
	lines  map[string]int
}

// parse reads a file. Errors begin with the line where it is known.
func parse(text []byte) (document, error) {
	d := document{values: map[string]any{}, lines: map[string]int{}}
	if line := tooDeep(text); line > 0 {
		return d, fmt.Errorf("line %d: lists or tables are nested more than %d deep", line, maxDepth)
	}
	if n := headers(text); n > maxHeaders {
		return d, fmt.Errorf("has %d headers of tables, more than %d: make several experiments of it", n, maxHeaders)
	}
	if err := toml.Unmarshal(text, &d.values); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return d, fmt.Errorf("line %d: %s", line, strings.TrimPrefix(at.Error(), "toml: "))
		}
		return d, err
	}
	d.locate(text)
	return d, nil
}

// headers returns the number of lines that begin with a bracket.
func headers(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("[")) {
			n++
		}
	}
	return n
}

// tooDeep returns the line at which brackets outside of strings and comments are nested too deep, or at which a key has
// too many parts; 0 if nowhere.
func tooDeep(text []byte) int {
	line, depth, dots := 1, 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\n':
			line, dots = line+1, 0
		case '#':
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				return 0
			}
			i += end - 1
		case '"', '\'':
			n := quoted(text[i:])
			line += bytes.Count(text[i:i+n], []byte("\n"))
			i += n - 1
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		case '.':
			dots++
		}
		if depth > maxDepth || dots > maxDepth {
			return line
		}
	}
	return 0
}

// quoted returns the length of the string that a text begins with, up to the end of the text where it does not end.
func quoted(text []byte) int {
	quote := text[:1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(text, triple) {
		quote = triple
	}
	for i := len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote[0] == '"':
			i++
		case text[i] == '\n' && len(quote) == 1:
			return i // a string of one line that does not end
		case bytes.HasPrefix(text[i:], quote):
			return i + len(quote)
		}
	}
	return len(text)
}

// locate finds the lines of tables and keys. A key within an inline table has the line of its table.
func (d *document) locate(text []byte) {
	p := unstable.Parser{}
	p.Reset(text)
	count := map[string]int{} // path of a list of tables, its own lists counted -> tables so far
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		var parts []string
		line := 0
		for it := e.Key(); it.Next(); {
			if line == 0 {
				line = p.Shape(it.Node().Raw).Start.Line
			}
			parts = append(parts, string(it.Node().Data))
		}
		switch e.Kind {
		case unstable.KeyValue:
			d.lines[join(table, parts...)] = line
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for i, part := range parts {
				table = join(table, part)
				if e.Kind == unstable.ArrayTable && i == len(parts)-1 {
					count[table]++
				}
				if n := count[table]; n > 0 {
					table = fmt.Sprintf("%s[%d]", table, n-1)
				}
			}
			d.lines[table] = line
		}
	}
}

// join returns the path of a key within a table.
func join(table string, keys ...string) string {
	if table == "" {
		return strings.Join(keys, ".")
	}
	return strings.Join(append([]string{table}, keys...), ".")
}

// at returns an error about a path, with its line or that of the nearest table around it that has one.
func (d *document) at(path string, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	for p := path; ; {
		if line := d.lines[p]; line > 0 {
			return fmt.Errorf("line %d: %s: %w", line, path, err)
		}
		cut := strings.LastIndexAny(p, ".[")
		if cut < 0 {
			if path == "" {
				return err
			}
			return fmt.Errorf("%s: %w", path, err)
		}
		p = p[:cut]
	}
}
