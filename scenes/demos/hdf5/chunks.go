package hdf5

import (
	"encoding/binary"
	"fmt"
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
