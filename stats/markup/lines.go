package markup

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// maxSparse bounds how many cells a table of JSON lines may have for each byte of its text: lines that share no name
// would be a table that is mostly empty.
const maxSparse = 1

// Lines returns JSON lines, an object a line, or a list of objects, as values separated by commas: a header of the
// names in the order in which they come, then a row a line. A name in an object in an object is alone where it is the
// only one of its kind, else joined by dots: success, info.seed. Lists are left out; null and NaN are empty. ok is
// false for other texts, one object alone among them.
func Lines(text []byte) (values []byte, ok bool, err error) {
	text = arrayLines(WithoutNaN(bytes.TrimLeft(text, " \t\r\n")))
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if rest = bytes.TrimLeft(rest, " \t\r\n"); len(first) == 0 || first[0] != '{' || len(rest) == 0 || rest[0] != '{' &&
		rest[0] != '[' || !json.Valid(first) {
		return nil, false, nil
	}
	var names []string
	var rows [][]string
	at := map[string]int{}
	number, size := 0, len(text)
	for line := range bytes.Lines(text) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			rows = append(rows, nil)
			continue
		}
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		row := make([]string, len(names))
		err := object(d, "", func(name, value string) {
			i, known := at[name]
			if !known {
				i = len(names)
				at[name], names = i, append(names, name)
			}
			for len(row) <= i {
				row = append(row, "")
			}
			row[i] = value
		})
		if err == nil && d.More() {
			err = errors.New("something follows the object")
		}
		if err != nil {
			return nil, true, fmt.Errorf("line %d: no object of JSON: %w; take the line out if the program that wrote "+
				"it was stopped", number, err)
		}
		if rows = append(rows, row); len(rows)*len(names) > maxSparse*size {
			return nil, true, fmt.Errorf("line %d: the lines share few of their %d names: give every line the same",
				number, len(names))
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write(alone(names))
	for _, row := range rows {
		if row == nil {
			w.Flush()
			out.WriteByte('\n')
			continue
		}
		w.Write(append(row, make([]string, len(names)-len(row))...))
	}
	w.Flush()
	return slices.Clip(out.Bytes()), true, w.Error()
}

// Nested returns an object of JSON with two names or more as values separated by commas. Its values have one form:
//
//	{"act": "17/20", ...}                                   a row a name: method, success
//	{"act": [1, 0, 1], ...}                                 a row an outcome: method, success or score
//	{"act": {"pick": "17/20", "open": "12/20"}, ...}        a row a name, a column for each inner name
//	{"act": {"pick": {"successes": 17, "n": 20}, ...}, ...} a row a pair of names: method, task, and the fields
//
// Where names of both levels may be methods or tasks, those with a usual word of a method are the methods. Where that
// does not tell, the first column of the third form has no name, as in the corner of a printed table, and in the fourth
// the outer names are the methods. ok is false for other texts.
func Nested(text []byte) (values []byte, ok bool, err error) {
	text = WithoutNaN(bytes.TrimSpace(text))
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return nil, false, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.Token()
	var names []string
	var rows, lists [][]string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, false, nil
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, false, nil
		}
		var of []string
		row := []string{key.(string)}
		if list, ok := scalars(raw); ok { // a list of outcomes of one method each
			for _, v := range list {
				lists = append(lists, []string{key.(string), v})
			}
			of = []string{"score"}
		} else if tasks, ok := parts(raw); ok {
			for _, t := range tasks {
				if of = t.names; len(lists) > 0 && !slices.Equal(of, names) {
					return nil, false, nil
				}
				names, lists = of, append(lists, append([]string{key.(string), t.name}, t.values...))
			}
			of = names
		} else if raw[0] == '{' {
			inner := json.NewDecoder(bytes.NewReader(raw))
			inner.UseNumber()
			put := func(name, value string) { of, row = append(of, name), append(row, value) }
			if object(inner, "", put) != nil {
				return nil, false, nil
			}
		} else if count.Match(raw) {
			of, row = []string{"success"}, append(row, string(raw[1:len(raw)-1]))
		}
		if len(of) == 0 || names != nil && !slices.Equal(of, names) {
			return nil, false, nil
		}
		names, rows = of, append(rows, row)
	}
	if len(rows) < 2 {
		return nil, false, nil
	}
	var outer, inner []string
	for _, row := range rows {
		outer = append(outer, row[0])
	}
	for _, row := range lists {
		inner = append(inner, row[1])
	}
	if len(lists) == 0 {
		inner = names
	}
	first := []string{""}
	switch methods, tasks := areMethods(outer), areMethods(inner); {
	case len(names) == 1 && (names[0] == "success" || names[0] == "score"), methods && !tasks:
		first[0] = "method"
	case tasks && !methods:
		first[0] = "task"
	}
	switch {
	case len(lists) == 0:
	case slices.ContainsFunc(rows, func(row []string) bool { return len(row) > 1 }) ||
		len(lists[0]) != len(lists[len(lists)-1]):
		return nil, false, nil // values of several forms
	case len(lists[0]) > 2:
		if rows, first = lists, []string{"method", "task"}; areMethods(inner) && !areMethods(outer) {
			first = []string{"task", "method"}
		}
	default:
		rows = lists
		if !slices.ContainsFunc(rows, func(row []string) bool {
			return !slices.Contains([]string{"0", "1", "true", "false"}, row[1])
		}) {
			names = []string{"success"}
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write(append(first, names...))
	w.WriteAll(rows)
	return slices.Clip(out.Bytes()), true, w.Error()
}

// methodWords are words of names of methods, in small letters and without digits.
var methodWords = []string{"act", "dp", "bc", "pi", "diffusion", "policy", "smolvla", "openvla", "vla", "octo", "rt",
	"gr", "groot", "hulc", "mdt", "ours", "our", "baseline", "sac", "ppo", "td", "iql", "cql", "dqn", "rl",
	"gail", "dagger", "transformer", "mlp", "rnn", "cnn", "flow"}

// areMethods reports whether one of several names has a word of a method.
func areMethods(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		return slices.ContainsFunc(wording.NameWords(n), func(w string) bool { return slices.Contains(methodWords, w) })
	})
}

