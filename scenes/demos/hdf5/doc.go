// Package hdf5 writes HDF5 files from streams of episodes and reads the files that h5py writes, in pure Go.
//
// Source: The HDF Group, "HDF5 File Format Specification Version 3.0". Section numbers in comments refer to it. All
// integers are little-endian; addresses and lengths have 8 bytes.
//
// The writer uses the structures of HDF5 1.8 that need no second pass: superblock version 2, object headers version 2
// that hold their links, contiguous data and, for pictures, deflated chunks under a B-tree of one node.
//
// The reader accepts these and what h5py writes by default, with libver="latest" and while others read (SWMR):
// superblocks 0 to 3, object headers 1 and 2, symbol tables, chunks under all indexes of the data layouts 3 to 5, the
// filters deflate, shuffle, fletcher32 and LZF, numbers of either byte order, named datatypes, soft links, links and
// attributes in a fractal heap, and a user block before the superblock. It rejects all other structures (virtual data,
// external links, messages in a heap that objects share, ...) with an error that names the structure.
//
// Checksums are verified where the structures that are read have some: of metadata (lookup3) and, with the filter
// fletcher32, of chunks.
//
// Files are untrusted input. The reader checks every address and length against the size of the file, bounds every
// traversal by it, and spends all memory from the budget of the dataset (internal/budget).
//
// The package handles bytes and shapes. It does not depend on demonstrations.
package hdf5
