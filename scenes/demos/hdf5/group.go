package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// maxDepth is the largest depth of a B-tree. Nodes have at least 16 children, so 6 levels hold ten million
// entries.
const maxDepth = 16

// link is what a name in a group leads to: an object of this file by its address, or by its path.
type link struct {
	at   uint64
	soft string // the path of a soft link, from the root if it begins with a slash, else from the group; "" for others
}

// links returns what the names in a group lead to. Groups are stored as a symbol table, whose message has the addresses
// of a B-tree (8) and a local heap (8), as link messages in the object header, or, where there are many, in a fractal
// heap (denseLinks).
func (o *Object) links() (map[string]link, error) {
	found := map[string]link{}
	if b := o.find(msgSymbols); len(b) >= 16 {
		heap, err := o.f.localHeap(binary.LittleEndian.Uint64(b[8:]))
		if err != nil {
			return nil, err
		}
		w := symbolTree{f: o.f, heap: heap, found: found, left: maxHeader}
		return found, w.node(binary.LittleEndian.Uint64(b), 0)
	}
	if heap, tree, ok := addresses(o.find(msgLinkInfo)); ok {
		return o.f.denseLinks(heap, tree)
	}
	for _, m := range o.messages {
		if m.kind != msgLink {
			continue
		}
		name, to, err := parseLink(m.body)
		if err != nil {
			return nil, err
		}
		if err := o.f.spendName(name + to.soft); err != nil {
			return nil, err
		}
		found[name] = to
	}
	return found, nil
}

// linkBytes is the memory of a link without its name: places in a map, and in a list of names, that grow by doubling.
const linkBytes = 192

// spendName spends a name of a group, or a name with the path that it leads to.
func (f *File) spendName(name string) error {
	return f.room.Spend("the names of a group", linkBytes+int64(len(name)))
}

// parseLink parses a link message (section IV.A.2.g):
//
//	0  version 1 (1), flags (1)
//	2  link type (1) if flags&8: 0 hard, 1 soft, 64 external
//	   creation order (8) if flags&4; character set (1) if flags&16
//	   length of the name (1, 2, 4 or 8 bytes by flags&3), name
//	   hard: address of the object (8)
//	   soft: length of the path (2), path
//
// External links have the address elsewhere, and no object can be read by them.
func parseLink(b []byte) (name string, to link, err error) {
	bad := fmt.Errorf("a link of a group is damaged")
	if len(b) < 2 || b[0] != 1 {
		return "", to, bad
	}
	flags, kind := b[1], byte(0)
	b = b[2:]
	if flags&8 != 0 && len(b) > 0 {
		kind, b = b[0], b[1:]
	}
	skip := 8*int(flags>>2&1) + int(flags>>4&1) // order of creation, character set
	width := 1 << (flags & 3)
	if len(b) < skip+width {
		return "", to, bad
	}
	n := binary.LittleEndian.Uint64(append(bytes.Clone(b[skip:skip+width]), make([]byte, 8)...))
	if b = b[skip+width:]; n > uint64(len(b)) {
		return "", to, bad
	}
	name, b = string(b[:n]), b[n:]
	switch {
	case kind == 0 && len(b) >= 8:
		return name, link{at: binary.LittleEndian.Uint64(b)}, nil
	case kind == 1 && len(b) >= 2: // padding may follow
		if n := int(binary.LittleEndian.Uint16(b)); n > 0 && n <= len(b)-2 {
			return name, link{soft: string(b[2 : 2+n])}, nil
		}
	case kind > 1:
		return name, link{at: elsewhere}, nil
	}
	return "", to, bad
}

// localHeap reads the data segment of a local heap (section III.D), which holds the names of a symbol table:
//
//	0   "HEAP", version (1), reserved (3)
//	8   size of the data segment (8), head of the free list (8), address of the data segment (8)
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

// symbolTree traverses the B-tree of a group that is stored as a symbol table.
type symbolTree struct {
	f     *File
	heap  []byte          // data segment of the local heap: zero-terminated names
	found map[string]link // by name
	left  int             // bytes that may still be read; a tree with a cycle exceeds them
}

