package npy

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/num"
)

// Array is an array in NumPy's representation.
type Array struct {
	Type  string // "<f4", "<f8", "|u1", ...; "|O" if Data is a pickle
	Shape []int  // empty for a scalar
	Data  []byte // elements in C order, little-endian
}

// elementSizes maps the supported element types to their size in bytes.
var elementSizes = map[string]int{
	"<f2": 2, "<f4": 4, "<f8": 8,
	"|u1": 1, "|i1": 1, "|b1": 1, "<i2": 2, "<u2": 2, "<i4": 4, "<u4": 4, "<i8": 8, "<u8": 8,
}

// littleType returns an element type with little-endian bytes in place of big-endian ones.
func littleType(descr string) string {
	if descr != "" && descr[0] == '>' {
		return "<" + descr[1:]
	}
	return descr
}

// toLittle reverses the bytes of the elements of a big-endian array, in place.
func (a *Array) toLittle() {
	little := littleType(a.Type)
	if little == a.Type {
		return
	}
	a.Type = little
	for e := range slices.Chunk(a.Data, elementSizes[little]) {
		slices.Reverse(e)
	}
}

// Float32s returns an array of type <f4. It copies values.
func Float32s(values []float32, shape ...int) Array {
	data := make([]byte, 4*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(v))
	}
	return Array{"<f4", shape, data}
}

// Int64s returns an array of type <i8. It copies values.
func Int64s(values []int64, shape ...int) Array {
	data := make([]byte, 8*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint64(data[8*i:], uint64(v))
	}
	return Array{"<i8", shape, data}
}

// Bytes returns an array of type |u1. It retains data.
func Bytes(data []byte, shape ...int) Array { return Array{"|u1", shape, data} }

// Len returns the number of elements, 1 for a scalar.
func (a Array) Len() int {
	n := 1
	for _, k := range a.Shape {
		n *= k
	}
	return n
}

// Float32s returns the elements converted to float32. Doubles and large integers are rounded to nearest, as by
// NumPy's astype.
func (a Array) Float32s() ([]float32, error) {
	size := elementSizes[a.Type]
	if size == 0 || len(a.Data) != size*a.Len() {
		return nil, fmt.Errorf("has %d bytes of element type %q in shape %v, expected numbers", len(a.Data), a.Type,
			a.Shape)
	}
	v := make([]float32, len(a.Data)/size)
	for i := range v {
		e := a.Data[size*i : size*(i+1)]
		switch a.Type {
		case "<f2":
			v[i] = float32(num.Half(binary.LittleEndian.Uint16(e)))
		case "<f4":
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(e))
		case "<f8":
			v[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(e)))
		default:
			n := decodeInteger(a.Type, e)
			if v[i] = float32(n); n < 0 && a.unsigned() {
				v[i] = float32(uint64(n))
			}
		}
	}
	return v, nil
}

// Int64s returns the elements converted to int64. It returns an error for floats, and for an element of 2^63 or more.
func (a Array) Int64s() ([]int64, error) {
	size := elementSizes[a.Type]
	if size == 0 || a.Type[1] == 'f' || len(a.Data) != size*a.Len() {
		return nil, fmt.Errorf("has element type %q, expected integers", a.Type)
	}
	v := make([]int64, len(a.Data)/size)
	for i := range v {
		v[i] = decodeInteger(a.Type, a.Data[size*i:size*(i+1)])
		if v[i] < 0 && a.unsigned() {
			return nil, fmt.Errorf("has %d as element %d, expected less than 2^63", uint64(v[i]), i)
		}
	}
	return v, nil
}

// unsigned reports whether the elements are unsigned integers.
func (a Array) unsigned() bool { return a.Type[1] == 'u' }

// decodeInteger decodes one element of an integer or boolean type, with sign extension if the type is signed. An
// unsigned element of 2^63 or more is negative.
func decodeInteger(kind string, e []byte) int64 {
	var u uint64
	for i, b := range e {
		u |= uint64(b) << (8 * i)
	}
	if kind[1] == 'i' {
		shift := 64 - 8*len(e)
		return int64(u<<shift) >> shift
	}
	return int64(u)
}
