package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"counterpoise/internal/bounded"
)

// maxHeader bounds the bytes of one object's header, and of a group's links: room for a hundred thousand demonstrations.
const maxHeader = 16 << 20

// File is a file that is being read.
type File struct {
	r    io.ReaderAt
	size int64
	root uint64
}

// Open reads the superblock of a file of size bytes (section II).
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size}
	b, err := f.bytes(0, min(96, max(size, 0)))
	if err != nil || len(b) < superblockSize || string(b[:8]) != signature {
		return nil, fmt.Errorf("is no HDF5 file: it does not start with its signature")
	}
	var offsets, lengths byte
	var base, root int
	switch b[8] {
	case 0, 1:
		base = 24 + 4*int(b[8])
		offsets, lengths, root = b[13], b[14], base+32+8
	case 2, 3:
		offsets, lengths, base, root = b[9], b[10], 12, 36
	default:
		return nil, fmt.Errorf("has an HDF5 superblock of version %d, expected 0 to 3", b[8])
	}
	if offsets != 8 || lengths != 8 || len(b) < root+8 {
		return nil, fmt.Errorf("has HDF5 addresses of %d and lengths of %d bytes, expected 8", offsets, lengths)
	}
	if at := binary.LittleEndian.Uint64(b[base:]); at != 0 {
		return nil, fmt.Errorf("starts with %d bytes that are not HDF5 (a user block), expected none", at)
	}
	f.root = binary.LittleEndian.Uint64(b[root:])
	return f, nil
}

// bytes reads n bytes at an address.
func (f *File) bytes(at uint64, n int64) ([]byte, error) {
	if at > uint64(f.size) {
		return nil, fmt.Errorf("an address leads to %d, beyond the end at %d: the file is damaged or truncated", at, f.size)
	}
	b, err := bounded.ReadAt(f.r, f.size, int64(at), n)
	if err != nil {
		return nil, fmt.Errorf("is damaged or truncated: %w", err)
	}
	return b, nil
}

// Object is a group or a dataset.
type Object struct {
	f        *File
	messages []message
}

// Root is the group that everything is in.
func (f *File) Root() (*Object, error) { return f.object(f.root) }

// object reads an object header, with its continuations.
func (f *File) object(at uint64) (*Object, error) {
	head, err := f.bytes(at, 16)
	if err != nil {
		return nil, err
	}
	h := headers{f: f, o: &Object{f: f}}
	if string(head[:4]) == "OHDR" {
		err = h.version2(at, head)
	} else {
		err = h.version1(at, head)
	}
	return h.o, err
}

// headers collects the messages of one object. Blocks may lie anywhere, so their number and length are bounded.
type headers struct {
	f     *File
	o     *Object
	read  int64
	order bool // messages of version 2 carry their order of creation
}

// block reads a block of messages.
func (h *headers) block(at uint64, n int64) ([]byte, error) {
	if h.read += n + 4096; n < 0 || h.read > maxHeader {
		return nil, fmt.Errorf("an object header has more than %d bytes", maxHeader)
	}
	return h.f.bytes(at, n)
}

// version1 reads the header of section IV.A.1.a.
func (h *headers) version1(at uint64, head []byte) error {
	if head[0] != 1 {
		return fmt.Errorf("has no object header at %d: the file is damaged", at)
	}
	return h.messages1(at+16, int64(binary.LittleEndian.Uint32(head[8:])))
}

func (h *headers) messages1(at uint64, n int64) error {
	b, err := h.block(at, n)
	for err == nil && len(b) >= 8 {
		kind, size, flags := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:])), b[4]
		if b = b[8:]; size > len(b) {
			return fmt.Errorf("a message of an object header is longer than the header: the file is damaged")
		}
		err = h.add(int(kind), flags, b[:size], h.messages1)
		b = b[size:]
	}
	return err
}

// version2 reads the header of section IV.A.1.b.
func (h *headers) version2(at uint64, head []byte) error {
	if head[4] != 2 {
		return fmt.Errorf("has an object header of version %d, expected 2", head[4])
	}
	flags, skip := head[5], uint64(6)
	if flags&0x20 != 0 {
		skip += 16 // times
	}
	if flags&0x10 != 0 {
		skip += 4 // when attributes move elsewhere
	}
	width := uint64(1) << (flags & 3)
	size, err := h.f.bytes(at+skip, int64(width))
	if err != nil {
		return err
	}
	h.order = flags&4 != 0
	n := binary.LittleEndian.Uint64(append(size, make([]byte, 8)...))
	if n > maxHeader {
		return fmt.Errorf("an object header claims %d bytes", n)
	}
	return h.checked(at, int64(skip+width), int64(n))
}

// checked reads a block of skip bytes, n bytes of messages and a checksum.
func (h *headers) checked(at uint64, skip, n int64) error {
	b, err := h.block(at, skip+n+4)
	if err != nil {
		return err
	}
	body := b[:skip+n]
	if lookup3(body) != binary.LittleEndian.Uint32(b[skip+n:]) {
		return fmt.Errorf("the object header at %d is damaged: its checksum is wrong", at)
	}
	for body = body[skip:]; len(body) >= 4; {
		kind, size, flags := int(body[0]), int(binary.LittleEndian.Uint16(body[1:])), body[3]
		if body = body[4:]; h.order {
			body = body[min(2, len(body)):]
		}
		if size > len(body) {
			return fmt.Errorf("a message of the object header at %d is longer than the header", at)
		}
		if err := h.add(kind, flags, body[:size], h.continued); err != nil {
			return err
		}
		body = body[size:]
	}
	return nil
}

// continued reads a continuation block of version 2.
func (h *headers) continued(at uint64, n int64) error {
	if n < 8 {
		return fmt.Errorf("an object header continues in %d bytes", n)
	}
	if b, err := h.f.bytes(at, 4); err != nil || string(b) != "OCHK" {
		return fmt.Errorf("an object header does not continue at %d: the file is damaged", at)
	}
	return h.checked(at, 4, n-8)
}

// add keeps a message, or follows it to where the header continues.
func (h *headers) add(kind int, flags byte, body []byte, follow func(at uint64, n int64) error) error {
	switch {
	case kind == msgContinue && len(body) >= 16:
		return follow(binary.LittleEndian.Uint64(body), int64(binary.LittleEndian.Uint64(body[8:])&(1<<62-1)))
	case flags&2 != 0 && kind != 0:
		return fmt.Errorf("a message of type %#x is shared among objects, which is not read here; rewrite the file with h5repack", kind)
	case kind > 0 && kind < 0x100:
		h.o.messages = append(h.o.messages, message{byte(kind), bytes.Clone(body)})
	}
	return nil
}

// find is the first message of a type.
func (o *Object) find(kind byte) []byte {
	for _, m := range o.messages {
		if m.kind == kind {
			return m.body
		}
	}
	return nil
}

// IsGroup tells a group from a dataset.
func (o *Object) IsGroup() bool { return o.find(msgLayout) == nil }
