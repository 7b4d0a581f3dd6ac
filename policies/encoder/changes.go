package encoder

import (
	"bytes"
	"encoding/binary"
)

// changedPatches appends to dst the numbers of the patches whose pixels differ between two pictures, in ascending
// order, and copies these patches' rows of pixels to last, which is the same picture afterwards.
func (e Spatial) changedPatches(dst []int, last, picture []uint8) []int {
	side, line := e.Side(), 3*e.size // patches, bytes in a row
	strip := e.patch * e.pool * line // bytes in a row of patches
	var differences [maxLine]uint8
	for y := range side {
		a, b := last[y*strip:][:strip], picture[y*strip:][:strip]
		d := differences[:line]
		if !foldDifferences(d, a, b) {
			continue
		}
		copy(a, b)
		for x := range side {
			if someBit(d[x*line/side:][:line/side]) {
				dst = append(dst, y*side+x)
			}
		}
	}
	return dst
}

// maxLine is the number of bytes in a row of pixels of Static.
const maxLine = 3 * 200

// foldDifferencesPlain sets dst[i] to the bits in which the bytes at column i of two pictures differ in any of their
// rows, and reports whether there is one. Rows have the length of dst, at least 8 bytes.
func foldDifferencesPlain(dst, a, b []uint8) (some bool) {
	clear(dst)
	line := len(dst)
	for ; len(a) >= line && len(b) >= line; a, b = a[line:], b[line:] {
		if bytes.Equal(a[:line], b[:line]) {
			continue
		}
		some = true
		for i := 0; i < line; i += 8 {
			i := min(i, line-8) // the last word overlaps the one before
			differ := word(a[i:]) ^ word(b[i:])
			binary.LittleEndian.PutUint64(dst[i:], word(dst[i:])|differ)
		}
	}
	return some
}

// someBit reports whether a byte is not 0. There are at least 8.
func someBit(b []uint8) bool {
	bits := word(b[len(b)-8:]) // overlaps the word before
	for ; len(b) >= 8; b = b[8:] {
		bits |= word(b)
	}
	return bits != 0
}

// word reads 8 bytes.
func word(b []uint8) uint64 { return binary.LittleEndian.Uint64(b) }

// appendAll appends the numbers of n patches.
func appendAll(dst []int, n int) []int {
	for p := range n {
		dst = append(dst, p)
	}
	return dst
}
