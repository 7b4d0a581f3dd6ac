package hdf5

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// readChunks reads all arrays and attributes of a file of make_latest.py and returns the first error.
func readChunks(b []byte) error {
	f, err := Open(bytes.NewReader(b), int64(len(b)), budget.New(int64(len(b))))
	if err != nil {
		return err
	}
	root, err := f.Root()
	if err != nil {
		return err
	}
	group, err := root.Child("chunks")
	if err != nil {
		return err
	}
	if _, err := group.Scalars(100, func(string) bool { return true }); err != nil {
		return err
	}
	get, names, err := group.Children()
	if err != nil {
		return err
	}
	for _, name := range names {
		o, err := get(name)
		if err != nil {
			return err
		}
		d, err := o.Dataset()
		if err != nil {
			return err
		}
		if _, err := d.Bytes(); err != nil {
			return err
		}
	}
	return nil
}

// Whatever byte of a block of an index or of a heap of attributes is wrong, it is an error: all have checksums.
func TestDamagedIndexes(t *testing.T) {
	b := latest(t, "v110")
	damaged := func(i int) bool {
		b[i] ^= 0xff
		defer func() { b[i] ^= 0xff }()
		return readChunks(b) != nil
	}
	for signature, n := range map[string]int{"FAHD": 28, "FADB": 40, "EAHD": 72, "EAIB": 60, "EASB": 30, "EADB": 30} {
		met := false
		for at := 0; at < len(b)-n && !met; at++ {
			if string(b[at:at+4]) != signature || !damaged(at) {
				continue // a block that HDF5 has freed
			}
			met = true
			for i := at; i < at+n; i++ {
				if !damaged(i) {
					t.Errorf("%s at %d, byte %d: no error", signature, at, i-at)
				}
			}
		}
		if !met {
			t.Errorf("no %s is read", signature)
		}
	}
}

// Numbers of an index that cannot be true are an error before memory is taken for them, whatever the checksum says.
func TestIndexesOfImpossibleSizes(t *testing.T) {
	b := latest(t, "small")
	for _, c := range []struct {
		name, signature string
		at, size        int // of what is changed, and of the block with its checksum
		value           []byte
		want            string
	}{
		{"another type", "FAHD", 5, 28, []byte{1}, "contradict each other"},
		{"records of no bytes", "FAHD", 6, 28, []byte{0}, "contradict each other"},
		{"records of 255 bytes", "FAHD", 6, 28, []byte{255}, "contradict each other"},
		{"pages of 2^63 records", "FAHD", 7, 28, []byte{63}, "contradict each other"},
		{"pages of 2^255 records", "FAHD", 7, 28, []byte{255}, "contradict each other"},
		{"2^63 records", "FAHD", 8, 28, []byte{0, 0, 0, 0, 0, 0, 0, 128}, "contradict each other"},
		{"one record more", "FAHD", 8, 28, []byte{4}, "wrong checksum"},
		{"block of another array", "FADB", 6, 42, []byte{1}, "block of another array"},
		{"records of no bytes", "EAHD", 6, 72, []byte{0}, "contradict each other"},
		{"2^64 records", "EAHD", 7, 72, []byte{64}, "contradict each other"},
		{"fewer levels than the index block has", "EAHD", 7, 72, []byte{3}, "contradict each other"},
		{"blocks of no records", "EAHD", 9, 72, []byte{0}, "contradict each other"},
		{"blocks of three records", "EAHD", 9, 72, []byte{3}, "contradict each other"},
		{"levels of three blocks", "EAHD", 10, 72, []byte{3}, "contradict each other"},
		{"levels of no blocks", "EAHD", 10, 72, []byte{0}, "contradict each other"},
		{"pages in the index block", "EAHD", 11, 72, []byte{0}, "contradict each other"},
		{"another place", "EADB", 14, 150, []byte{16}, "contradict each other"},
		{"nodes of no bytes", "BTHD", 6, 38, []byte{0, 0}, "contradict each other"},
		{"nodes of 4 GB", "BTHD", 6, 38, []byte{255, 255, 255, 255}, "contradict each other"},
		{"records of no bytes", "BTHD", 10, 38, []byte{0, 0}, "contradict each other"},
		{"deep", "BTHD", 12, 38, []byte{17}, "contradict each other"},
		{"2^56 records", "BTHD", 33, 38, []byte{1}, "contradict each other"},
	} {
		broken := bytes.Clone(b)
		for at := 0; at+c.size <= len(b); at++ { // every block of that kind
			if string(b[at:at+4]) != c.signature {
				continue
			}
			block := broken[at : at+c.size]
			copy(block[c.at:], c.value)
			binary.LittleEndian.PutUint32(block[c.size-4:], lookup3(block[:c.size-4]))
		}
		if err := readChunks(broken); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s gives %v, want an error with %q", c.signature, c.name, err, c.want)
		}
	}
}

// image is a file that is put together by hand.
type image struct{ b []byte }

// put appends a block of a signature and version 0 with its checksum and returns its address.
func (m *image) put(signature string, parts ...any) uint64 {
	var b bytes.Buffer
	b.WriteString(signature + "\x00")
	for _, part := range parts {
		binary.Write(&b, binary.LittleEndian, part)
	}
	binary.Write(&b, binary.LittleEndian, lookup3(b.Bytes()))
	return m.add(b.Bytes())
}

// add appends bytes and returns their address.
func (m *image) add(b []byte) uint64 {
	at := uint64(len(m.b))
	m.b = append(m.b, b...)
	return at
}

