package hdf5

import "encoding/binary"

// Group writes a group with what is in it.
func (w *Writer) Group(links []Link, attrs ...Attr) (Ref, error) {
	linkInfo := binary.LittleEndian.AppendUint64([]byte{0, 0}, none)
	messages := []message{{msgLinkInfo, binary.LittleEndian.AppendUint64(linkInfo, none)}, {msgGroupInfo, []byte{0, 0}}}
	for _, l := range links {
		b := []byte{1, 1 | 1<<4, 1} // version 1; two bytes of length, a character set: UTF-8
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

// attribute is an attribute message of version 3 (section IV.A.2.m).
func (w *Writer) attribute(a Attr) []byte {
	kind, value := Int64.datatype(), []byte(nil)
	switch v := a.Value.(type) {
	case int64:
		value = binary.LittleEndian.AppendUint64(nil, uint64(v))
	case string:
		kind, value = variableText, w.text(v)
	}
	space := dataspace(nil)
	b := []byte{3, 0}
	for _, n := range []int{len(a.Name) + 1, len(kind), len(space)} {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	b = append(b, 1) // the name is UTF-8
	b = append(append(b, a.Name...), 0)
	return append(append(append(b, kind...), space...), value...)
}

// minHeap is the smallest global heap collection.
const minHeap = 4096

// text appends a global heap collection with one string (section III.E) and returns what points to it.
func (w *Writer) text(s string) []byte {
	if s == "" {
		return make([]byte, 16)
	}
	data := append([]byte(s), make([]byte, -len(s)&7)...)
	size := max(minHeap, 16+16+len(data)+16)
	b := append([]byte("GCOL"), 1, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(size))
	b = append(b, 1, 0, 1, 0, 0, 0, 0, 0) // object 1, one reference
	b = binary.LittleEndian.AppendUint64(b, uint64(len(s)))
	b = append(b, data...)
	free := size - len(b)
	b = append(b, make([]byte, 8)...) // object 0 is the free space, its own header included
	b = binary.LittleEndian.AppendUint64(b, uint64(free))
	at := w.put(append(b, make([]byte, size-len(b))...))
	p := binary.LittleEndian.AppendUint32(nil, uint32(len(s)))
	p = binary.LittleEndian.AppendUint64(p, at)
	return binary.LittleEndian.AppendUint32(p, 1)
}
