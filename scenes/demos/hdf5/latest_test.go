package hdf5

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// latest is a file with newer data layouts and dense attributes that h5py has written (testdata/make_latest.py).
func latest(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/latest_" + name + ".hdf5.gz")
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, b)
}

// unzipped is the content of a file that gzip compressed.
func unzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if b, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return b
}

// sameArrays compares each array of the group "chunks" with that of the same name of the group "plain", and returns how
// many there are.
func sameArrays(t *testing.T, root *Object) int {
	t.Helper()
	names, err := child(t, root, "chunks").Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		got, want := array(t, root, "chunks/"+name), array(t, root, "plain/"+name)
		b, err := got.Bytes()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		plain, err := want.Bytes()
		if err != nil || got.Type != want.Type || !reflect.DeepEqual(got.Shape, want.Shape) || !bytes.Equal(b, plain) {
			t.Errorf("%s: %v of shape %v differ from %v of shape %v, %v", name, got.Type, got.Shape, want.Type,
				want.Shape, err)
		}
	}
	return len(names)
}

// sameAttributes compares attributes in heaps with those that make_latest.py gives; "deep" is given so many.
func sameAttributes(t *testing.T, root *Object, deep int) {
	t.Helper()
	for group, n := range map[string]int{"few": 9, "ordered": 30, "deep": deep} {
		g := child(t, root, "attributes/"+group)
		want := map[string]any{}
		for i := range n {
			if i%7 > 0 {
				want[fmt.Sprint("number_", i)] = int64(i)
			}
		}
		got, err := g.Scalars(100, func(string) bool { return true })
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s has attributes %.200v, %v", group, got, err)
		}
		for i, want := range map[int]any{7: nil, 8: int64(8)} {
			if v, err := g.Attr(fmt.Sprint("number_", i)); err != nil || v != want {
				t.Errorf("%s: attribute number_%d is %v, %v; want %v", group, i, v, err, want)
			}
		}
	}
	kinds := child(t, root, "attributes/kinds")
	for name, want := range map[string]any{
		"huge": 0.5, "large": int64(7), "text": strings.Repeat("größer", 1000), "bytes": strings.Repeat("x", 5000),
		"true": int64(1), "half": 0.5, "empty": nil, "names": "a", "success": int64(1), "none": nil,
	} {
		if v, err := kinds.Attr(name); err != nil || v != want {
			t.Errorf("attribute %s is %.80v, %v; want %.80v", name, v, err, want)
		}
	}
	want := map[string]any{"true": true, "unsigned": uint64(1 << 63), "half": 0.5, "success": int64(1)}
	if got, err := kinds.Scalars(100, func(string) bool { return true }); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("attributes that are labels are %.200v, %v; want %v", got, err, want)
	}
}

// All indexes of chunks and attributes in heaps are read as h5py wrote them, in the data layouts of versions 4 and 5.
func TestReadsLatest(t *testing.T) {
	for _, libver := range []string{"v110", "latest"} {
		t.Run(libver, func(t *testing.T) {
			root := openBytes(t, latest(t, libver))
			if n := sameArrays(t, root); n != 28 {
				t.Errorf("%d arrays, want 28", n)
			}
			sameAttributes(t, root, 80)
		})
	}
}

// What the h5py of this machine writes in those structures is read, too.
func TestReadsLatestOfH5py(t *testing.T) {
	script, err := os.ReadFile("testdata/make_latest.py")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	python(t, string(script), folder, "10", "latest")
	b, err := os.ReadFile(filepath.Join(folder, "latest_latest.hdf5.gz"))
	if err != nil {
		t.Fatal(err)
	}
	root := openBytes(t, unzipped(t, b))
	sameArrays(t, root)
	sameAttributes(t, root, 800)
}
