package npy

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
)

const magic = "\x93NUMPY"

// maxHeader is the longest description that is read. NumPy writes 128 bytes.
const maxHeader = 4096

// header is the magic, the version 1.0 and the description of an array, padded to 64 bytes.
func header(a Array) []byte {
	var dims strings.Builder
	for _, n := range a.Shape {
		dims.WriteString(strconv.Itoa(n) + ",")
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.Type, dims.String())
	pad := 63 - (len(magic)+4+len(text))%64
	text += strings.Repeat(" ", pad) + "\n"
	h := append([]byte(magic), 1, 0, 0, 0)
	binary.LittleEndian.PutUint16(h[8:], uint16(len(text)))
	return append(h, text...)
}

// Write writes one array.
func Write(w io.Writer, a Array) error {
	if _, err := w.Write(header(a)); err != nil {
		return err
	}
	_, err := w.Write(a.Data)
	return err
}

var (
	descr   = regexp.MustCompile(`'descr': *'([^']*)'`)
	fortran = regexp.MustCompile(`'fortran_order': *(True|False)`)
	shape   = regexp.MustCompile(`'shape': *\(([0-9, L]*)\)`)
)

// Read reads one array. want is the shape that it must have, with -1 where any length will do; none allows any shape.
// The data may have at most limit bytes. A pickle (type "|O") is handed over unread.
func Read(r io.Reader, limit int64, want ...int) (Array, error) {
	b := bufio.NewReader(r)
	a, err := readHeader(b)
	if err != nil {
		return a, err
	}
	if want != nil && !fits(a.Shape, want) {
		return a, fmt.Errorf("has shape %s, expected %s", Shape(a.Shape), Shape(want))
	}
	if a.Type == "|O" {
		a.Data, err = bounded.ReadAll(b, limit)
		return a, err
	}
	n, err := size(a)
	if err != nil {
		return a, err
	}
	if n > limit {
		return a, fmt.Errorf("claims %d bytes, at most %d are believable: %w", n, limit, bounded.ErrTooLong)
	}
	a.Data, err = bounded.ReadExactly(b, n)
	if err != nil {
		return a, fmt.Errorf("of type %s and shape %s: %w", a.Type, Shape(a.Shape), err)
	}
	return a, nil
}

// readHeader reads magic, version and description.
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
	return parse(string(text))
}

// parse reads a description, a Python dictionary.
func parse(text string) (Array, error) {
	var a Array
	d, f, s := descr.FindStringSubmatch(text), fortran.FindStringSubmatch(text), shape.FindStringSubmatch(text)
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
	if a.Type == "|O" || kinds[a.Type] > 0 {
		return a, nil
	}
	return a, fmt.Errorf("has element type %.20q, expected little-endian floats, integers or bytes", a.Type)
}

// size is the number of bytes of an array, as its description claims.
func size(a Array) (int64, error) {
	n := int64(kinds[a.Type])
	for _, k := range a.Shape {
		if k > 0 && n > (1<<50)/int64(k) {
			return 0, fmt.Errorf("has the absurd shape %s", Shape(a.Shape))
		}
		n *= int64(k)
	}
	return n, nil
}

// fits tells whether a shape is the wanted one; -1 wants any length.
func fits(shape, want []int) bool {
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

// Shape is a shape as Python writes it, with N for any length: (N, 7).
func Shape(s []int) string {
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
