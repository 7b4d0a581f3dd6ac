package calvin

import (
	"fmt"
)

// Python's pickles, as far as an array of numpy with a dictionary in it needs them. Source: the documentation of
// pickletools. A pickle is a program for a stack machine that may call anything; this machine calls nothing. What would
// be called is noted as a call, and those that we know (numpy's scalars and arrays) are understood afterwards.

// The values of pickles are nil, bool, int64, float64, string, []byte, tuple, *list, *dict, global and *call.
type (
	tuple  []any
	list   struct{ items []any }
	dict   struct{ keys, values []any }
	global string // "module name"
	call   struct {
		of    any
		args  tuple
		state any
	}
	mark struct{}
)

// machine is the stack machine.
type machine struct {
	code  []byte
	stack []any
	memo  map[int]any
}

// unpickle runs a pickle. All that it makes are references into raw or values of a few bytes, one for each byte of code
// at most, so memory grows with the input alone.
func unpickle(raw []byte) (v any, err error) {
	m := &machine{code: raw, memo: map[int]any{}}
	for {
		op, err := m.take(1)
		if err != nil {
			return nil, err
		}
		if op[0] == '.' {
			return m.pop()
		}
		if err := m.step(op[0]); err != nil {
			return nil, fmt.Errorf("pickle, byte %d: %w", len(raw)-len(m.code)-1, err)
		}
	}
}

// take is the next n bytes of code.
func (m *machine) take(n uint64) ([]byte, error) {
	if n > uint64(len(m.code)) {
		return nil, fmt.Errorf("the pickle ends early: %d bytes are missing", n-uint64(len(m.code)))
	}
	b := m.code[:n]
	m.code = m.code[n:]
	return b, nil
}

// number is a little-endian number of width bytes.
func (m *machine) number(width uint64) (uint64, error) {
	b, err := m.take(width)
	var n uint64
	for i, x := range b {
		n |= uint64(x) << (8 * i)
	}
	return n, err
}

// counted are as many bytes as a number of width bytes says.
func (m *machine) counted(width uint64) ([]byte, error) {
	n, err := m.number(width)
	if err != nil {
		return nil, err
	}
	return m.take(n)
}

// line is the text up to the end of the line.
func (m *machine) line() (string, error) {
	for i, c := range m.code {
		if c == '\n' {
			b, err := m.take(uint64(i + 1))
			return string(b[:i]), err
		}
	}
	return "", fmt.Errorf("the pickle ends inside a line")
}

func (m *machine) push(v any) { m.stack = append(m.stack, v) }

func (m *machine) pop() (any, error) {
	n := len(m.stack)
	if n == 0 {
		return nil, fmt.Errorf("the stack is empty")
	}
	v := m.stack[n-1]
	m.stack = m.stack[:n-1]
	return v, nil
}

// since are the values above the last mark, which go.
func (m *machine) since() (tuple, error) {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if _, ok := m.stack[i].(mark); ok {
			items := append(tuple(nil), m.stack[i+1:]...)
			m.stack = m.stack[:i]
			return items, nil
		}
	}
	return nil, fmt.Errorf("there is no mark on the stack")
}

// top are the last n values, which go.
func (m *machine) top(n int) (tuple, error) {
	if len(m.stack) < n {
		return nil, fmt.Errorf("the stack has %d values, expected %d", len(m.stack), n)
	}
	items := append(tuple(nil), m.stack[len(m.stack)-n:]...)
	m.stack = m.stack[:len(m.stack)-n]
	return items, nil
}
