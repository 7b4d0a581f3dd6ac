package npy

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
)

func TestRoundTrip(t *testing.T) {
	var b bytes.Buffer
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	arrays := []NamedArray{
		{
			"vector",
			Float32s([]float32{1, -0.5, math.MaxFloat32, 1e-42}, 2, 2),
		}, {"scalar", Int64s([]int64{-7})}, {"none", Float32s(nil, 0, 3)},
		{"noise", Bytes(noise, 5000)}, {"black", Bytes(make([]byte, 1<<20), 1<<20)},
	}
	if err := WriteArchive(&b, arrays); err != nil {
		t.Fatal(err)
	}
	z, err := OpenArchive(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range arrays {
		got, err := z.Read(a.Name)
		if err != nil || got.Type != a.Type || fmt.Sprint(got.Shape) != fmt.Sprint(a.Shape) ||
			!bytes.Equal(got.Data, a.Data) {
			t.Errorf("%s comes back as %v %v, %v", a.Name, got.Type, got.Shape, err)
		}
	}
	if v, shape, err := z.Float32s("vector", -1, 2); err != nil ||
		!reflect.DeepEqual(v, []float32{1, -0.5, math.MaxFloat32, 1e-42}) ||
		!reflect.DeepEqual(shape, []int{2, 2}) {
		t.Errorf("vector is %v, %v, %v", v, shape, err)
	}
	if n, err := Int64s([]int64{-7}).Int64s(); err != nil || n[0] != -7 {
		t.Errorf("scalar is %v, %v", n, err)
	}
	for want, shape := range map[string][]int{
		"array vector has shape (2, 2), expected (N, 3)": {-1, 3}, "expected (4,)": {4},
	} {
		if _, err := z.Read("vector", shape...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("wrong shape gives %v", err)
		}
	}
	if _, err := z.Read("actions"); err == nil || err.Error() != "has no array actions" {
		t.Errorf("a missing array gives %v", err)
	}
}

// described returns an array file with any description and data zero bytes.
func described(text string, data int) []byte {
	h := []byte("\x93NUMPY\x01\x00\x00\x00" + text)
	h[8], h[9] = byte(len(text)), byte(len(text)>>8)
	return append(h, make([]byte, data)...)
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{nil, "no NumPy array"},
		{[]byte("\x93NUMPX\x01\x00\x10\x00"), "no NumPy array"},
		{described("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 7), "7 of 8 bytes"},
		{described("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 9), "longer than it may be"},
		{described("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", 8), `element type "<c8"`},
		{described("{'descr': '>', 'fortran_order': False, 'shape': (1,), }", 8), `element type ">"`},
		{described("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", 16), "Fortran order"},
		{described("{'descr': '<f4', 'shape': (2, 2), }", 16), "expected descr, fortran_order and shape"},
		{described("{'descr': '<f4', 'fortran_order': False, 'shape': (1125899906842624, 1125899906842624), }", 0),
			"absurd shape"},
		{described("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", 0), "absurd shape"},
		{described("{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000,), }", 40),
			"claims 4000000000 bytes"},
		{[]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), "header of 4294967295 bytes"},
		{[]byte("\x93NUMPY\x09\x00\x10\x00"), "format 9.0"},
	} {
		_, err := Read(bytes.NewReader(c.raw), budget.New(0), 1<<20)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q gives %v, want an error with %q", c.raw, err, c.want)
		}
	}
}

// An archive of a few kilobytes that inflates to 128 MiB is rejected without allocating them.
func TestDecompressionBomb(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 9) })
	f, _ := z.Create("actions.npy")
	f.Write(described("{'descr': '<f4', 'fortran_order': False, 'shape': (8388608, 4), }", 0))
	for range 128 {
		f.Write(make([]byte, 1<<20))
	}
	z.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, err := OpenArchive(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len())))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Read("actions", -1, 4); !errors.Is(err, bounded.ErrTooLong) {
		t.Errorf("a bomb of %d bytes gives %v", b.Len(), err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("refusing it took %d bytes", n)
	}
}

func TestRejectsArchiveNames(t *testing.T) {
	for want, names := range map[string][]string{
		`has the entry "../a.npy"`:         {"../a.npy"},
		`has the entry "a.txt"`:            {"a.txt"},
		`has two entries "a.npy"`:          {"a.npy", "a.npy"},
		`has the entry "\\windows\\a.npy"`: {`\windows\a.npy`},
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, n := range names {
			z.Create(n)
		}
		z.Close()
		if _, err := OpenArchive(bytes.NewReader(b.Bytes()), int64(b.Len()), budget.New(int64(b.Len()))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v", names, err)
		}
	}
}

