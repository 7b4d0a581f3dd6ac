package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Attr returns the value of an attribute: an int64, a float64 or a string, or nil if there is no attribute of
// that name. Of an array it returns the first element.
func (o *Object) Attr(name string) (any, error) {
	for _, m := range o.messages {
		if m.kind != msgAttribute {
			continue
		}
		found, kind, value, err := parseAttribute(m.body)
		if err != nil {
			return nil, err
		}
		if found != name {
			continue
		}
		v, err := o.f.value(kind, value)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		return v, nil
	}
	if b := o.find(msgAttributes); len(b) >= 18 && binary.LittleEndian.Uint64(b[len(b)-16:]) != undefinedAddress {
		return nil, fmt.Errorf("an object keeps its attributes in a fractal heap, which is not read here; %s",
			rewrite)
	}
	return nil, nil
}

// parseAttribute splits an attribute message of version 1 to 3 (section IV.A.2.m) into the name, the datatype
// message and the value:
//
//	0  version (1)
//	1  flags (1): datatype or dataspace shared, versions 2 and 3
//	2  sizes of name, datatype and dataspace (2 each)
//	8  character set of the name (1), version 3 only
//	   name with its zero byte, datatype, dataspace: each padded to a multiple of 8 in version 1
//	   value
func parseAttribute(b []byte) (name string, kind, value []byte, err error) {
	bad := fmt.Errorf("an attribute is damaged or shared")
	if len(b) < 9 || b[0] < 1 || b[0] > 3 || (b[0] > 1 && b[1] != 0) {
		return "", nil, nil, bad
	}
	version := b[0]
	sizes := [3]int{}
	for i := range sizes {
		sizes[i] = int(binary.LittleEndian.Uint16(b[2+2*i:]))
	}
	if b = b[8:]; version == 3 {
		b = b[1:]
	}
	var parts [3][]byte
	for i, n := range sizes {
		stored := n
		if version == 1 {
			stored += -n & 7
		}
		if stored > len(b) {
			return "", nil, nil, bad
		}
		parts[i], b = b[:n], b[stored:]
	}
	text, _, _ := bytes.Cut(parts[0], []byte{0})
	return string(text), parts[1], b, nil
}

// value decodes the first element of an attribute. kind is the datatype message, b the value.
func (f *File) value(kind, b []byte) (any, error) {
	k, variable, err := parseDatatype(kind)
	if err != nil {
		return nil, err
	}
	if variable {
		return (&heap{f: f}).text(b)
	}
	if len(b) < k.Size {
		return nil, fmt.Errorf("has %d bytes, expected %d", len(b), k.Size)
	}
	switch k.Class {
	case FixedString:
		return string(bytes.TrimRight(b[:k.Size], "\x00")), nil
	case Float:
		return float64(k.float(b)), nil
	}
	return k.integer(b), nil
}
