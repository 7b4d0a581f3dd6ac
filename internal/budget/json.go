package budget

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"counterpoise/internal/bounded"
)

// Memory of a JSON value after encoding/json has decoded it, in bytes: upper bounds over the types that this program
// decodes. An object is a structure of at most 112 bytes or a map of up to 8 members. A list may be up to twice as long
// as its elements are many, and during its growth it exists twice.
const (
	objectBytes  = 416 // an object: a map with its first eight members
	elementBytes = 240 // an element of a list, besides what an object takes
	memberBytes  = 72  // a member of an object
)

// ReadFile reads a whole regular file, which counts as part of the dataset, and spends its size.
func (b *Budget) ReadFile(path string) ([]byte, error) {
	f, size, err := b.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := b.Spend(path, size); err != nil {
		return nil, err
	}
	raw, err := bounded.ReadAt(f, size, 0, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return raw, nil
}

// Open opens a regular file of the dataset and adds its size to the bytes on disk. Named pipes, devices and folders are
// an error at once.
func (b *Budget) Open(path string) (*os.File, int64, error) {
	f, size, err := bounded.Open(path)
	if err == nil {
		b.Grow(size)
	}
	return f, size, err
}

// ReadJSON decodes a JSON file into a value, which a caller keeps. Errors contain the path.
func (b *Budget) ReadJSON(path string, into any) error {
	raw, err := b.ReadFile(path)
	if err != nil {
		return err
	}
	if err := b.JSON(path, raw, into); err != nil {
		return err
	}
	b.Return(int64(len(raw)))
	return nil
}

// JSON decodes JSON into a value. It first spends what the value takes at most, counted from the text.
func (b *Budget) JSON(part string, raw []byte, into any) error {
	if err := b.Spend(part, decodedBytes(raw)); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s is damaged: %w", part, cause(raw, err))
	}
	return nil
}

// cause is an error of decoding JSON in the words of its text: the line, the field and what it should be.
func cause(raw []byte, err error) error {
	line := func(offset int64) int { return 1 + bytes.Count(raw[:min(max(0, int(offset)), len(raw))], []byte("\n")) }
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: %w", line(syntax.Offset), err)
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("line %d: %s is %s, and should be %s", line(wrong.Offset), wrong.Field, found(wrong.Value),
			form(wrong.Type))
	}
	return err
}

// found is a value of encoding/json's errors with its article: "number 2.5", "string", "object".
func found(value string) string {
	kind, _, _ := strings.Cut(value, " ")
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "string":
		return "a text"
	}
	return "a " + value
}

// form is what a type is in JSON.
func form(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return form(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// decodedBytes returns an upper bound on the memory of a decoded JSON text, from its length and its numbers of objects,
// elements of lists and members of objects. It allocates a bit for each level of nesting, and stops where nesting is
// deeper than encoding/json reads. Text that is no JSON gives some number.
func decodedBytes(raw []byte) int64 {
	const maxDepth = 10_000 // of encoding/json
	var list [maxDepth + 1]bool
	n, depth, quoted := int64(len(raw)), 0, false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if quoted {
			switch c {
			case '\\':
				i++
			case '"':
				quoted = false
			}
			if c >= 0x80 {
				n += 3 // a byte that is no UTF-8 becomes U+FFFD, three bytes, in a buffer that may be larger
			}
			continue
		}
		switch c {
		case '"':
			quoted = true
		case '{', '[':
			if depth++; depth > maxDepth {
				return n
			}
			list[depth] = c == '['
			if n += elementBytes; c == '{' {
				n += objectBytes - elementBytes
			}
		case '}', ']':
			depth = max(0, depth-1)
		case ',':
			if n += memberBytes; list[depth] {
				n += elementBytes - memberBytes
			}
		}
	}
	return n
}
