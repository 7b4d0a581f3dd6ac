package hdf5

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// lookup3 is Bob Jenkins' hash function hashlittle of lookup3.c (2006) with initial value 0. HDF5 1.8 and later
// use it as the checksum of metadata (section I.A). Its state is three 32-bit words; each block of 12 bytes is
// added to them and mixed.
func lookup3(b []byte) uint32 {
	a := 0xdeadbeef + uint32(len(b))
	c, d := a, a // Jenkins' a, b, c are a, c, d here
	for len(b) > 12 {
		a, c, d = a+word(b), c+word(b[4:]), d+word(b[8:])
		a, c, d = mix(a, c, d)
		b = b[12:]
	}
	if len(b) == 0 {
		return d
	}
	var last [12]byte
	copy(last[:], b)
	return final(a+word(last[:]), c+word(last[4:]), d+word(last[8:]))
}

// word decodes 4 bytes in little-endian order.
func word(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// mix is Jenkins' macro mix: six steps with the rotations 4, 6, 8, 16, 19, 4, in which the words take turns.
func mix(a, b, c uint32) (uint32, uint32, uint32) {
	for _, r := range [...]int{4, 6, 8, 16, 19, 4} {
		a = (a - c) ^ bits.RotateLeft32(c, r)
		c += b
		a, b, c = b, c, a
	}
	return a, b, c
}

// final is Jenkins' macro final: seven steps with the rotations 14, 11, 25, 16, 4, 14, 24.
func final(a, b, c uint32) uint32 {
	for _, r := range [...]int{14, 11, 25, 16, 4, 14, 24} {
		c = (c ^ b) - bits.RotateLeft32(b, r)
		a, b, c = b, c, a
	}
	return b // the word that the last step changed
}

// checked reads n bytes that begin with a signature and version 0 and end with their checksum.
func (f *File) checked(at uint64, n int64, signature, what string) ([]byte, error) {
	b, err := f.summed(at, n, what)
	if err == nil && string(b[:5]) != signature+"\x00" {
		return nil, fmt.Errorf("has no %s at %d: the file is damaged", what, at)
	}
	return b, err
}

// summed reads n bytes, 5 at least, that end with their checksum.
func (f *File) summed(at uint64, n int64, what string) ([]byte, error) {
	b, err := f.bytes(at, n)
	if err == nil && lookup3(b[:n-4]) != binary.LittleEndian.Uint32(b[n-4:]) {
		return nil, fmt.Errorf("has no %s at %d, or one with a wrong checksum: the file is damaged", what, at)
	}
	return b, err
}
