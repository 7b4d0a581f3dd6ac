package hdf5

import (
	"encoding/binary"
	"fmt"

	"counterpoise/internal/bounded"
)

// heap reads variable-length strings from global heap collections (section III.E). It keeps the collection that was
// read last, because strings that were written together lie together.
type heap struct {
	f       *File
	at      uint64
	objects map[uint16][]byte // nil before the first
}

// objectBytes is the memory of an object of a heap in a map, without its bytes.
const objectBytes = 96

// text reads a string. b is the reference: length (4), address of the collection (8), index of the object (4).
func (h *heap) text(b []byte) (string, error) {
	if len(b) < 16 {
		return "", fmt.Errorf("a string is damaged")
	}
	n, at, index := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint64(b[4:]), binary.LittleEndian.Uint32(b[12:])
	if n == 0 {
		return "", nil
	}
	if h.objects == nil || h.at != at {
		if err := h.read(at); err != nil {
			return "", err
		}
	}
	text, found := h.objects[uint16(index)]
	if !found || index > 1<<16-1 || uint64(n) > uint64(len(text)) {
		return "", fmt.Errorf("a string is not in its heap: the file is damaged")
	}
	return string(text[:n]), nil
}

// read reads a collection:
//
//	0   "GCOL", version (1), reserved (3)
//	8   size of the collection (8), this header included
//	16  objects: index (2), reference count (2), reserved (4), length (8), data padded to a multiple of 8;
//	    index 0 marks the free space at the end
func (h *heap) read(at uint64) error {
	head, err := h.f.bytes(at, 16)
	if err != nil {
		return err
	}
	size := binary.LittleEndian.Uint64(head[8:])
	if string(head[:4]) != "GCOL" || size < 16 || size > maxHeader {
		return fmt.Errorf("a string leads to no heap of at most %d bytes: %w", maxHeader, bounded.ErrTooLong)
	}
	b, err := h.f.bytes(at+16, int64(size-16))
	if err != nil {
		return err
	}
	h.at, h.objects = at, map[uint16][]byte{}
	for len(b) >= 16 {
		index, length := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint64(b[8:])
		if b = b[16:]; index == 0 || length > uint64(len(b)) {
			break
		}
		if _, before := h.objects[index]; !before {
			if err := h.f.room.Spend("a heap of strings", objectBytes); err != nil {
				return err
			}
			h.objects[index] = b[:length]
		}
		b = b[min(uint64(len(b)), (length+7)&^7):]
	}
	return nil
}
