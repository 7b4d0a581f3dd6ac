package wire

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Codes of msgpack. The fix codes hold a small value or length in their low bits.
const (
	codeFixMap, codeFixArray, codeFixString   = 0x80, 0x90, 0xa0
	codeNil, codeFalse, codeTrue              = 0xc0, 0xc2, 0xc3
	codeBin8, codeBin16, codeBin32            = 0xc4, 0xc5, 0xc6
	codeFloat32, codeFloat64                  = 0xca, 0xcb
	codeUint8, codeUint16, codeUint32         = 0xcc, 0xcd, 0xce
	codeUint64                                = 0xcf
	codeInt8, codeInt16, codeInt32, codeInt64 = 0xd0, 0xd1, 0xd2, 0xd3
	codeString8, codeString16, codeString32   = 0xd9, 0xda, 0xdb
	codeArray16, codeArray32                  = 0xdc, 0xdd
	codeMap16, codeMap32                      = 0xde, 0xdf
	codeNegativeFixInt                        = 0xe0
)

// Append appends the message of a value to dst. Besides the types that Decode returns it takes int, []string and
// float32. Whole numbers and lengths take the shortest form, as Python's msgpack writes them. An array whose data do
// not fit its shape, and a value of another type, are errors.
func Append(dst []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(dst, codeNil), nil
	case bool:
		if v {
			return append(dst, codeTrue), nil
		}
		return append(dst, codeFalse), nil
	case int:
		return appendInt(dst, int64(v)), nil
	case int64:
		return appendInt(dst, v), nil
	case uint64:
		return appendUint(dst, v), nil
	case float32:
		return appendFloat(dst, float64(v)), nil
	case float64:
		return appendFloat(dst, v), nil
	case string:
		return append(appendLength(dst, len(v), 31, codeFixString, codeString8, codeString16, codeString32), v...), nil
	case []byte:
		return appendBytes(dst, v), nil
	case []string:
		dst = appendLength(dst, len(v), 15, codeFixArray, 0, codeArray16, codeArray32)
		for _, s := range v {
			dst, _ = Append(dst, s)
		}
		return dst, nil
	case []any:
		dst = appendLength(dst, len(v), 15, codeFixArray, 0, codeArray16, codeArray32)
		for i, e := range v {
			var err error
			if dst, err = Append(dst, e); err != nil {
				return nil, fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return dst, nil
	case map[string]any:
		dst = appendLength(dst, len(v), 15, codeFixMap, 0, codeMap16, codeMap32)
		for _, k := range slices.Sorted(maps.Keys(v)) {
			dst, _ = Append(dst, k)
			var err error
			if dst, err = Append(dst, v[k]); err != nil {
				return nil, fmt.Errorf("%q: %w", k, err)
			}
		}
		return dst, nil
	case Array:
		return appendArray(dst, v)
	}
	return nil, Errorf(ErrType, "a value of Go's type %T has no form in the protocol", value)
}

// appendArray appends an array in the form of msgpack_numpy: a map whose keys are binary, in the order in which
// pack_array writes them.
func appendArray(dst []byte, a Array) ([]byte, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	dst = append(dst, codeFixMap|4)
	dst = append(appendBytes(dst, []byte(keyArray)), codeTrue)
	dst = appendBytes(appendBytes(dst, []byte(keyData)), a.Data)
	dst, _ = Append(appendBytes(dst, []byte(keyType)), a.Type)
	dst = appendBytes(dst, []byte(keyShape))
	dst = appendLength(dst, len(a.Shape), 15, codeFixArray, 0, codeArray16, codeArray32)
	for _, d := range a.Shape {
		dst = appendInt(dst, int64(d))
	}
	return dst, nil
}

func appendBytes(dst, b []byte) []byte {
	return append(appendLength(dst, len(b), -1, 0, codeBin8, codeBin16, codeBin32), b...)
}

func appendFloat(dst []byte, v float64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, codeFloat64), math.Float64bits(v))
}

// appendLength appends the head of text, binary, a list or a map: the fix code where n is at most small, else the first
// code that can hold it. A code8 of 0 does not exist.
func appendLength(dst []byte, n, small int, fix, code8, code16, code32 byte) []byte {
	switch {
	case n <= small:
		return append(dst, fix|byte(n))
	case n <= math.MaxUint8 && code8 != 0:
		return append(dst, code8, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, code16), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(dst, code32), uint32(n))
}

func appendInt(dst []byte, v int64) []byte {
	switch {
	case v >= 0:
		return appendUint(dst, uint64(v))
	case v >= -32:
		return append(dst, byte(v))
	case v >= math.MinInt8:
		return append(dst, codeInt8, byte(v))
	case v >= math.MinInt16:
		return binary.BigEndian.AppendUint16(append(dst, codeInt16), uint16(v))
	case v >= math.MinInt32:
		return binary.BigEndian.AppendUint32(append(dst, codeInt32), uint32(v))
	}
	return binary.BigEndian.AppendUint64(append(dst, codeInt64), uint64(v))
}

func appendUint(dst []byte, v uint64) []byte {
	switch {
	case v < 128:
		return append(dst, byte(v))
	case v <= math.MaxUint8:
		return append(dst, codeUint8, byte(v))
	case v <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, codeUint16), uint16(v))
	case v <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, codeUint32), uint32(v))
	}
	return binary.BigEndian.AppendUint64(append(dst, codeUint64), v)
}
