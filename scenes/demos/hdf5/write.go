package hdf5

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"

	"counterpoise/internal/bounded"
)

// signature is the first 8 bytes of every HDF5 file.
const signature = "\x89HDF\r\n\x1a\n"

// undefinedAddress is the address of a structure that does not exist (all bits set).
const undefinedAddress = ^uint64(0)

// elsewhere stands for the address of what an external link leads to; no file is that long.
const elsewhere = undefinedAddress - 1

// superblockSize is the length of a version 2 superblock, in bytes.
const superblockSize = 48

// Ref is the address of an object header that was written.
type Ref uint64

// Link names an object in a group. Names must not contain a slash.
type Link struct {
	Name string
	To   Ref
}

// Attr is an attribute of a group. Value is an int64 or a string of any length.
type Attr struct {
	Name  string
	Value any
}

// Writer writes a file sequentially. Only the superblock, which holds the address of the root group, is written
// last, at the beginning, so an interrupted file has no signature. Memory is bounded by one chunk and one
// object header. After a write error all methods do nothing, and Close and the results of the others report the
// error.
type Writer struct {
	out  io.WriteSeeker
	at   uint64       // number of bytes written: the next address
	err  error        // first error
	zlib *zlib.Writer // reused for every chunk
}

// NewWriter starts a file at the current position of out, which must be 0.
func NewWriter(out io.WriteSeeker) *Writer {
	w := &Writer{out: out}
	w.zlib, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed)
	w.appendAligned(make([]byte, superblockSize))
	return w
}

// appendAligned pads the file to a multiple of 8 bytes, appends b and returns its address.
func (w *Writer) appendAligned(b []byte) uint64 {
	if pad := -w.at & 7; pad > 0 {
		w.write(make([]byte, pad))
	}
	at := w.at
	w.write(b)
	return at
}

// write appends b unless an earlier write failed.
func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
		w.at += uint64(len(b))
	}
}

// message is one message of an object header (section IV.A.2).
type message struct {
	kind byte
	body []byte
}

// Types of the header messages that are written or read (sections IV.A.2.a to w).
const (
	msgDataspace  = 0x01
	msgLinkInfo   = 0x02
	msgDatatype   = 0x03
	msgOldFill    = 0x04
	msgFill       = 0x05
	msgLink       = 0x06
	msgExternal   = 0x07
	msgLayout     = 0x08
	msgGroupInfo  = 0x0A
	msgFilters    = 0x0B
	msgAttribute  = 0x0C
	msgContinue   = 0x10
	msgSymbols    = 0x11
	msgAttributes = 0x15
)

// object appends an object header of version 2; version2 in file.go has the layout.
func (w *Writer) object(messages []message) Ref {
	var body []byte
	for _, m := range messages {
		if len(m.body) > 0xffff && w.err == nil {
			w.err = fmt.Errorf("hdf5: a message has %d bytes, at most 65535 are possible", len(m.body))
		}
		body = append(body, m.kind)
		body = binary.LittleEndian.AppendUint16(body, uint16(len(m.body)))
		body = append(append(body, 0), m.body...)
	}
	b := append([]byte("OHDR"), 2, 2) // version 2; flags: the size has four bytes
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	b = append(b, body...)
	return Ref(w.appendAligned(binary.LittleEndian.AppendUint32(b, lookup3(b))))
}

