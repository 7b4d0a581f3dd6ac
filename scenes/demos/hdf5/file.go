package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
)

// maxHeader is the largest total size of an object's header blocks, of a heap and of a group's symbol tables,
// in bytes. A link takes about 30 bytes and a symbol table entry 40, which allows for several hundred thousand
// demonstrations.
const maxHeader = 16 << 20

// rewrite is what helps with structures that are not read here. With a filter h5repack writes every array and group
// anew in its oldest structures; without one it copies arrays as they are.
const rewrite = "rewrite the file with h5repack -f GZIP=1 OLD NEW, of an HDF5 as new as the one that wrote it"

// damaged is what is known, and what helps, where a checksum is wrong.
const damaged = "the file is damaged; copy it anew from where it was made"

// File is an open HDF5 file.
type File struct {
	r    io.ReaderAt
	size int64 // from the superblock on, bytes
	root uint64
	room *budget.Budget // of the dataset; everything that is read and built is spent from it

	intact   map[extent]bool // blocks of fractal heaps that were verified
	verified uint64          // size of these, bytes
}

// Find returns where an HDF5 file of size bytes begins: at its start or, behind a block of the user's, at 512 bytes or
// at a power of two from there on (section II.A). It reads 8 bytes at each place.
func Find(r io.ReaderAt, size int64) (at int64, ok bool) {
	b := make([]byte, len(signature))
	for at = 0; at <= size-superblockSize; at = max(512, 2*at) {
		if n, _ := r.ReadAt(b, at); n == len(b) && string(b) == signature {
			return at, true
		}
	}
	return 0, false
}

// Open parses the superblock of a file of size bytes (section II). What is read later is spent from the budget.
// Addresses count from the superblock, whatever it says of its base address, as in the library.
// Versions 0 and 1:
//
//	0   signature (8), version (1), versions of other structures (4)
//	13  size of addresses (1), size of lengths (1), reserved (1)
//	16  K of group leaves (2) and of group nodes (2), flags (4); version 1: K of chunk nodes (2), reserved (2)
//	    base address, free space, end of file, driver information (8 each)
//	    root symbol table entry: offset of the name (8), address of the root's object header (8), ...
//
// Versions 2 and 3:
//
//	0   signature (8), version (1), size of addresses (1), size of lengths (1), flags (1)
//	12  base address, extension, end of file, address of the root's object header (8 each)
//	44  checksum (4)
func Open(r io.ReaderAt, size int64, room *budget.Budget) (*File, error) {
	start, ok := Find(r, size)
	if !ok {
		return nil, fmt.Errorf("is no HDF5 file: its signature is neither at its start nor behind a user block")
	}
	f := &File{r: io.NewSectionReader(r, start, size-start), size: size - start, room: room,
		intact: map[extent]bool{}}
	b, err := f.bytes(0, min(96, f.size))
	if err != nil {
		return nil, err
	}
	var offsets, lengths byte
	var root int
	switch b[8] {
	case 0, 1:
		offsets, lengths, root = b[13], b[14], 24+4*int(b[8])+32+8
	case 2, 3:
		offsets, lengths, root = b[9], b[10], 36
	default:
		return nil, fmt.Errorf("has an HDF5 superblock of version %d, expected 0 to 3", b[8])
	}
	if offsets != 8 || lengths != 8 || len(b) < root+8 {
		return nil, fmt.Errorf("has HDF5 addresses of %d and lengths of %d bytes, expected 8", offsets, lengths)
	}
	f.root = binary.LittleEndian.Uint64(b[root:])
	return f, nil
}

// bytes reads n bytes at an address.
func (f *File) bytes(at uint64, n int64) ([]byte, error) {
	if at > uint64(f.size) {
		return nil, fmt.Errorf("an address leads to %d, beyond the end at %d: the file is damaged or truncated", at,
			f.size)
	}
	if n <= f.size { // a longer block is refused below
		if err := f.room.Spend("a block of the file", n); err != nil {
			return nil, err
		}
	}
	b, err := bounded.ReadAt(f.r, f.size, int64(at), n)
	if err != nil {
		return nil, fmt.Errorf("is damaged or truncated: %w", err)
	}
	return b, nil
}

// Object is a group or an array: the messages of an object header.
type Object struct {
	f        *File
	messages []message
}

// Root returns the root group.
func (f *File) Root() (*Object, error) { return f.object(f.root) }

// object reads the object header at an address with its continuation blocks.
func (f *File) object(at uint64) (*Object, error) { return f.header(at, false) }

// header reads the header of an object, or of a named datatype, whose type is not in another object again.
func (f *File) header(at uint64, named bool) (*Object, error) {
	switch at {
	case undefinedAddress:
		return nil, fmt.Errorf("has no address: the file is damaged, or was not closed by the program that wrote it")
	case elsewhere:
		return nil, fmt.Errorf("is an external link, which is not followed here: it leads to another file; " +
			"copy what it leads to, as h5py's File.copy does with expand_external")
	}
	head, err := f.bytes(at, 16)
	if err != nil {
		return nil, err
	}
	h := headerReader{f: f, o: &Object{f: f}, named: named}
	if string(head[:4]) == "OHDR" {
		err = h.version2(at, head)
	} else {
		err = h.version1(at, head)
	}
	return h.o, err
}

