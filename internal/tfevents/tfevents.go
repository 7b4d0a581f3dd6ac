// Package tfevents writes scalars over steps as TensorBoard reads them: files of events with "tfevents" in their name.
//
// A file is a sequence of records (TFRecord: tensorflow.org/tutorials/load_data/tfrecord, "TFRecords format details"),
// numbers little-endian, masked(c) = rotate_right(c, 15) + 0xa282ead8 of the CRC-32C c of the bytes:
//
//	length uint64, masked CRC of length uint32, data [length], masked CRC of data uint32
//
// The data of each is a protocol buffer of the type Event, of which these fields are written (tensorflow's
// core/util/event.proto and core/framework/summary.proto):
//
//	Event   { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//	Summary { repeated Value value = 1; }
//	Value   { string tag = 1; float simple_value = 2; }
//
// The first event of a file has nothing but the version "brain.Event:2". That is all that scalars need, so there is no
// library for protocol buffers here.
package tfevents

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"time"
)

// Writer writes events to a file's bytes.
type Writer struct{ w io.Writer }

// NewWriter begins a file at a moment, which TensorBoard takes for its beginning.
func NewWriter(w io.Writer, now time.Time) (*Writer, error) {
	const version = "brain.Event:2"
	out := &Writer{w}
	return out, out.writeRecord(appendBytes(newEvent(now), 3, version))
}

// Scalar is a value under a name. TensorBoard draws a chart for each name, and gathers names by what is before the first
// slash: "loss/left".
type Scalar struct {
	Tag   string
	Value float64 // kept as float32
}

// Scalars writes the values of a step, which were known at a moment.
func (w *Writer) Scalars(step int, now time.Time, values ...Scalar) error {
	event := newEvent(now)
	event = binary.AppendUvarint(append(event, fieldKey(2, varint)), uint64(step))
	var summary []byte
	for _, v := range values {
		value := appendBytes(nil, 1, v.Tag)
		value = append(value, fieldKey(2, fixed32))
		value = binary.LittleEndian.AppendUint32(value, math.Float32bits(float32(v.Value)))
		summary = appendBytes(summary, 1, string(value))
	}
	return w.writeRecord(appendBytes(event, 5, string(summary)))
}

// How a field is laid out (protobuf.dev/programming-guides/encoding, "Message structure").
const (
	varint  = 0
	fixed64 = 1
	length  = 2
	fixed32 = 5
)

// key opens a field of a number below 16.
func fieldKey(field, layout byte) byte { return field<<3 | layout }

// text appends a field of bytes: a string, or a message.
func appendBytes(dst []byte, field byte, s string) []byte {
	dst = binary.AppendUvarint(append(dst, fieldKey(field, length)), uint64(len(s)))
	return append(dst, s...)
}

// wallTime is an event with its time alone: seconds since 1970.
func newEvent(t time.Time) []byte {
	return binary.LittleEndian.AppendUint64([]byte{fieldKey(1, fixed64)}, math.Float64bits(float64(t.UnixMicro())/1e6))
}

// record frames an event. It is one write, so that a reader finds whole records.
func (w *Writer) writeRecord(data []byte) error {
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(data)))
	out = binary.LittleEndian.AppendUint32(out, maskedCRC(out))
	out = append(out, data...)
	out = binary.LittleEndian.AppendUint32(out, maskedCRC(data))
	_, err := w.w.Write(out)
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked is the sum of the bytes that a record has.
func maskedCRC(b []byte) uint32 {
	return bits.RotateLeft32(crc32.Checksum(b, castagnoli), -15) + 0xa282ead8
}
