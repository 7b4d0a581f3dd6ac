// Package tfrecord frames records as TensorFlow's files have them: events of TensorBoard and shards of datasets.
//
// A file is a sequence of records (tensorflow.org/tutorials/load_data/tfrecord, "TFRecords format details"), numbers
// little-endian, masked(c) = rotate_right(c, 15) + 0xa282ead8 of the CRC-32C c of the bytes:
//
//	length uint64, masked CRC of length uint32, data [length], masked CRC of data uint32
package tfrecord

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/bits"
)

// Bytes of a record before and after its data.
const (
	HeaderSize = 12
	FooterSize = 4
)

// ErrDamaged is the error of bytes that do not have the CRC that stands beside them.
var ErrDamaged = errors.New("has another CRC-32C than it states: the file is damaged, or no TFRecord file")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Header returns what stands before the data of a record.
func Header(data []byte) [HeaderSize]byte {
	var h [HeaderSize]byte
	binary.LittleEndian.PutUint64(h[:], uint64(len(data)))
	binary.LittleEndian.PutUint32(h[8:], maskedCRC(h[:8]))
	return h
}

// Footer returns what stands after the data of a record.
func Footer(data []byte) (f [FooterSize]byte) {
	binary.LittleEndian.PutUint32(f[:], maskedCRC(data))
	return f
}

// Length returns the number of bytes of data that a header states, or ErrDamaged. It may be larger than the file.
func Length(header [HeaderSize]byte) (uint64, error) {
	if binary.LittleEndian.Uint32(header[8:]) != maskedCRC(header[:8]) {
		return 0, ErrDamaged
	}
	return binary.LittleEndian.Uint64(header[:]), nil
}

// Check returns ErrDamaged unless the footer is that of the data.
func Check(data []byte, footer [FooterSize]byte) error {
	if Footer(data) != footer {
		return ErrDamaged
	}
	return nil
}

// maskedCRC returns the masked CRC-32C of b, with the formula of the package comment.
func maskedCRC(b []byte) uint32 {
	return bits.RotateLeft32(crc32.Checksum(b, castagnoli), -15) + 0xa282ead8
}
