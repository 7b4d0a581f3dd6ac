package tfrecord

import (
	"io"
	"math"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// EventWriter writes scalars over steps to an io.Writer, in TensorBoard's format: files of events with "tfevents" in
// their name. The data of each record is a protocol buffer of the type Event, of which these fields are written
// (tensorflow's core/util/event.proto and core/framework/summary.proto):
//
//	Event   { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
//	Summary { repeated Value value = 1; }
//	Value   { string tag = 1; float simple_value = 2; }
//
// The first event of a file has nothing but the version "brain.Event:2".
//
// It does not buffer and is not safe for concurrent use.
type EventWriter struct{ w io.Writer }

// NewEventWriter writes the first event, which carries the version. TensorBoard takes now for the start of the run.
func NewEventWriter(w io.Writer, now time.Time) (*EventWriter, error) {
	const version = "brain.Event:2"
	out := &EventWriter{w}
	return out, out.writeRecord(appendBytes(newEvent(now), 3, version))
}

// Scalar is a value under a name. TensorBoard draws a chart for each name, and gathers names by what is before the
// first slash: "loss/left".
type Scalar struct {
	Tag   string
	Value float64 // written as float32
}

// Scalars writes the values of a step as one event. now is the wall time that TensorBoard shows for them.
func (w *EventWriter) Scalars(step int, now time.Time, values ...Scalar) error {
	event := protowire.AppendVarint(protowire.AppendTag(newEvent(now), 2, protowire.VarintType), uint64(step))
	var summary []byte
	for _, v := range values {
		value := appendBytes(nil, 1, v.Tag)
		value = protowire.AppendTag(value, 2, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(v.Value)))
		summary = appendBytes(summary, 1, string(value))
	}
	return w.writeRecord(appendBytes(event, 5, string(summary)))
}

// appendBytes appends a length-delimited field: a string, or an encoded message.
func appendBytes(dst []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(dst, field, protowire.BytesType), s)
}

// newEvent returns an encoded event with its wall time (s since 1970, microseconds kept) and no other field.
func newEvent(t time.Time) []byte {
	seconds := float64(t.UnixMicro()) / 1e6
	return protowire.AppendFixed64(protowire.AppendTag(nil, 1, protowire.Fixed64Type), math.Float64bits(seconds))
}

// writeRecord frames an encoded event as a record. It makes a single Write, so that a concurrent reader of the file is
// unlikely to find a part of a record.
func (w *EventWriter) writeRecord(data []byte) error {
	header, footer := Header(data), Footer(data)
	out := append(append(header[:], data...), footer[:]...)
	_, err := w.w.Write(out)
	return err
}
