package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// Attr returns the value of an attribute: an int64, a float64 or a string, or nil if there is no attribute of
// that name or it is empty (h5py.Empty). Of an array it returns the first element.
func (o *Object) Attr(name string) (any, error) {
	for b, err := range o.attributes(name) {
		if err != nil {
			return nil, err
		}
		found, kind, space, value, err := o.f.parseAttribute(b)
		if err != nil {
			return nil, err
		}
		if found != name {
			continue
		}
		if isNull(space) {
			return nil, nil
		}
		v, err := (&heap{f: o.f}).value(kind, value)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		return v, nil
	}
	return nil, nil
}

// Scalars returns those attributes by name that are one number, truth value or text, as int64, uint64, float32,
// float64, bool or string, and whose names wanted takes. Texts of more than longest bytes are left out, and so are
// attributes of several elements and of types that are not read here.
func (o *Object) Scalars(longest int, wanted func(name string) bool) (map[string]any, error) {
	found := map[string]any{}
	texts := heap{f: o.f}
	for b, err := range o.attributes("") {
		if err != nil {
			return nil, err
		}
		name, kind, space, value, err := o.f.parseAttribute(b)
		if err != nil {
			return nil, err
		}
		if _, twice := found[name]; twice || !wanted(name) || !isScalar(kind, space, value, longest) {
			continue
		}
		if err := o.f.spendName(name); err != nil {
			return nil, err
		}
		v, err := texts.value(kind, value)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", name, err)
		}
		found[name] = precise(kind, v)
	}
	return found, nil
}

// precise returns a value of heap.value in the Go type that fits its datatype message: truth values as bool, unsigned
// integers, which may be 2^63 or more, as uint64, and floats of single and half precision as float32.
func precise(kind []byte, v any) any {
	k, _, err := parseDatatype(kind)
	switch x := v.(type) {
	case int64:
		if isBoolean(kind) {
			return x != 0
		}
		if err == nil && k.Class == Unsigned {
			return uint64(x)
		}
	case float64:
		if err == nil && k.Size < 8 {
			return float32(x)
		}
	}
	return v
}

// isScalar reports whether an attribute is one element of a type that is read here, and no text of more than longest
// bytes.
func isScalar(kind, space, value []byte, longest int) bool {
	shape, err := parseDataspace(space)
	if err != nil || isNull(space) || slices.ContainsFunc(shape, func(n int) bool { return n != 1 }) {
		return false
	}
	k, variable, err := parseDatatype(kind)
	switch {
	case err != nil:
		return false
	case variable: // a reference starts with the length
		return len(value) < 4 || int64(binary.LittleEndian.Uint32(value)) <= int64(longest)
	}
	return k.Class != FixedString || k.Size <= longest
}

// nullSpace is the type of a dataspace of version 2 without elements.
const nullSpace = 2

// isNull reports whether a dataspace message has no elements.
func isNull(space []byte) bool { return len(space) > 3 && space[0] == 2 && space[3] == nullSpace }

// isBoolean reports whether a datatype message is that of h5py's truth values: an enumeration of FALSE and TRUE.
func isBoolean(kind []byte) bool {
	return kind[0]&15 == 8 && bytes.Contains(kind, []byte("FALSE\x00")) && bytes.Contains(kind, []byte("TRUE\x00"))
}

// parseAttribute splits an attribute message of version 1 to 3 (section IV.A.2.m) into the name, the datatype
// message, the dataspace message and the value:
//
//	0  version (1)
//	1  flags (1): 1 datatype shared, 2 dataspace shared; versions 2 and 3
//	2  sizes of name, datatype and dataspace (2 each)
//	8  character set of the name (1), version 3 only
//	   name with its zero byte, datatype, dataspace: each padded to a multiple of 8 in version 1
//	   value
func (f *File) parseAttribute(b []byte) (name string, kind, space, value []byte, err error) {
	bad := fmt.Errorf("an attribute is damaged or shared")
	if len(b) < 9 || b[0] < 1 || b[0] > 3 || (b[0] > 1 && b[1]&^sharedType != 0) {
		return "", nil, nil, nil, bad
	}
	version, named := b[0], b[0] > 1 && b[1] == sharedType
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
			return "", nil, nil, nil, bad
		}
		parts[i], b = b[:n], b[stored:]
	}
	text, _, _ := bytes.Cut(parts[0], []byte{0})
	if kind = parts[1]; named {
		kind, err = f.namedDatatype(kind)
	}
	return string(text), kind, parts[2], b, err
}

// sharedType is set in the flags of an attribute whose datatype is a shared message.
const sharedType = 1

// value decodes the first element of an attribute. kind is the datatype message, b the value.
func (h *heap) value(kind, b []byte) (any, error) {
	k, variable, err := parseDatatype(kind)
	if err != nil {
		return nil, err
	}
	if variable {
		return h.text(b)
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
