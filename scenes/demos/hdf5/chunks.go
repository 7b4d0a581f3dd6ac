package hdf5

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"

	"counterpoise/internal/bounded"
)

// chunked reads an array of n bytes that is stored in chunks (section IV.A.2.i, layout class 2). layout starts
// after version and class:
//
//	0  rank of the chunks (1): the rank of the array plus one
//	1  address of the B-tree (8)
//	9  length of a chunk in each dimension (4 each), then the size of an element (4)
//
// Elements of chunks that were never written have the fill value.
func (d *Dataset) chunked(layout []byte, n int64) ([]byte, error) {
	rank := len(d.Shape)
	if len(layout) < 1 || int(layout[0]) != rank+1 || len(layout) < 9+4*(rank+1) || rank == 0 {
		return nil, fmt.Errorf("has chunks of another rank than its %d dimensions", rank)
	}
	dims, per, expected := make([]int, rank), int64(d.Type.Size), int64(1)
	for i := range dims {
		dims[i] = int(binary.LittleEndian.Uint32(layout[9+4*i:]))
		if dims[i] == 0 || per > (1<<32)/int64(dims[i]) {
			return nil, fmt.Errorf("has absurd chunks, %d long in dimension %d", dims[i], i)
		}
		per *= int64(dims[i])
		expected *= int64((d.Shape[i] + dims[i] - 1) / dims[i])
	}
	pipeline, err := parseFilters(d.o.find(msgFilters))
	if err != nil {
		return nil, err
	}
	w := chunkWalk{f: d.o.f, rank: rank, left: expected}
	if root := binary.LittleEndian.Uint64(layout[1:]); root != undefinedAddress {
		if err := w.node(root, 0); err != nil {
			return nil, err
		}
	}
	if w.stored > d.o.f.size {
		return nil, fmt.Errorf("has chunks of %d bytes in a file of %d: they overlap", w.stored, d.o.f.size)
	}
	out, err := d.filled(n)
	if err != nil {
		return nil, err
	}
	mark := d.o.f.room.Mark()
	for _, c := range w.chunks {
		d.o.f.room.Release(mark)
		// A chunk's buffers: what inflate grows by doubling, and the result of unshuffle.
		if err := d.o.f.room.Spend(fmt.Sprintf("a chunk of shape %v", dims), 4*per); err != nil {
			return nil, err
		}
		data, err := d.o.f.bytes(c.at, int64(c.stored))
		if err == nil {
			data, err = pipeline.undo(data, c.mask, per)
		}
		if err != nil {
			return nil, fmt.Errorf("chunk at %v: %w", c.offset, err)
		}
		d.copyChunk(out, data, dims, c.offset)
	}
	return out, nil
}

// copyChunk copies a chunk to its position in the array, row by row. Elements of edge chunks that lie outside
// the array are skipped. dims are the chunk's lengths, offset is the position of its first element.
func (d *Dataset) copyChunk(out, data []byte, dims []int, offset []uint64) {
	last, size := len(dims)-1, d.Type.Size
	for ; last > 0 && dims[last] == d.Shape[last] && offset[last] == 0; last-- {
		size *= dims[last] // dimensions that the chunk spans entirely are contiguous in both: merge them
	}
	var copyRows func(dim, from, to int)
	copyRows = func(dim, from, to int) {
		if offset[dim] >= uint64(d.Shape[dim]) {
			return
		}
		n := min(dims[dim], d.Shape[dim]-int(offset[dim]))
		from, to = from*dims[dim], to*d.Shape[dim]+int(offset[dim])
		if dim == last {
			copy(out[to*size:(to+n)*size], data[from*size:])
			return
		}
		for i := range n {
			copyRows(dim+1, from+i, to+i)
		}
	}
	copyRows(0, 0, 0)
}

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

// filter is one stage of the pipeline that chunks pass through before they are stored.
type filter struct {
	id    int // number in the registry of filters
	first int // first client value: deflate's level, shuffle's element size
}

