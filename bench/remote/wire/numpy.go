package wire

import (
	"math"
	"strings"

	"counterpoise/internal/printable"
)

// isPacked reports whether the entries of a map so far are those of an array or a scalar of msgpack-numpy, which writes
// nd and the type before the data.
func isPacked(m map[string]any) bool {
	_, ok := m[keyND].(bool)
	return ok && m[keyPackedType] != nil
}

// packedArrayOf returns the array of a map with the keys of msgpack-numpy. Arrays of structures, and of types that
// NumPy has from elsewhere such as bfloat16, have a list of fields as their type; arrays of Python's objects are a
// pickle, which may run any code and is not read.
func packedArrayOf(m map[string]any) (any, error) {
	fields, structured := m[keyPackedType].([]any)
	switch kind := textOf(m[keyKind]); {
	case kind == "O":
		return nil, Errorf(ErrType, "an array of Python's objects comes as a pickle, which is not read; convert it to "+
			"numbers before it is sent")
	case structured || kind == "V":
		return nil, Errorf(ErrType, "an array has %s; convert it to float32 before it is sent, each field by itself",
			fieldsText(fields))
	}
	m[keyType] = m[keyPackedType]
	return arrayOf(m)
}

// fieldsText describes the fields of a structured type: pairs of a name and a type. One without a name is a type that
// NumPy does not have itself.
func fieldsText(fields []any) string {
	var names []string
	for _, f := range fields {
		if pair, ok := f.([]any); ok && len(pair) > 1 && textOf(pair[0]) != "" {
			names = append(names, printable.Line(textOf(pair[0])))
		}
	}
	const most = 12
	switch {
	case len(names) == 0:
		return "elements of a type that is no number of NumPy's own, such as bfloat16"
	case len(names) > most:
		names = append(names[:most], "...")
	}
	return "a structured type with the fields " + strings.Join(names, ", ")
}

// packedScalarOf returns the value of a scalar of msgpack-numpy, whose bytes are those of an array of one element.
func packedScalarOf(m map[string]any) (any, error) {
	m[keyShape] = []any{}
	v, err := packedArrayOf(m)
	if err != nil {
		return nil, err
	}
	a := v.(Array)
	x, err := a.Float64s()
	if err != nil {
		return nil, err
	}
	switch a.Type[1] {
	case 'b':
		return x[0] == 1, nil
	case 'i', 'u':
		return wholeOf(a), nil
	}
	return x[0], nil
}

// wholeOf returns the single whole number of an array, as Decode returns whole numbers.
func wholeOf(a Array) any {
	var v uint64
	for i := range a.Data {
		b := a.Data[i]
		if a.Type[0] != '>' {
			b = a.Data[len(a.Data)-1-i]
		}
		v = v<<8 | uint64(b)
	}
	if a.Type[1] == 'i' {
		shift := 64 - 8*len(a.Data) // the sign bit moves to the top, and back
		return int64(v<<shift) >> shift
	}
	if v > math.MaxInt64 {
		return v
	}
	return int64(v)
}

// textOf returns a text, which may be binary; empty for other values.
func textOf(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case []byte:
		return string(t)
	}
	return ""
}
