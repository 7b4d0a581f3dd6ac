package rlds

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"counterpoise/internal/num"
)

// elementSizes are the sizes of the types of numbers as bytes.
var elementSizes = map[string]int{
	"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "int32": 4, "uint32": 4,
	"float32": 4, "int64": 8, "uint64": 8, "float64": 8,
}

// each calls f with every number of all steps of a leaf, whatever its encoding.
func (l leaf) each(v values, f func(x float64) error) error {
	switch l.encoding {
	case "", "none":
		return v.eachNumber(f)
	case "bytes", "zlib":
	default:
		return fmt.Errorf("has the encoding %.20q, expected none, bytes or zlib", l.encoding)
	}
	size := elementSizes[l.kind]
	if size == 0 {
		return fmt.Errorf("has the type %.20q, which is not read as bytes", l.kind)
	}
	want := size * l.values()
	var unpacked []byte
	return v.eachBytes(func(b []byte) error {
		if l.encoding == "zlib" {
			if unpacked == nil {
				unpacked = make([]byte, want)
			}
			if err := inflate(unpacked, b); err != nil {
				return err
			}
			b = unpacked
		}
		if len(b) != want {
			return fmt.Errorf("a step has %d bytes, expected %d", len(b), want)
		}
		for ; len(b) > 0; b = b[size:] {
			if err := f(element(l.kind, b)); err != nil {
				return err
			}
		}
		return nil
	})
}

// count returns the number of steps of a leaf: its values, or its numbers by the size of a value.
func (l leaf) count(v values) (int, error) {
	n, err := v.count()
	if err != nil || v.list == bytesList {
		return n, err
	}
	width := max(1, l.values())
	if n%width != 0 {
		return 0, fmt.Errorf("has %d numbers, which are no steps of %d", n, width)
	}
	return n / width, nil
}

// inflate unpacks zlib's format, which must have exactly the length of to.
func inflate(to, packed []byte) error {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	if _, err := io.ReadFull(z, to); err != nil {
		return fmt.Errorf("a step unpacks to fewer than %d bytes: %w", len(to), err)
	}
	if n, err := io.ReadFull(z, make([]byte, 1)); n > 0 || err != io.EOF {
		return fmt.Errorf("a step unpacks to more than %d bytes, or is damaged", len(to))
	}
	return nil
}

// element returns the number at the beginning of little-endian bytes.
func element(kind string, b []byte) float64 {
	order := binary.LittleEndian
	switch kind {
	case "bool", "uint8":
		return float64(b[0])
	case "int8":
		return float64(int8(b[0]))
	case "int16":
		return float64(int16(order.Uint16(b)))
	case "uint16":
		return float64(order.Uint16(b))
	case "float16":
		return num.Half(order.Uint16(b))
	case "bfloat16": // the upper half of a float32
		return float64(math.Float32frombits(uint32(order.Uint16(b)) << 16))
	case "int32":
		return float64(int32(order.Uint32(b)))
	case "uint32":
		return float64(order.Uint32(b))
	case "float32":
		return float64(math.Float32frombits(order.Uint32(b)))
	case "int64":
		return float64(int64(order.Uint64(b)))
	case "uint64":
		return float64(order.Uint64(b))
	}
	return math.Float64frombits(order.Uint64(b))
}
