package hdf5

import (
	"encoding/binary"
	"fmt"
)

// filled returns n bytes of elements that were never written: the array's fill value, again and again.
func (d *Dataset) filled(n int64) ([]byte, error) {
	value, err := parseFillValue(d.o.find(msgFill), d.o.find(msgOldFill))
	if err != nil {
		return nil, err
	}
	if len(value) > 0 && len(value) != d.Type.Size {
		return nil, fmt.Errorf("has a fill value of %d bytes for elements of %d", len(value), d.Type.Size)
	}
	b, err := d.o.f.room.Bytes(fmt.Sprintf("an array of shape %v", d.Shape), n)
	if err != nil || len(value) == 0 {
		return b, err
	}
	for done := copy(b, value); done < len(b); done *= 2 {
		copy(b[done:], b[:done])
	}
	return b, nil
}

// parseFillValue returns the value of a fill value message (section IV.A.2.f), or nil for the default, zeros:
//
//	versions 1 and 2  version (1), when space is allocated (1), when it is filled (1), defined (1); then, in version 2
//	                  only if defined: size (4), value
//	version 3         version (1), flags (1): 0x20 if a value follows; size (4), value
//
// Files of HDF5 before 1.6 have the older message (section IV.A.2.e) alone: size (4), value.
func parseFillValue(b, old []byte) ([]byte, error) {
	switch {
	case b == nil && old == nil:
		return nil, nil
	case b == nil:
		b = old
	case len(b) >= 4 && (b[0] == 1 || b[0] == 2):
		if b[0] == 2 && b[3] == 0 || len(b) == 4 {
			return nil, nil
		}
		b = b[4:]
	case len(b) >= 2 && b[0] == 3:
		if b[1]&0x20 == 0 {
			return nil, nil
		}
		b = b[2:]
	default:
		return nil, fmt.Errorf("has no fill value of version 1 to 3")
	}
	if len(b) < 4 {
		return nil, fmt.Errorf("has a fill value that ends early")
	}
	n := binary.LittleEndian.Uint32(b)
	if b = b[4:]; n == 0 || n == 1<<32-1 { // a negative size: no value is defined
		return nil, nil
	}
	if uint64(n) > uint64(len(b)) {
		return nil, fmt.Errorf("has a fill value that ends early")
	}
	return b[:n], nil
}
