package hdf5

import (
	"encoding/binary"
	"fmt"
)

// chunked reads an array of n bytes that is stored in chunks. Elements of chunks that were never written have the fill
// value.
func (d *Dataset) chunked(l *chunkLayout, n int64) ([]byte, error) {
	pipeline, err := parseFilters(d.o.find(msgFilters))
	if err != nil {
		return nil, err
	}
	list, err := d.list(l, len(pipeline) > 0)
	if err != nil {
		return nil, err
	}
	out, err := d.filled(n)
	if err != nil {
		return nil, err
	}
	mark := d.o.f.room.Mark()
	for _, c := range list {
		d.o.f.room.Release(mark)
		// A chunk's buffers: what inflate grows by doubling, and the result of unshuffle.
		if err := d.o.f.room.Spend(fmt.Sprintf("a chunk of shape %v", l.dims), 4*l.size); err != nil {
			return nil, err
		}
		if l.rawEdges && d.reachesBeyond(l.dims, c.offset) {
			c.mask = ^uint32(0)
		}
		data, err := d.o.f.bytes(c.at, int64(c.stored))
		if err == nil {
			data, err = pipeline.undo(data, c.mask, l.size)
		}
		if err != nil {
			return nil, fmt.Errorf("chunk at %v: %w", c.offset, err)
		}
		d.copyChunk(out, data, l.dims, c.offset)
	}
	return out, nil
}

// reachesBeyond reports whether a chunk has elements outside the array.
func (d *Dataset) reachesBeyond(dims []int, offset []uint64) bool {
	for i, n := range dims {
		if offset[i]+uint64(n) > uint64(d.Shape[i]) {
			return true
		}
	}
	return false
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

// chunkList collects the chunks of an array from their index.
type chunkList struct {
	f        *File
	dims     []int    // lengths of a chunk
	size     int64    // of a chunk without filters, bytes
	filtered bool     // chunks have sizes and masks in the index
	counts   []uint64 // chunks along each dimension
	left     int64    // chunks still expected by the shape; an index with more contains a cycle
	stored   int64    // total stored size of the chunks, bytes
	chunks   []chunk
}

// chunkBytes is the memory of a chunk of rank 0: a structure of 40 bytes in a list that grows by doubling.
const chunkBytes = 120

// list returns the chunks of an array.
func (d *Dataset) list(l *chunkLayout, filtered bool) (chunks []chunk, err error) {
	list := &chunkList{f: d.o.f, dims: l.dims, size: l.size, filtered: filtered, left: 1}
	for i, n := range l.dims {
		k := (d.Shape[i] + n - 1) / n
		list.counts = append(list.counts, uint64(k))
		list.left *= int64(k)
	}
	if l.root == undefinedAddress { // nothing was written
		return nil, nil
	}
	var g grid
	if l.index >= indexImplicit && l.index <= indexExtensible {
		if g, err = d.grid(l); err != nil {
			return nil, err
		}
	}
	switch l.index {
	case indexTree:
		err = (&chunkWalk{chunkList: list}).node(l.root, 0)
	case indexSingle:
		err = list.single(l.settings, l.root)
	case indexImplicit:
		err = list.implicit(g, l.root)
	case indexFixed:
		err = list.fixedArray(g, l.root)
	case indexExtensible:
		err = list.extensibleArray(g, l.root)
	case indexTree2:
		err = list.tree2(l.root)
	}
	if err == nil && list.stored > d.o.f.size {
		err = fmt.Errorf("has chunks of %d bytes in a file of %d: they overlap", list.stored, d.o.f.size)
	}
	return list.chunks, err
}

// add adds a chunk at a place that is counted in chunks. Chunks outside the array, which may once have been larger, are
// left out.
func (l *chunkList) add(c chunk, place []uint64) error {
	for i, k := range place {
		if k >= l.counts[i] {
			return nil
		}
	}
	if err := l.f.room.Spend("the list of chunks", chunkBytes+16*int64(len(place))); err != nil {
		return err
	}
	c.offset = make([]uint64, len(place))
	for i, k := range place {
		c.offset[i] = k * uint64(l.dims[i])
	}
	return l.append(c)
}

// append adds a chunk of an offset whose memory is spent.
func (l *chunkList) append(c chunk) error {
	if l.left--; l.left < 0 {
		return fmt.Errorf("has more chunks in its index than in its shape: the file is damaged")
	}
	l.stored += int64(c.stored)
	l.chunks = append(l.chunks, c)
	return nil
}

// record parses a record of an index: the address of a chunk (8) and, if chunks are filtered, its size (1 to 8) and its
// mask (4). ok is false where the chunk was never written.
func (l *chunkList) record(b []byte) (c chunk, ok bool, err error) {
	c = chunk{at: binary.LittleEndian.Uint64(b), stored: uint32(l.size)}
	if l.filtered {
		mask := len(b) - 4
		n := number(b[8:mask])
		if n > maxChunk && c.at != undefinedAddress {
			return c, false, fmt.Errorf("has a chunk of %d bytes, more than %d: the file is damaged", n, maxChunk)
		}
		c.stored, c.mask = uint32(n), binary.LittleEndian.Uint32(b[mask:])
	}
	return c, c.at != undefinedAddress, nil
}

// recordBytes returns the least and the largest size of a record.
func (l *chunkList) recordBytes() (least, most uint64) {
	if l.filtered {
		return 8 + 1 + 4, 8 + 8 + 4
	}
	return 8, 8
}
