package npy

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
)

const magic = "\x93NUMPY"

// maxHeader is the longest description that is read, in bytes. NumPy writes 118 bytes for arrays of numbers.
const maxHeader = 4096

// encodeHeader returns magic, version 1.0, length and description, padded to a multiple of 64 bytes.
func encodeHeader(a Array) []byte {
	var dims strings.Builder
	for _, n := range a.Shape {
		dims.WriteString(strconv.Itoa(n) + ",")
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.Type, dims.String())
	// Magic, version and length have len(magic)+4 bytes; the padding ends in a newline, as NumPy's does.
	pad := 63 - (len(magic)+4+len(text))%64
	text += strings.Repeat(" ", pad) + "\n"
	h := append([]byte(magic), 1, 0, 0, 0)
	binary.LittleEndian.PutUint16(h[8:], uint16(len(text)))
	return append(h, text...)
}

// Write writes one array.
func Write(w io.Writer, a Array) error {
	if _, err := w.Write(encodeHeader(a)); err != nil {
		return err
	}
	_, err := w.Write(a.Data)
	return err
}

var (
	descrPattern   = regexp.MustCompile(`'descr': *'([^']*)'`)
	fortranPattern = regexp.MustCompile(`'fortran_order': *(True|False)`)
	shapePattern   = regexp.MustCompile(`'shape': *\(([0-9, L]*)\)`)
)

// Read reads one array, whose elements become little-endian. want is the required shape, with -1 for any length; no
// want allows any shape. Its data are spent from the budget. For objects (type "|O") Data is the undecoded pickle, of
// at most limit bytes.
func Read(r io.Reader, room *budget.Budget, limit int64, want ...int) (Array, error) {
	b := bufio.NewReader(r)
	a, err := readHeader(b)
	if err != nil {
		return a, err
	}
	if want != nil && !shapeMatches(a.Shape, want) {
		return a, fmt.Errorf("has shape %s, expected %s", FormatShape(a.Shape), FormatShape(want))
	}
	if a.Type == "|O" {
		a.Data, err = bounded.ReadAll(spendingReader{b, room}, limit)
		return a, err
	}
	n, err := dataSize(a)
	if err != nil {
		return a, err
	}
	if n > limit {
		return a, fmt.Errorf("claims %d bytes, at most %d are believable: %w", n, limit, bounded.ErrTooLong)
	}
	if a.Data, err = room.Bytes("of shape "+FormatShape(a.Shape), n); err != nil {
		return a, err
	}
	k, err := io.ReadFull(b, a.Data)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%d of %d bytes: %w", k, n, io.ErrUnexpectedEOF)
	case err == nil:
		if _, more := b.ReadByte(); more == nil {
			err = bounded.ErrTooLong
		} else if more != io.EOF {
			err = more // a checksum that is wrong, which an archive reports at the end of an entry
		}
	}
	if err != nil {
		return a, fmt.Errorf("of type %s and shape %s: %w", a.Type, FormatShape(a.Shape), err)
	}
	a.toLittle()
	return a, nil
}

// spendingReader spends what is read through it into a buffer that grows by doubling: three times its length, because
// the last two buffers are alive together.
type spendingReader struct {
	r    io.Reader
	room *budget.Budget
}

// Read implements io.Reader.
func (s spendingReader) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if over := s.room.Spend("a pickled array", 3*int64(n)); over != nil {
		return 0, over
	}
	return n, err
}

// readHeader reads magic, version and description, and returns an array without data.
func readHeader(r io.Reader) (Array, error) {
	var a Array
	head := make([]byte, 10)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:6]) != magic {
		return a, fmt.Errorf("is no NumPy array: it does not start with %q", magic)
	}
	if head[6] < 1 || head[6] > 3 {
		return a, fmt.Errorf("has NumPy format %d.%d, expected 1 to 3", head[6], head[7])
	}
	n := int(binary.LittleEndian.Uint16(head[8:]))
	if head[6] >= 2 { // versions 2 and 3 have four bytes of length
		more := make([]byte, 2)
		if _, err := io.ReadFull(r, more); err != nil {
			return a, fmt.Errorf("ends inside its header")
		}
		n |= int(binary.LittleEndian.Uint16(more)) << 16
	}
	if n > maxHeader {
		return a, fmt.Errorf("has a header of %d bytes, expected at most %d", n, maxHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return a, fmt.Errorf("ends inside its header")
	}
	return parseHeader(string(text))
}

// parseHeader parses a description with regular expressions, which suffices for the dictionaries that NumPy
// writes.
func parseHeader(text string) (Array, error) {
	var a Array
	d, f, s := descrPattern.FindStringSubmatch(text), fortranPattern.FindStringSubmatch(
		text,
	), shapePattern.FindStringSubmatch(text)
	if d == nil || f == nil || s == nil {
		return a, fmt.Errorf("has the description %.120q, expected descr, fortran_order and shape", text)
	}
	a.Type = d[1]
	for dim := range strings.FieldsFuncSeq(s[1], func(c rune) bool { return c == ',' || c == ' ' || c == 'L' }) {
		k, err := strconv.Atoi(dim)
		if err != nil {
			return a, fmt.Errorf("has the absurd shape (%.60s)", s[1])
		}
		a.Shape = append(a.Shape, k)
	}
	if f[1] == "True" && len(a.Shape) > 1 {
		return a, fmt.Errorf("is in Fortran order, expected C order; save it with numpy.ascontiguousarray")
	}
	if a.Type == "|O" || elementSizes[littleType(a.Type)] > 0 {
		return a, nil
	}
	return a, fmt.Errorf("has element type %.20q, expected floats of 2, 4 or 8 bytes, integers or bytes", a.Type)
}

// dataSize returns the number of bytes that the description claims, at most 2^50.
func dataSize(a Array) (int64, error) {
	n := int64(elementSizes[littleType(a.Type)])
	for _, k := range a.Shape {
		if k > 0 && n > (1<<50)/int64(k) { // keeps the product below 2^50, hence without overflow
			return 0, fmt.Errorf("has the absurd shape %s", FormatShape(a.Shape))
		}
		n *= int64(k)
	}
	return n, nil
}

// shapeMatches reports whether shape equals want, where -1 in want matches any length.
func shapeMatches(shape, want []int) bool {
	if len(shape) != len(want) {
		return false
	}
	for i, k := range want {
		if k >= 0 && shape[i] != k {
			return false
		}
	}
	return true
}

// FormatShape formats a shape as Python does, with N for any length: (N, 7).
func FormatShape(s []int) string {
	words := make([]string, len(s))
	for i, k := range s {
		if words[i] = strconv.Itoa(k); k < 0 {
			words[i] = "N"
		}
	}
	if len(words) == 1 {
		return "(" + words[0] + ",)"
	}
	return "(" + strings.Join(words, ", ") + ")"
}
