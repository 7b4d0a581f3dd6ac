package npy

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"

	"counterpoise/internal/bounded"
)

// Named is an array of an archive.
type Named struct {
	Name string
	Array
}

// worthwhile is the size from which arrays are compressed: below it the gain is less than the zip entry.
const worthwhile = 1024

// deflaters are kept, because making one costs more than compressing a picture.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed)
	return w
}}

// WriteArchive writes an archive that numpy.load reads.
func WriteArchive(w io.Writer, arrays []Named) error {
	z := zip.NewWriter(w)
	var packed bytes.Buffer
	for _, a := range arrays {
		if err := add(z, a, &packed); err != nil {
			return fmt.Errorf("array %s: %w", a.Name, err)
		}
	}
	return z.Close()
}

func add(z *zip.Writer, a Named, packed *bytes.Buffer) error {
	head := header(a.Array)
	n := len(head) + len(a.Data)
	h := &zip.FileHeader{Name: a.Name + ".npy", UncompressedSize64: uint64(n), CompressedSize64: uint64(n)}
	h.CRC32 = crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, a.Data)
	packed.Reset()
	if n >= worthwhile {
		if err := deflate(packed, head, a.Data); err != nil {
			return err
		}
		if packed.Len() < n && bounded.Compressible(n, packed.Len()) {
			h.Method, h.CompressedSize64 = zip.Deflate, uint64(packed.Len())
		}
	}
	w, err := z.CreateRaw(h)
	if err != nil {
		return err
	}
	if h.Method == zip.Deflate {
		_, err = w.Write(packed.Bytes())
		return err
	}
	return Write(w, a.Array)
}

func deflate(to io.Writer, parts ...[]byte) error {
	d := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(d)
	d.Reset(to)
	for _, p := range parts {
		if _, err := d.Write(p); err != nil {
			return err
		}
	}
	return d.Close()
}

// Archive is an archive that is being read.
type Archive struct {
	size    int64
	entries map[string]*zip.File
}

// OpenArchive reads the directory of an archive of size bytes. Two entries of one name are refused, and so are names that
// lead elsewhere: nothing is ever unpacked to a file, but such an archive was made to harm somebody.
func OpenArchive(r io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("is no NumPy archive (.npz): %w", err)
	}
	a := &Archive{size, map[string]*zip.File{}}
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok || strings.ContainsAny(name, `/\`) {
			return nil, fmt.Errorf("has the entry %.80q, expected names of arrays such as actions.npy", f.Name)
		}
		if a.entries[name] != nil {
			return nil, fmt.Errorf("has two entries %.80q", f.Name)
		}
		a.entries[name] = f
	}
	return a, nil
}

// Has tells whether an array of this name is there.
func (a *Archive) Has(name string) bool { return a.entries[name] != nil }

// Read reads the array of a name. want is the shape that it must have, with -1 where any length will do.
func (a *Archive) Read(name string, want ...int) (Array, error) {
	f := a.entries[name]
	if f == nil {
		return Array{}, fmt.Errorf("has no array %s", name)
	}
	r, err := f.Open()
	if err != nil {
		return Array{}, fmt.Errorf("array %s: %w", name, err)
	}
	defer r.Close()
	stored := min(int64(f.CompressedSize64&(1<<62-1)), a.size)
	v, err := Read(r, bounded.Expansion(stored), want...)
	if err != nil {
		return Array{}, fmt.Errorf("array %s %w", name, err)
	}
	return v, nil
}

// Float32s reads an array of numbers.
func (a *Archive) Float32s(name string, want ...int) ([]float32, []int, error) {
	v, err := a.Read(name, want...)
	if err != nil {
		return nil, nil, err
	}
	x, err := v.Float32s()
	if err != nil {
		return nil, nil, fmt.Errorf("array %s %w", name, err)
	}
	return x, v.Shape, nil
}
