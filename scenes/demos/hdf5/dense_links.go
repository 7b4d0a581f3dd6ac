package hdf5

import "encoding/binary"

// linkRecord is the size of a record of a tree of names: hash of the name (4), ID of the link message in the heap (7).
const linkRecord = 11

// addresses returns where a link info message (section IV.A.2.c) says that links are kept; false where they are in the
// object header:
//
//	0  version 0 (1), flags (1)
//	2  largest order of creation (8) if flags&1, which h5py's track_order sets
//	   address of the fractal heap (8), of the B-tree of names (8), of that of the order (8) if flags&2
func addresses(info []byte) (heap, tree uint64, ok bool) {
	if len(info) < 2 {
		return 0, 0, false
	}
	at := 2 + 8*int(info[1]&1)
	if len(info) < at+16 {
		return 0, 0, false
	}
	heap, tree = binary.LittleEndian.Uint64(info[at:]), binary.LittleEndian.Uint64(info[at+8:])
	return heap, tree, heap != undefinedAddress
}

// denseLinks returns the links of a group that keeps them in a fractal heap, by the B-tree of their names. Groups of
// more than eight links do that track their order (h5py's track_order) or are written with libver="latest".
func (f *File) denseLinks(heap, tree uint64) (map[string]link, error) {
	h, err := f.fractalHeap(heap, "heap of links")
	if err != nil {
		return nil, err
	}
	found := map[string]link{}
	err = f.records(tree, treeNames, linkRecord, linkRecord, "tree of names", func(record []byte) error {
		message, err := h.object(record[4:])
		if err != nil {
			return err
		}
		name, to, err := parseLink(message)
		if err != nil {
			return err
		}
		if err := f.spendName(name + to.soft); err != nil {
			return err
		}
		found[name] = to
		return nil
	})
	return found, err
}