// filterPipeline lists the filters in the order in which the writer applied them.
type filterPipeline []filter

// Identifiers of the filters that are supported (section IV.A.2.l).
const (
	filterDeflate  = 1
	filterShuffle  = 2
	filterFletcher = 3
	filterLZF      = 32000 // of h5py
)

// parseFilters parses a filter pipeline message of version 1 or 2 (section IV.A.2.l):
//
//	version (1), number of filters (1), reserved (6, version 1 only); then for each filter
//	  identifier (2)
//	  length of the name (2), in version 2 only if the identifier is at least 256
//	  flags (2), number of client values (2)
//	  name, padded to a multiple of 8 in version 1
//	  client values (4 each), in version 1 padded to an even number
func parseFilters(b []byte) (filterPipeline, error) {
	if b == nil {
		return nil, nil
	}
	bad := fmt.Errorf("has a damaged list of filters")
	if len(b) < 2 || b[0] < 1 || b[0] > 2 {
		return nil, bad
	}
	version, n := b[0], int(b[1])
	if b = b[2:]; version == 1 {
		b = b[min(6, len(b)):]
	}
	var list filterPipeline
	for range n {
		if len(b) < 8 {
			return nil, bad
		}
		id, name := int(binary.LittleEndian.Uint16(b)), 0
		if b = b[2:]; version == 1 || id >= 256 {
			name, b = int(binary.LittleEndian.Uint16(b)), b[2:]
		}
		values := int(binary.LittleEndian.Uint16(b[2:]))
		if b = b[4:]; version == 1 {
			name += -name & 7
		}
		pad := 4 * (values & 1) * int(2-version)
		if len(b) < name+4*values+pad {
			return nil, bad
		}
		f := filter{id: id}
		if values > 0 {
			f.first = int(binary.LittleEndian.Uint32(b[name:]))
		}
		if (id < filterDeflate || id > filterFletcher) && id != filterLZF {
			return nil, fmt.Errorf("is filtered by %d (%.20q), expected deflate, shuffle, fletcher32 or LZF; %s", id,
				bytes.TrimRight(b[:name], "\x00"), rewrite)
		}
		list = append(list, f)
		b = b[name+4*values+pad:]
	}
	return list, nil
}

// undo reverses the filters on a stored chunk and returns its n bytes. Bit i of mask is set if filter i was
// skipped for this chunk. Fletcher32 checksums are removed without a check.
func (list filterPipeline) undo(data []byte, mask uint32, n int64) ([]byte, error) {
	var err error
	for i := len(list) - 1; i >= 0; i-- {
		if i < 32 && mask>>i&1 == 1 {
			continue
		}
		switch list[i].id {
		case filterDeflate:
			data, err = inflate(data, n+4)
		case filterLZF:
			data, err = unlzf(data, n+4)
		case filterShuffle:
			data = unshuffle(data, list[i].first)
		case filterFletcher:
			data = data[:max(0, len(data)-4)] // the last 4 bytes are the checksum
		}
		if err != nil {
			return nil, err
		}
	}
	if int64(len(data)) != n {
		return nil, fmt.Errorf("has %d bytes, expected %d", len(data), n)
	}
	return data, nil
}

// inflate decompresses zlib data to at most limit bytes.
func inflate(data []byte, limit int64) ([]byte, error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return bounded.ReadAll(z, limit)
}

// unshuffle reverses the shuffle filter, which stores the first bytes of all elements, then their second bytes,
// and so on. Bytes after the last whole element are unchanged.
func unshuffle(data []byte, size int) []byte {
	if size < 2 || size > len(data) {
		return data
	}
	out, n := make([]byte, len(data)), len(data)/size
	for i := range n {
		for k := range size {
			out[i*size+k] = data[k*n+i]
		}
	}
	copy(out[n*size:], data[n*size:])
	return out
}
