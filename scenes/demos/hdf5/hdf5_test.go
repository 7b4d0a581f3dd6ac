package hdf5

import (
	"bytes"
	"encoding/binary"
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

// sample writes a file with every structure of the writer: n demonstrations of 71 small pictures.
func sample(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := NewWriter(f)
	var demos []Link
	for i := range n {
		var data []byte
		for k := range 6 {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(i)+float32(k)/8))
		}
		actions, _ := w.Dataset(Float32, data, 2, 3)
		words, _ := w.Dataset(Strings(4), []byte("ab\x00\x00abcd"), 2)
		images, _ := w.Images(71, 5, 4, func(t int) []byte { return bytes.Repeat([]byte{byte(t), byte(i), 7}, 20) })
		black, _ := w.Images(71, 40, 40, func(t int) []byte { return make([]byte, 4800) })
		g, err := w.Group(
			[]Link{{"actions", actions}, {"words", words}, {"images", images}, {"black", black}},
			Attr{"num_samples", int64(2)}, Attr{"behaviour", "naïve " + fmt.Sprint(i)}, Attr{"style", ""},
			Attr{"long", strings.Repeat("x", 70_000)})
		if err != nil {
			t.Fatal(err)
		}
		demos = append(demos, Link{fmt.Sprintf("demo_%d", i), g})
	}
	data, _ := w.Group(demos, Attr{"total", int64(-2 * n)})
	root, _ := w.Group([]Link{{"data", data}})
	if err := w.Close(root); err != nil {
		t.Fatal(err)
	}
	return path
}

// open reads a file into memory and returns its root group.
func open(t testing.TB, path string) *Object {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return openBytes(t, raw)
}

