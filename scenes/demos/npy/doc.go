// Package npy reads and writes NumPy files: single arrays (.npy) and zip archives of arrays (.npz).
//
// Source: NumPy Enhancement Proposal 1 and the module numpy.lib.format. Versions 1.0 to 3.0 are read, 1.0 is written:
//
//	0   "\x93NUMPY"
//	6   major and minor version (1 each)
//	8   length n of the description (2 in version 1, 4 from version 2 on), little-endian
//	    description (n): a Python dictionary, padded with spaces and a newline to a multiple of 64 bytes in total:
//	    {'descr': '<f4', 'fortran_order': False, 'shape': (2, 7), }
//	    elements in C order
//
// Elements are numbers in C order, little-endian where they are written and of either byte order where they are read;
// other types and Fortran order are rejected with an error that names them. Archive entries carry no time, so equal
// arrays give equal bytes.
//
// Files are untrusted input: memory grows with the data that arrives, not with the length that a header claims.
package npy
