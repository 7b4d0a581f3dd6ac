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
	*chunkList
	nodes int64 // nodes visited, at most as many as fit into the file
}

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
	n, step := int(binary.LittleEndian.Uint16(head[6:])), 8+8*(len(w.dims)+1)+8
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
		c := chunk{stored: binary.LittleEndian.Uint32(b), mask: binary.LittleEndian.Uint32(b[4:]), at: child}
		if err := w.f.room.Spend("the list of chunks", chunkBytes+16*int64(len(w.dims))); err != nil {
			return err
		}
		for i := range w.dims {
			c.offset = append(c.offset, binary.LittleEndian.Uint64(b[8+8*i:]))
		}
		if err := w.append(c); err != nil {
			return err
		}
	}
	return nil
}

// tree2 lists the chunks in a B-tree of version 2 and type 10, of filtered ones type 11 (section III.A.2). A record has
// what chunkList.record parses, then the place of the chunk, counted in chunks, in each dimension (8 each).
func (l *chunkList) tree2(at uint64) error {
	kind, place := byte(treeChunks), 8*len(l.dims)
	if l.filtered {
		kind = treeFiltered
	}
	least, most := l.recordBytes()
	least, most = least+uint64(place), most+uint64(place)
	return l.f.records(at, kind, least, most, "tree of chunks", func(b []byte) error {
		c, ok, err := l.record(b[:len(b)-place])
		if err != nil || !ok {
			return err
		}
		at := make([]uint64, len(l.dims))
		for i := range at {
			at[i] = binary.LittleEndian.Uint64(b[len(b)-place+8*i:])
		}
		return l.add(c, at)
	})
}