// Files of NumPy with doubles, integers, booleans and a scalar are read.
func TestReadsNumPy(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
		t.Skip("numpy is not installed; ./counterpoise setup installs it")
	}
	path := filepath.Join(t.TempDir(), "a.npz")
	out, err := exec.Command(python, "-c", `
import sys, numpy as np
np.savez_compressed(sys.argv[1], double=np.arange(6.).reshape(2, 3) / 4, whole=np.array([-1, 300], dtype=np.int16),
    truth=np.array([True, False]), one=np.float64(2.5))`, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := OpenArchive(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float32{
		"double": {0, 0.25, 0.5, 0.75, 1, 1.25}, "whole": {-1, 300}, "truth": {1, 0}, "one": {2.5},
	} {
		if v, _, err := z.Float32s(name); err != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("%s is %v, %v", name, v, err)
		}
	}
}

func FuzzArchive(f *testing.F) {
	var b bytes.Buffer
	WriteArchive(&b,
		[]NamedArray{{"actions", Float32s(make([]float32, 14), 2, 7)}, {"ids", Int64s([]int64{0, 3}, 1, 2)}})
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:b.Len()/2])
	f.Fuzz(func(t *testing.T, raw []byte) {
		z, err := OpenArchive(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
		if err != nil {
			return
		}
		for name := range z.entries {
			if a, err := z.Read(name); err == nil && a.Type != "|O" {
				if v, err := a.Float32s(); err == nil && len(v) != a.Len() {
					t.Errorf("%d numbers in shape %v", len(v), a.Shape)
				}
			}
		}
	})
}

func FuzzArray(f *testing.F) {
	f.Add(described("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 8))
	f.Add(described("{'descr': '|O', 'fortran_order': False, 'shape': (), }", 8))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if a, err := Read(bytes.NewReader(raw), budget.New(0), 1<<20, -1, 2); err == nil {
			if v, err := a.Int64s(); err == nil && len(v) != a.Len() {
				t.Errorf("%d numbers in shape %v", len(v), a.Shape)
			}
		}
		if a, err := Read(bytes.NewReader(raw), budget.New(0), 1<<20); err == nil && len(a.Data) > 1<<20 {
			t.Errorf("%d bytes were read, beyond the limit", len(a.Data))
		}
	})
}

// Elements of either byte order and of half precision are the numbers that they mean.
func TestByteOrders(t *testing.T) {
	for _, c := range []struct {
		descr, data string
		want        []float32
		whole       bool
	}{
		{">f4", "\x3f\x80\x00\x00\xc0\x00\x00\x00", []float32{1, -2}, false},
		{">f8", "\x3f\xf8\x00\x00\x00\x00\x00\x00", []float32{1.5}, false},
		{"<f2", "\x00\x38\x00\xc5", []float32{0.5, -5}, false}, {">f2", "\x38\x00\xc5\x00", []float32{0.5, -5}, false},
		{">i2", "\xff\xfe\x01\x00", []float32{-2, 256}, true},
		{">u8", "\x00\x00\x00\x00\x00\x01\x00\x00", []float32{65536}, true},
	} {
		text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", c.descr, len(c.want))
		raw := append(described(text, 0), c.data...)
		a, err := Read(bytes.NewReader(raw), budget.New(0), 1<<10)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := a.Float32s(); err != nil || !reflect.DeepEqual(v, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.descr, v, err, c.want)
		}
		if v, err := a.Int64s(); (err == nil) != c.whole || c.whole && float32(v[0]) != c.want[0] {
			t.Errorf("%s as integers: %v, %v", c.descr, v, err)
		}
	}
}

// Unsigned integers of 64 bits keep their value as float32; as int64 only those below 2^63 exist.
func TestLargeUnsignedIntegers(t *testing.T) {
	a := Array{Type: "<u8", Shape: []int{2}, Data: bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 0, 0x80}, 2)}
	a.Data[7] = 0x40 // 2^62 and 2^63
	if v, err := a.Float32s(); err != nil || v[0] != 1<<62 || v[1] != 1<<63 {
		t.Errorf("%v, %v", v, err)
	}
	want := "has 9223372036854775808 as element 1, expected less than 2^63"
	if _, err := a.Int64s(); err == nil || err.Error() != want {
		t.Errorf("as int64: %v", err)
	}
}
