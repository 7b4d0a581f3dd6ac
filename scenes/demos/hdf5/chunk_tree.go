package hdf5

import (
	"encoding/binary"
	"fmt"
)

// chunkWalk collects the chunks in a version 1 B-tree of node type 1 (section III.A.1):
//
//	0   "TREE", node type 1 (1), level (1), number of entries (2)
//	8   addresses of the left and right sibling (8 each)
//	24  entries: key, address of the child (8); then one more key
//	    key: stored size (4), filter mask (4), offset of the first element in each dimension (8 each), 0 (8)
//
// At level 0 the children are chunks, above it nodes.
type chunkWalk struct {
	f      *File
	rank   int
	left   int64 // chunks still expected by the shape; a tree with more contains a cycle
	nodes  int64 // nodes visited, at most as many as fit into the file
	stored int64 // total stored size of the chunks, bytes
	chunks []chunk
}

// chunkBytes is the memory of a chunk of rank 0: a structure of 40 bytes in a list that grows by doubling.
const chunkBytes = 120

// node collects the chunks below the node at an address.
func (w *chunkWalk) node(at uint64, depth int) error {
	head, err := w.f.bytes(at, 24)
	if err != nil {
		return err
	}
	bad := fmt.Errorf("has no tree of chunks at %d: the file is damaged", at)
	if w.nodes++; string(head[:4]) != "TREE" || head[4] != 1 || depth > maxDepth || w.nodes > w.f.size/24 {
		return bad
	}
	n, step := int(binary.LittleEndian.Uint16(head[6:])), 8+8*(w.rank+1)+8
	b, err := w.f.bytes(at+24, int64(n*step))
	if err != nil {
		return err
	}
	for ; len(b) > 0; b = b[step:] {
		child := binary.LittleEndian.Uint64(b[step-8:])
		if head[5] > 0 {
			if err := w.node(child, depth+1); err != nil {
				return err
			}
			continue
		}
		if w.left--; w.left < 0 {
			return bad
		}
		c := chunk{stored: binary.LittleEndian.Uint32(b), mask: binary.LittleEndian.Uint32(b[4:]), at: child}
		for i := range w.rank {
			c.offset = append(c.offset, binary.LittleEndian.Uint64(b[8+8*i:]))
		}
		if err := w.f.room.Spend("the list of chunks", chunkBytes+16*int64(w.rank)); err != nil {
			return err
		}
		w.stored += int64(c.stored)
		w.chunks = append(w.chunks, c)
	}
	return nil
}
