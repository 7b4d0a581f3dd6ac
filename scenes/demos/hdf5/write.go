package hdf5

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"

	"counterpoise/internal/bounded"
)

// signature opens every HDF5 file.
const signature = "\x89HDF\r\n\x1a\n"

// none is the address of what is not there.
const none = ^uint64(0)

// superblockSize is the length of superblock 2.
const superblockSize = 48

// Ref is where an object was written.
type Ref uint64

// Link gives an object its name in a group. Names hold no slash.
type Link struct {
	Name string
	To   Ref
}

// Attr is an attribute of a group: an int64 or a string of any length.
type Attr struct {
	Name  string
	Value any
}

// Writer writes a file from its beginning to its end; only the superblock, which says where the root group is, comes
// last. So what is interrupted is no HDF5 file. Memory is taken for one chunk.
type Writer struct {
	out  io.WriteSeeker
	at   uint64
	err  error
	zlib *zlib.Writer
}

// NewWriter starts a file.
func NewWriter(out io.WriteSeeker) *Writer {
	w := &Writer{out: out}
	w.zlib, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed)
	w.put(make([]byte, superblockSize))
	return w
}

// put appends bytes on a multiple of 8 and says where they are. After an error it does nothing.
func (w *Writer) put(b []byte) uint64 {
	if pad := -w.at & 7; pad > 0 {
		w.raw(make([]byte, pad))
	}
	at := w.at
	w.raw(b)
	return at
}

func (w *Writer) raw(b []byte) {
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

// The messages of object headers that are written and read.
const (
	msgDataspace  = 0x01
	msgLinkInfo   = 0x02
	msgDatatype   = 0x03
	msgFill       = 0x05
	msgLink       = 0x06
	msgLayout     = 0x08
	msgGroupInfo  = 0x0A
	msgFilters    = 0x0B
	msgAttribute  = 0x0C
	msgContinue   = 0x10
	msgSymbols    = 0x11
	msgAttributes = 0x15
)

// object appends an object header of version 2 (section IV.A.1.b).
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
	b := append([]byte("OHDR"), 2, 2) // version 2; four bytes of length
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	b = append(b, body...)
	return Ref(w.put(binary.LittleEndian.AppendUint32(b, lookup3(b))))
}

// dataspace is a simple dataspace message (section IV.A.2.b); no shape makes a single value.
func dataspace(shape []int) []byte {
	b := []byte{2, byte(len(shape)), 0, boolByte(len(shape) > 0)}
	for _, n := range shape {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// fill says that there is no fill value (section IV.A.2.f): space is taken late, filled if set.
var fill = message{msgFill, []byte{3, 0x0a}}

// Dataset writes elements in C order as one piece.
func (w *Writer) Dataset(k Kind, data []byte, shape ...int) (Ref, error) {
	layout := []byte{3, 1}
	layout = binary.LittleEndian.AppendUint64(layout, w.put(data))
	layout = binary.LittleEndian.AppendUint64(layout, uint64(len(data)))
	ref := w.object([]message{{msgDataspace, dataspace(shape)}, {msgDatatype, k.datatype()}, fill, {msgLayout, layout}})
	return ref, w.err
}

// maxChunks is the number of chunks that fit into one node of the chunks' B-tree: twice the format's default K of 32.
const maxChunks = 64

// Film writes t pictures of bytes, deflated, in chunks of whole pictures. frame hands over picture i; none is kept.
func (w *Writer) Film(t, height, width int, frame func(i int) []byte) (Ref, error) {
	per := (t + maxChunks - 1) / maxChunks // pictures in a chunk
	size := height * width * 3
	var chunks []chunk
	chunkData := make([]byte, 0, per*size)
	for i := 0; i < t; i += per {
		chunkData = chunkData[:0]
		for k := i; k < min(t, i+per); k++ {
			chunkData = append(chunkData, frame(k)...)
		}
		clear(chunkData[len(chunkData):cap(chunkData)]) // the last chunk is padded
		c := w.deflated(chunkData[:per*size])
		c.offset = []uint64{uint64(i), 0, 0, 0}
		chunks = append(chunks, c)
	}
	layout := []byte{3, 2, 5} // chunked; rank and one for the element
	layout = binary.LittleEndian.AppendUint64(layout, w.chunkTree(chunks, uint64(t)))
	for _, n := range []int{per, height, width, 3, 1} {
		layout = binary.LittleEndian.AppendUint32(layout, uint32(n))
	}
	filters := []byte{2, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0} // version 2, one filter: deflate, with one value, level 1
	ref := w.object([]message{{msgDataspace, dataspace([]int{t, height, width, 3})}, {msgDatatype, Uint8.datatype()}, fill,
		{msgFilters, filters}, {msgLayout, layout}})
	return ref, w.err
}

// chunk is a stored chunk: where its first element belongs and where it is.
type chunk struct {
	stored, mask uint32 // bytes; filters that were left out
	offset       []uint64
	at           uint64
}

// deflated appends a chunk, as it is where deflating gains nothing or too much to be believed.
func (w *Writer) deflated(data []byte) chunk {
	var b bytes.Buffer
	w.zlib.Reset(&b)
	w.zlib.Write(data)
	w.zlib.Close()
	if b.Len() < len(data) && bounded.Compressible(len(data), b.Len()) {
		return chunk{stored: uint32(b.Len()), at: w.put(b.Bytes())}
	}
	return chunk{stored: uint32(len(data)), mask: 1, at: w.put(data)}
}

// chunkTree appends a B-tree of version 1 and type 1 with one leaf (section III.A.1).
func (w *Writer) chunkTree(chunks []chunk, rows uint64) uint64 {
	b := append([]byte("TREE"), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(chunks)))
	b = binary.LittleEndian.AppendUint64(b, none)
	b = binary.LittleEndian.AppendUint64(b, none)
	for _, c := range chunks {
		b = appendKey(b, c)
		b = binary.LittleEndian.AppendUint64(b, c.at)
	}
	b = appendKey(b, chunk{offset: []uint64{rows, 0, 0, 0}}) // the key beyond the last
	keySize := 8 + 5*8
	b = append(b, make([]byte, 24+maxChunks*(keySize+8)+keySize-len(b))...)
	return w.put(b)
}

func appendKey(b []byte, c chunk) []byte {
	b = binary.LittleEndian.AppendUint32(b, c.stored)
	b = binary.LittleEndian.AppendUint32(b, c.mask)
	for _, o := range append(c.offset, 0) {
		b = binary.LittleEndian.AppendUint64(b, o)
	}
	return b
}

// Close writes the superblock of version 2 (section II.A): from now on this is an HDF5 file.
func (w *Writer) Close(root Ref) error {
	b := append([]byte(signature), 2, 8, 8, 0)
	for _, v := range []uint64{0, none, w.at, uint64(root)} { // base, extension, end of file, root
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	b = binary.LittleEndian.AppendUint32(b, lookup3(b))
	if w.err == nil {
		_, w.err = w.out.Seek(0, io.SeekStart)
	}
	w.raw(b)
	return w.err
}
