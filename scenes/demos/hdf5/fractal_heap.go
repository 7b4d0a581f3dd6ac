package hdf5

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// fractalHeap holds objects of any length, such as the links of a group with many of them (section III.G). Its space
// is a doubling table: rows of `width` blocks, of the starting size in the first two rows and twice that of the row
// before in each further one. Blocks of up to the largest direct size hold objects, larger ones are tables again.
type fractalHeap struct {
	f             *File
	at            uint64 // address of its header, which all blocks repeat
	what          string // its name in errors, such as "heap of links"
	sums          bool   // blocks that hold objects have checksums, as tables do
	root          uint64
	rows          int               // of the root table; 0: the root is a direct block
	width         uint64            // blocks in a row
	start         uint64            // size of the blocks of the first row, bytes
	directRows    int               // rows of blocks that hold objects
	offset, count int               // bytes of an object's place and of its length in an ID
	ids           int               // bytes of an ID
	hugeTree      uint64            // address of the tree of objects outside the blocks
	huge          map[uint64]extent // what the tree says, by number; nil before it is read
}

// checksumBlocks is set in the flags of a heap whose blocks of objects have checksums.
const checksumBlocks = 2

// maxHeapBits is the largest size of a heap that is read, as a power of two.
const maxHeapBits = 40

// fractalHeap reads the header of a heap:
//
//	0    "FRHP", version 0 (1), length of IDs (2), length of filters (2), flags (1)
//	10   largest size of an object in a block (4), next huge object (8), address of their B-tree (8)
//	30   sizes and addresses of free space and numbers of objects (8 each)
//	110  width of the table (2), starting block size (8), largest direct block size (8), log2 of size (2)
//	130  starting rows of the root (2), address of the root (8), present rows of the root (2), checksum (4)
func (f *File) fractalHeap(at uint64, what string) (*fractalHeap, error) {
	b, err := f.checked(at, 146, "FRHP", what)
	if err != nil {
		return nil, err
	}
	h := &fractalHeap{
		f: f, at: at, what: what, sums: b[9]&checksumBlocks != 0,
		root: binary.LittleEndian.Uint64(b[132:]), rows: int(binary.LittleEndian.Uint16(b[140:])),
		width: uint64(binary.LittleEndian.Uint16(b[110:])), start: binary.LittleEndian.Uint64(b[112:]),
		ids: int(binary.LittleEndian.Uint16(b[5:])), hugeTree: binary.LittleEndian.Uint64(b[22:]),
	}
	direct, size := binary.LittleEndian.Uint64(b[120:]), int(binary.LittleEndian.Uint16(b[128:]))
	largest := min(direct, uint64(binary.LittleEndian.Uint32(b[10:])))
	power := func(n uint64) bool { return bits.OnesCount64(n) == 1 }
	if !power(h.width) || !power(h.start) || !power(direct) || direct < h.start || largest == 0 || size > maxHeapBits ||
		bits.Len64(direct) > size || bits.Len64(h.width*h.start) > size || h.rows > size {
		return nil, fmt.Errorf("has a %s of sizes that contradict each other at %d: the file is damaged", what, at)
	}
	h.directRows = bits.Len64(direct) - bits.Len64(h.start) + 2
	h.offset, h.count = (size+7)/8, encoded(largest)
	return h, nil
}

// encoded is the number of bytes that hold numbers up to a limit.
func encoded(limit uint64) int { return (max(bits.Len64(limit), 1)-1)/8 + 1 }

// object returns the object of an ID: in bits 4 and 5 its kind (1), then for kind 0, an object in a block, its place in
// the heap and its length, and for kind 1, a huge object, see hugeObject. Kind 2, an object within the ID, is shorter
// than any link or attribute.
func (h *fractalHeap) object(id []byte) ([]byte, error) {
	if len(id) > 0 && id[0]>>4&3 == 1 {
		return h.hugeObject(id[1:])
	}
	if len(id) < 1+h.offset+h.count || id[0]>>4&3 != 0 {
		return nil, fmt.Errorf("has an object of an unknown kind in a %s: the file is damaged", h.what)
	}
	place, length := number(id[1:1+h.offset]), number(id[1+h.offset:1+h.offset+h.count])
	at, room, err := h.locate(h.root, h.rows, place)
	if err != nil {
		return nil, err
	}
	if length > room {
		return nil, fmt.Errorf("has an object beyond the end of its block at %d in a %s: the file is damaged", at,
			h.what)
	}
	return h.f.bytes(at, int64(length))
}

// extent is a part of the file.
type extent struct{ at, length uint64 }

// hugeBytes is the memory of a place in a map from numbers to extents that grows by doubling.
const hugeBytes = 96

