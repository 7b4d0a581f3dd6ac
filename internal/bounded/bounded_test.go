package bounded

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadAll(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int64
		long  bool
	}{{"", 0, false}, {"a", 0, true}, {"abc", 3, false}, {"abcd", 3, true}} {
		raw, err := ReadAll(iotest.OneByteReader(strings.NewReader(c.text)), c.limit)
		if errors.Is(err, ErrTooLong) != c.long || !c.long && (err != nil || string(raw) != c.text) {
			t.Errorf("ReadAll(%q, %d) = %q, %v", c.text, c.limit, raw, err)
		}
	}
}

// A stated length of a terabyte allocates no memory.
func TestStatedLengthsTakeNoMemory(t *testing.T) {
	src := strings.NewReader("short")
	for _, c := range [][2]int64{{0, 1 << 40}, {3, 3}, {-1, 2}, {2, -1}, {1 << 62, 1 << 62}, {6, 0}} {
		if _, err := ReadAt(src, 5, c[0], c[1]); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("ReadAt(%d, %d) gives %v", c[0], c[1], err)
		}
	}
	got := testing.AllocsPerRun(10, func() { ReadAll(bytes.NewReader([]byte("short")), 1<<40) })
	if got > 20 {
		t.Errorf("%v allocations", got)
	}
	if raw, err := ReadAt(src, 5, 1, 3); err != nil || string(raw) != "hor" {
		t.Errorf("ReadAt gives %q, %v", raw, err)
	}
}

func TestExpansion(t *testing.T) {
	if got := Expansion(1000); got != Slack+128_000 {
		t.Error(got)
	}
	if Expansion(1<<62) < 0 {
		t.Error("overflows")
	}
	if !Compressible(128, 1) || Compressible(129, 1) {
		t.Error("Compressible and Expansion disagree")
	}
}

// What is no regular file is an error at once: a device without an end, or a folder. So is a file that Git LFS has not
// fetched.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, os.DevNull} {
		if _, err := ReadRegular(path); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), path) {
			t.Errorf("ReadRegular(%s) gives %v", path, err)
		}
	}
	path := filepath.Join(dir, "pointer")
	os.WriteFile(path, []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"), 0o644)
	if _, err := ReadRegular(path); !errors.Is(err, ErrPointer) || !strings.Contains(err.Error(), path) {
		t.Errorf("a pointer of Git LFS gives %v", err)
	}
	path = filepath.Join(dir, "a")
	os.WriteFile(path, []byte("abc"), 0o644)
	if raw, err := ReadRegular(path); err != nil || string(raw) != "abc" {
		t.Errorf("got %q, %v", raw, err)
	}
	if raw, err := ReadRegularTo(path, 3); err != nil || string(raw) != "abc" {
		t.Errorf("got %q, %v", raw, err)
	}
	if _, err := ReadRegular(filepath.Join(dir, "b")); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	if err := os.Truncate(path, 1<<45); err != nil { // a file of holes, which no memory would hold
		t.Skip(err)
	}
	if _, err := ReadRegularTo(path, 1<<31); !errors.Is(err, ErrTooLong) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

// What is a pattern in the name of the folder is none of Glob's.
func TestGlob(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a[1]/x/2.cells", "a[1]/x/10.cells", "a[1]/y/1.txt", "a1/x/3.cells"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(root, "a[1]")
	want := []string{filepath.Join(dir, "x", "10.cells"), filepath.Join(dir, "x", "2.cells")}
	if got := Glob(dir, "*/*.cells"); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Glob(filepath.Join(root, "none"), "*"); got != nil {
		t.Errorf("in a folder that does not exist: %q", got)
	}
}

// A folder is read no further than asked.
func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	if entries, err := ReadDir(dir, 2); err != nil || len(entries) != 0 {
		t.Errorf("an empty folder gives %v, %v", entries, err)
	}
	for _, name := range []string{"a", "b", "c"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o644)
	}
	if entries, err := ReadDir(dir, 2); err != nil || len(entries) != 2 {
		t.Errorf("a folder of 3 gives %v, %v", entries, err)
	}
	file := filepath.Join(dir, "a")
	if _, err := ReadDir(file, 2); !errors.Is(err, ErrNotFolder) || !strings.Contains(err.Error(), file) {
		t.Errorf("a file gives %v", err)
	}
}

// A row may have as many bytes as it may, and what is read ahead; one byte more is too long.
func TestRows(t *testing.T) {
	rows := NewRows(iotest.OneByteReader(strings.NewReader("0123456789")), 3)
	read := func() (n int, err error) {
		for err == nil && n < 5 {
			var k int
			k, err = rows.Read(make([]byte, 8))
			n += k
		}
		return n, err
	}
	if n, err := read(); n != 4 || !errors.Is(err, ErrTooLong) {
		t.Errorf("read %d bytes, %v", n, err)
	}
	rows.Begin()
	if n, err := read(); n != 4 || !errors.Is(err, ErrTooLong) {
		t.Errorf("of the next row read %d bytes, %v", n, err)
	}
}
