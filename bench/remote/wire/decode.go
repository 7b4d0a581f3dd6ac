package wire

import (
	"fmt"
	"math"
	"unicode/utf8"

	"counterpoise/internal/bounded"
)

// Limits bound what a message may hold.
type Limits struct {
	Bytes  int64 // of a message
	Values int   // scalars, texts, arrays, lists, maps and their keys, nested ones included
	Depth  int   // levels of lists and maps
}

// DefaultLimits admit what peers of the protocol send, with room: 64 MiB are 400 pairs of pictures of 224 x 224, and
// 2^16 values a batch of 64 chunks of 100 actions of 7 numbers each as nested lists. A value costs at most about 130
// bytes besides its text, so that decoding allocates less than 9 MB besides copies of the texts. No known message is
// nested more than 6 deep.
func DefaultLimits() Limits { return Limits{Bytes: 64 << 20, Values: 1 << 16, Depth: 32} }

// Keys of the extension for NumPy, binary in the message.
const (
	keyArray, keyScalar        = "__ndarray__", "__npgeneric__"
	keyData, keyType, keyShape = "data", "dtype", "shape"
)

// Keys of PyPI's msgpack-numpy (0.4.8), which servers pack by as well. Messages are written in openpi's form alone. The
// keys are text where it packs without binary values (use_bin_type=False), and the data then are text of any bytes.
const (
	keyND, keyKind, keyPackedType = "nd", "kind", "type" // nd: true for an array, false for a scalar
	keyComplex                    = "complex"
)

// Decode returns the value of a message. Arrays and binary values refer to the message. Errors say at which byte.
func Decode(message []byte, l Limits) (any, error) {
	if int64(len(message)) > l.Bytes {
		return nil, Errorf(bounded.ErrTooLong, "a message of %d bytes, the limit is %d", len(message), l.Bytes)
	}
	if len(message) == 0 {
		return nil, Errorf(ErrMalformed, "a message is empty; it must hold a value of msgpack")
	}
	d := decoder{message: message, values: l.Values - 1}
	v, err := d.value(l.Depth)
	if err == nil && d.at < len(message) {
		err = Errorf(ErrMalformed, "%d bytes follow the value, and a message has one", len(message)-d.at)
	}
	if err != nil {
		return nil, fmt.Errorf("a message cannot be read at byte %d of %d: %w", d.at, len(message), err)
	}
	return v, nil
}

// decoder reads a message from its start to its end.
type decoder struct {
	message []byte
	at      int // bytes read
	values  int // that may still be announced
}

// take returns the next n bytes.
func (d *decoder) take(n int) ([]byte, error) {
	if n < 0 || n > len(d.message)-d.at {
		return nil, Errorf(ErrMalformed, "it is cut short: %d bytes are announced and %d are left", n,
			len(d.message)-d.at)
	}
	b := d.message[d.at:][:n:n]
	d.at += n
	return b, nil
}

// number returns the next whole number of 1, 2, 4 or 8 bytes, without sign.
func (d *decoder) number(bytes int) (uint64, error) {
	b, err := d.take(bytes)
	if err != nil {
		return 0, err
	}
	var v uint64
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return v, nil
}

// value reads one value; depth is the number of levels that it may have.
func (d *decoder) value(depth int) (any, error) {
	head, err := d.take(1)
	if err != nil {
		return nil, err
	}
	switch c := head[0]; {
	case c < codeFixMap:
		return int64(c), nil
	case c >= codeNegativeFixInt:
		return int64(int8(c)), nil
	case c < codeFixArray:
		return d.object(int(c&15), depth)
	case c < codeFixString:
		return d.list(int(c&15), depth)
	case c < codeNil:
		return d.text(int(c & 31))
	default:
		return d.long(c, depth)
	}
}

// long reads a value that follows the given code, which holds no part of it.
func (d *decoder) long(c byte, depth int) (any, error) {
	switch c {
	case codeNil:
		return nil, nil
	case codeFalse, codeTrue:
		return c == codeTrue, nil
	case codeFloat32:
		v, err := d.number(4)
		return float64(math.Float32frombits(uint32(v))), err
	case codeFloat64:
		v, err := d.number(8)
		return math.Float64frombits(v), err
	case codeUint8, codeUint16, codeUint32, codeUint64:
		v, err := d.number(1 << (c - codeUint8))
		if v > math.MaxInt64 {
			return v, err
		}
		return int64(v), err
	case codeInt8, codeInt16, codeInt32, codeInt64:
		bytes := 1 << (c - codeInt8)
		v, err := d.number(bytes)
		shift := 64 - 8*bytes // the sign bit moves to the top, and back
		return int64(v<<shift) >> shift, err
	case codeBin8, codeBin16, codeBin32:
		return d.sized(1<<(c-codeBin8), func(n int) (any, error) { return d.take(n) })
	case codeString8, codeString16, codeString32:
		return d.sized(1<<(c-codeString8), d.text)
	case codeArray16, codeArray32:
		return d.sized(2<<(c-codeArray16), func(n int) (any, error) { return d.list(n, depth) })
	case codeMap16, codeMap32:
		return d.sized(2<<(c-codeMap16), func(n int) (any, error) { return d.object(n, depth) })
	}
	return nil, Errorf(ErrMalformed, "code 0x%02x is no msgpack, or an extension type, which the protocol lacks", c)
}