// dataset is an array of bytes, of a shape without limits, in chunks of so many bytes that an index lists.
func (m *image) dataset(t *testing.T, index byte, settings []byte, root uint64, length, chunk uint64) *Dataset {
	t.Helper()
	space := binary.LittleEndian.AppendUint64([]byte{2, 1, 1, 1}, length)
	space = binary.LittleEndian.AppendUint64(space, length)
	layout := binary.LittleEndian.AppendUint64([]byte{4, 2, 0, 2, 8}, chunk)
	layout = append(binary.LittleEndian.AppendUint64(layout, 1), index)
	layout = binary.LittleEndian.AppendUint64(append(layout, settings...), root)
	size := int64(len(m.b))
	o := &Object{f: &File{r: bytes.NewReader(m.b), size: size, room: budget.New(size)}, messages: []message{
		{msgDataspace, space}, {msgDatatype, Uint8.encode()}, {msgLayout, layout},
	}}
	d, err := o.Dataset()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Indexes that lead to the same chunk or node again and again, or describe more than the file has, are errors.
func TestIndexesThatLie(t *testing.T) {
	const n = 1000
	var shared image
	data := shared.add(make([]byte, 4096))
	same := bytes.Repeat(binary.LittleEndian.AppendUint64(nil, data), n)
	block := shared.put("FADB", byte(0), uint64(4096+14+8*n+4), same)
	fixed := shared.put("FAHD", byte(0), byte(8), byte(10), uint64(n), block)

	var twice image // a tree of two records, by its header, whose root has one and leads to a leaf of one twice
	leaf := twice.put("BTLF", byte(treeChunks), [16]byte{})
	node := twice.put("BTIN", byte(treeChunks), [16]byte{}, leaf, byte(1), leaf, byte(1))
	root := twice.put("BTHD", byte(treeChunks), uint32(512), uint16(16), uint16(1), [2]byte{}, node, uint16(1),
		uint64(2))

	var pages image // a bit for each of 2^20 pages, and one page that all of them would be
	pages.add(make([]byte, 1<<17))
	written := pages.put("FADB", byte(0), uint64(1<<17+14+1<<17+4), bytes.Repeat([]byte{255}, 1<<17))
	paged := pages.put("FAHD", byte(0), byte(8), byte(0), uint64(1<<20), written)

	for _, c := range []struct {
		name string
		d    *Dataset
		want string
	}{
		{"one chunk a thousand times", shared.dataset(t, indexFixed, []byte{10}, fixed, n*4096, 4096), "they overlap"},
		{"a leaf twice", twice.dataset(t, indexTree2, make([]byte, 6), root, 100, 10), "more records in a tree"},
		{"pages behind the end", pages.dataset(t, indexFixed, []byte{0}, paged, 1<<20, 1), "page of a fixed array"},
		{"more chunks than fit", twice.dataset(t, indexImplicit, nil, 0, 1<<40, 10), "more chunks at 0"},
		{"a chunk behind the end", twice.dataset(t, indexSingle, nil, 1<<40, 50, 50), "beyond the end"},
		{"an unknown index", twice.dataset(t, 6, nil, 0, 100, 100), "unknown kind"},
		{"settings that end early", twice.dataset(t, indexTree2, nil, 0, 100, 100), "ends early"},
	} {
		if _, err := c.d.Bytes(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// Places of chunks are counted in C order, a dimension without a limit first.
func TestGrid(t *testing.T) {
	g := grid{counts: []uint64{2, 1 << 60, 3}, first: 1}
	for i, want := range map[uint64][]uint64{
		0: {0, 0, 0}, 1: {0, 0, 1}, 3: {1, 0, 0}, 5: {1, 0, 2}, 6: {0, 1, 0}, 6e9 + 4: {1, 1e9, 1},
	} {
		if got := g.place(i); !reflect.DeepEqual(got, want) {
			t.Errorf("chunk %d is at %v, want %v", i, got, want)
		}
	}
}

// sealing is a file whose blocks have right checksums, so that the fuzzer reaches what they guard. With all set, every
// read block is taken for one with a checksum, pages of arrays among them, which have no signature.
type sealing struct {
	b   []byte
	all bool
}

func (s sealing) ReadAt(p []byte, at int64) (int, error) {
	n, err := bytes.NewReader(s.b).ReadAt(p, at)
	const all = "FAHD FADB EAHD EAIB EASB EADB BTHD BTLF BTIN FRHP FHIB OHDR OCHK"
	signed := n > 16 && strings.Contains(all, string(p[:4]))
	if n > 30 && string(p[:4]) == "FHDB" { // its checksum is behind its place in the heap, whose size the heap says
		heap := binary.LittleEndian.Uint64(p[5:])
		if heap < uint64(len(s.b)) && len(s.b)-int(heap) > 130 {
			head := 13 + int(s.b[heap+128]&63+7)/8
			clear(p[head : head+4])
			binary.LittleEndian.PutUint32(p[head:], lookup3(p[:n]))
		}
		return n, err
	}
	if n == len(p) && n > 16 && (signed || s.all) {
		binary.LittleEndian.PutUint32(p[n-4:], lookup3(p[:n-4]))
	}
	return n, err
}

func FuzzLatest(f *testing.F) {
	raw := latest(f, "small")
	f.Add(raw, false)
	f.Add(raw, true)
	paged := bytes.Clone(raw)
	for _, signature := range []string{"FAHD", "EAHD"} { // pages of one record
		at := bytes.Index(paged, []byte(signature))
		paged[at+map[string]int{"FAHD": 7, "EAHD": 11}[signature]] = 0
	}
	f.Add(paged, true)
	many, err := os.ReadFile("../robomimic/testdata/latest_many.hdf5") // links in a fractal heap
	if err != nil {
		f.Fatal(err)
	}
	f.Add(many, false)
	f.Fuzz(func(t *testing.T, raw []byte, all bool) {
		checkFuzzed(t, io.NewSectionReader(sealing{raw, all}, 0, int64(len(raw))), len(raw))
	})
}
