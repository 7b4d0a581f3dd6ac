package wire

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/num"
)

// Array is a NumPy array in C order.
type Array struct {
	// Type is NumPy's name of the element type: byte order ("<", ">", or "|" for single bytes), kind and bytes an
	// element. Kinds are b (bool), i, u, f (numbers), S and U (text); others are refused.
	Type  string
	Shape []int  // sizes of the dimensions, the last one contiguous; a single element may have none
	Data  []byte // Size() elements
}

// NewUint8 returns an array of bytes, such as a picture [height, width, 3], that refers to data.
func NewUint8(data []byte, shape ...int) Array { return Array{Type: "|u1", Shape: shape, Data: data} }

// NewFloat32 returns an array of a copy of numbers.
func NewFloat32(x []float32, shape ...int) Array {
	a := Array{Type: "<f4", Shape: shape, Data: make([]byte, 0, 4*len(x))}
	for _, v := range x {
		a.Data = binary.LittleEndian.AppendUint32(a.Data, math.Float32bits(v))
	}
	return a
}

// NewFloat64 returns an array of a copy of numbers.
func NewFloat64(x []float64, shape ...int) Array {
	a := Array{Type: "<f8", Shape: shape, Data: make([]byte, 0, 8*len(x))}
	for _, v := range x {
		a.Data = binary.LittleEndian.AppendUint64(a.Data, math.Float64bits(v))
	}
	return a
}

// noType is the text of the error of an unknown element type.
const noType = "an array has type %q, which is no type of the protocol such as <f4; convert it to float32 before it " +
	"is sent"

// elementSize returns the bytes of an element of a type, from 1. Text counts 1 (S) or 4 (U) bytes a character.
func elementSize(dtype string) (int, error) {
	if len(dtype) >= 2 && strings.IndexByte("OVcMm", dtype[1]) >= 0 {
		return 0, Errorf(ErrType, "arrays of type %q are not part of the protocol; convert them to numbers before "+
			"they are sent", dtype)
	}
	if len(dtype) < 3 {
		return 0, Errorf(ErrMalformed, noType, dtype)
	}
	n, err := strconv.ParseUint(dtype[2:], 10, 16)
	if err != nil || n == 0 || dtype[2] == '0' || dtype[2] == '+' {
		return 0, Errorf(ErrMalformed, noType, dtype)
	}
	size, order := int(n), dtype[0]
	switch dtype[1] {
	case 'S':
		return size, nil
	case 'U':
		return 4 * size, nil
	}
	if slices.Contains([]string{"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"}, dtype[1:]) &&
		(order == '<' || order == '>' || order == '|' && size == 1) {
		return size, nil
	}
	return 0, Errorf(ErrMalformed, noType, dtype)
}

// check compares the length of the data with shape and type.
func (a Array) check() error {
	size, err := elementSize(a.Type)
	if err != nil {
		return err
	}
	elements := 1
	for _, d := range a.Shape {
		if d < 0 {
			return Errorf(ErrShape, "an array has shape %v; a dimension is 0 or more", a.Shape)
		}
		if d > 0 && elements > math.MaxInt/d {
			return Errorf(ErrShape, "an array of shape %v does not fit into memory", a.Shape)
		}
		elements *= d
	}
	if elements > math.MaxInt/size || elements*size != len(a.Data) {
		return Errorf(ErrShape, "an array of shape %v and type %q comes with %d bytes, too many or too few", a.Shape,
			a.Type, len(a.Data))
	}
	return nil
}

// Size returns the number of elements.
func (a Array) Size() int {
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// Float64s returns the elements as numbers: bool as 0 and 1, whole numbers beyond 2^53 rounded. Text is ErrType.
func (a Array) Float64s() ([]float64, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	read := reader(a.Type)
	if read == nil {
		return nil, Errorf(ErrType, "an array of type %q holds no numbers", a.Type)
	}
	size, _ := elementSize(a.Type)
	x := make([]float64, a.Size())
	for i := range x {
		x[i] = read(a.Data[i*size:][:size])
	}
	return x, nil
}

// reader returns the function that reads one element of a type as a number; nil for text.
func reader(dtype string) func([]byte) float64 {
	var order binary.ByteOrder = binary.LittleEndian
	if dtype[0] == '>' {
		order = binary.BigEndian
	}
	switch dtype[1:] {
	case "b1":
		return func(b []byte) float64 { return float64(min(b[0], 1)) }
	case "u1":
		return func(b []byte) float64 { return float64(b[0]) }
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }
	case "f2":
		return func(b []byte) float64 { return num.Half(order.Uint16(b)) }
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	}
	return nil
}
