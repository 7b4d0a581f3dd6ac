package calvin

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterpoise/internal/budget"
	"counterpoise/internal/pickle"
)

// elementBytes is the memory of an element of an array besides its text: a value, and its place in a list.
const elementBytes = 64

// elements returns the elements of a list or tuple of Python, or of an array of NumPy: of objects or texts in one
// dimension, or of whole numbers in one or two, whose rows are tuples. ok is false for other values, and for arrays of
// more than most bytes: many values may refer to one long array.
func elements(v any, most int, room *budget.Budget) (items []any, ok bool, err error) {
	switch v := v.(type) {
	case *pickle.List:
		return v.Items, true, nil
	case pickle.Tuple:
		return v, true, nil
	case *pickle.Call:
		return arrayElements(v, most, room)
	}
	return nil, false, nil
}

// arrayElements is elements of an array, which is a call of _reconstruct with the state (version, shape, type, whether
// it is in Fortran's order, elements). The elements are a list of objects, or bytes.
func arrayElements(c *pickle.Call, most int, room *budget.Budget) (items []any, ok bool, err error) {
	state, _ := c.State.(pickle.Tuple)
	if !c.IsNumPy("_reconstruct") || len(state) != 5 || state[3] != any(false) {
		return nil, false, nil
	}
	shape, _ := state[1].(pickle.Tuple)
	if l, ok := state[4].(*pickle.List); ok && len(shape) == 1 {
		return l.Items, true, nil
	}
	kind, size := elementType(state[2])
	raw := pickle.Bytes(state[4], most)
	rows, columns := int64(0), int64(1)
	if len(shape) > 0 {
		rows, _ = shape[0].(int64)
	}
	if len(shape) > 1 {
		columns, _ = shape[1].(int64)
	}
	if kind == 0 || len(shape) > 2 || rows < 1 || columns < 1 || columns > int64(len(raw)) ||
		rows != int64(len(raw))/(columns*int64(size)) || int64(len(raw)) != rows*columns*int64(size) {
		return nil, false, nil
	}
	if err := room.Spend("an array", elementBytes*int64(len(raw)/size)+int64(len(raw))); err != nil {
		return nil, false, err
	}
	for ; len(raw) > 0; raw = raw[size:] {
		if kind == 'U' {
			items = append(items, textOf32(raw[:size]))
		} else {
			items = append(items, pickle.Signed(raw[:size]))
		}
	}
	if len(shape) == 1 {
		return items, true, nil
	}
	var tuples []any
	for ; len(items) > 0; items = items[columns:] {
		tuples = append(tuples, pickle.Tuple(items[:columns]))
	}
	return tuples, true, nil
}

// elementType returns the kind, i or U, and the bytes of an element of a type of NumPy; 0 for one that is not read. A
// type is a call dtype("i8", ...) with the state (version, byte order, ...).
func elementType(v any) (kind byte, size int) {
	c, _ := v.(*pickle.Call)
	if c == nil || c.Of != any(pickle.Global("numpy dtype")) || len(c.Args) == 0 {
		return 0, 0
	}
	state, _ := c.State.(pickle.Tuple)
	name, _ := c.Args[0].(string)
	if len(state) < 2 || state[1] != any("<") || len(name) < 2 {
		return 0, 0
	}
	n, err := strconv.Atoi(name[1:])
	switch {
	case err != nil || n < 1 || n > 1<<20:
	case name[0] == 'U':
		return 'U', utf32Bytes * n
	case name[0] == 'i' && (n == 4 || n == 8):
		return 'i', n
	}
	return 0, 0
}

// utf32Bytes is the size of a character in a text of NumPy.
const utf32Bytes = 4

// textOf32 returns a text of NumPy, whose characters have 4 bytes each and which zeros fill up.
func textOf32(b []byte) string {
	var s strings.Builder
	for ; len(b) >= utf32Bytes; b = b[utf32Bytes:] {
		s.WriteRune(rune(binary.LittleEndian.Uint32(b)))
	}
	return strings.TrimRight(s.String(), "\x00")
}

// textOf returns a text of Python, or a scalar text of NumPy's, which is a call scalar(type, bytes).
func textOf(v any) (string, bool) {
	if s, ok := v.(string); ok {
		return s, true
	}
	c, ok := v.(*pickle.Call)
	if !ok || !c.IsNumPy("scalar") || len(c.Args) != 2 {
		return "", false
	}
	kind, size := elementType(c.Args[0])
	b := pickle.Bytes(c.Args[1], size)
	return textOf32(b), kind == 'U' && len(b) == size && utf8.ValidString(textOf32(b))
}

// kindOf names the kind of a value of a pickle in Python's words.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return "a truth value"
	case int64, float64:
		return "a number"
	case string:
		return "a text"
	case []byte:
		return "bytes"
	case *pickle.List:
		return "a list"
	case pickle.Tuple:
		return "a tuple"
	case *pickle.Dict:
		return "a dictionary"
	case *pickle.Call:
		return fmt.Sprintf("what %.60q makes", fmt.Sprint(v.Of))
	}
	return "a function or a class"
}
