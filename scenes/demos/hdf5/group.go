package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// maxDepth bounds the levels of a B-tree: a tree of 16-way nodes has 6 for ten million entries.
const maxDepth = 16

// links are the names in a group and where they lead.
func (o *Object) links() (map[string]uint64, error) {
	found := map[string]uint64{}
	if b := o.find(msgSymbols); len(b) >= 16 {
		heap, err := o.f.localHeap(binary.LittleEndian.Uint64(b[8:]))
		if err != nil {
			return nil, err
		}
		w := symbols{f: o.f, heap: heap, found: found, left: maxHeader}
		return found, w.node(binary.LittleEndian.Uint64(b), 0)
	}
	if b := o.find(msgLinkInfo); len(b) >= 18 && binary.LittleEndian.Uint64(b[len(b)-16:]) != none && b[1] == 0 {
		return nil, fmt.Errorf("a group keeps its names in a fractal heap, which is not read here; rewrite the file with h5repack --low=0 --high=0")
	}
	for _, m := range o.messages {
		if m.kind != msgLink {
			continue
		}
		name, at, err := parseLink(m.body)
		if err != nil {
			return nil, err
		}
		if at != none {
			found[name] = at
		}
	}
	return found, nil
}

// parseLink reads a link message (section IV.A.2.g). Soft and external links, which lead out of the tree, have the address
// none.
func parseLink(b []byte) (name string, at uint64, err error) {
	bad := fmt.Errorf("a link of a group is damaged")
	if len(b) < 2 || b[0] != 1 {
		return "", 0, bad
	}
	flags, kind := b[1], byte(0)
	b = b[2:]
	if flags&8 != 0 && len(b) > 0 {
		kind, b = b[0], b[1:]
	}
	skip := 8*int(flags>>2&1) + int(flags>>4&1) // order of creation, character set
	width := 1 << (flags & 3)
	if len(b) < skip+width {
		return "", 0, bad
	}
	n := binary.LittleEndian.Uint64(append(bytes.Clone(b[skip:skip+width]), make([]byte, 8)...))
	if b = b[skip+width:]; n > uint64(len(b)) {
		return "", 0, bad
	}
	if name, b = string(b[:n]), b[n:]; kind != 0 {
		return name, none, nil
	}
	if len(b) < 8 {
		return "", 0, bad
	}
	return name, binary.LittleEndian.Uint64(b), nil
}

// localHeap reads the data of a local heap (section III.D).
func (f *File) localHeap(at uint64) ([]byte, error) {
	b, err := f.bytes(at, 32)
	if err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(b[8:])
	if string(b[:4]) != "HEAP" || size > maxHeader {
		return nil, fmt.Errorf("has no local heap of at most %d bytes at %d: the file is damaged", maxHeader, at)
	}
	return f.bytes(binary.LittleEndian.Uint64(b[24:]), int64(size))
}

// symbols walks the B-tree of an old-style group.
type symbols struct {
	f     *File
	heap  []byte
	found map[string]uint64
	left  int // bytes that may still be read: no tree in a file is longer, but a ring is
}

// node reads a node of type 0 (section III.A.1), or at the bottom a symbol table node (section III.B).
func (w *symbols) node(at uint64, depth int) error {
	head, err := w.f.bytes(at, 8)
	if err != nil {
		return err
	}
	if string(head[:4]) == "SNOD" {
		return w.leaf(at, int(binary.LittleEndian.Uint16(head[6:])))
	}
	n := int(binary.LittleEndian.Uint16(head[6:]))
	if w.left -= 24 + 16*n; string(head[:4]) != "TREE" || head[4] != 0 || depth > maxDepth || w.left < 0 {
		return fmt.Errorf("has no tree of names at %d: the file is damaged", at)
	}
	b, err := w.f.bytes(at+24, int64(16*n+8))
	if err != nil {
		return err
	}
	for i := range n {
		if err := w.node(binary.LittleEndian.Uint64(b[16*i+8:]), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// leaf reads n symbol table entries (section III.C).
func (w *symbols) leaf(at uint64, n int) error {
	if w.left -= 8 + 40*n; w.left < 0 {
		return fmt.Errorf("has a ring among its names at %d: the file is damaged", at)
	}
	b, err := w.f.bytes(at+8, int64(40*n))
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[40:] {
		offset := binary.LittleEndian.Uint64(b)
		if offset >= uint64(len(w.heap)) {
			return fmt.Errorf("has a name outside its heap: the file is damaged")
		}
		name, _, ok := bytes.Cut(w.heap[offset:], []byte{0})
		if !ok || len(name) > 4096 {
			return fmt.Errorf("has a name without an end: the file is damaged")
		}
		if binary.LittleEndian.Uint32(b[16:]) != 2 { // 2 is a soft link
			w.found[string(name)] = binary.LittleEndian.Uint64(b[8:])
		}
	}
	return nil
}

// Names are the names in a group, sorted.
func (o *Object) Names() ([]string, error) {
	links, err := o.links()
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(links))
	for name := range links {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// Child is the object at a path below a group, such as "obs/robot_obs".
func (o *Object) Child(path string) (*Object, error) {
	for name := range strings.SplitSeq(path, "/") {
		links, err := o.links()
		if err != nil {
			return nil, err
		}
		at, ok := links[name]
		if !ok {
			return nil, fmt.Errorf("has no %s", path)
		}
		if o, err = o.f.object(at); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return o, nil
}

// Children are all objects of a group by name, for groups whose objects are all wanted. Each is read when asked for.
func (o *Object) Children() (func(name string) (*Object, error), []string, error) {
	links, err := o.links()
	if err != nil {
		return nil, nil, err
	}
	names := make([]string, 0, len(links))
	for name := range links {
		names = append(names, name)
	}
	slices.Sort(names)
	return func(name string) (*Object, error) { return o.f.object(links[name]) }, names, nil
}
