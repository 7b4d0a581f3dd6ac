package hdf5

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Datatype is the type of the elements of an array.
type Datatype struct {
	Class     Class
	Size      int  // bytes of one element
	BigEndian bool // of numbers of two bytes or more; what is written is little-endian
}

// Class is the kind of elements that a Datatype describes.
type Class int

// The classes that are supported. Booleans, which h5py stores as enumerations, are read as signed integers.
const (
	Signed Class = iota
	Unsigned
	Float
	FixedString // string of fixed length, padded with zeros
	// VariableString elements are references of referenceBytes to strings in a heap.
	VariableString
)

// referenceBytes is the size of a reference to a string in a heap.
const referenceBytes = 16

// IsString reports whether the elements are strings.
func (k Datatype) IsString() bool { return k.Class == FixedString || k.Class == VariableString }

// Datatypes that the writer uses, besides Strings.
var (
	Float32 = Datatype{Class: Float, Size: 4}
	Float64 = Datatype{Class: Float, Size: 8}
	Int64   = Datatype{Class: Signed, Size: 8}
	Uint8   = Datatype{Class: Unsigned, Size: 1}
)

// String returns NumPy's name of the type without its byte order: "f4", "i8", "u1", "S12"; "O16" are strings of
// variable length.
func (k Datatype) String() string {
	return fmt.Sprintf("%c%d", "iufSO"[k.Class], k.Size)
}

// Strings returns the type of strings of n bytes, at least 1.
func Strings(n int) Datatype { return Datatype{Class: FixedString, Size: max(1, n)} }

// encode returns the datatype message (section IV.A.2.d):
//
//	0  version 1 (high 4 bits) and class (low 4 bits): 0 integer, 1 float, 3 string, 8 enumeration, 9 variable length
//	1  class bit field (3); bit 0 of numbers: 0 little-endian, 1 big-endian
//	4  size of an element (4)
//	8  integer: bit offset (2), precision (2)
//	   float: bit offset (2), precision (2), exponent location (1) and size (1), mantissa location (1) and size (1),
//	   exponent bias (4)
func (k Datatype) encode() []byte {
	size := binary.LittleEndian.AppendUint32(nil, uint32(k.Size))
	head := func(class, b0, b1 byte) []byte { return append([]byte{1<<4 | class, b0, b1, 0}, size...) }
	bits := uint16(8 * k.Size)
	switch k.Class {
	case FixedString:
		return head(3, 1|1<<4, 0) // bits 0-3: 1, padded with zeros; bits 4-7: 1, UTF-8
	case Float:
		exponent, mantissa, bias := byte(8), byte(23), uint32(127)
		if k.Size == 8 {
			exponent, mantissa, bias = 11, 52, 1023
		}
		b := head(1, 0x20, byte(bits-1)) // bits 4-5: 2, implied leading mantissa bit; second byte: sign bit
		b = append(b, 0, 0, byte(bits), 0, mantissa, exponent, 0, mantissa)
		return binary.LittleEndian.AppendUint32(b, bias)
	}
	b := head(0, 8*boolByte(k.Class == Signed), 0)
	return append(b, 0, 0, byte(bits), 0)
}

// boolByte returns 1 for true and 0 for false.
func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// variableString is the datatype message of a variable-length string, which is stored in a global heap.
var variableString = []byte{
	1<<4 | 9, 1, 1, 0, 16, 0, 0, 0, // class 9, string, zero-terminated, UTF-8; a reference has 16 bytes
	1<<4 | 3, 0x10, 0, 0, 1, 0, 0, 0, // base type: class 3 of 1 byte, UTF-8
}

// ErrNoNumbers says that the elements of an array are neither numbers nor strings, but records or references, for
// example.
var ErrNoNumbers = errors.New("neither numbers nor strings")

// parseDatatype parses a datatype message. variable is true if the elements are variable-length strings, whose
// Datatype is meaningless.
func parseDatatype(b []byte) (k Datatype, variable bool, err error) {
	if len(b) < 8 {
		return k, false, fmt.Errorf("datatype ends early")
	}
	class, size := b[0]&15, int(binary.LittleEndian.Uint32(b[4:]))
	k.Size = size
	ordinary := size == 1 || size == 2 || size == 4 || size == 8
	switch {
	case class == 0 && ordinary:
		k.BigEndian = size > 1 && b[1]&1 != 0
		if k.Class = Unsigned; b[1]&8 != 0 {
			k.Class = Signed
		}
	case class == 1 && (size == 2 || size == 4 || size == 8) && b[1]&^1 == 0x20 && int(b[2]) == 8*size-1:
		k.Class, k.BigEndian = Float, b[1]&1 != 0
	case class == 3 && size > 0 && size < 1<<20:
		k.Class = FixedString
	case class == 8 && ordinary: // its base type, an integer, follows
		k.Class, k.BigEndian = Signed, size > 1 && len(b) > 9 && b[9]&1 != 0
	case class == 9 && b[1]&15 == 1 && size == referenceBytes:
		return k, true, nil
	case class > 1 && class != 3 && class != 8:
		return k, false, fmt.Errorf("element type is of HDF5 class %d with %d bytes: %w", class, size, ErrNoNumbers)
	default:
		return k, false, fmt.Errorf("element type is of HDF5 class %d with %d bytes (bits %x), expected "+
			"integers, floats or strings", class, size, b[1:4])
	}
	return k, false, nil
}

// namedDatatype returns the datatype message that a shared message leads to (section IV.A.2, "Shared Message"): that of
// a named datatype, which is an object of its own.
//
//	version 1  version (1), type (1), reserved (6), address of the object (8)
//	version 2  version (1), type (1), address (8)
//	version 3  version (1), type (1): 2 for an object, 1 for a heap of shared messages; address (8)
func (f *File) namedDatatype(b []byte) ([]byte, error) {
	at := 2
	if len(b) > 0 && b[0] == 1 {
		at = 8
	}
	switch {
	case len(b) < at+8 || b[0] < 1 || b[0] > 3:
		return nil, fmt.Errorf("a shared datatype is damaged")
	case b[0] == 3 && b[1] != 2:
		return nil, fmt.Errorf("a datatype is in a heap of shared messages, which is not read here; %s", rewrite)
	}
	o, err := f.header(binary.LittleEndian.Uint64(b[at:]), true)
	if err != nil {
		return nil, fmt.Errorf("a named datatype: %w", err)
	}
	kind := o.find(msgDatatype)
	if kind == nil {
		return nil, fmt.Errorf("a shared datatype leads to an object that is none: the file is damaged")
	}
	return kind, nil
}
