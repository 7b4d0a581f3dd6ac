package evals

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"counterpoise/internal/budget"
	"counterpoise/internal/pickle"
)

// array is an array of numbers, the last index fastest.
type array struct {
	shape  []int
	values []float64
}

// numberOf returns a number of Python's, or a scalar of NumPy's, which is a call scalar(type, bytes).
func numberOf(v any, room *budget.Budget) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	case *pickle.Call:
		if v.IsNumPy("scalar") && len(v.Args) == 2 {
			a, err := decode(pickle.Tuple{}, v.Args[0], v.Args[1], room)
			if err == nil {
				return a.values[0], true
			}
		}
	}
	return 0, false
}

// arrayOf returns an array of NumPy's, which is a call of _reconstruct with the state (version, shape, type, whether it
// is in Fortran's order, bytes).
func arrayOf(v any, room *budget.Budget) (array, error) {
	c, ok := v.(*pickle.Call)
	if !ok || !c.IsNumPy("_reconstruct") {
		return array{}, errors.New("is no array")
	}
	state, _ := c.State.(pickle.Tuple)
	if len(state) != 5 || state[3] != any(false) {
		return array{}, errors.New("is no array in C's order")
	}
	return decode(state[1], state[2], state[4], room)
}

// decode returns the numbers of an array of a shape and type from their bytes.
func decode(shape, kind, content any, room *budget.Budget) (a array, err error) {
	width, value, err := numberType(kind)
	if err != nil {
		return a, err
	}
	dims, ok := shape.(pickle.Tuple)
	if !ok {
		return a, errors.New("is an array without a shape")
	}
	n := 1
	for _, d := range dims {
		v, ok := d.(int64)
		if !ok || v < 1 || v > int64(maxLIBERO/n) {
			return a, errors.New("is an array of no numbers, or of too many")
		}
		a.shape, n = append(a.shape, int(v)), n*int(v)
	}
	if err := room.Spend("the array", int64(n)*int64(8+width)); err != nil {
		return a, err
	}
	raw := pickle.Bytes(content, n*width)
	if len(raw) != n*width {
		return a, fmt.Errorf("is an array of shape %v without its %d bytes", a.shape, n*width)
	}
	for ; len(raw) > 0; raw = raw[width:] {
		a.values = append(a.values, value(raw))
	}
	return a, nil
}

// numberType returns the bytes that a number of a type takes, and what reads one. A type is a call dtype("f8", ...)
// with the state (version, byte order, ...).
func numberType(kind any) (width int, value func([]byte) float64, err error) {
	c, ok := kind.(*pickle.Call)
	if !ok || c.Of != any(pickle.Global("numpy dtype")) || len(c.Args) == 0 {
		return 0, nil, errors.New("is an array without a type")
	}
	state, _ := c.State.(pickle.Tuple)
	if len(state) < 2 || state[1] != any("<") && state[1] != any("|") {
		return 0, nil, errors.New("has numbers in another byte order than little-endian")
	}
	little := binary.LittleEndian
	switch c.Args[0] {
	case "f8":
		return 8, func(b []byte) float64 { return math.Float64frombits(little.Uint64(b)) }, nil
	case "f4":
		return 4, func(b []byte) float64 { return float64(math.Float32frombits(little.Uint32(b))) }, nil
	case "i8":
		return 8, func(b []byte) float64 { return float64(int64(little.Uint64(b))) }, nil
	}
	text, _ := c.Args[0].(string)
	return 0, nil, fmt.Errorf("has numbers of the type %.20q, which is not read", text)
}