// hugeObject returns an object that is longer than objects in blocks may be, 4096 bytes in heaps of attributes, by its
// number, which is the rest of an ID of at most 9 bytes. Longer IDs, which h5py does not write, have other contents.
func (h *fractalHeap) hugeObject(key []byte) ([]byte, error) {
	if len(key) != h.ids-1 || len(key) > 8 {
		return nil, fmt.Errorf("has an ID of %d bytes in a %s, expected at most 9; %s", h.ids, h.what, rewrite)
	}
	if h.huge == nil {
		if err := h.readHuge(); err != nil {
			return nil, err
		}
	}
	place, ok := h.huge[number(key)]
	if !ok || place.length > uint64(h.f.size) {
		return nil, fmt.Errorf("has an object that is not in its %s: the file is damaged", h.what)
	}
	return h.f.bytes(place.at, int64(place.length))
}

// readHuge reads where huge objects are, from a B-tree of type 1 (section III.A.2). Its records are
//
//	0  address (8), length (8), number (8)
func (h *fractalHeap) readHuge() error {
	places := map[uint64]extent{}
	err := h.f.records(h.hugeTree, treeHuge, 24, 24, "tree of huge objects", func(record []byte) error {
		if err := h.f.room.Spend("a list of huge objects", hugeBytes); err != nil {
			return err
		}
		at, length := binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])
		places[binary.LittleEndian.Uint64(record[16:])] = extent{at, length}
		return nil
	})
	if err == nil {
		h.huge = places
	}
	return err
}

// locate returns the address of a place below a block, which is a table of some rows or, with none, holds objects, and
// how many bytes are left in the block that holds them. Tables below a table are smaller, so that it ends.
func (h *fractalHeap) locate(block uint64, rows int, place uint64) (at, room uint64, err error) {
	if rows == 0 {
		if place >= h.start {
			return 0, 0, fmt.Errorf("has an object beyond the end of its %s: the file is damaged", h.what)
		}
		return block + place, h.start - place, h.verify(block, h.start, "FHDB")
	}
	first := h.width * h.start // bytes of the first row, and of all rows before row 1
	row := bits.Len64(place / first)
	size, before := h.start, uint64(0)
	if row > 0 {
		size, before = h.start<<(row-1), first<<(row-1)
	}
	if row >= rows {
		return 0, 0, fmt.Errorf("has an object beyond the end of its %s: the file is damaged", h.what)
	}
	column := (place - before) / size
	place -= before + column*size
	head, blocks := h.blockHead(), 8*uint64(rows)*h.width
	if err := h.verify(block, head+blocks+4, "FHIB"); err != nil {
		return 0, 0, err
	}
	b, err := h.f.bytes(block+head+8*(uint64(row)*h.width+column), 8)
	if err != nil {
		return 0, 0, err
	}
	child := binary.LittleEndian.Uint64(b)
	if row < h.directRows {
		return child + place, size - place, h.verify(child, size, "FHDB")
	}
	return h.locate(child, bits.Len64(size)-bits.Len64(first)+1, place)
}

// blockHead is the size of what blocks and tables begin with: signature (4), version 0 (1), address of the heap's
// header (8), place in the heap.
func (h *fractalHeap) blockHead() uint64 { return 13 + uint64(h.offset) }

// verify checks what a block of n bytes begins with and its checksum, once for each block. Blocks are
//
//	"FHIB", a table: see blockHead; addresses of blocks (8 each), checksum (4)
//	"FHDB", which holds objects: see blockHead; with checksumBlocks, checksum (4) of the block as if it were 0; objects
//
// Whole blocks are read for that. Blocks do not overlap, so that all of them together are no longer than the file.
func (h *fractalHeap) verify(at, n uint64, signature string) error {
	f, block, head := h.f, extent{at, n}, h.blockHead()
	if f.intact[block] {
		return nil
	}
	if n < head+4 || n > uint64(f.size)-f.verified {
		return fmt.Errorf("has blocks of a %s that overlap or reach beyond the file at %d: %s", h.what, at, damaged)
	}
	mark := f.room.Mark()
	b, err := f.bytes(at, int64(n))
	if err != nil {
		return err
	}
	if string(b[:5]) != signature+"\x00" || binary.LittleEndian.Uint64(b[5:]) != h.at {
		return fmt.Errorf("has no block of its %s at %d: %s", h.what, at, damaged)
	}
	if table := signature == "FHIB"; table || h.sums {
		sum := b[head : head+4]
		if table {
			sum, b = b[n-4:], b[:n-4]
		}
		stored := word(sum)
		clear(sum)
		if lookup3(b) != stored {
			return fmt.Errorf("has a block of a %s with a wrong checksum at %d: %s", h.what, at, damaged)
		}
	}
	f.room.Release(mark)
	if err := f.room.Spend("a list of blocks", intactBytes); err != nil {
		return err
	}
	f.intact[block] = true
	f.verified += n
	return nil
}

// intactBytes is the memory of a place in the map of verified blocks, which grows by doubling.
const intactBytes = 96

// number is a little-endian number of up to 8 bytes.
func number(b []byte) uint64 {
	var all [8]byte
	copy(all[:], b)
	return binary.LittleEndian.Uint64(all[:])
}
