package demos

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// NumPy's archive of arrays (.npz: a zip of .npy files), as far as demonstrations need it: little-endian float32 and
// bytes, C order, format version 1.0. Source: NumPy Enhancement Proposal 1.

// array is one named array.
type array struct {
	name  string
	dtype string // "<f4" or "|u1"
	shape []int
	data  []byte // raw, C order
}

// itemSize is the size of one element in bytes, or 0 for a type that is not read here.
func itemSize(dtype string) int {
	switch dtype {
	case "<f4":
		return 4
	case "|u1":
		return 1
	}
	return 0
}

func floats(name string, shape []int, values []float32) array {
	data := make([]byte, 0, 4*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return array{name, "<f4", shape, data}
}

// floats32 decodes an array of floats.
func (a *array) floats32() []float32 {
	v := make([]float32, len(a.data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(a.data[4*i:]))
	}
	return v
}

// writeNPZ writes an archive. Same arrays, same bytes: entries carry no time.
func writeNPZ(w io.Writer, arrays []array) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestSpeed)
	})
	for _, a := range arrays {
		f, err := z.CreateHeader(&zip.FileHeader{Name: a.name + ".npy", Method: zip.Deflate})
		if err != nil {
			return err
		}
		if _, err := f.Write(append(npyHeader(&a), a.data...)); err != nil {
			return err
		}
	}
	return z.Close()
}

// npyHeader is the magic, the version and the padded description of an array.
func npyHeader(a *array) []byte {
	dims := make([]string, len(a.shape))
	for i, n := range a.shape {
		dims[i] = strconv.Itoa(n) + ","
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.dtype, strings.Join(dims, " "))
	if pad := (10 + len(text) + 1) % 64; pad > 0 {
		text += strings.Repeat(" ", 64-pad)
	}
	h := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(h[8:], uint16(len(text)+1))
	return append(h, text+"\n"...)
}

var npyDescription = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), *\} *\n$`)

// readNPY reads one array of at most limit bytes.
func readNPY(name string, r io.Reader, limit int64) (array, error) {
	a := array{name: name}
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return a, err
	}
	if int64(len(raw)) > limit {
		return a, fmt.Errorf("array %s is longer than the %d bytes that its episode can have", name, limit)
	}
	if len(raw) < 10 || !bytes.HasPrefix(raw, []byte("\x93NUMPY\x01\x00")) {
		return a, fmt.Errorf("array %s is no NumPy array of format 1.0", name)
	}
	n := 10 + int(binary.LittleEndian.Uint16(raw[8:]))
	if n > len(raw) {
		return a, fmt.Errorf("array %s ends inside its header", name)
	}
	m := npyDescription.FindSubmatch(raw[10:n])
	if m == nil || string(m[2]) != "False" {
		return a, fmt.Errorf("array %s has the header %q, expected little-endian C order", name, raw[10:n])
	}
	a.dtype, a.data = string(m[1]), raw[n:]
	size := int64(itemSize(a.dtype))
	if size == 0 {
		return a, fmt.Errorf("array %s has element type %q, expected <f4 or |u1", name, a.dtype)
	}
	for _, dim := range strings.FieldsFunc(string(m[3]), func(c rune) bool { return c == ',' || c == ' ' }) {
		k, err := strconv.Atoi(dim)
		if err != nil || k < 0 || size > limit || (k > 0 && size > limit/int64(k)+1) {
			return a, fmt.Errorf("array %s has the absurd shape (%s)", name, m[3])
		}
		a.shape = append(a.shape, k)
		size *= int64(k)
	}
	if size != int64(len(a.data)) {
		return a, fmt.Errorf("array %s of shape %v needs %d bytes and has %d", name, a.shape, size, len(a.data))
	}
	return a, nil
}

// readNPZ reads all arrays of an archive, each of at most limit bytes.
func readNPZ(raw []byte, limit int64) (map[string]array, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("is no NumPy archive: %w", err)
	}
	arrays := map[string]array{}
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok || arrays[name].name != "" {
			return nil, fmt.Errorf("has the unexpected entry %q", f.Name)
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("entry %q: %w", f.Name, err)
		}
		a, err := readNPY(name, r, limit)
		r.Close()
		if err != nil {
			return nil, err
		}
		arrays[name] = a
	}
	return arrays, nil
}
