package hdf5

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math/bits"

	"counterpoise/internal/bounded"
)

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
		if len(b) < 6 || len(b) < 8 && (version == 1 || b[1] > 0) {
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
// skipped for this chunk.
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
			data, err = verified(data)
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

// verified checks the fletcher32 checksum, the last 4 bytes of a chunk, and removes it. Up to HDF5 1.6.2 little-endian
// machines took words as little-endian, which swaps the bytes of both halves of the sum; the library accepts that, too.
func verified(data []byte) ([]byte, error) {
	n := len(data) - 4
	if n < 0 {
		return nil, fmt.Errorf("has %d bytes, too few for its fletcher32 checksum: %s", len(data), damaged)
	}
	sum, stored := fletcher32(data[:n]), binary.LittleEndian.Uint32(data[n:])
	if sum != stored && sum != bits.ReverseBytes32(bits.RotateLeft32(stored, 16)) {
		return nil, fmt.Errorf("has a wrong fletcher32 checksum, %08x instead of %08x: %s", stored, sum, damaged)
	}
	return data[:n], nil
}

// fletcher32 is Fletcher's checksum (1982) as HDF5 computes it (H5_checksum_fletcher32): two sums modulo 65535 over
// words of 16 bits, big-endian, of which an odd last byte is the high one.
//
//	a_i = a_(i-1) + word_i,  b_i = b_(i-1) + a_i,  checksum = 65536 b_n + a_n
//
// The remainder 0 is written as 65535, unless all words are 0. Folded sums are a < 2^16 + 360 and b < 2^17, so that b
// stays below 2^32 for 360 words more; 361 could overflow it.
func fletcher32(data []byte) uint32 {
	const words = 360
	fold := func(x uint32) uint32 { return x&0xffff + x>>16 }
	var a, b uint32
	for len(data) > 0 {
		part := data[:min(2*words, len(data))]
		data = data[len(part):]
		for ; len(part) > 1; part = part[2:] {
			a += uint32(part[0])<<8 | uint32(part[1])
			b += a
		}
		if len(part) == 1 {
			a += uint32(part[0]) << 8
			b += a
		}
		a, b = fold(a), fold(b)
	}
	return fold(b)<<16 | fold(a)
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
