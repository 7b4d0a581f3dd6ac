package hdf5

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// Checksums of HDF5 2.0, read from chunks that h5py 3.16 wrote.
func TestFletcher32(t *testing.T) {
	count := make([]byte, 2001)
	for i := range count {
		count[i] = byte(i)
	}
	for _, c := range []struct {
		data []byte
		want uint32
	}{
		{make([]byte, 4), 0},
		{[]byte{1}, 0x01000100},
		{[]byte("abcde"), 0x4ff029c7},
		{count[:256], 0x5575c03f},
		{count, 0x18a61429},
		{bytes.Repeat([]byte{255}, 2000), 0xffffffff},
	} {
		if got := fletcher32(c.data); got != c.want {
			t.Errorf("%d bytes: %08x, want %08x", len(c.data), got, c.want)
		}
		sum := binary.LittleEndian.AppendUint32(nil, c.want)
		for _, sum := range [][]byte{sum, {sum[1], sum[0], sum[3], sum[2]}} { // the second as up to HDF5 1.6.2
			got, err := verified(append(bytes.Clone(c.data), sum...))
			if err != nil || !bytes.Equal(got, c.data) {
				t.Errorf("%d bytes with the checksum %x: %v", len(c.data), sum, err)
			}
		}
	}
	if _, err := verified([]byte{1, 2, 3}); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("a chunk of three bytes: %v", err)
	}
}

// Whatever bit of a chunk with a checksum is wrong, it is an error, with other filters and without.
func TestDamagedChunks(t *testing.T) {
	b := latest(t, "v110")
	root := openBytes(t, b)
	for name, filters := range map[string]int{
		"single filtered": 3, "fixed paged filtered": 1, "tree deep filtered": 1,
	} {
		d := array(t, root, "chunks/"+name)
		layout, err := d.layout4(d.o.find(msgLayout)[2:])
		if err != nil {
			t.Fatal(err)
		}
		if list, err := parseFilters(d.o.find(msgFilters)); err != nil || len(list) != filters {
			t.Fatalf("%s: filters %v, %v", name, list, err)
		}
		chunks, err := d.list(layout, true)
		if err != nil || len(chunks) == 0 {
			t.Fatal(name, err)
		}
		last := chunks[len(chunks)-1]
		for i := range 8 * uint64(last.stored) {
			b[last.at+i/8] ^= 1 << (i % 8)
			if _, err := d.Bytes(); err == nil || !strings.Contains(err.Error(), "wrong fletcher32 checksum") {
				t.Errorf("%s: byte %d, bit %d: %v", name, i/8, i%8, err)
			}
			b[last.at+i/8] ^= 1 << (i % 8)
		}
	}
}