// sized reads a length of the given number of bytes, and then calls read with it.
func (d *decoder) sized(bytes int, read func(n int) (any, error)) (any, error) {
	n, err := d.number(bytes)
	if err != nil {
		return nil, err
	}
	return read(int(n))
}

func (d *decoder) text(n int) (any, error) {
	b, err := d.take(n)
	if err == nil && !utf8.Valid(b) {
		err = Errorf(ErrMalformed, "a text is no UTF-8")
	}
	return string(b), err
}

// data reads the data of an array, which may be a text of any bytes: it is returned as binary.
func (d *decoder) data(depth int) (any, error) {
	take := func(n int) (any, error) { return d.take(n) }
	if d.at < len(d.message) {
		switch c := d.message[d.at]; {
		case c >= codeFixString && c < codeNil:
			d.at++
			return take(int(c & 31))
		case c >= codeString8 && c <= codeString32:
			d.at++
			return d.sized(1<<(c-codeString8), take)
		}
	}
	return d.value(depth)
}

// list reads n values.
func (d *decoder) list(n, depth int) (any, error) {
	if err := d.announce(n, 1, depth); err != nil {
		return nil, err
	}
	all := make([]any, n)
	for i := range all {
		var err error
		if all[i], err = d.value(depth - 1); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// announce takes n elements, a level below, off the values that may still come: one value for each in a list, two in a
// map. A value has at least a byte. Memory for n elements is allocated at once, so they count before they are read:
// lists within lists, each of which announces as many as a message may have, would otherwise take that memory each.
func (d *decoder) announce(n, values, depth int) error {
	switch left := len(d.message) - d.at; {
	case depth <= 0:
		return Errorf(bounded.ErrTooLong, "lists and maps are nested too deep")
	case n < 0 || n > left/values:
		return Errorf(ErrMalformed, "it is cut short: %d elements are announced and %d bytes are left", n, left)
	case n > d.values/values:
		return Errorf(bounded.ErrTooLong, "too many values in a message; send numbers as one array")
	}
	d.values -= n * values
	return nil
}

// object reads a map of n entries, or the array or scalar that it stands for.
func (d *decoder) object(n, depth int) (any, error) {
	if err := d.announce(n, 2, depth); err != nil {
		return nil, err
	}
	m := make(map[string]any, n)
	numpy := "" // the key that makes it an array or a scalar
	for range n {
		k, binary, err := d.key()
		if err != nil {
			return nil, err
		}
		if _, twice := m[k]; twice {
			return nil, Errorf(ErrMalformed, "a map has the key %.40q twice", k)
		}
		if k == keyArray || k == keyScalar {
			if !binary {
				return nil, Errorf(ErrMalformed, "the key %q is text, and openpi's client sees an array only where "+
					"the keys are binary (pack with openpi_client.msgpack_numpy)", k)
			}
			numpy = k
		}
		read := d.value
		if k == keyData && isPacked(m) {
			read = d.data
		}
		if m[k], err = read(depth - 1); err != nil {
			return nil, err
		}
	}
	switch {
	case numpy == keyArray:
		return arrayOf(m)
	case numpy == keyScalar:
		return scalarOf(m)
	case m[keyData] == nil:
	case m[keyND] == true && m[keyShape] != nil && m[keyPackedType] != nil:
		return packedArrayOf(m)
	case m[keyND] == false && m[keyPackedType] != nil:
		return packedScalarOf(m)
	case m[keyComplex] == true && len(m) == 2:
		return nil, Errorf(ErrType, "a complex number is not part of the protocol; send its parts")
	}
	return m, nil
}

// key reads the key of a map, text or binary.
func (d *decoder) key() (k string, binary bool, err error) {
	v, err := d.value(0)
	switch v := v.(type) {
	case string:
		return v, false, err
	case []byte:
		if utf8.Valid(v) {
			return string(v), true, nil
		}
	}
	if err == nil {
		err = Errorf(ErrMalformed, "a key of a map is neither text nor binary")
	}
	return "", false, err
}

// arrayOf returns the array of a map with the keys of msgpack_numpy.
func arrayOf(m map[string]any) (any, error) {
	data, ok := m[keyData].([]byte)
	dims, isList := m[keyShape].([]any)
	if !ok || !isList {
		return nil, Errorf(ErrMalformed, "an array lacks binary data or a shape")
	}
	const most = 32 // dimensions of a NumPy array
	if len(dims) > most {
		return nil, Errorf(ErrShape, "an array of %d dimensions", len(dims))
	}
	a := Array{Data: data, Type: textOf(m[keyType]), Shape: make([]int, len(dims))}
	for i, d := range dims {
		n, ok := d.(int64)
		if !ok {
			return nil, Errorf(ErrShape, "dimension %d of an array is no whole number", i)
		}
		a.Shape[i] = int(n)
	}
	return a, a.check()
}

// scalarOf returns the value of a NumPy scalar.
func scalarOf(m map[string]any) (any, error) {
	v, ok := m[keyData]
	if !ok {
		return nil, Errorf(ErrMalformed, "a scalar of NumPy lacks its data")
	}
	_, err := elementSize(textOf(m[keyType]))
	return v, err
}
