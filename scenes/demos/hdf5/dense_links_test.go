package hdf5

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// dense is a file that h5py has written (testdata/make_dense.py).
func dense(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/dense.hdf5.gz")
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, b)
}

// namesIn returns the names in a group of a file.
func namesIn(b []byte, group string) ([]string, *Object, error) {
	f, err := Open(bytes.NewReader(b), int64(len(b)), budget.New(int64(len(b))))
	if err != nil {
		return nil, nil, err
	}
	root, err := f.Root()
	if err != nil {
		return nil, nil, err
	}
	g, err := root.Child(group)
	if err != nil {
		return nil, nil, err
	}
	names, err := g.Names()
	return names, g, err
}

// The links that h5py's track_order puts into a fractal heap are read: in a root block, in a table, and in tables below
// it, without those that were removed; and what they lead to.
func TestDenseLinks(t *testing.T) {
	b := dense(t)
	for group, c := range map[string]struct{ links, letters int }{
		"few": {10, 0}, "many": {1200, 0}, "long": {160, 3500},
	} {
		var want []string
		for i := range c.links {
			if i%7 != 0 {
				want = append(want, fmt.Sprintf("link_%04d%s", i, strings.Repeat("y", c.letters)))
			}
		}
		got, g, err := namesIn(b, group)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %d names, want %d; %v", group, len(got), len(want), err)
			continue
		}
		x, err := g.Child(want[len(want)-1])
		if err != nil {
			t.Errorf("%s: %v", group, err)
			continue
		}
		d, err := x.Dataset()
		if err != nil || !slices.Equal(d.Shape, []int{3}) {
			t.Errorf("%s: leads to %+v, %v", group, d, err)
		}
	}
}

// Whatever byte of a block of heap or tree is wrong, one of the groups has an error: all have checksums. Of blocks that
// HDF5 has freed and left in the file no byte matters.
func TestDamagedDenseLinks(t *testing.T) {
	b := dense(t)
	damaged := func(i int) (found bool) {
		b[i] ^= 0xff
		defer func() { b[i] ^= 0xff }()
		for _, group := range []string{"few", "many", "long"} {
			if _, _, err := namesIn(b, group); err != nil {
				return true
			}
		}
		return false
	}
	for signature, n := range map[string]int{"FRHP": 146, "BTHD": 38, "BTLF": 40, "BTIN": 40, "FHIB": 53, "FHDB": 512} {
		blocks := 0
		for at := range b[:len(b)-n] {
			if string(b[at:at+4]) != signature || !damaged(at) {
				continue
			}
			blocks++
			for i := at; i < at+n && blocks == 1; i++ {
				if !damaged(i) {
					t.Errorf("%s at %d, byte %d: no error", signature, at, i-at)
				}
			}
		}
		if blocks == 0 {
			t.Errorf("no %s is read", signature)
		}
	}
}

// Sizes that contradict each other are an error before they are used, whatever the checksum says.
func TestHeapsOfImpossibleSizes(t *testing.T) {
	b := dense(t)
	at := bytes.Index(b, []byte("FRHP"))
	header := b[at : at+146]
	kept := bytes.Clone(header)
	for name, spoil := range map[string]func(){
		"no blocks in a row":           func() { binary.LittleEndian.PutUint16(header[110:], 0) },
		"three blocks in a row":        func() { binary.LittleEndian.PutUint16(header[110:], 3) },
		"blocks of no bytes":           func() { binary.LittleEndian.PutUint64(header[112:], 0) },
		"blocks of 2^63 bytes":         func() { binary.LittleEndian.PutUint64(header[112:], 1<<63) },
		"smaller blocks than at first": func() { binary.LittleEndian.PutUint64(header[120:], 16) },
		"direct blocks of 2^60 bytes":  func() { binary.LittleEndian.PutUint64(header[120:], 1<<60) },
		"a heap of 2^64 bytes":         func() { binary.LittleEndian.PutUint16(header[128:], 64) },
		"objects of no bytes":          func() { binary.LittleEndian.PutUint32(header[10:], 0) },
		"rows beyond the heap":         func() { binary.LittleEndian.PutUint16(header[140:], 41) },
	} {
		spoil()
		binary.LittleEndian.PutUint32(header[142:], lookup3(header[:142]))
		if _, _, err := namesIn(b, "few"); err == nil || !strings.Contains(err.Error(), "contradict each other") {
			t.Errorf("%s: %v", name, err)
		}
		copy(header, kept)
	}
}

// Blocks of objects have no checksum where their heap says so, as the format allows; they still name their heap.
func TestHeapWithoutChecksums(t *testing.T) {
	b := dense(t)
	at := bytes.Index(b, []byte("FRHP"))
	header := b[at : at+146]
	block := binary.LittleEndian.Uint64(header[132:])
	b[block+17] ^= 1 // of the checksum
	if _, _, err := namesIn(b, "few"); err == nil || !strings.Contains(err.Error(), "wrong checksum") {
		t.Errorf("a wrong checksum: %v", err)
	}
	header[9] &^= checksumBlocks
	binary.LittleEndian.PutUint32(header[142:], lookup3(header[:142]))
	if names, _, err := namesIn(b, "few"); err != nil || len(names) != 8 {
		t.Errorf("no checksums: %q, %v", names, err)
	}
	b[block+5] ^= 1
	if _, _, err := namesIn(b, "few"); err == nil || !strings.Contains(err.Error(), "has no block of its heap") {
		t.Errorf("a block of another heap: %v", err)
	}
}

// Each block of a heap is read whole once, and all of them together may not be longer than the file: blocks that
// overlap would take time beyond its size.
func TestHeapBlocksAreReadOnce(t *testing.T) {
	b := dense(t)
	f, err := Open(bytes.NewReader(b), int64(len(b)), budget.New(int64(len(b))))
	if err != nil {
		t.Fatal(err)
	}
	h, err := f.fractalHeap(uint64(bytes.Index(b, []byte("FRHP"))), "heap of links")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := h.verify(h.root, h.start, "FHDB"); err != nil || f.verified != h.start || len(f.intact) != 1 {
			t.Fatalf("%d bytes of %d blocks are read, %v", f.verified, len(f.intact), err)
		}
	}
	f.verified, f.intact = uint64(len(b))-h.start+1, map[extent]bool{}
	if err := h.verify(h.root, h.start, "FHDB"); err == nil || !strings.Contains(err.Error(), "overlap") {
		t.Errorf("more blocks than the file has room for: %v", err)
	}
}
