package evals

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterpoise/internal/budget"
)

// array is an array of numbers.
type array struct {
	shape  []int
	values []float64
}

// global is a class or a function that a pickle names. Nothing of it is ever run: reduce knows the few that arrays of
// numpy consist of, and refuses all others.
type global string

// dtype is a type of numpy's numbers: "f8", "f4", "i8" or "b1", little-endian.
type dtype string

// mark is the mark of the stack.
type mark struct{}

// errPickle is the error of a pickle that ends early or pops what is not there.
var errPickle = errors.New("is a damaged pickle")

// unpickler is the machine of a pickle (CPython's Lib/pickletools.py describes the opcodes), for dictionaries, lists,
// tuples, texts, numbers, and numpy's scalars and arrays, in protocols 2 to 4.
type unpickler struct {
	in    []byte
	stack []any
	memo  map[uint32]any
	room  *budget.Budget
}

// unpickle reads a pickle.
func unpickle(raw []byte, room *budget.Budget) (any, error) {
	u := &unpickler{in: raw, memo: map[uint32]any{}, room: room}
	for {
		done, err := u.step()
		if err != nil {
			return nil, err
		}
		if done {
			return u.pop()
		}
	}
}

// take returns the next n bytes.
func (u *unpickler) take(n int) ([]byte, error) {
	if n < 0 || n > len(u.in) {
		return nil, errPickle
	}
	b := u.in[:n]
	u.in = u.in[n:]
	return b, nil
}

// sized returns bytes behind their length in n bytes.
func (u *unpickler) sized(n int) ([]byte, error) {
	b, err := u.take(n)
	if err != nil {
		return nil, err
	}
	var wide [8]byte
	copy(wide[:], b)
	size := binary.LittleEndian.Uint64(wide[:])
	if size > uint64(len(u.in)) {
		return nil, errPickle
	}
	return u.take(int(size))
}

// push puts a value on the stack.
func (u *unpickler) push(v any) error {
	u.stack = append(u.stack, v)
	return u.room.Spend("the pickle", 64)
}

// pop takes the last value from the stack.
func (u *unpickler) pop() (any, error) {
	if len(u.stack) == 0 {
		return nil, errPickle
	}
	v := u.stack[len(u.stack)-1]
	u.stack = u.stack[:len(u.stack)-1]
	return v, nil
}

// last takes n values from the stack; those since the mark, which goes too, where n is negative.
func (u *unpickler) last(n int) ([]any, error) {
	if n >= 0 {
		if n > len(u.stack) {
			return nil, errPickle
		}
		v := u.stack[len(u.stack)-n:]
		u.stack = u.stack[:len(u.stack)-n]
		return append([]any(nil), v...), nil
	}
	for i := len(u.stack) - 1; i >= 0; i-- {
		if _, ok := u.stack[i].(mark); ok {
			v := append([]any(nil), u.stack[i+1:]...)
			u.stack = u.stack[:i]
			return v, u.room.Spend("the pickle", 16*int64(len(v)))
		}
	}
	return nil, errPickle
}