// node visits the tree below an address. A version 1 B-tree node of type 0 (section III.A.1) is
//
//	0   "TREE", node type 0 (1), level (1), number of entries (2)
//	8   addresses of the left and right sibling (8 each)
//	24  entries: offset of a name in the heap (8), address of the child (8); then one more offset
//
// The children of the lowest nodes are symbol table nodes, "SNOD".
func (w *symbolTree) node(at uint64, depth int) error {
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

// leaf reads the n entries of a symbol table node (section III.B): "SNOD", version (1), reserved (1), number of
// entries (2), then for each entry (section III.C)
//
//	0   offset of the name in the heap (8)
//	8   address of the object header (8)
//	16  cache type (4): 2 is a soft link
//	20  reserved (4), scratch space (16): for a soft link the offset of its path in the heap (4)
func (w *symbolTree) leaf(at uint64, n int) error {
	if w.left -= 8 + 40*n; w.left < 0 {
		return fmt.Errorf("has a ring among its names at %d: the file is damaged", at)
	}
	b, err := w.f.bytes(at+8, int64(40*n))
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[40:] {
		name, err := w.text(binary.LittleEndian.Uint64(b))
		to := link{at: binary.LittleEndian.Uint64(b[8:])}
		if err == nil && binary.LittleEndian.Uint32(b[16:]) == 2 {
			to.soft, err = w.text(uint64(binary.LittleEndian.Uint32(b[24:])))
		}
		if err == nil {
			err = w.f.spendName(name + to.soft)
		}
		if err != nil {
			return err
		}
		w.found[name] = to
	}
	return nil
}

// text returns the text at an offset in the heap.
func (w *symbolTree) text(offset uint64) (string, error) {
	if offset >= uint64(len(w.heap)) {
		return "", fmt.Errorf("has a name outside its heap: the file is damaged")
	}
	text, _, ok := bytes.Cut(w.heap[offset:], []byte{0})
	if !ok || len(text) > 4096 {
		return "", fmt.Errorf("has a name without an end: the file is damaged")
	}
	return string(text), nil
}

// Names returns the names in a group in alphabetical order.
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

// Child returns the object at a path below a group, such as "obs/robot_obs".
func (o *Object) Child(path string) (*Object, error) { return o.child(path, 0) }

// maxSoft is the number of soft links that may lead to one another: a ring of them has no end.
const maxSoft = 16

// child is Child after so many soft links. An element "." of a path is the group itself.
func (o *Object) child(path string, soft int) (*Object, error) {
	for name := range strings.SplitSeq(path, "/") {
		if name == "." {
			continue
		}
		links, err := o.links()
		if err != nil {
			return nil, err
		}
		to, ok := links[name]
		if !ok {
			return nil, fmt.Errorf("has no %s", path)
		}
		if o, err = o.follow(to, soft); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return o, nil
}

// follow returns the object that a link of a group leads to.
func (o *Object) follow(to link, soft int) (*Object, error) {
	if to.soft == "" {
		return o.f.object(to.at)
	}
	if soft >= maxSoft {
		return nil, fmt.Errorf("leads through more than %d soft links: the file is damaged", maxSoft)
	}
	from := o
	if strings.HasPrefix(to.soft, "/") {
		root, err := o.f.Root()
		if err != nil {
			return nil, err
		}
		from = root
	}
	path := strings.Trim(to.soft, "/")
	if path == "" {
		return from, nil
	}
	target, err := from.child(path, soft+1)
	if err != nil {
		return nil, fmt.Errorf("is a soft link to %.80q, and its file %w", to.soft, err)
	}
	return target, nil
}

// Children returns the names in a group in alphabetical order and a function that reads an object by its name.
// It parses the group once, where repeated calls of Child parse it every time.
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
	return func(name string) (*Object, error) { return o.follow(links[name], 0) }, names, nil
}
