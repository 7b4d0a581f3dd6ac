// Package hdf5 writes HDF5 files that streams of episodes fit into, and reads those that h5py makes. It is pure Go.
//
// Source: "HDF5 File Format Specification Version 3.0", The HDF Group; section numbers below are its. Written are the
// structures of HDF5 1.8 and later that need no second pass: superblock 2, object headers 2 with links in them, contiguous
// data, and for pictures deflated chunks under a B-tree of one node. Read are those, and what h5py writes by default:
// superblocks 0 and 1, object headers 1, symbol tables, chunks under B-trees of any depth, the filters deflate, shuffle and
// fletcher32. What else the format offers (dense groups, virtual data, LZF, big-endian numbers, ...) is refused by name.
//
// The reader trusts nothing: every address and length is held against the file's size, every walk is bounded by it, and
// no memory is taken for a claim that the stored bytes do not justify.
//
// The package knows bytes and shapes; it never knows demonstrations.
package hdf5
