package tfrecord

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// maxRecord bounds a record (bytes): pictures and histograms are records too, and are skipped; one of scalars takes
// some hundred bytes.
const maxRecord = 64 << 20

// maxScalarRecord bounds a record that is read for its scalars (bytes). Larger ones hold pictures or graphs.
const maxScalarRecord = 1 << 16

// Event is a scalar of a file, or that a program began to write from a step on, after a stop as well.
type Event struct {
	Step  int64
	Tag   string // of the scalar
	Value float64
	Start bool // the program began here: what was written before of this step and later ones is replaced
}

// ReadEvents calls each with every scalar and every start of a file of events, in order. It reads simple_value, which
// PyTorch's and tensorboardX's writers use, and the tensors of one float32 or float64 that tf.summary.scalar writes
// (TensorProto: dtype 1 or 2 in field 1, tensor_content in 4, float_val in 5, double_val in 6). A file whose last
// record is cut off, as of a training that goes on or was killed, is read up to there. It returns an error for a record
// with a wrong checksum, one beyond 64 MiB, and the error of each. Records above 64 KiB, which hold pictures or graphs,
// are skipped, and only the checksum of their length is compared. It takes memory for one record of scalars.
func ReadEvents(r io.Reader, each func(Event) error) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var head [HeaderSize]byte
	var foot [FooterSize]byte
	var data []byte
	for n := 0; ; n++ {
		if _, err := io.ReadFull(in, head[:]); err != nil {
			if n == 0 {
				return errors.New("there is no whole record: it is no file of events")
			}
			return endOfFile(err)
		}
		length, err := Length(head)
		if err != nil {
			return fmt.Errorf("record %d %w", n+1, err)
		}
		if length > maxRecord {
			return fmt.Errorf("record %d has %d bytes, more than %d", n+1, length, maxRecord)
		}
		if length > maxScalarRecord {
			if _, err := io.CopyN(io.Discard, in, int64(length)+FooterSize); err != nil {
				return endOfFile(err)
			}
			continue
		}
		if data == nil {
			data = make([]byte, maxScalarRecord)
		}
		data = data[:length]
		if _, err := io.ReadFull(in, data); err != nil {
			return endOfFile(err)
		}
		if _, err := io.ReadFull(in, foot[:]); err != nil {
			return endOfFile(err)
		}
		if err := Check(data, foot); err != nil {
			return fmt.Errorf("record %d %w", n+1, err)
		}
		if err := readEvent(data, each); err != nil {
			return fmt.Errorf("record %d: %w", n+1, err)
		}
	}
}

// endOfFile is nil for the end of a file, also within a record.
func endOfFile(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// readEvent calls each with the scalars of an encoded event, or with the start that it is (SessionLog, field 7, whose
// status in field 1 is START, 1). The step may stand behind the summary.
func readEvent(event []byte, each func(Event) error) error {
	var step int64
	var summaries [][]byte
	start := false
	err := Fields(event, func(number protowire.Number, kind protowire.Type, value []byte) error {
		switch {
		case number == 2 && kind == protowire.VarintType:
			v, _ := protowire.ConsumeVarint(value)
			step = int64(v)
		case number == 5 && kind == protowire.BytesType:
			summaries = append(summaries, value)
		case number == 7 && kind == protowire.BytesType:
			return Fields(value, func(number protowire.Number, kind protowire.Type, value []byte) error {
				v, _ := protowire.ConsumeVarint(value)
				start = start || number == 1 && kind == protowire.VarintType && v == 1
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return noEvent(err)
	}
	if start {
		return each(Event{Step: step, Start: true})
	}
	for _, s := range summaries {
		var values [][]byte
		err := Fields(s, func(number protowire.Number, kind protowire.Type, value []byte) error {
			if number == 1 && kind == protowire.BytesType {
				values = append(values, value)
			}
			return nil
		})
		for _, v := range values {
			tag, value, ok, err := readValue(v)
			if err != nil {
				return noEvent(err)
			}
			if !ok {
				continue
			}
			if err := each(Event{Step: step, Tag: tag, Value: value}); err != nil {
				return err
			}
		}
		if err != nil {
			return noEvent(err)
		}
	}
	return nil
}

// noEvent is the error of bytes that are no event.
func noEvent(err error) error { return fmt.Errorf("is no event: %w", err) }

// readValue is the tag and the scalar of an encoded Value; ok is false where it holds something else.
func readValue(b []byte) (tag string, value float64, ok bool, err error) {
	err = Fields(b, func(number protowire.Number, kind protowire.Type, content []byte) error {
		switch {
		case number == 1 && kind == protowire.BytesType:
			tag = string(content)
		case number == 2 && kind == protowire.Fixed32Type:
			value, ok = float32Of(content), true
		case number == 8 && kind == protowire.BytesType:
			v, isScalar, err := readTensor(content)
			if isScalar {
				value, ok = v, true
			}
			return err
		}
		return nil
	})
	return tag, value, ok, err
}

// readTensor is the number of an encoded TensorProto; ok is false where it is no single float.
func readTensor(b []byte) (value float64, ok bool, err error) {
	const float, double = 1, 2
	var dataType uint64
	var content []byte
	n := 0
	err = Fields(b, func(number protowire.Number, kind protowire.Type, bytes []byte) error {
		switch {
		case number == 1 && kind == protowire.VarintType:
			dataType, _ = protowire.ConsumeVarint(bytes)
		case number == 4 && kind == protowire.BytesType:
			content = bytes
		case number == 5 && kind == protowire.Fixed32Type:
			value, n = float32Of(bytes), n+1
		case number == 6 && kind == protowire.Fixed64Type:
			value, n = float64Of(bytes), n+1
		case (number == 5 || number == 6) && kind == protowire.BytesType: // packed
			content = bytes
		}
		return nil
	})
	switch {
	case dataType == float && len(content) == 4:
		return float32Of(content), true, err
	case dataType == double && len(content) == 8:
		return float64Of(content), true, err
	}
	return value, n == 1, err
}

// float32Of and float64Of are numbers of IEEE 754 by their little-endian bytes.
func float32Of(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }
func float64Of(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
