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

// Nested returns an object of JSON whose values are all counts, as {"ACT": "17/20", "DP": "14/20"}, or all objects of
// the same names, as {"ACT": {"pick": "17/20", "open": "12/20"}, "DP": ...}, as values separated by commas: a row for
// each of two names or more, which stand in a first column without a name, as in the corner of a printed table. ok is
// false for other texts.
func Nested(text []byte) (values []byte, ok bool, err error) {
	text = WithoutNaN(bytes.TrimSpace(text))
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return nil, false, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	d.Token()
	var names []string
	var rows [][]string
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
		if raw[0] == '{' {
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
	first := ""
	if len(names) == 1 && names[0] == "success" {
		first = "method"
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write(append([]string{first}, names...))
	w.WriteAll(rows)
	return slices.Clip(out.Bytes()), true, w.Error()
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