// step executes one opcode; done is true after the last.
func (u *unpickler) step() (done bool, err error) {
	b, err := u.take(1)
	if err != nil {
		return false, err
	}
	switch op := b[0]; op {
	case '.':
		return true, nil
	case 0x80: // PROTO
		_, err = u.take(1)
	case 0x95: // FRAME
		_, err = u.take(8)
	case '}':
		err = u.push(map[string]any{})
	case ']', ')':
		err = u.push([]any{})
	case '(':
		err = u.push(mark{})
	case 'N':
		err = u.push(nil)
	case 0x88, 0x89:
		err = u.push(map[byte]float64{0x88: 1, 0x89: 0}[op])
	case 'G', 'K', 'M', 'J', 0x8a:
		return false, u.number(op)
	case 'X', 0x8c, 'U', 'T', 'C', 'B':
		b, err := u.sized(map[byte]int{'X': 4, 0x8c: 1, 'U': 1, 'T': 4, 'C': 1, 'B': 4}[op])
		if err != nil {
			return false, err
		}
		if err := u.room.Spend("the pickle", int64(len(b))); err != nil {
			return false, err
		}
		return false, u.push(string(b))
	case 'c': // GLOBAL: two lines
		module, rest, ok := bytes.Cut(u.in, []byte("\n"))
		name, rest, ok2 := bytes.Cut(rest, []byte("\n"))
		if !ok || !ok2 {
			return false, errPickle
		}
		u.in = rest
		err = u.push(global(string(module) + "." + string(name)))
	case 0x93: // STACK_GLOBAL
		v, err := u.last(2)
		if err != nil {
			return false, err
		}
		module, ok := v[0].(string)
		name, ok2 := v[1].(string)
		if !ok || !ok2 {
			return false, errPickle
		}
		return false, u.push(global(module + "." + name))
	case 0x85, 0x86, 0x87, 't', 'l':
		v, err := u.last(map[byte]int{0x85: 1, 0x86: 2, 0x87: 3, 't': -1, 'l': -1}[op])
		if err != nil {
			return false, err
		}
		return false, u.push(v)
	case 'q', 'r', 'h', 'j', 0x94:
		return false, u.remember(op)
	case 's', 'u', 'a', 'e':
		return false, u.collect(op)
	case 'R', 'b':
		v, err := u.last(2)
		if err != nil {
			return false, err
		}
		made, err := u.build(op, v[0], v[1])
		if err != nil {
			return false, err
		}
		return false, u.push(made)
	default:
		return false, fmt.Errorf("opcode %#x is none of a dictionary of numbers", op)
	}
	return false, err
}

// number pushes a number, all kinds as float64.
func (u *unpickler) number(op byte) error {
	if op == 0x8a { // LONG1: little-endian, two's complement
		b, err := u.sized(1)
		if err != nil || len(b) > 8 {
			return errPickle
		}
		v := int64(0)
		for i, c := range b {
			v |= int64(c) << (8 * i)
		}
		if n := len(b); n > 0 && n < 8 && b[n-1] >= 0x80 {
			v -= 1 << (8 * n)
		}
		return u.push(float64(v))
	}
	b, err := u.take(map[byte]int{'G': 8, 'K': 1, 'M': 2, 'J': 4}[op])
	if err != nil {
		return err
	}
	switch op {
	case 'G':
		return u.push(math.Float64frombits(binary.BigEndian.Uint64(b)))
	case 'K':
		return u.push(float64(b[0]))
	case 'M':
		return u.push(float64(binary.LittleEndian.Uint16(b)))
	}
	return u.push(float64(int32(binary.LittleEndian.Uint32(b))))
}

// remember keeps the last value under a number, or pushes the value of a number.
func (u *unpickler) remember(op byte) error {
	at := uint32(len(u.memo)) // MEMOIZE counts
	if op != 0x94 {
		b, err := u.take(map[byte]int{'q': 1, 'h': 1, 'r': 4, 'j': 4}[op])
		if err != nil {
			return err
		}
		var wide [4]byte
		copy(wide[:], b)
		at = binary.LittleEndian.Uint32(wide[:])
	}
	if op == 'h' || op == 'j' {
		v, ok := u.memo[at]
		if !ok {
			return errPickle
		}
		return u.push(v)
	}
	if len(u.stack) == 0 {
		return errPickle
	}
	u.memo[at] = u.stack[len(u.stack)-1]
	return u.room.Spend("the pickle", 64)
}

