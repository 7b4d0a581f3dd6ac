package hdf5

import "encoding/binary"

// Group writes a group with its links and attributes as messages of one object header, which suits groups of up
// to some thousand links.
func (w *Writer) Group(links []Link, attrs ...Attr) (Ref, error) {
	linkInfo := binary.LittleEndian.AppendUint64([]byte{0, 0}, undefinedAddress)
	messages := []message{
		{msgLinkInfo, binary.LittleEndian.AppendUint64(linkInfo, undefinedAddress)},
		{msgGroupInfo, []byte{0, 0}},
	}
	for _, l := range links {
		b := []byte{1, 1 | 1<<4, 1} // version 1; flags: two bytes of length, character set present; UTF-8
		b = binary.LittleEndian.AppendUint16(b, uint16(len(l.Name)))
		b = binary.LittleEndian.AppendUint64(append(b, l.Name...), uint64(l.To))
		messages = append(messages, message{msgLink, b})
	}
	for _, a := range attrs {
		messages = append(messages, message{msgAttribute, w.attribute(a)})
	}
	ref := w.object(messages)
	return ref, w.err
}

// attribute returns an attribute message of version 3 (see parseAttribute).
func (w *Writer) attribute(a Attr) []byte {
	kind, value := Int64.encode(), []byte(nil)
	switch v := a.Value.(type) {
	case int64:
		value = binary.LittleEndian.AppendUint64(nil, uint64(v))
	case string:
		kind, value = variableString, w.heapString(v)
	}
	space := dataspace(nil)
	b := []byte{3, 0}
	for _, n := range []int{len(a.Name) + 1, len(kind), len(space)} {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	b = append(b, 1) // character set: UTF-8
	b = append(append(b, a.Name...), 0)
	return append(append(append(b, kind...), space...), value...)
}

// minHeap is the smallest size of a global heap collection, in bytes; the specification requires 4096.
const minHeap = 4096

// heapString appends a global heap collection with one string (see File.heapString) and returns the 16-byte
// reference to it. The empty string needs no collection.
func (w *Writer) heapString(s string) []byte {
	if s == "" {
		return make([]byte, 16)
	}
	data := append([]byte(s), make([]byte, -len(s)&7)...)
	size := max(minHeap, 16+16+len(data)+16)
	b := append([]byte("GCOL"), 1, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(size))
	b = append(b, 1, 0, 1, 0, 0, 0, 0, 0) // index 1, reference count 1
	b = binary.LittleEndian.AppendUint64(b, uint64(len(s)))
	b = append(b, data...)
	free := size - len(b)
	b = append(b, make([]byte, 8)...) // index 0: the free space; its length includes this header
	b = binary.LittleEndian.AppendUint64(b, uint64(free))
	at := w.appendAligned(append(b, make([]byte, size-len(b))...))
	p := binary.LittleEndian.AppendUint32(nil, uint32(len(s)))
	p = binary.LittleEndian.AppendUint64(p, at)
	return binary.LittleEndian.AppendUint32(p, 1)
}
