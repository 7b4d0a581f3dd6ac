package pickle

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// step executes one instruction other than STOP.
func (m *unpickler) step(op byte) error {
	switch op {
	case 0x80: // PROTO
		_, err := m.next(1)
		return err
	case 0x95: // FRAME
		_, err := m.next(8)
		return err
	case '(': // MARK
		m.push(mark{})
	case 'N': // NONE
		m.push(nil)
	case 0x88, 0x89: // NEWTRUE, NEWFALSE
		m.push(op == 0x88)
	case ')': // EMPTY_TUPLE
		m.push(Tuple{})
	case ']': // EMPTY_LIST
		m.push(&List{})
	case '}': // EMPTY_DICT
		m.push(&Dict{})
	case '0': // POP
		_, err := m.pop()
		return err
	case '1': // POP_MARK
		_, err := m.popMark()
		return err
	case 'K', 'M', 'J', 'G', 0x8a, 'X', 0x8c, 0x8d, 'C', 'B', 0x8e, 0x96, 'U', 'T':
		return m.scalar(op)
	case 'q', 'r', 0x94, 'h', 'j':
		return m.memoize(op)
	case 't', 0x85, 0x86, 0x87, 'l', 'd':
		return m.collect(op)
	case 'a', 'e', 's', 'u':
		return m.extend(op)
	case 'c', 0x93, 'R', 0x81, 'b':
		return m.object(op)
	default:
		return fmt.Errorf("instruction %#x is none that an array of numpy needs", op)
	}
	return nil
}

// scalar pushes a number, a string or bytes.
func (m *unpickler) scalar(op byte) error {
	var n uint64
	var b []byte
	var err error
	switch op {
	case 'K', 'M', 'J', 'G': // BININT1, BININT2, BININT, BINFLOAT
		if n, err = m.number(map[byte]uint64{'K': 1, 'M': 2, 'J': 4, 'G': 8}[op]); err != nil {
			return err
		}
		switch op {
		case 'J':
			m.push(int64(int32(n)))
		case 'G':
			m.push(math.Float64frombits(binary.BigEndian.Uint64(binary.LittleEndian.AppendUint64(nil, n))))
		default:
			m.push(int64(n))
		}
		return nil
	case 0x8a: // LONG1
		if b, err = m.lengthPrefixed(1); err == nil && len(b) > 8 {
			err = fmt.Errorf("a whole number has %d bytes, expected at most 8", len(b))
		}
		m.push(Signed(b))
		return err
	case 'X', 'B', 'T': // BINUNICODE, BINBYTES, BINSTRING
		b, err = m.lengthPrefixed(4)
	case 0x8c, 'C', 'U': // SHORT_BINUNICODE, SHORT_BINBYTES, SHORT_BINSTRING
		b, err = m.lengthPrefixed(1)
	case 0x8d, 0x8e, 0x96: // BINUNICODE8, BINBYTES8, BYTEARRAY8
		b, err = m.lengthPrefixed(8)
	}
	if op == 'X' || op == 0x8c || op == 0x8d {
		m.texts += int64(len(b))
		if over := m.spend(int64(len(b))); over != nil {
			return over
		}
		m.push(string(b))
	} else {
		m.push(b)
	}
	return err
}

// Signed decodes a little-endian two's complement number of up to 8 bytes; no bytes are 0.
func Signed(b []byte) int64 {
	var n uint64
	for i, x := range b {
		n |= uint64(x) << (8 * i)
	}
	if k := len(b); k > 0 && k < 8 && b[k-1]&0x80 != 0 {
		n |= ^uint64(0) << (8 * k)
	}
	return int64(n)
}

// memoize stores the top of the stack in the memo (BINPUT, LONG_BINPUT, MEMOIZE), or pushes a value of the memo
// (BINGET, LONG_BINGET). MEMOIZE uses the number of entries as the index.
func (m *unpickler) memoize(op byte) error {
	at := uint64(len(m.memo))
	var err error
	switch op {
	case 'q', 'h': // BINPUT, BINGET
		at, err = m.number(1)
	case 'r', 'j': // LONG_BINPUT, LONG_BINGET
		at, err = m.number(4)
	}
	if err != nil {
		return err
	}
	if op == 'h' || op == 'j' {
		v, ok := m.memo[int(at)]
		if !ok {
			return fmt.Errorf("nothing is remembered as %d", at)
		}
		m.push(v)
		return nil
	}
	if len(m.stack) == 0 {
		return fmt.Errorf("the stack is empty")
	}
	m.memo[int(at)] = m.stack[len(m.stack)-1]
	return m.spend(memoBytes)
}

