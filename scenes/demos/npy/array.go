package npy

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Array is an array of numbers as NumPy describes it.
type Array struct {
	Type  string // "<f4", "<f8", "|u1", ...; "|O" where Data is a pickle
	Shape []int  // empty for a single number
	Data  []byte // elements in C order, little-endian
}

// kinds are the element types that are understood, with their size in bytes.
var kinds = map[string]int{
	"<f4": 4, "<f8": 8,
	"|u1": 1, "|i1": 1, "|b1": 1, "<i2": 2, "<u2": 2, "<i4": 4, "<u4": 4, "<i8": 8, "<u8": 8,
}

// Float32s makes an array of floats.
func Float32s(values []float32, shape ...int) Array {
	data := make([]byte, 4*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(v))
	}
	return Array{"<f4", shape, data}
}

// Int64s makes an array of integers.
func Int64s(values []int64, shape ...int) Array {
	data := make([]byte, 8*len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint64(data[8*i:], uint64(v))
	}
	return Array{"<i8", shape, data}
}

// Bytes makes an array of bytes. It keeps data.
func Bytes(data []byte, shape ...int) Array { return Array{"|u1", shape, data} }

// Len is the number of elements.
func (a Array) Len() int {
	n := 1
	for _, k := range a.Shape {
		n *= k
	}
	return n
}

// Float32s are the elements as floats. Doubles are rounded, as NumPy's astype does.
func (a Array) Float32s() ([]float32, error) {
	size := kinds[a.Type]
	if size == 0 || len(a.Data) != size*a.Len() {
		return nil, fmt.Errorf("has %d bytes of element type %q in shape %v, expected numbers", len(a.Data), a.Type, a.Shape)
	}
	v := make([]float32, len(a.Data)/size)
	for i := range v {
		e := a.Data[size*i : size*(i+1)]
		switch a.Type {
		case "<f4":
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(e))
		case "<f8":
			v[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(e)))
		default:
			v[i] = float32(integer(a.Type, e))
		}
	}
	return v, nil
}

// Int64s are the elements as integers; floats are refused.
func (a Array) Int64s() ([]int64, error) {
	size := kinds[a.Type]
	if size == 0 || a.Type[1] == 'f' || len(a.Data) != size*a.Len() {
		return nil, fmt.Errorf("has element type %q, expected integers", a.Type)
	}
	v := make([]int64, len(a.Data)/size)
	for i := range v {
		v[i] = integer(a.Type, a.Data[size*i:size*(i+1)])
	}
	return v, nil
}

// integer decodes one element of an integer type.
func integer(kind string, e []byte) int64 {
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
