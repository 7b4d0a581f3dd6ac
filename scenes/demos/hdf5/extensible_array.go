package hdf5

import (
	"encoding/binary"
	"math/bits"
)

// extensibleArray is an array that grows at its end (section VII.D). Its index block has the first records, then come
// levels: level i has 2^(i/2) blocks of 2^((i+1)/2) times as many records as the first, quotients rounded down. The
// index block has the addresses of the blocks of the first levels, and of each further one that of a secondary block,
// which has those.
type extensibleArray struct {
	*chunkArray
	inline uint64 // records in the index block
	least  uint64 // records in a block of level 0
	direct int    // levels whose blocks the index block has
	levels int
	place  int // bytes of a block's place in the array
}

// extensibleArray lists the chunks in an extensible array. Its header is
//
//	0   "EAHD", version 0 (1), type: 1 if chunks are filtered (1), size of a record (1), log2 of its largest size (1)
//	8   records in the index block (1), in a block of level 0 (1), least blocks of a level with a secondary block (1)
//	11  log2 of a page's records (1), numbers and sizes of blocks and records (8 each)
//	60  address of the index block (8), checksum (4)
func (l *chunkList) extensibleArray(g grid, at uint64) error {
	b, err := l.f.checked(at, 72, "EAHD", "extensible array of chunks")
	if err != nil {
		return err
	}
	a, err := l.array(g, "extensible array of chunks", at, b[5], b[6], b[11])
	if err != nil {
		return err
	}
	e := &extensibleArray{chunkArray: a, inline: uint64(b[8]), least: uint64(b[9]), place: (int(b[7]) + 7) / 8}
	pointers := uint64(b[10])
	if bits.OnesCount64(e.least) != 1 || bits.OnesCount64(pointers) != 1 || b[7] > maxArrayBits {
		return a.contradiction()
	}
	e.direct = 2 * (bits.Len64(pointers) - 1)
	e.levels = 1 + int(b[7]) - (bits.Len64(e.least) - 1)
	if e.direct > e.levels || e.direct > 0 && e.blockRecords(e.direct-1) > a.page {
		return a.contradiction()
	}
	if root := binary.LittleEndian.Uint64(b[60:]); root != undefinedAddress {
		return e.indexBlock(root, pointers)
	}
	return nil
}

// blocks is the number of blocks of a level.
func (e *extensibleArray) blocks(level int) uint64 { return 1 << (level / 2) }

// blockRecords is the number of records in a block of a level.
func (e *extensibleArray) blockRecords(level int) uint64 { return e.least << ((level + 1) / 2) }

// indexBlock lists the chunks of all blocks: "EAIB" and the rest of blockHead, records, addresses of the blocks of the
// first levels (8 each), addresses of the secondary blocks of the others (8 each), checksum (4).
func (e *extensibleArray) indexBlock(at, pointers uint64) error {
	own, blocks := e.inline*e.size, 2*(pointers-1)
	b, err := e.block(at, "EAIB", own+8*blocks+8*uint64(e.levels-e.direct))
	if err != nil {
		return err
	}
	if err := e.records(b[:own], 0); err != nil {
		return err
	}
	b = b[own:]
	start, before := uint64(0), uint64(0) // records and blocks of the levels before
	for level := range e.levels {
		n := uint64(1)
		if level < e.direct {
			n = e.blocks(level)
			err = e.dataBlocks(b[:8*n], nil, level, start, before)
		} else {
			err = e.secondaryBlock(binary.LittleEndian.Uint64(b), level, start)
		}
		if err != nil {
			return err
		}
		b = b[8*n:]
		before += e.blocks(level)
		start += e.blocks(level) * e.blockRecords(level)
	}
	return nil
}

// secondaryBlock lists the chunks of a level: "EASB" and the rest of blockHead, place in the array, if blocks have
// pages for each page of all blocks a bit that says whether it was written, addresses of the blocks (8 each), checksum.
// The bits take as many bytes as if each block's began with a byte of its own, but follow each other without gaps.
func (e *extensibleArray) secondaryBlock(at uint64, level int, start uint64) error {
	if at == undefinedAddress {
		return nil
	}
	n := e.blocks(level)
	written := n * ((e.pagesOf(level) + 7) / 8)
	b, err := e.placed(at, "EASB", start, written+8*n)
	if err != nil {
		return err
	}
	return e.dataBlocks(b[written:], b[:written], level, start, 0)
}

// pagesOf is the number of pages of a block of a level, 0 if it has none.
func (e *extensibleArray) pagesOf(level int) uint64 {
	if n := e.blockRecords(level); n > e.page {
		return n / e.page
	}
	return 0
}

// dataBlocks lists the chunks of a level's blocks, of which addresses are given: "EADB" and the rest of blockHead,
// place in the array, records unless they are in pages, checksum (4), pages. HDF5 counts the blocks of levels before,
// too, where it writes the place of a block of which the index block has the address (H5EA__lookup_elmt).
func (e *extensibleArray) dataBlocks(addresses, written []byte, level int, start, before uint64) error {
	n, pages := e.blockRecords(level), e.pagesOf(level)
	for i := range e.blocks(level) {
		at, from := binary.LittleEndian.Uint64(addresses[8*i:]), start+i*n
		if at == undefinedAddress {
			continue
		}
		size := n * e.size
		if pages > 0 {
			size = 0
		}
		b, err := e.placed(at, "EADB", from+before*n, size)
		if err == nil && pages > 0 {
			err = e.pages(at+blockHead+uint64(e.place)+4, written, i*pages, e.inline+from, n)
		} else if err == nil {
			err = e.records(b, e.inline+from)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placed returns n bytes of a block that begins with its place in the array, which must be start.
func (e *extensibleArray) placed(at uint64, signature string, start, n uint64) ([]byte, error) {
	b, err := e.block(at, signature, uint64(e.place)+n)
	if err == nil && number(b[:e.place]) != start {
		return nil, e.contradiction()
	}
	if err != nil {
		return nil, err
	}
	return b[e.place:], nil
}