// scalars are the numbers and truths of a list of JSON that has nothing else; ok is false for other values.
func scalars(raw json.RawMessage) (all []string, ok bool) {
	var list []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return nil, false
	}
	for _, v := range list {
		if strings.ContainsRune("[{\"n", rune(v[0])) {
			return nil, false
		}
		all = append(all, string(v))
	}
	return all, true
}

// part is an object in an object: the name of the first, and what it has.
type part struct {
	name          string
	names, values []string
}

// parts are the objects of an object of JSON that has nothing else; ok is false for other values.
func parts(raw json.RawMessage) (all []part, ok bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		key, err := d.Token()
		var inner json.RawMessage
		if err != nil || d.Decode(&inner) != nil || inner[0] != '{' {
			return nil, false
		}
		p := part{name: key.(string)}
		of := json.NewDecoder(bytes.NewReader(inner))
		of.UseNumber()
		put := func(name, value string) { p.names, p.values = append(p.names, name), append(p.values, value) }
		if object(of, "", put) != nil || len(p.names) == 0 {
			return nil, false
		}
		all = append(all, p)
	}
	return all, len(all) > 0
}

// count is a text of JSON with successes of rollouts.
var count = regexp.MustCompile(`^"\s*[0-9]+\s*(?:/|of|out of)\s*[0-9]+\s*"$`)

// arrayLines writes a list of objects as a line each; other texts stay.
func arrayLines(text []byte) []byte {
	var all []json.RawMessage
	if len(text) == 0 || text[0] != '[' || json.Unmarshal(text, &all) != nil || len(all) < 2 {
		return text
	}
	var out bytes.Buffer
	for _, one := range all {
		if one[0] != '{' || json.Compact(&out, one) != nil {
			return text
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// alone leaves of names that are joined by dots the last part where no other name ends in it.
func alone(names []string) []string {
	end := func(name string) string { return name[1+strings.LastIndexByte(name, '.'):] }
	count := map[string]int{}
	for _, name := range names {
		count[end(name)]++
	}
	out := slices.Clone(names)
	for i, name := range names {
		if e := end(name); count[e] == 1 && e != "" {
			out[i] = e
		}
	}
	return out
}

// WithoutNaN replaces NaN and the infinities, which Python's json writes and JSON does not have, by null, outside of
// strings.
func WithoutNaN(raw []byte) []byte {
	if !bytes.Contains(raw, []byte("NaN")) && !bytes.Contains(raw, []byte("Infinity")) {
		return raw
	}
	out, quoted := make([]byte, 0, len(raw)), false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quoted && c == '\\' && i+1 < len(raw):
			out = append(out, c)
			i++
			c = raw[i]
		case c == '"':
			quoted = !quoted
		case !quoted:
			if word := wordAt(raw[i:]); word > 0 {
				out = append(out, "null"...)
				i += word - 1
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// wordAt is the length of NaN, Infinity or -Infinity at the start of text, 0 where there is none.
func wordAt(text []byte) int {
	for _, w := range []string{"NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(text, []byte(w)) {
			return len(w)
		}
	}
	return 0
}

// object reads an object and calls put for each number, text and truth in it; prefix is of the names in it.
func object(d *json.Decoder, prefix string, put func(name, value string)) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return cause(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return cause(err)
		}
		name := prefix + key.(string)
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return cause(err)
		}
		switch raw[0] {
		case '{':
			inner := json.NewDecoder(bytes.NewReader(raw))
			inner.UseNumber()
			if err := object(inner, name+".", put); err != nil {
				return err
			}
		case '[':
		case 'n':
			put(name, "")
		case '"':
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return err
			}
			put(name, text)
		default:
			put(name, string(raw))
		}
	}
	_, err := d.Token()
	return cause(err)
}

// cause is why an object can't be read; nil where it can. Go 1.27 has a syntax error where 1.26 has an unexpected end.
func cause(err error) error {
	var syntax *json.SyntaxError
	ends := errors.As(err, &syntax) && syntax.Error() == "unexpected end of JSON input"
	if ends || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends early")
	}
	return err
}
