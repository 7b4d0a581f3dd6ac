package hdf5

import (
	"encoding/binary"
	"fmt"
)

// grid numbers all places that chunks of an array can have, in C order, counted with the largest lengths that the array
// may reach. A dimension without a limit comes first.
type grid struct {
	counts []uint64 // chunks along each dimension, at least 1
	first  int      // the dimension that counts slowest
}

// unlimited is the largest length of a dimension that has none.
const unlimited = ^uint64(0)

// grid returns the numbers of an array's chunks. The largest lengths are in the dataspace message (see parseDataspace).
func (d *Dataset) grid(l *chunkLayout) (g grid, err error) {
	limits, err := d.limits()
	if err != nil {
		return g, err
	}
	for i, n := range limits {
		if n < uint64(d.Shape[i]) {
			return g, fmt.Errorf("has %d elements in dimension %d, which has at most %d: the file is damaged",
				d.Shape[i], i, n)
		}
		g.counts = append(g.counts, (max(n, 1)-1)/uint64(l.dims[i])+1)
		if n == unlimited {
			g.first = i
		}
	}
	return g, nil
}

// limits returns the largest length of each dimension.
func (d *Dataset) limits() ([]uint64, error) {
	b, limits := d.o.find(msgDataspace), make([]uint64, len(d.Shape))
	skip := 4 + 4*int(2-b[0]) // version 1 has 4 reserved bytes; parseDataspace has looked at these and at the lengths
	if b[2]&1 != 0 {
		skip += 8 * len(limits)
	}
	if len(b) < skip+8*len(limits) {
		return nil, fmt.Errorf("has a dataspace that ends early")
	}
	for i := range limits {
		limits[i] = binary.LittleEndian.Uint64(b[skip+8*i:])
	}
	return limits, nil
}

// place returns the place of a number in each dimension, counted in chunks.
func (g grid) place(i uint64) []uint64 {
	at := make([]uint64, len(g.counts))
	for d := len(at) - 1; d >= 0; d-- {
		if d != g.first {
			at[d], i = i%g.counts[d], i/g.counts[d]
		}
	}
	at[g.first] = i
	return at
}

// chunkArray is an index that has a record for each place of a grid, by number.
type chunkArray struct {
	*chunkList
	grid grid
	what string // its name in errors, such as "fixed array of chunks"
	at   uint64 // address of its header, which all blocks repeat
	size uint64 // of a record, bytes
	page uint64 // records in a page, into which long blocks are divided
}

// maxArrayBits is the largest size of an array that is read, as a power of two: HDF5 writes extensible ones of 32.
const maxArrayBits = 40

// array returns an array of whose header the first bytes are given.
func (l *chunkList) array(g grid, what string, at uint64, kind, size, pageBits byte) (*chunkArray, error) {
	least, most := l.recordBytes()
	a := &chunkArray{chunkList: l, grid: g, what: what, at: at, size: uint64(size), page: 1 << min(pageBits, 63)}
	if kind != boolByte(l.filtered) || a.size < least || a.size > most || pageBits > maxArrayBits {
		return nil, a.contradiction()
	}
	return a, nil
}

// contradiction is the error of a header whose numbers cannot be true together.
func (a *chunkArray) contradiction() error {
	return fmt.Errorf("has a %s of sizes that contradict each other at %d: the file is damaged", a.what, a.at)
}

// fixedArray lists the chunks in a fixed array (section VII.C). Its header and its only block are
//
//	0   "FAHD", version 0 (1), type: 1 if chunks are filtered (1), size of a record (1), log2 of a page's records (1)
//	8   records (8), address of the block (8), checksum (4)
//
//	0   "FADB", version 0 (1), type (1), address of the header (8)
//	14  of up to a page of records: the records, checksum (4)
//	    of more: for each page a bit that says whether it was written, checksum (4), pages
func (l *chunkList) fixedArray(g grid, at uint64) error {
	b, err := l.f.checked(at, 28, "FAHD", "fixed array of chunks")
	if err != nil {
		return err
	}
	a, err := l.array(g, "fixed array of chunks", at, b[5], b[6], b[7])
	if err != nil {
		return err
	}
	n, block := binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
	if block == undefinedAddress || n == 0 {
		return nil
	}
	if n <= a.page {
		b, err := a.block(block, "FADB", n*a.size)
		if err != nil {
			return err
		}
		return a.records(b, 0)
	}
	bits := ((n-1)/a.page + 8) / 8
	if b, err = a.block(block, "FADB", bits); err != nil {
		return err
	}
	return a.pages(block+blockHead+bits+4, b, 0, 0, n)
}

// blockHead is the size of what all blocks begin with: signature (4), version 0 (1), type (1), address of header (8).
const blockHead = 14

// block returns n bytes of a block, those between blockHead and the checksum.
func (a *chunkArray) block(at uint64, signature string, n uint64) ([]byte, error) {
	if n > uint64(a.f.size) {
		return nil, a.contradiction()
	}
	b, err := a.f.checked(at, int64(blockHead+n+4), signature, "block of a "+a.what)
	if err != nil {
		return nil, err
	}
	if b[5] != boolByte(a.filtered) || binary.LittleEndian.Uint64(b[6:]) != a.at {
		return nil, fmt.Errorf("has a block of another array at %d: the file is damaged", at)
	}
	return b[blockHead : blockHead+n], nil
}

// pages lists the chunks of the pages of a block, which begin at an address, for n records from number first on. A page
// has records and their checksum; the last one may be shorter. Bit i of written, counted from the highest bit of a byte
// on, says whether page i was written.
func (a *chunkArray) pages(at uint64, written []byte, bit, first, n uint64) error {
	step := a.page*a.size + 4
	if step > uint64(a.f.size) {
		return a.contradiction()
	}
	for done := uint64(0); done < n; done += a.page {
		if written[bit/8]&(0x80>>(bit%8)) != 0 {
			size := min(a.page, n-done) * a.size
			b, err := a.f.summed(at, int64(size+4), "page of a "+a.what)
			if err != nil {
				return err
			}
			if err := a.records(b[:size], first+done); err != nil {
				return err
			}
		}
		at += step
		bit++
	}
	return nil
}

// records lists the chunks of records from number first on.
func (a *chunkArray) records(b []byte, first uint64) error {
	for ; len(b) > 0; b = b[a.size:] {
		c, ok, err := a.record(b[:a.size])
		if err == nil && ok {
			err = a.add(c, a.grid.place(first))
		}
		if err != nil {
			return err
		}
		first++
	}
	return nil
}
