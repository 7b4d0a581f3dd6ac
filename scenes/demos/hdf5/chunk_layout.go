package hdf5

import (
	"encoding/binary"
	"fmt"
)

// chunkLayout is what a data layout message says of an array in chunks.
type chunkLayout struct {
	dims     []int  // length of a chunk in each dimension
	size     int64  // of a chunk without filters, bytes
	rawEdges bool   // chunks that reach beyond the array did not pass the filters
	index    byte   // its kind
	settings []byte // of the index
	root     uint64 // address of the index; undefinedAddress where nothing was written
}

// Kinds of indexes of chunks. Those of layout version 4 and 5 have the numbers of the specification.
const (
	indexTree       = 0 // a B-tree of version 1: the only one of layout version 3
	indexSingle     = 1 // one chunk holds the array
	indexImplicit   = 2 // chunks without filters, one behind the other
	indexFixed      = 3 // a fixed array: all dimensions are limited
	indexExtensible = 4 // an extensible array: one dimension is not limited
	indexTree2      = 5 // a B-tree of version 2: several dimensions are not limited
)

// settingsBytes is the size of an index's settings in a layout message, by kind. Those of arrays and trees stand in the
// header of the index, too.
var settingsBytes = [...]int{indexFixed: 1, indexExtensible: 5, indexTree2: 6}

// Flags of a layout message of version 4 and 5.
const (
	flagRawEdges       = 1 // chunkLayout.rawEdges
	flagSingleFiltered = 2 // the settings of a single chunk are its size and the mask of its filters
)

// layout3 parses a data layout message of version 3 (section IV.A.2.i, layout class 2). b starts after version and
// class:
//
//	0  rank of the chunks (1): the rank of the array plus one
//	1  address of the B-tree (8)
//	9  length of a chunk in each dimension (4 each), then the size of an element (4)
func (d *Dataset) layout3(b []byte) (*chunkLayout, error) {
	if len(b) < 9 {
		return nil, fmt.Errorf("has a data layout that ends early")
	}
	l := &chunkLayout{index: indexTree, root: binary.LittleEndian.Uint64(b[1:])}
	_, err := l.lengths(d, int(b[0]), 4, b[9:])
	return l, err
}

// layout4 parses a data layout message of version 4 or 5, which have the same structure. b starts after version and
// class:
//
//	0  flags (1), rank of the chunks (1): the rank of the array plus one; w (1)
//	3  length of a chunk in each dimension (w each), then the size of an element (w)
//	   kind of the index (1), its settings (settingsBytes), its address (8)
//
// Version 5, of HDF5 2.0, says that sizes of filtered chunks have 8 bytes in the index. In version 4 that follows from
// the size of a chunk; the index itself says it in both.
func (d *Dataset) layout4(b []byte) (*chunkLayout, error) {
	if len(b) < 3 {
		return nil, fmt.Errorf("has a data layout that ends early")
	}
	l := &chunkLayout{rawEdges: b[0]&flagRawEdges != 0}
	rest, err := l.lengths(d, int(b[1]), int(b[2]), b[3:])
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 || rest[0] < indexSingle || rest[0] > indexTree2 {
		return nil, fmt.Errorf("has an index of chunks of an unknown kind, expected 1 to 5: the file is damaged")
	}
	l.index = rest[0]
	n := settingsBytes[l.index]
	if l.index == indexSingle && b[0]&flagSingleFiltered != 0 {
		n = 12
	}
	if rest = rest[1:]; len(rest) < n+8 {
		return nil, fmt.Errorf("has a data layout that ends early")
	}
	l.settings, l.root = rest[:n], binary.LittleEndian.Uint64(rest[n:])
	return l, nil
}

// lengths parses the lengths of a chunk, of some bytes each, and returns what follows.
func (l *chunkLayout) lengths(d *Dataset, rank, width int, b []byte) (rest []byte, err error) {
	if rank != len(d.Shape)+1 || rank == 1 {
		return nil, fmt.Errorf("has chunks of another rank than its %d dimensions", len(d.Shape))
	}
	if width < 1 || width > 8 || len(b) < width*rank {
		return nil, fmt.Errorf("has a data layout that ends early")
	}
	l.dims, l.size = make([]int, rank-1), int64(d.Type.Size)
	for i := range l.dims {
		n := number(b[width*i : width*(i+1)])
		if n == 0 || n > maxChunk || l.size > maxChunk/int64(n) {
			return nil, fmt.Errorf("has absurd chunks, %d long in dimension %d", n, i)
		}
		l.dims[i] = int(n)
		l.size *= int64(n)
	}
	return b[width*rank:], nil
}

// maxChunk is the largest size of a chunk, which HDF5 before 2.0 cannot exceed.
const maxChunk = 1<<32 - 1

// single lists the only chunk of an array. Its settings are, if it is filtered, its size (8) and its mask (4).
func (l *chunkList) single(b []byte, at uint64) error {
	c := chunk{at: at, stored: uint32(l.size)}
	if len(b) > 0 {
		n := binary.LittleEndian.Uint64(b)
		if n > maxChunk {
			return fmt.Errorf("has a chunk of %d bytes, more than %d", n, maxChunk)
		}
		c.stored, c.mask = uint32(n), binary.LittleEndian.Uint32(b[8:])
	}
	return l.add(c, make([]uint64, len(l.dims)))
}

// implicit lists chunks that lie one behind the other from an address on.
func (l *chunkList) implicit(g grid, at uint64) error {
	n := uint64(1)
	for _, k := range g.counts {
		if n > uint64(l.f.size/l.size)/k {
			return fmt.Errorf("has more chunks at %d than its file can hold: the file is damaged or truncated", at)
		}
		n *= k
	}
	for i := range n {
		if err := l.add(chunk{at: at + i*uint64(l.size), stored: uint32(l.size)}, g.place(i)); err != nil {
			return err
		}
	}
	return nil
}
