package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"counterpoise/internal/bounded"
)

// Attr is the value of an attribute: an int64, a float64, a string, or nil where there is none of that name.
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
	if b := o.find(msgAttributes); len(b) >= 18 && binary.LittleEndian.Uint64(b[len(b)-16:]) != none {
		return nil, fmt.Errorf("an object keeps its attributes in a fractal heap, which is not read here; rewrite the file with h5repack --low=0 --high=0")
	}
	return nil, nil
}

// parseAttribute reads an attribute message of version 1 to 3 (section IV.A.2.m).
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

// value decodes the first element of an attribute.
func (f *File) value(kind, b []byte) (any, error) {
	k, variable, err := parseKind(kind)
	if err != nil {
		return nil, err
	}
	if variable {
		return f.text(b)
	}
	if len(b) < k.Size {
		return nil, fmt.Errorf("has %d bytes, expected %d", len(b), k.Size)
	}
	switch k.Class {
	case Text:
		return string(bytes.TrimRight(b[:k.Size], "\x00")), nil
	case Float:
		return float64(k.float(b)), nil
	}
	return k.integer(b), nil
}

// text reads a string of a global heap collection (section III.E).
func (f *File) text(b []byte) (string, error) {
	if len(b) < 16 {
		return "", fmt.Errorf("a string is damaged")
	}
	n, at, index := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint64(b[4:]), binary.LittleEndian.Uint32(b[12:])
	if n == 0 {
		return "", nil
	}
	head, err := f.bytes(at, 16)
	if err != nil {
		return "", err
	}
	size := binary.LittleEndian.Uint64(head[8:])
	if string(head[:4]) != "GCOL" || size < 16 || size > maxHeader {
		return "", fmt.Errorf("a string leads to no heap of at most %d bytes: %w", maxHeader, bounded.ErrTooLong)
	}
	heap, err := f.bytes(at+16, int64(size-16))
	if err != nil {
		return "", err
	}
	for len(heap) >= 16 {
		found, length := binary.LittleEndian.Uint16(heap), binary.LittleEndian.Uint64(heap[8:])
		if heap = heap[16:]; found == 0 || length > uint64(len(heap)) {
			break
		}
		if uint32(found) == index && uint64(n) <= length {
			return string(heap[:n]), nil
		}
		heap = heap[min(uint64(len(heap)), (length+7)&^7):]
	}
	return "", fmt.Errorf("a string is not in its heap: the file is damaged")
}