// collect replaces values on the stack by a tuple, list or dictionary of them.
func (m *unpickler) collect(op byte) error {
	var items Tuple
	var err error
	if op == 't' || op == 'l' || op == 'd' { // TUPLE, LIST, DICT
		items, err = m.popMark()
	} else {
		items, err = m.popN(int(op - 0x84)) // TUPLE1 to TUPLE3
	}
	if err != nil {
		return err
	}
	switch op {
	case 'l':
		m.push(&List{items})
	case 'd':
		d := &Dict{}
		m.push(d)
		return d.add(items)
	default:
		m.push(items)
	}
	return nil
}

// extend removes values from the stack and adds them to the list or dictionary below them.
func (m *unpickler) extend(op byte) error {
	var items Tuple
	var err error
	switch op {
	case 'a': // APPEND
		items, err = m.popN(1)
	case 's': // SETITEM
		items, err = m.popN(2)
	default: // APPENDS, SETITEMS
		items, err = m.popMark()
	}
	if err != nil || len(m.stack) == 0 {
		return fmt.Errorf("there is nothing to add to (%v)", err)
	}
	switch to := m.stack[len(m.stack)-1].(type) {
	case *List:
		to.Items = append(to.Items, items...)
		return nil
	case *Dict:
		return to.add(items)
	}
	return fmt.Errorf("adds to a %T", m.stack[len(m.stack)-1])
}

// add appends keys and values, which alternate in items.
func (d *Dict) add(items Tuple) error {
	if len(items)%2 > 0 {
		return fmt.Errorf("a dictionary has a key without a value")
	}
	for i := 0; i < len(items); i += 2 {
		d.Keys, d.Values = append(d.Keys, items[i]), append(d.Values, items[i+1])
	}
	return nil
}

// Get returns the value of the last entry with a key, which is the one that a dictionary of Python keeps.
func (d *Dict) Get(key string) (any, bool) {
	for i, k := range slices.Backward(d.Keys) {
		if k == any(key) {
			return d.Values[i], true
		}
	}
	return nil, false
}

// object pushes a function or class, records a call, or sets the state of a recorded call.
func (m *unpickler) object(op byte) error {
	switch op {
	case 'c': // GLOBAL
		module, err := m.line()
		if err != nil {
			return err
		}
		name, err := m.line()
		m.push(Global(module + " " + name))
		return err
	case 0x93: // STACK_GLOBAL
		names, err := m.popN(2)
		if err != nil {
			return err
		}
		module, ok1 := names[0].(string)
		name, ok2 := names[1].(string)
		if !ok1 || !ok2 {
			return fmt.Errorf("a function has no name")
		}
		m.push(Global(module + " " + name))
		return nil
	}
	two, err := m.popN(2)
	if err != nil {
		return err
	}
	if op == 'b' { // BUILD
		c, ok := two[0].(*Call)
		if !ok {
			return fmt.Errorf("gives a state to a %T", two[0])
		}
		c.State = two[1]
		m.push(c)
		return nil
	}
	args, ok := two[1].(Tuple) // REDUCE, NEWOBJ
	if !ok {
		return fmt.Errorf("calls with a %T", two[1])
	}
	m.push(&Call{Of: two[0], Args: args})
	return nil
}

// IsNumPy reports whether a call is of a function of numpy.core.multiarray, which NumPy 2 renamed to
// numpy._core.multiarray.
func (c *Call) IsNumPy(function string) bool {
	g, _ := c.Of.(Global)
	return g == Global("numpy.core.multiarray "+function) || g == Global("numpy._core.multiarray "+function)
}

// Bytes returns a value of type bytes; nil where it is none, or has more than most bytes. Pickle protocol 2 has no such
// type and stores a call that encodes a text as Latin-1. Many calls may refer to one long text, so a caller that wants
// a number asks for no more than the bytes of a number.
func Bytes(v any, most int) []byte {
	b, _ := v.([]byte)
	if c, ok := v.(*Call); ok && c.Of == any(Global("_codecs encode")) && len(c.Args) == 2 {
		text, _ := c.Args[0].(string)
		if len(text) > 2*most { // in UTF-8 a character of Latin-1 has one or two bytes
			return nil
		}
		for _, r := range text {
			if r > 255 {
				return nil
			}
			b = append(b, byte(r))
		}
	}
	if len(b) > most {
		return nil
	}
	return b
}