// collect puts values into the dictionary or list below them on the stack.
func (u *unpickler) collect(op byte) error {
	v, err := u.last(map[byte]int{'s': 2, 'a': 1, 'u': -1, 'e': -1}[op])
	if err != nil || len(u.stack) == 0 {
		return errPickle
	}
	switch to := u.stack[len(u.stack)-1].(type) {
	case map[string]any:
		if len(v)%2 != 0 || op == 'a' || op == 'e' {
			return errPickle
		}
		for i := 0; i < len(v); i += 2 {
			switch key := v[i].(type) {
			case string:
				to[key] = v[i+1]
			case float64:
				to[strconv.FormatFloat(key, 'g', -1, 64)] = v[i+1]
			default:
				return errPickle
			}
		}
	case []any:
		if op == 's' || op == 'u' {
			return errPickle
		}
		u.stack[len(u.stack)-1] = append(to, v...)
	default:
		return errPickle
	}
	return u.room.Spend("the pickle", 100*int64(len(v)))
}

// build applies a function of numpy's or of Python's codecs to its arguments (R), or the state of an object (b).
func (u *unpickler) build(op byte, what, arguments any) (any, error) {
	args, _ := arguments.([]any)
	if op == 'b' {
		switch what := what.(type) {
		case dtype:
			if len(args) > 1 && args[1] != "<" && args[1] != "|" {
				return nil, errors.New("numbers in another byte order than little-endian are not read")
			}
			return what, nil
		case array: // version, shape, type, Fortran's order, bytes
			if len(args) != 5 || args[3] == 1.0 {
				return nil, errPickle
			}
			return u.array(args[1], args[2], args[4])
		}
		return nil, errPickle
	}
	name, _ := what.(global)
	switch short := strings.Replace(string(name), "numpy._core", "numpy.core", 1); {
	case short == "numpy.core.multiarray._reconstruct":
		return array{}, nil
	case short == "numpy.ndarray" || short == "numpy.dtype" && len(args) == 0:
		return what, nil
	case short == "numpy.dtype":
		text, _ := args[0].(string)
		return dtype(text), nil
	case short == "numpy.core.multiarray.scalar" && len(args) == 2:
		one, err := u.array([]any{}, args[0], args[1])
		if err != nil {
			return nil, err
		}
		return one.(array).values[0], nil
	case short == "_codecs.encode" && len(args) == 2 && args[1] == "latin1":
		text, _ := args[0].(string)
		return u.latin1(text)
	}
	return nil, fmt.Errorf("%q is not read: only dictionaries of numbers and of numpy's arrays are", string(name))
}

// latin1 returns the bytes whose values are the characters of a text.
func (u *unpickler) latin1(text string) (any, error) {
	out, err := u.room.Bytes("the pickle", int64(utf8.RuneCountInString(text)))
	if err != nil {
		return nil, err
	}
	out = out[:0]
	for _, c := range text {
		if c > 255 {
			return nil, errPickle
		}
		out = append(out, byte(c))
	}
	return string(out), nil
}

// array is an array of a shape and type of the bytes of its numbers.
func (u *unpickler) array(shape, kind, content any) (any, error) {
	t, ok := kind.(dtype)
	text, ok2 := content.(string)
	dims, ok3 := shape.([]any)
	width := map[dtype]int{"f8": 8, "i8": 8, "f4": 4, "b1": 1}[t]
	if !ok || !ok2 || !ok3 || width == 0 {
		return nil, fmt.Errorf("an array of type %q is not read", t)
	}
	a, n := array{}, 1
	for _, d := range dims {
		v, ok := d.(float64)
		if !ok || v < 0 || v > float64(len(text)) || int(v) > len(text)/max(n, 1) {
			return nil, errPickle
		}
		a.shape, n = append(a.shape, int(v)), n*int(v)
	}
	if len(text) != n*width {
		return nil, errPickle
	}
	if err := u.room.Spend("the pickle", 8*int64(n)); err != nil {
		return nil, err
	}
	for i := 0; i < len(text); i += width {
		b := []byte(text[i : i+width])
		switch t {
		case "f8":
			a.values = append(a.values, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		case "f4":
			a.values = append(a.values, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		case "i8":
			a.values = append(a.values, float64(int64(binary.LittleEndian.Uint64(b))))
		default:
			a.values = append(a.values, float64(b[0]))
		}
	}
	return a, nil
}
