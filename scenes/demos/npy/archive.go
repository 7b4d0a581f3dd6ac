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
	"counterpoise/internal/budget"
)

// NamedArray is an entry of an archive. Name has no extension.
type NamedArray struct {
	Name string
	Array
}

// minDeflated is the smallest entry that is compressed, in bytes. Headers of 128 bytes dominate smaller
// entries.
const minDeflated = 1024

// deflaters pools compressors, because allocating one takes longer than compressing a picture.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed)
	return w
}}

// WriteArchive writes an archive that numpy.load reads.
func WriteArchive(w io.Writer, arrays []NamedArray) error {
	z := zip.NewWriter(w)
	var packed bytes.Buffer
	for _, a := range arrays {
		if err := addEntry(z, a, &packed); err != nil {
			return fmt.Errorf("array %s: %w", a.Name, err)
		}
	}
	return z.Close()
}

// addEntry writes one entry. It computes sizes and checksum beforehand and writes a raw zip entry, which needs
// no data descriptor. The entry is stored uncompressed if deflate does not shrink it, or shrinks it so much
// that a reader would take it for a decompression bomb (bounded.Compressible). packed is a scratch buffer.
func addEntry(z *zip.Writer, a NamedArray, packed *bytes.Buffer) error {
	head := encodeHeader(a.Array)
	n := len(head) + len(a.Data)
	h := &zip.FileHeader{Name: a.Name + ".npy", UncompressedSize64: uint64(n), CompressedSize64: uint64(n)}
	h.CRC32 = crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, a.Data)
	packed.Reset()
	if n >= minDeflated {
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

// deflate compresses the concatenation of parts.
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

// Archive is an open archive.
type Archive struct {
	size    int64                // of the file, bytes
	room    *budget.Budget       // of the dataset
	entries map[string]*zip.File // by array name
}

// directoryFactor is the memory of a zip directory in terms of its size on disk. An entry has at least 50 bytes; in
// memory it is a structure of 200, its name, and its places in a list and a map that grow by doubling.
const directoryFactor = 12

// directoryReader spends directoryFactor times what is read through it while a directory is being read: the sizes that
// a zip file states of its directory need not be true.
type directoryReader struct {
	io.ReaderAt
	room *budget.Budget // nil after the directory
	err  error          // of the budget
}

// ReadAt implements io.ReaderAt.
func (d *directoryReader) ReadAt(b []byte, at int64) (int, error) {
	if d.room != nil && d.err == nil {
		d.err = d.room.Spend("the list of arrays", directoryFactor*int64(len(b)))
	}
	if d.err != nil {
		return 0, d.err
	}
	return d.ReaderAt.ReadAt(b, at)
}

// OpenArchive reads the directory of an archive of size bytes, which it spends from the budget, as later the arrays. It
// rejects duplicate names and names with path separators: entries are never unpacked to files, but such an archive is
// not one that NumPy wrote.
func OpenArchive(r io.ReaderAt, size int64, room *budget.Budget) (*Archive, error) {
	d := &directoryReader{ReaderAt: r, room: room}
	z, err := zip.NewReader(d, size)
	if d.err != nil {
		return nil, d.err
	}
	if err != nil {
		return nil, fmt.Errorf("is no NumPy archive (.npz): %w", err)
	}
	d.room = nil
	a := &Archive{size, room, map[string]*zip.File{}}
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

// Has reports whether the archive has an array of this name.
func (a *Archive) Has(name string) bool { return a.entries[name] != nil }

// Read reads the array of a name. want is the required shape, with -1 for any length; no want allows any shape.
// The array may have at most bounded.Expansion bytes of what is stored, and is spent from the budget.
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
	// The directory's compressed size is a claim; an entry cannot be larger than the file.
	stored := min(int64(f.CompressedSize64&(1<<62-1)), a.size)
	v, err := Read(r, a.room, bounded.Expansion(stored), want...)
	if err != nil {
		return Array{}, fmt.Errorf("array %s %w", name, err)
	}
	return v, nil
}

// Float32s reads an array of numbers, converted to float32, and returns its elements and shape.
func (a *Archive) Float32s(name string, want ...int) ([]float32, []int, error) {
	v, err := a.Read(name, want...)
	if err != nil {
		return nil, nil, err
	}
	if err := a.room.Spend("array "+name, 4*int64(v.Len())); err != nil {
		return nil, nil, err
	}
	x, err := v.Float32s()
	if err != nil {
		return nil, nil, fmt.Errorf("array %s %w", name, err)
	}
	return x, v.Shape, nil
}
