package hdf5

import (
	"encoding/binary"
	"fmt"
)

// denseLinks are the links of a group that keeps them in a fractal heap, as groups of more than eight links do that
// track the order of their links (h5py's track_order) or are written with libver="latest". A version 2 B-tree of type 5
// has a record for each (section III.A.2): hash of the name (4), ID of the link message in the heap (7).
type denseLinks struct {
	f     *File
	heap  *fractalHeap
	found map[string]link
	size  uint64 // of a node, bytes
	// most[d] is the largest number of records in a node d levels above the leaves, all[d] in the tree below it.
	most, all []uint64
	left      uint64 // records that may still come; a tree with a cycle exceeds them
}

// linkRecord is the size of a record.
const linkRecord = 11

// addresses returns where a link info message (section IV.A.2.c) says that links are kept; false where they are in the
// object header:
//
//	0  version 0 (1), flags (1)
//	2  largest order of creation (8) if flags&1, which h5py's track_order sets
//	   address of the fractal heap (8), of the B-tree of names (8), of that of the order (8) if flags&2
func addresses(info []byte) (heap, tree uint64, ok bool) {
	if len(info) < 2 {
		return 0, 0, false
	}
	at := 2 + 8*int(info[1]&1)
	if len(info) < at+16 {
		return 0, 0, false
	}
	heap, tree = binary.LittleEndian.Uint64(info[at:]), binary.LittleEndian.Uint64(info[at+8:])
	return heap, tree, heap != undefinedAddress
}

// denseLinks reads all links of a heap, by the B-tree of their names. Its header is
//
//	0   "BTHD", version 0 (1), type 5 (1), size of a node (4), size of a record (2), depth (2), percents (2)
//	16  address of the root (8), records in the root (2), records in the tree (8), checksum (4)
func (f *File) denseLinks(heap, tree uint64) (map[string]link, error) {
	h, err := f.fractalHeap(heap)
	if err != nil {
		return nil, err
	}
	b, err := f.checked(tree, 38, "BTHD", "tree of names")
	if err != nil {
		return nil, err
	}
	d := &denseLinks{
		f: f, heap: h, found: map[string]link{}, size: uint64(binary.LittleEndian.Uint32(b[6:])),
		left: binary.LittleEndian.Uint64(b[26:]),
	}
	depth := int(binary.LittleEndian.Uint16(b[12:]))
	if b[5] != 5 || binary.LittleEndian.Uint16(b[10:]) != linkRecord || depth > maxDepth || d.size < 64 ||
		d.size > maxHeader || d.left > uint64(f.size)/linkRecord {
		return nil, fmt.Errorf("has a tree of names of sizes that contradict each other at %d: the file is damaged",
			tree)
	}
	d.limits(depth)
	if d.left == 0 { // without records the tree has no root
		return d.found, nil
	}
	return d.found, d.node(binary.LittleEndian.Uint64(b[16:]), uint64(binary.LittleEndian.Uint16(b[24:])), depth)
}

// limits computes how many records nodes can hold: a node has 6 bytes in front and a checksum behind, and one more
// child than records. A child takes its address, its number of records, and above nodes also that of all below it.
func (d *denseLinks) limits(depth int) {
	leaf := (d.size - 10) / linkRecord
	d.most, d.all = []uint64{leaf}, []uint64{leaf}
	for level := 1; level <= depth; level++ {
		pointer := uint64(d.pointer(level))
		most := (d.size - 10 - pointer) / (linkRecord + pointer)
		d.most = append(d.most, most)
		d.all = append(d.all, min((most+1)*d.all[level-1]+most, 1<<48))
	}
}

// pointer is the size of a child in a node of some level.
func (d *denseLinks) pointer(level int) int {
	n := 8 + encoded(d.most[0])
	if level > 1 {
		n += encoded(d.all[level-1])
	}
	return n
}

// node reads the links of a node with n records, some levels above the leaves: "BTLF", a leaf, or "BTIN", version 0
// (1), type (1), records, in a "BTIN" n+1 children, checksum (4).
func (d *denseLinks) node(at, n uint64, level int) error {
	if n > d.most[level] || n > d.left || n == 0 {
		return fmt.Errorf("has more names in a tree at %d than it says: the file is damaged", at)
	}
	d.left -= n
	used, signature, pointer := 6+linkRecord*n, "BTLF", 0
	if level > 0 {
		pointer, signature = d.pointer(level), "BTIN"
		used += (n + 1) * uint64(pointer)
	}
	b, err := d.f.checked(at, int64(used+4), signature, "node of a tree of names")
	if err != nil {
		return err
	}
	for i := range n {
		record := b[6+linkRecord*i:]
		if err := d.link(record[4:linkRecord]); err != nil {
			return err
		}
	}
	if level == 0 {
		return nil
	}
	for children := b[6+linkRecord*n : used]; len(children) > 0; children = children[pointer:] {
		records := number(children[8 : 8+encoded(d.most[0])])
		if err := d.node(binary.LittleEndian.Uint64(children), records, level-1); err != nil {
			return err
		}
	}
	return nil
}

// link adds the link of an ID.
func (d *denseLinks) link(id []byte) error {
	message, err := d.heap.object(id)
	if err != nil {
		return err
	}
	name, to, err := parseLink(message)
	if err != nil {
		return err
	}
	if err := d.f.spendName(name + to.soft); err != nil {
		return err
	}
	d.found[name] = to
	return nil
}