// headerReader collects the messages of one object header. Continuation blocks may lie anywhere and may form a
// cycle; the total number of bytes read is therefore bounded by maxHeader.
type headerReader struct {
	f     *File
	o     *Object
	read  int64 // bytes of all blocks, plus 4096 for each block
	order bool  // version 2: messages contain their creation order
	named bool  // the object is a named datatype, whose type is in its header
}

// readBlock reads n bytes of messages at an address.
func (h *headerReader) readBlock(at uint64, n int64) ([]byte, error) {
	if h.read += n + 4096; n < 0 || h.read > maxHeader {
		return nil, fmt.Errorf("an object header has more than %d bytes", maxHeader)
	}
	return h.f.bytes(at, n)
}

// version1 reads an object header of version 1 (section IV.A.1.a):
//
//	0   version 1 (1), reserved (1), number of messages (2), reference count (4)
//	8   size of the first block of messages (4), padding (4)
//	16  messages: type (2), size (2), flags (1), reserved (3), body
func (h *headerReader) version1(at uint64, head []byte) error {
	if head[0] != 1 {
		return fmt.Errorf("has no object header at %d: the file is damaged", at)
	}
	return h.messages1(at+16, int64(binary.LittleEndian.Uint32(head[8:])))
}

// messages1 reads a block of messages of a version 1 header.
func (h *headerReader) messages1(at uint64, n int64) error {
	b, err := h.readBlock(at, n)
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

// version2 reads an object header of version 2 (section IV.A.1.b):
//
//	0  "OHDR", version 2 (1), flags (1)
//	6  times (16) if flags&0x20; phase change of attributes (4) if flags&0x10
//	   size n of the first block (1, 2, 4 or 8 bytes by flags&3)
//	   n bytes of messages: type (1), size (2), flags (1), creation order (2) if flags&4, body
//	   checksum (4), lookup3 of everything before it
func (h *headerReader) version2(at uint64, head []byte) error {
	if head[4] != 2 {
		return fmt.Errorf("has an object header of version %d, expected 2", head[4])
	}
	flags, skip := head[5], uint64(6)
	if flags&0x20 != 0 {
		skip += 16 // access, modification, change and birth time
	}
	if flags&0x10 != 0 {
		skip += 4 // maximum compact and minimum dense attributes
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
	return h.checksummedBlock(at, int64(skip+width), int64(n))
}

// checksummedBlock reads and verifies a block of version 2: skip bytes before the messages, n bytes of
// messages, and the checksum.
func (h *headerReader) checksummedBlock(at uint64, skip, n int64) error {
	b, err := h.readBlock(at, skip+n+4)
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
		if err := h.add(kind, flags, body[:size], h.continuationBlock); err != nil {
			return err
		}
		body = body[size:]
	}
	return nil
}

// continuationBlock reads a continuation block of version 2: "OCHK", messages, checksum (4).
func (h *headerReader) continuationBlock(at uint64, n int64) error {
	if n < 8 {
		return fmt.Errorf("an object header continues in %d bytes", n)
	}
	if b, err := h.f.bytes(at, 4); err != nil || string(b) != "OCHK" {
		return fmt.Errorf("an object header does not continue at %d: the file is damaged", at)
	}
	return h.checksummedBlock(at, 4, n-8)
}

// sharedMessage is set in the flags of a message that only says where its body is.
const sharedMessage = 2

// messageBytes is the size of a message without its body: a structure of 32 bytes in a list that grows by doubling.
const messageBytes = 96

// add stores a message. For a continuation message, address (8) and length (8), it calls follow instead.
func (h *headerReader) add(kind int, flags byte, body []byte, follow func(at uint64, n int64) error) error {
	switch {
	case kind == msgContinue && len(body) >= 16:
		return follow(binary.LittleEndian.Uint64(body), int64(binary.LittleEndian.Uint64(body[8:])&(1<<62-1)))
	case flags&sharedMessage != 0 && kind == msgDatatype && !h.named:
		kind, err := h.f.namedDatatype(body)
		if err == nil {
			h.o.messages = append(h.o.messages, message{msgDatatype, kind})
		}
		return err
	case flags&sharedMessage != 0 && kind != 0:
		return fmt.Errorf("a message of type %#x is shared among objects, which is not read here; %s", kind, rewrite)
	case kind > 0 && kind < 0x100:
		if err := h.f.room.Spend("an object header", messageBytes+int64(len(body))); err != nil {
			return err
		}
		h.o.messages = append(h.o.messages, message{byte(kind), bytes.Clone(body)})
	}
	return nil
}

// find returns the body of the first message of a type, or nil.
func (o *Object) find(kind byte) []byte {
	for _, m := range o.messages {
		if m.kind == kind {
			return m.body
		}
	}
	return nil
}

// IsGroup reports whether the object is a group: it has no data layout message.
func (o *Object) IsGroup() bool { return o.find(msgLayout) == nil }
