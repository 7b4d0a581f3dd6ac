package hdf5

import (
	"encoding/binary"
	"fmt"
)

// Kind is the type of a dataset's elements, always little-endian.
type Kind struct {
	Class Class
	Size  int // bytes of one element
}

// Class is what elements are.
type Class int

// The classes of elements that are read. Booleans, which h5py keeps as enumerations, are signed integers.
const (
	Signed Class = iota
	Unsigned
	Float
	Text // of fixed length, padded with zeros
)

// The kinds that are written.
var (
	Float32 = Kind{Float, 4}
	Float64 = Kind{Float, 8}
	Int64   = Kind{Signed, 8}
	Uint8   = Kind{Unsigned, 1}
)

// String names a kind as NumPy does.
func (k Kind) String() string {
	return fmt.Sprintf("%c%d", "iufS"[k.Class], k.Size)
}

// Strings is the kind of texts of at most n bytes.
func Strings(n int) Kind { return Kind{Text, max(1, n)} }

// datatype is a kind's datatype message (section IV.A.2.d).
func (k Kind) datatype() []byte {
	size := binary.LittleEndian.AppendUint32(nil, uint32(k.Size))
	head := func(class, b0, b1 byte) []byte { return append([]byte{1<<4 | class, b0, b1, 0}, size...) }
	bits := uint16(8 * k.Size)
	switch k.Class {
	case Text:
		return head(3, 1|1<<4, 0) // padded with zeros, UTF-8
	case Float:
		exponent, mantissa, bias := byte(8), byte(23), uint32(127)
		if k.Size == 8 {
			exponent, mantissa, bias = 11, 52, 1023
		}
		b := head(1, 0x20, byte(bits-1)) // implied leading bit; place of the sign
		b = append(b, 0, 0, byte(bits), 0, mantissa, exponent, 0, mantissa)
		return binary.LittleEndian.AppendUint32(b, bias)
	}
	b := head(0, 8*boolByte(k.Class == Signed), 0)
	return append(b, 0, 0, byte(bits), 0)
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// variableText is the datatype of a string of any length, which is kept in a global heap.
var variableText = []byte{
	1<<4 | 9, 1, 1, 0, 16, 0, 0, 0, // class 9: a string, ended by zero, UTF-8; 16 bytes point to it
	1<<4 | 3, 0x10, 0, 0, 1, 0, 0, 0, // of bytes
}

// parseKind reads a datatype message. variable says that the elements are strings in a global heap.
func parseKind(b []byte) (k Kind, variable bool, err error) {
	if len(b) < 8 {
		return k, false, fmt.Errorf("datatype ends early")
	}
	class, size := b[0]&15, int(binary.LittleEndian.Uint32(b[4:]))
	k.Size = size
	ordinary := size == 1 || size == 2 || size == 4 || size == 8
	switch {
	case class == 0 && ordinary && b[1]&1 == 0:
		if k.Class = Unsigned; b[1]&8 != 0 {
			k.Class = Signed
		}
	case class == 1 && (size == 4 || size == 8) && b[1] == 0x20 && int(b[2]) == 8*size-1:
		k.Class = Float
	case class == 3 && size > 0 && size < 1<<20:
		k.Class = Text
	case class == 8 && ordinary:
		k.Class = Signed
	case class == 9 && b[1]&15 == 1 && size == 16:
		return k, true, nil
	default:
		return k, false, fmt.Errorf("element type is of HDF5 class %d with %d bytes (bits %x), expected little-endian integers, floats or strings", class, size, b[1:4])
	}
	return k, false, nil
}
