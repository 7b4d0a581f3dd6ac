package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"counterpoise/internal/num"
)

// maxElements is the largest number of elements that a shape may claim. It keeps products of lengths and
// element sizes below 2^63.
const maxElements = 1 << 40

// Dataset is an array in a file. Its description is parsed, its elements are not yet read.
type Dataset struct {
	o     *Object
	Type  Datatype
	Shape []int
}

// Dataset parses the description of an object that is an array.
func (o *Object) Dataset() (*Dataset, error) {
	if o.IsGroup() {
		return nil, fmt.Errorf("is a group, expected a dataset")
	}
	d := &Dataset{o: o}
	var variable bool
	var err error
	if d.Shape, err = parseDataspace(o.find(msgDataspace)); err != nil {
		return nil, err
	}
	if d.Type, variable, err = parseDatatype(o.find(msgDatatype)); variable {
		d.Type = Datatype{Class: VariableString, Size: referenceBytes}
	}
	return d, err
}

// parseDataspace parses a dataspace message (section IV.A.2.b) and returns the shape, which is empty for a
// scalar:
//
//	0  version (1), 1 or 2
//	1  rank (1)
//	2  flags (1): maximum lengths follow the lengths
//	3  type (1); in version 1 reserved (5)
//	   lengths (8 each)
func parseDataspace(b []byte) ([]int, error) {
	if len(b) < 4 || b[0] < 1 || b[0] > 2 {
		return nil, fmt.Errorf("has no dataspace of version 1 or 2")
	}
	rank, skip := int(b[1]), 4
	if b[0] == 1 {
		skip = 8
	}
	if len(b) < skip+8*rank {
		return nil, fmt.Errorf("has a dataspace that ends early")
	}
	shape, n := make([]int, rank), uint64(1)
	for i := range shape {
		k := binary.LittleEndian.Uint64(b[skip+8*i:])
		if k > maxElements || (k > 0 && n > maxElements/k) {
			return nil, fmt.Errorf("has the absurd length %d in dimension %d", k, i)
		}
		shape[i] = int(k)
		n *= max(k, 1)
	}
	return shape, nil
}

// Len returns the number of elements, 1 for a scalar.
func (d *Dataset) Len() int {
	n := 1
	for _, k := range d.Shape {
		n *= k
	}
	return n
}

// Bytes reads the elements in C order, in their byte order; those that were never written have the fill value. The
// layout message (section IV.A.2.i) has version 3 to 5 (1), class (1), and
//
//	class 0, compact     size (2), data
//	class 1, contiguous  address (8), size (8); an undefined address means that nothing was written
//	class 2, chunked     see layout3 and layout4
//
// Elements in other files (message 7, external storage) are refused: a dataset is read from its own file alone.
func (d *Dataset) Bytes() ([]byte, error) {
	n := int64(d.Len()) * int64(d.Type.Size)
	layout := d.o.find(msgLayout)
	if len(layout) < 2 || layout[0] < 3 || layout[0] > 5 {
		return nil, fmt.Errorf("has no data layout of version 3 to 5; %s", rewrite)
	}
	if d.o.find(msgExternal) != nil {
		return nil, fmt.Errorf("keeps its elements in other files (external storage), which is not read here; %s",
			rewrite)
	}
	switch class := layout[1]; {
	case class == 0 && len(layout) >= 4:
		if b := layout[4:]; int64(len(b)) >= n && int64(binary.LittleEndian.Uint16(layout[2:])) >= n {
			return b[:n], nil
		}
		return nil, fmt.Errorf("has fewer than %d bytes", n)
	case class == 1 && len(layout) >= 18:
		at := binary.LittleEndian.Uint64(layout[2:])
		if at == undefinedAddress { // never written
			return d.filled(n)
		}
		return d.o.f.bytes(at, n)
	case class == 2:
		parse := d.layout4
		if layout[0] == 3 {
			parse = d.layout3
		}
		chunks, err := parse(layout[2:])
		if err != nil {
			return nil, err
		}
		return d.chunked(chunks, n)
	}
	return nil, fmt.Errorf("has data layout version %d class %d, expected contiguous data or chunks; %s", layout[0],
		layout[1], rewrite)
}

// Float32s reads the elements as float32. Doubles and large integers are rounded to nearest.
func (d *Dataset) Float32s() ([]float32, error) {
	if d.Type.IsString() {
		return nil, fmt.Errorf("has element type %v, expected numbers", d.Type)
	}
	b, err := d.Bytes()
	if err != nil {
		return nil, err
	}
	if err := d.o.f.room.Spend(fmt.Sprintf("an array of shape %v", d.Shape), 4*int64(d.Len())); err != nil {
		return nil, err
	}
	v := make([]float32, d.Len())
	for i := range v {
		v[i] = float32(d.Type.float(b[i*d.Type.Size:]))
	}
	return v, nil
}

// EachString calls yield with each string of an array of strings, without its padding of zeros. yield must not retain
// it.
func (d *Dataset) EachString(yield func(s []byte) error) error {
	if !d.Type.IsString() {
		return fmt.Errorf("has element type %v, expected strings", d.Type)
	}
	b, err := d.Bytes()
	if err != nil {
		return err
	}
	texts := &heap{f: d.o.f}
	for i := range d.Len() {
		s := b[i*d.Type.Size : (i+1)*d.Type.Size]
		if d.Type.Class == VariableString {
			text, err := texts.text(s)
			if err != nil {
				return err
			}
			s = []byte(text)
		}
		if err := yield(bytes.TrimRight(s, "\x00")); err != nil {
			return err
		}
	}
	return nil
}

// float decodes one element. Converting the result of a 4-byte float back to float32 restores the value.
func (k Datatype) float(b []byte) float64 {
	switch {
	case k.Class == Unsigned:
		return float64(uint64(k.integer(b)))
	case k.Class != Float:
		return float64(k.integer(b))
	case k.Size == 2:
		return num.Half(uint16(k.bits(b)))
	case k.Size == 4:
		return float64(math.Float32frombits(uint32(k.bits(b))))
	}
	return math.Float64frombits(k.bits(b))
}

// integer decodes one element of an integer type, with sign extension if it is signed. An unsigned one of 2^63 or more
// is negative.
func (k Datatype) integer(b []byte) int64 {
	u := k.bits(b)
	if k.Class == Signed {
		shift := 64 - 8*k.Size
		return int64(u<<shift) >> shift
	}
	return int64(u)
}

// bits returns the bits of one element of at most 8 bytes.
func (k Datatype) bits(b []byte) (u uint64) {
	for i := range k.Size {
		if k.BigEndian {
			u = u<<8 | uint64(b[i])
		} else {
			u |= uint64(b[i]) << (8 * i)
		}
	}
	return u
}
