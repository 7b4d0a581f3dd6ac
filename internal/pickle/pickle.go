// Package pickle reads the subset of Python's pickle protocols 0 to 5 that dictionaries, lists, texts, numbers and
// NumPy's arrays need.
//
// A pickle is a program for a stack machine that may import and call any function. This interpreter executes no calls:
// it records them as values of type *Call, and the caller recognises those of NumPy's scalars and arrays. Source: the
// module pickletools of Python, whose names of the instructions stand beside the opcodes.
package pickle

import (
	"fmt"

	"counterpoise/internal/budget"
)

// The values of a pickle are nil, bool, int64, float64, string, []byte, Tuple, *List, *Dict, Global and *Call. A value
// that a pickle refers to twice is one pointer.
type (
	Tuple []any
	List  struct{ Items []any }
	// Dict has its entries in the order of the pickle; a key may occur twice, and Get returns what Python keeps.
	Dict   struct{ Keys, Values []any }
	Global string // a function or class, "module name"
	// Call is a call that the pickle asks for and that is not made.
	Call struct {
		Of    any   // the function, normally a Global
		Args  Tuple // its arguments
		State any   // the argument of a later BUILD, or nil
	}
	mark struct{} // the marker that MARK pushes
)

// unpickler is the state of the stack machine.
type unpickler struct {
	code  []byte      // instructions that are not yet executed
	stack []any       // values and marks
	memo  map[int]any // values that later instructions may push again
	texts int64       // bytes of all strings
	room  *budget.Budget
}

// Memory of the values, in bytes. A place on the stack, in a tuple or in a list is an interface of 16 bytes, and its
// slice may be twice as long as its elements are many and exist twice while it grows. A value is a structure of at most
// 64 bytes, a place in the memo one of a map that is half full.
const (
	valueBytes = 64
	placeBytes = 48
	memoBytes  = 96
)

// Read executes a pickle and returns the value at the top of the stack, and the length of all strings in it. An
// instruction of one byte makes a value of up to 64, so every value is spent from the budget. Values of type bytes are
// parts of raw.
func Read(raw []byte, room *budget.Budget) (v any, texts int64, err error) {
	m := &unpickler{code: raw, memo: map[int]any{}, room: room}
	for {
		op, err := m.next(1)
		if err != nil {
			return nil, 0, err
		}
		if op[0] == '.' {
			v, err := m.pop()
			return v, m.texts, err
		}
		if err = m.spend(valueBytes + placeBytes); err == nil {
			err = m.step(op[0])
		}
		if err != nil {
			return nil, 0, fmt.Errorf("pickle, byte %d: %w", len(raw)-len(m.code)-1, err)
		}
	}
}

// spend takes n bytes for the values of the pickle.
func (m *unpickler) spend(n int64) error { return m.room.Spend("the pickle", n) }

// next consumes n bytes of code.
func (m *unpickler) next(n uint64) ([]byte, error) {
	if n > uint64(len(m.code)) {
		return nil, fmt.Errorf("the pickle ends early: %d bytes are missing", n-uint64(len(m.code)))
	}
	b := m.code[:n]
	m.code = m.code[n:]
	return b, nil
}

// number consumes a little-endian unsigned integer of width bytes.
func (m *unpickler) number(width uint64) (uint64, error) {
	b, err := m.next(width)
	var n uint64
	for i, x := range b {
		n |= uint64(x) << (8 * i)
	}
	return n, err
}

// lengthPrefixed consumes a length of width bytes and that many bytes after it.
func (m *unpickler) lengthPrefixed(width uint64) ([]byte, error) {
	n, err := m.number(width)
	if err != nil {
		return nil, err
	}
	return m.next(n)
}

// line consumes the text up to the next newline, which is not part of the result.
func (m *unpickler) line() (string, error) {
	for i, c := range m.code {
		if c == '\n' {
			b, err := m.next(uint64(i + 1))
			return string(b[:i]), err
		}
	}
	return "", fmt.Errorf("the pickle ends inside a line")
}

func (m *unpickler) push(v any) { m.stack = append(m.stack, v) }

func (m *unpickler) pop() (any, error) {
	n := len(m.stack)
	if n == 0 {
		return nil, fmt.Errorf("the stack is empty")
	}
	v := m.stack[n-1]
	m.stack = m.stack[:n-1]
	return v, nil
}

// popMark removes the values above the topmost mark, and the mark, and returns the values.
func (m *unpickler) popMark() (Tuple, error) {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if _, ok := m.stack[i].(mark); ok {
			if err := m.spend(placeBytes * int64(len(m.stack)-i-1)); err != nil {
				return nil, err
			}
			items := append(Tuple(nil), m.stack[i+1:]...)
			m.stack = m.stack[:i]
			return items, nil
		}
	}
	return nil, fmt.Errorf("there is no mark on the stack")
}

// popN removes the n topmost values and returns them in the order in which they were pushed.
func (m *unpickler) popN(n int) (Tuple, error) {
	if len(m.stack) < n {
		return nil, fmt.Errorf("the stack has %d values, expected %d", len(m.stack), n)
	}
	items := append(Tuple(nil), m.stack[len(m.stack)-n:]...)
	m.stack = m.stack[:len(m.stack)-n]
	return items, nil
}
