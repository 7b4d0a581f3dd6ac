// Package npy reads and writes NumPy's files: one array (.npy) and archives of arrays (.npz, a zip of .npy).
//
// Source: NumPy Enhancement Proposal 1 and numpy.lib.format. Arrays are little-endian and in C order; what else there is
// in the world is refused by name. Same arrays, same bytes: entries carry no time. The reader trusts nothing: it takes
// memory as data arrive, and never for a length that a header claims.
package npy