// openBytes returns the root group of a file in memory.
func openBytes(t testing.TB, raw []byte) *Object {
	t.Helper()
	f, err := Open(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
	if err != nil {
		t.Fatal(err)
	}
	root, err := f.Root()
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func child(t testing.TB, o *Object, path string) *Object {
	t.Helper()
	c, err := o.Child(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func array(t testing.TB, o *Object, path string) *Dataset {
	t.Helper()
	d, err := child(t, o, path).Dataset()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return d
}

func TestReadsWhatItWrites(t *testing.T) {
	root := open(t, sample(t, 3))
	if names, _ := child(t, root, "data").Names(); !reflect.DeepEqual(names, []string{"demo_0", "demo_1", "demo_2"}) {
		t.Errorf("names are %v", names)
	}
	demo := child(t, root, "data/demo_2")
	for name, want := range map[string]any{
		"num_samples": int64(2), "behaviour": "naïve 2", "style": "", "long": strings.Repeat("x", 70_000), "none": nil,
	} {
		if v, err := demo.Attr(name); v != want || err != nil {
			t.Errorf("attribute %s is %.40v, %v", name, v, err)
		}
	}
	scalars, err := demo.Scalars(10, func(name string) bool { return name != "num_samples" })
	if want := map[string]any{"behaviour": "naïve 2", "style": ""}; err != nil || !reflect.DeepEqual(scalars, want) {
		t.Errorf("scalars of 10 bytes are %.80v, %v; want %v", scalars, err, want)
	}
	if v, err := array(t, demo, "actions").Float32s(); err != nil ||
		!reflect.DeepEqual(v, []float32{2, 2.125, 2.25, 2.375, 2.5, 2.625}) {
		t.Errorf("actions are %v, %v", v, err)
	}
	if v, err := stringsOf(array(t, demo, "words")); err != nil || !reflect.DeepEqual(v, []string{"ab", "abcd"}) {
		t.Errorf("words are %q, %v", v, err)
	}
	images := array(t, demo, "images")
	b, err := images.Bytes()
	if err != nil || !reflect.DeepEqual(images.Shape, []int{71, 5, 4, 3}) {
		t.Fatalf("images has shape %v, %v", images.Shape, err)
	}
	for i, v := range b {
		if want := [3]byte{byte(i / 60), 2, 7}[i%3]; v != want {
			t.Fatalf("byte %d of the images is %d, want %d", i, v, want)
		}
	}
}

// python runs a script with h5py, or skips the test.
func python(t *testing.T, script string, args ...string) string {
	t.Helper()
	const py = "/usr/bin/python3"
	if err := exec.Command(py, "-c", "import h5py").Run(); err != nil {
		t.Skip("h5py is not installed; ./counterpoise setup installs it")
	}
	out, err := exec.Command(py, append([]string{"-c", script}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("python: %v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestH5pyReadsWhatWeWrite(t *testing.T) {
	got := python(t, `
import h5py, sys, numpy as np
f = h5py.File(sys.argv[1], "r")
d = f["data"]
assert d.attrs["total"] == -1600 and len(d) == 800, (d.attrs["total"], len(d))
for i in (0, 1, 444, 799):
    g = d["demo_%d" % i]
    assert g.attrs["num_samples"] == 2 and g.attrs["behaviour"] == "naïve %d" % i
    assert g.attrs["style"] == "" and len(g.attrs["long"]) == 70000
    assert g["actions"].dtype == np.float32 and np.array_equal(g["actions"][()], i + np.arange(6).reshape(2, 3) / 8)
    assert list(g["words"][()]) == [b"ab", b"abcd"]
    v = g["images"][()]
    assert v.dtype == np.uint8 and v.shape == (71, 5, 4, 3) and g["images"].compression == "gzip"
    want = np.zeros_like(v); want[..., 0] = np.arange(71).reshape(71, 1, 1); want[..., 1] = i % 256; want[..., 2] = 7
    assert np.array_equal(v, want) and not g["black"][()].any()
print("good")`, sample(t, 800))
	if got != "good" {
		t.Error(got)
	}
}

func TestWeReadWhatH5pyWrites(t *testing.T) {
	for _, libver := range []string{"earliest", "v108", "v110"} {
		t.Run(libver, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.hdf5")
			python(t, `
import h5py, sys, numpy as np
f = h5py.File(sys.argv[1], "w", libver=(sys.argv[2], "latest" if sys.argv[2] == "v110" else "v108"))
n = 300 if sys.argv[2] == "earliest" else 7
for i in range(n):
    g = f.create_group("data/demo_%d" % i)
    g["actions"] = np.arange(14.).reshape(2, 7) + i
    g.attrs["num_samples"] = 2
    g.attrs["model"] = "<xml>" * i
    g.attrs["fixed"] = np.bytes_("abc")
    g.attrs["scale"] = 0.5
g = f.create_group("x")
r = np.arange(5 * 6 * 7, dtype=np.int32).reshape(5, 6, 7)
if sys.argv[2] == "earliest":
    g.create_dataset("gzip", data=r, chunks=(2, 4, 3), compression="gzip", shuffle=True, fletcher32=True)
    g.create_dataset("many", data=np.arange(1000, dtype=np.uint16), chunks=(3,), maxshape=(None,))
    g.create_dataset("lzf", data=r, chunks=(5, 6, 7), compression="lzf")
g["half"] = r.astype(np.float16)
g["big"] = r.astype(">f4")
g["bool"] = np.array([True, False])
g["scalar"] = 2.5
g["words"] = np.array([b"demo_1", b"demo_12"])
free = ["größer %d" % i if i != 1 else "" for i in range(300)]
g.create_dataset("free", data=free, dtype=h5py.string_dtype())
g["empty"] = np.zeros((0, 7))
g["nothing"] = h5py.SoftLink("/data")
`, path, libver)
			root := open(t, path)
			names, err := child(t, root, "data").Names()
			if err != nil || len(names) < 7 {
				t.Fatalf("%d demonstrations, %v", len(names), err)
			}
			demo := child(t, root, "data/demo_6")
			for name, want := range map[string]any{
				"num_samples": int64(2), "model": strings.Repeat("<xml>", 6), "fixed": "abc", "scale": 0.5,
			} {
				if v, err := demo.Attr(name); v != want || err != nil {
					t.Errorf("attribute %s is %v, %v; want %v", name, v, err, want)
				}
			}
			if v, err := array(t, demo, "actions").Float32s(); err != nil || v[0] != 6 || v[13] != 19 {
				t.Errorf("actions are %v, %v", v, err)
			}
			if v, err := array(t, root, "x/big").Float32s(); err != nil || v[0] != 0 || v[209] != 209 {
				t.Errorf("big-endian numbers give %v, %v", v, err)
			}
			if names, err := child(t, root, "x/nothing").Names(); err != nil || len(names) < 7 {
				t.Errorf("a soft link gives %v, %v", names, err)
			}
			if v, err := array(t, root, "x/half").Float32s(); err != nil || v[0] != 0 || v[209] != 209 {
				t.Errorf("half precision gives %v, %v", v, err)
			}
			if v, err := stringsOf(array(t, root, "x/free")); err != nil || len(v) != 300 || v[0] != "größer 0" ||
				v[1] != "" || v[299] != "größer 299" {
				t.Errorf("strings of variable length are %v, %v", v, err)
			}
			if _, err := array(t, root, "x/free").Float32s(); err == nil || !strings.Contains(err.Error(), "O16") {
				t.Errorf("strings as numbers give %v", err)
			}
			if v, err := array(t, root, "x/bool").Float32s(); err != nil || !reflect.DeepEqual(v, []float32{1, 0}) {
				t.Errorf("booleans are %v, %v", v, err)
			}
			if v, err := stringsOf(array(t, root, "x/words")); err != nil ||
				!reflect.DeepEqual(v, []string{"demo_1", "demo_12"}) {
				t.Errorf("words are %v, %v", v, err)
			}
			if d := array(t, root, "x/empty"); !reflect.DeepEqual(d.Shape, []int{0, 7}) {
				t.Errorf("an empty array has shape %v", d.Shape)
			}
			if libver != "earliest" {
				return
			}
			v, err := array(t, root, "x/gzip").Float32s()
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range v {
				if x != float32(i) {
					t.Fatalf("element %d of the filtered array is %v", i, x)
				}
			}
			if v, err := array(t, root, "x/many").Float32s(); err != nil || v[999] != 999 || len(v) != 1000 {
				t.Errorf("an array of 334 chunks gives %v", err)
			}
			if v, err := array(t, root, "x/lzf").Float32s(); err != nil || len(v) != 210 || v[3] != 3 || v[209] != 209 {
				t.Errorf("LZF gives %v, %v", v, err)
			}
		})
	}
}

// A file that h5py 3.7 wrote, with symbol tables, a global heap and filtered chunks, is read without h5py.
func TestReadsAFileOfH5py(t *testing.T) {
	demo := child(t, open(t, "testdata/h5py-3.7.hdf5"), "data/demo_0")
	if v, err := demo.Attr("behaviour"); v != "left" || err != nil {
		t.Errorf("behaviour is %v, %v", v, err)
	}
	if v, err := array(t, demo, "actions").Float32s(); err != nil ||
		!reflect.DeepEqual(v, []float32{0, 1, 2, 3, 4, 5}) {
		t.Errorf("actions are %v, %v", v, err)
	}
	v, err := array(t, demo, "gzip").Float32s()
	for i := range v {
		if v[i] != float32(i) {
			t.Fatalf("element %d is %v", i, v[i])
		}
	}
	if len(v) != 30 || err != nil {
		t.Errorf("%d elements, %v", len(v), err)
	}
}

// walk reads every object in a file that can be read, up to a depth of 5 and at most budget objects.
func walk(o *Object, depth, budget int) int {
	if budget--; depth > 5 || budget < 0 {
		return budget
	}
	for _, name := range []string{"num_samples", "behaviour", "model"} {
		o.Attr(name)
	}
	o.Scalars(100, func(string) bool { return true })
	if d, err := o.Dataset(); err == nil {
		d.Bytes()
		d.Float32s()
		stringsOf(d)
		return budget
	}
	names, _ := o.Names()
	for _, name := range names {
		if c, err := o.Child(name); err == nil {
			budget = walk(c, depth+1, budget)
		}
	}
	return budget
}

// A truncated file, or one with a changed byte, is rejected or read without a panic and without large
// allocations.
func TestDamagedFiles(t *testing.T) {
	raw, err := os.ReadFile(sample(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < len(raw); i += 97 {
		if f, err := Open(bytes.NewReader(raw[:i]), int64(i), budget.New(int64(i))); err == nil {
			if root, err := f.Root(); err == nil {
				t.Errorf("cut at %d of %d, the root is still %v", i, len(raw), root)
			}
		}
	}
	tried := 0
	for i := 0; i < len(raw); i++ {
		if i > superblockSize && (raw[i] == 0 || i%7 > 0 || i > 6000 && i%500 > 0) {
			continue
		}
		broken := bytes.Clone(raw)
		broken[i] ^= 0xff
		if f, err := Open(bytes.NewReader(broken), int64(len(broken)), budget.New(int64(len(broken)))); err == nil {
			if root, err := f.Root(); err == nil {
				walk(root, 0, 100)
			}
		}
		tried++
	}
	runtime.ReadMemStats(&after)
	if per := (after.TotalAlloc - before.TotalAlloc) / uint64(tried); per > 20*uint64(len(raw)) {
		t.Errorf("reading a file of %d bytes takes %d", len(raw), per)
	}
}

// small writes a file of two kilobytes with every structure except heap strings, as a seed of the fuzzer.
func small(t testing.TB) []byte {
	path := filepath.Join(t.TempDir(), "a.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(f)
	actions, _ := w.Dataset(Float32, make([]byte, 24), 2, 3)
	images, _ := w.Images(3, 2, 2, func(int) []byte { return bytes.Repeat([]byte("abc"), 4) })
	root, _ := w.Group([]Link{{"actions", actions}, {"images", images}},
		Attr{"num_samples", int64(2)}, Attr{"style", ""})
	if err := w.Close(root); err != nil {
		t.Fatal(err)
	}
	f.Close()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func FuzzFile(f *testing.F) {
	f.Add(small(f))
	// Files of h5py have no checksums in the way of the fuzzer.
	raw, err := os.ReadFile("testdata/h5py-3.7.hdf5")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	if raw, err = os.ReadFile("../robomimic/testdata/latest_many.hdf5"); err != nil { // links in a fractal heap
		f.Fatal(err)
	}
	f.Add(raw)
	f.Fuzz(func(t *testing.T, raw []byte) {
		checkFuzzed(t, bytes.NewReader(raw), len(raw))
	})
}

// stringsOf returns all strings of an array.
func stringsOf(d *Dataset) (v []string, err error) {
	err = d.EachString(func(s []byte) error { v = append(v, string(s)); return nil })
	return v, err
}

// The last key of a tree of chunks is a multiple of the chunk's rows, as HDF5 2.0 wants it, where the array is not.
func TestLastKeyOfChunks(t *testing.T) {
	images := array(t, child(t, open(t, sample(t, 1)), "data/demo_0"), "images")
	layout := images.o.find(msgLayout)
	tree, per := binary.LittleEndian.Uint64(layout[3:]), binary.LittleEndian.Uint32(layout[11:])
	head, err := images.o.f.bytes(tree, 8)
	if err != nil {
		t.Fatal(err)
	}
	n := binary.LittleEndian.Uint16(head[6:])
	const key = 8 + 5*8
	last, err := images.o.f.bytes(tree+24+uint64(n)*(key+8)+8, 8)
	if got := binary.LittleEndian.Uint64(last); err != nil || n != 36 || per != 2 || got != 72 {
		t.Errorf("%d chunks of %d pictures, last key %d, %v", n, per, got, err)
	}
}

// Unsigned integers of 64 bits keep their value.
func TestLargeUnsignedIntegers(t *testing.T) {
	b := []byte{0, 0, 0, 0, 0, 0, 0, 0x80}
	for class, want := range map[Class]float64{Unsigned: 1 << 63, Signed: -1 << 63} {
		if got := (Datatype{Class: class, Size: 8}).float(b); got != want {
			t.Errorf("class %v: %v, want %v", class, got, want)
		}
	}
}

// checkFuzzed reads a file of n bytes, which may be damaged, and checks that it takes memory in proportion to n.
func checkFuzzed(t *testing.T, r io.ReaderAt, n int) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	file, err := Open(r, int64(n), budget.New(int64(n)))
	if err != nil {
		return
	}
	if root, err := file.Root(); err == nil {
		walk(root, 0, 20)
	}
	runtime.ReadMemStats(&after)
	// Every one of 20 objects may be read three times, in a form of four times its size.
	if took := after.TotalAlloc - before.TotalAlloc; took > 20*3*5*uint64(bounded.Expansion(int64(n))) {
		t.Errorf("%d bytes take %d", n, took)
	}
}
