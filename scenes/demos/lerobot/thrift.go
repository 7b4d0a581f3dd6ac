package lerobot

import (
	"encoding/binary"
	"fmt"
)

// maxNesting is the largest depth of nested structures. Those of parquet.thrift have depth 6.
const maxNesting = 24

// thriftReader traverses Thrift data without storing it, and counts what an interpreter would store.
type thriftReader struct {
	b          []byte // bytes that are not yet consumed
	structures int64
	elements   int64 // of all lists
}

var errTruncated = fmt.Errorf("a description is damaged: it ends early")

// readByte consumes a byte.
func (w *thriftReader) readByte() (byte, error) {
	if len(w.b) == 0 {
		return 0, errTruncated
	}
	c := w.b[0]
	w.b = w.b[1:]
	return c, nil
}

// varint consumes an unsigned number of variable length.
func (w *thriftReader) varint() (uint64, error) {
	v, n := binary.Uvarint(w.b)
	if n <= 0 {
		return 0, errTruncated
	}
	w.b = w.b[n:]
	return v, nil
}

// skip consumes n bytes.
func (w *thriftReader) skip(n uint64) error {
	if n > uint64(len(w.b)) {
		return errTruncated
	}
	w.b = w.b[n:]
	return nil
}

// structure consumes the fields of a structure. If field is not nil, it is called with each field that is an
// integer, or true (1) or false (0). Fields have to ascend: of a field that is there twice, readers disagree. The
// id of a field in a nested structure is 100 times the number of the structure plus its own number.
func (w *thriftReader) structure(depth int, field func(id int, v int64)) error {
	if depth > maxNesting {
		return fmt.Errorf("a description is damaged: it is nested deeper than %d", maxNesting)
	}
	w.structures++
	for id, last := 0, 0; ; {
		head, err := w.readByte()
		if err != nil || head == 0 {
			return err
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta // short form: difference to the previous field's number
		} else { // long form: the number itself
			v, err := w.varint()
			if err != nil {
				return err
			}
			id = int(zigzag(v))
		}
		if id <= last {
			return fmt.Errorf("a description is damaged: its field %d follows its field %d", id, last)
		}
		last = id
		kind := head & 15 // see types above
		if field != nil && kind >= 4 && kind <= 6 {
			v, err := w.varint()
			if err != nil {
				return err
			}
			field(id, zigzag(v))
			continue
		}
		if field != nil && kind <= 2 { // 1 true, 2 false
			field(id, int64(2-kind))
			continue
		}
		nested := field
		if field != nil {
			nested = func(sub int, v int64) { field(100*id+sub, v) }
		}
		if err := w.value(kind, depth, nested); err != nil {
			return err
		}
	}
}

// zigzag decodes a signed number: 0, 1, 2, 3, ... are 0, -1, 1, -2, ...
func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// value consumes a value of a type.
func (w *thriftReader) value(kind byte, depth int, field func(int, int64)) error {
	switch kind {
	case 1, 2: // true, false
		return nil
	case 3: // a byte
		return w.skip(1)
	case 4, 5, 6: // integers
		_, err := w.varint()
		return err
	case 7: // a double
		return w.skip(8)
	case 8: // a text
		n, err := w.varint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case 9, 10:
		return w.list(depth)
	case 12:
		return w.structure(depth+1, field)
	}
	return fmt.Errorf("a description is damaged: it has a value of kind %d", kind)
}

// list consumes a list or set.
func (w *thriftReader) list(depth int) error {
	head, err := w.readByte()
	if err != nil {
		return err
	}
	n, kind := uint64(head>>4), head&15
	if n == 15 {
		if n, err = w.varint(); err != nil {
			return err
		}
	}
	if n > uint64(len(w.b)) {
		return fmt.Errorf("a description claims a list of %d elements in %d bytes", n, len(w.b))
	}
	w.elements += int64(n)
	for range n {
		if kind <= 2 { // a boolean in a list occupies a byte, unlike a boolean field
			err = w.skip(1)
		} else {
			err = w.value(kind, depth, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
