package hdf5

import (
	"encoding/binary"
	"fmt"
)

// tree2 is a B-tree of version 2 (section III.A.2), whose nodes hold records of one size at all levels.
type tree2 struct {
	f      *File
	what   string // its name in errors, such as "tree of names"
	visit  func(record []byte) error
	size   uint64 // of a node, bytes
	record uint64 // size of a record, bytes
	// most[d] is the largest number of records in a node d levels above the leaves, all[d] in the tree below it.
	most, all []uint64
	left      uint64 // records that may still come; a tree with a cycle exceeds them
}

// Types of trees, by what their records describe.
const (
	treeHuge       = 1  // objects outside the blocks of a heap
	treeNames      = 5  // links by name
	treeAttributes = 8  // attributes by name
	treeChunks     = 10 // chunks
	treeFiltered   = 11 // chunks that passed filters
)

// records calls visit with each record of a tree of some type, whose records have a size from least to most bytes. A
// tree begins with its header:
//
//	0   "BTHD", version 0 (1), type (1), size of a node (4), size of a record (2), depth (2), percents (2)
//	16  address of the root (8), records in the root (2), records in the tree (8), checksum (4)
func (f *File) records(at uint64, kind byte, least, most uint64, what string, visit func(record []byte) error) error {
	b, err := f.checked(at, 38, "BTHD", what)
	if err != nil {
		return err
	}
	t := &tree2{
		f: f, what: what, visit: visit, size: uint64(binary.LittleEndian.Uint32(b[6:])),
		record: uint64(binary.LittleEndian.Uint16(b[10:])), left: binary.LittleEndian.Uint64(b[26:]),
	}
	depth := int(binary.LittleEndian.Uint16(b[12:]))
	if b[5] != kind || t.record < least || t.record > most || depth > maxDepth || t.size < 64 || t.size > maxHeader ||
		t.left > uint64(f.size)/t.record {
		return fmt.Errorf("has a %s of sizes that contradict each other at %d: the file is damaged", what, at)
	}
	t.limits(depth)
	if t.left == 0 { // without records the tree has no root
		return nil
	}
	return t.node(binary.LittleEndian.Uint64(b[16:]), uint64(binary.LittleEndian.Uint16(b[24:])), depth)
}

// limits computes how many records nodes can hold: a node has 6 bytes in front and a checksum behind, and one more
// child than records. A child takes its address, its number of records, and above nodes also that of all below it.
func (t *tree2) limits(depth int) {
	leaf := (t.size - 10) / t.record
	t.most, t.all = []uint64{leaf}, []uint64{leaf}
	for level := 1; level <= depth; level++ {
		pointer := uint64(t.pointer(level))
		most := (t.size - 10 - pointer) / (t.record + pointer)
		t.most = append(t.most, most)
		t.all = append(t.all, min((most+1)*t.all[level-1]+most, 1<<48))
	}
}

// pointer is the size of a child in a node of some level.
func (t *tree2) pointer(level int) int {
	n := 8 + encoded(t.most[0])
	if level > 1 {
		n += encoded(t.all[level-1])
	}
	return n
}

// node visits the records of a node with n of them, some levels above the leaves: "BTLF", a leaf, or "BTIN", version 0
// (1), type (1), records, in a "BTIN" n+1 children, checksum (4).
func (t *tree2) node(at, n uint64, level int) error {
	if n > t.most[level] || n > t.left || n == 0 {
		return fmt.Errorf("has more records in a %s at %d than it says: the file is damaged", t.what, at)
	}
	t.left -= n
	used, signature, pointer := 6+t.record*n, "BTLF", 0
	if level > 0 {
		pointer, signature = t.pointer(level), "BTIN"
		used += (n + 1) * uint64(pointer)
	}
	b, err := t.f.checked(at, int64(used+4), signature, "node of a "+t.what)
	if err != nil {
		return err
	}
	for i := range n {
		if err := t.visit(b[6+t.record*i:][:t.record]); err != nil {
			return err
		}
	}
	if level == 0 {
		return nil
	}
	for children := b[6+t.record*n : used]; len(children) > 0; children = children[pointer:] {
		records := number(children[8 : 8+encoded(t.most[0])])
		if err := t.node(binary.LittleEndian.Uint64(children), records, level-1); err != nil {
			return err
		}
	}
	return nil
}
