package tfrecord

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
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

// errEvent is the error of bytes that are no protocol buffer.
var errEvent = errors.New("is no event: its fields run beyond its end")

// fields calls each with the fields of an encoded message: number, wire type, and the value of a varint or fixed field
// or the bytes of a length-delimited one.
func fields(b []byte, each func(number uint64, layout byte, value uint64, bytes []byte) error) error {
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		if n <= 0 {
			return errEvent
		}
		b = b[n:]
		var value uint64
		var content []byte
		size := 0
		switch layout := byte(key & 7); layout {
		case varint:
			if value, size = binary.Uvarint(b); size <= 0 {
				return errEvent
			}
		case fixed64:
			if size = 8; len(b) < size {
				return errEvent
			}
			value = binary.LittleEndian.Uint64(b)
		case fixed32:
			if size = 4; len(b) < size {
				return errEvent
			}
			value = uint64(binary.LittleEndian.Uint32(b))
		case length:
			l, n := binary.Uvarint(b)
			if n <= 0 || l > uint64(len(b)-n) {
				return errEvent
			}
			content, size = b[n:n+int(l)], n+int(l)
		default:
			return errEvent
		}
		b = b[size:]
		if err := each(key>>3, byte(key&7), value, content); err != nil {
			return err
		}
	}
	return nil
}

// readEvent calls each with the scalars of an encoded event, or with the start that it is (SessionLog, field 7, whose
// status in field 1 is START, 1). The step may stand behind the summary.
func readEvent(event []byte, each func(Event) error) error {
	var step int64
	var summaries [][]byte
	start := false
	err := fields(event, func(number uint64, layout byte, value uint64, content []byte) error {
		switch {
		case number == 2 && layout == varint:
			step = int64(value)
		case number == 5 && layout == length:
			summaries = append(summaries, content)
		case number == 7 && layout == length:
			return fields(content, func(number uint64, layout byte, value uint64, _ []byte) error {
				start = start || number == 1 && layout == varint && value == 1
				return nil
			})
		}
		return nil
	})
	if start && err == nil {
		return each(Event{Step: step, Start: true})
	}
	for _, s := range summaries {
		if err != nil {
			return err
		}
		err = fields(s, func(number uint64, layout byte, _ uint64, content []byte) error {
			if number != 1 || layout != length {
				return nil
			}
			tag, value, ok, err := readValue(content)
			if err != nil || !ok {
				return err
			}
			return each(Event{Step: step, Tag: tag, Value: value})
		})
	}
	return err
}

// readValue is the tag and the scalar of an encoded Value; ok is false where it holds something else.
func readValue(b []byte) (tag string, value float64, ok bool, err error) {
	err = fields(b, func(number uint64, layout byte, bits uint64, content []byte) error {
		switch {
		case number == 1 && layout == length:
			tag = string(content)
		case number == 2 && layout == fixed32:
			value, ok = float64(math.Float32frombits(uint32(bits))), true
		case number == 8 && layout == length:
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
	var kind uint64
	var content []byte
	n := 0
	err = fields(b, func(number uint64, layout byte, bits uint64, bytes []byte) error {
		switch {
		case number == 1 && layout == varint:
			kind = bits
		case number == 4 && layout == length:
			content = bytes
		case number == 5 && layout == fixed32:
			value, n = float64(math.Float32frombits(uint32(bits))), n+1
		case number == 6 && layout == fixed64:
			value, n = math.Float64frombits(bits), n+1
		case (number == 5 || number == 6) && layout == length: // packed
			content = bytes
		}
		return nil
	})
	switch {
	case kind == float && len(content) == 4:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(content))), true, err
	case kind == double && len(content) == 8:
		return math.Float64frombits(binary.LittleEndian.Uint64(content)), true, err
	}
	return value, n == 1, err
}