// dataspace returns a dataspace message of version 2 (see parseDataspace): type 1, simple, or 0, scalar, for no
// shape.
func dataspace(shape []int) []byte {
	b := []byte{2, byte(len(shape)), 0, boolByte(len(shape) > 0)}
	for _, n := range shape {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// fillValue is a fill value message of version 3 (section IV.A.2.f) without a value. Flags 0x0a: space is
// allocated late (bits 0-1 = 2), the value is written if it is set (bits 2-3 = 2).
var fillValue = message{msgFill, []byte{3, 0x0a}}

// Dataset writes the elements in C order as contiguous data (layout version 3, class 1).
func (w *Writer) Dataset(k Datatype, data []byte, shape ...int) (Ref, error) {
	layout := []byte{3, 1}
	layout = binary.LittleEndian.AppendUint64(layout, w.appendAligned(data))
	layout = binary.LittleEndian.AppendUint64(layout, uint64(len(data)))
	ref := w.object(
		[]message{{msgDataspace, dataspace(shape)}, {msgDatatype, k.encode()}, fillValue, {msgLayout, layout}},
	)
	return ref, w.err
}

// maxChunks is the number of entries of one node of the chunk B-tree: 2K with the format's default K = 32.
// Images chooses the chunk length so that one node suffices.
const maxChunks = 64

// Images writes t pictures of shape (height, width, 3) in deflated chunks of whole pictures, at most maxChunks
// of them. frame returns picture i; it is called once for each i in order, and its result is not retained.
func (w *Writer) Images(t, height, width int, frame func(i int) []byte) (Ref, error) {
	per := (t + maxChunks - 1) / maxChunks // pictures per chunk
	size := height * width * 3
	var chunks []chunk
	chunkData := make([]byte, 0, per*size)
	for i := 0; i < t; i += per {
		chunkData = chunkData[:0]
		for k := i; k < min(t, i+per); k++ {
			chunkData = append(chunkData, frame(k)...)
		}
		clear(chunkData[len(chunkData):cap(chunkData)]) // the last chunk is padded with zeros
		c := w.deflated(chunkData[:per*size])
		c.offset = []uint64{uint64(i), 0, 0, 0}
		chunks = append(chunks, c)
	}
	layout := []byte{3, 2, 5} // version 3, class 2 (chunked), rank 4 + 1
	layout = binary.LittleEndian.AppendUint64(layout, w.chunkTree(chunks, uint64(per*len(chunks))))
	for _, n := range []int{per, height, width, 3, 1} {
		layout = binary.LittleEndian.AppendUint32(layout, uint32(n))
	}
	// Version 2, one filter: deflate (2 bytes), flags (2), one client value (2): level 1 (4).
	filters := []byte{2, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0}
	ref := w.object(
		[]message{{msgDataspace, dataspace([]int{t, height, width, 3})}, {msgDatatype, Uint8.encode()}, fillValue,
			{msgFilters, filters}, {msgLayout, layout}},
	)
	return ref, w.err
}

// chunk locates a stored chunk.
type chunk struct {
	stored uint32   // size in the file, bytes
	mask   uint32   // bit i is set if filter i was skipped
	offset []uint64 // position of its first element in the array
	at     uint64   // address
}

// deflated appends a chunk. It is stored uncompressed if deflate does not shrink it, or shrinks it so much that
// a reader would take the file for a decompression bomb (bounded.Compressible).
func (w *Writer) deflated(data []byte) chunk {
	var b bytes.Buffer
	w.zlib.Reset(&b)
	w.zlib.Write(data)
	w.zlib.Close()
	if b.Len() < len(data) && bounded.Compressible(len(data), b.Len()) {
		return chunk{stored: uint32(b.Len()), at: w.appendAligned(b.Bytes())}
	}
	return chunk{stored: uint32(len(data)), mask: 1, at: w.appendAligned(data)}
}

// chunkTree appends a B-tree of one leaf (see chunkWalk), padded to the size of a full node, and returns its
// address. rows is the first offset beyond the last chunk, a multiple of a chunk's rows even where the array ends
// before: with other keys HDF5 1.10 does not find the last chunk, and HDF5 2.0 refuses the file.
func (w *Writer) chunkTree(chunks []chunk, rows uint64) uint64 {
	b := append([]byte("TREE"), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(chunks)))
	b = binary.LittleEndian.AppendUint64(b, undefinedAddress)
	b = binary.LittleEndian.AppendUint64(b, undefinedAddress)
	for _, c := range chunks {
		b = appendKey(b, c)
		b = binary.LittleEndian.AppendUint64(b, c.at)
	}
	b = appendKey(b, chunk{offset: []uint64{rows, 0, 0, 0}}) // the key after the last entry
	keySize := 8 + 5*8
	b = append(b, make([]byte, 24+maxChunks*(keySize+8)+keySize-len(b))...)
	return w.appendAligned(b)
}

// appendKey appends the key of a chunk.
func appendKey(b []byte, c chunk) []byte {
	b = binary.LittleEndian.AppendUint32(b, c.stored)
	b = binary.LittleEndian.AppendUint32(b, c.mask)
	for _, o := range append(c.offset, 0) {
		b = binary.LittleEndian.AppendUint64(b, o)
	}
	return b
}

// Close writes the superblock of version 2 (see Open), which makes the file valid. It does not close the
// underlying file.
func (w *Writer) Close(root Ref) error {
	b := append([]byte(signature), 2, 8, 8, 0)
	for _, v := range []uint64{0, undefinedAddress, w.at, uint64(root)} { // base, extension, end of file, root group
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	b = binary.LittleEndian.AppendUint32(b, lookup3(b))
	if w.err == nil {
		_, w.err = w.out.Seek(0, io.SeekStart)
	}
	w.write(b)
	return w.err
}
