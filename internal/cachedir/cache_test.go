package cachedir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/internal/durable"
	"counterpoise/internal/faults"
)

// key returns a key that begins with two digits.
func key(start string) string { return start + strings.Repeat("0", digits-len(start)) }

// A file that was renamed to another key, or whose version was changed, is not read, and neither is a
// damaged one.
func TestFilesAreBoundToTheirKey(t *testing.T) {
	c := &Cache{Folder: t.TempDir(), Version: "numbers 1"}
	a, b := key("a0"), key("b0")
	if err := c.Put(a, []byte("content")); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Get(a); err != nil || string(got) != "content" {
		t.Fatalf("%q, %v", got, err)
	}
	data, _ := os.ReadFile(c.path(a))
	os.Mkdir(filepath.Dir(c.path(b)), 0o755)
	flipped := bytes.Clone(data)
	flipped[len(data)-1] ^= 1
	forged := bytes.Replace(data, []byte("numbers 1"), []byte("numbers 2"), 1)
	for _, x := range []struct {
		version string
		data    []byte
		state   State
	}{
		{"numbers 1", data, Damaged}, // that of key a
		{"numbers 1", flipped, Damaged},
		{"numbers 1", data[:20], OtherVersion},
		{"numbers 1", data[:40], Damaged},
		{"numbers 1", nil, OtherVersion},
		{"numbers 2", data, OtherVersion},
		{"numbers 2", forged, Damaged},
	} {
		os.WriteFile(c.path(b), x.data, 0o644)
		d := &Cache{Folder: c.Folder, Version: x.version}
		if got, err := d.Get(b); err == nil {
			t.Errorf("%.60q: read as %q", x.data, got)
		}
		files, err := d.Survey(context.Background(), nil)
		if err != nil || len(files) != 2 || files[1].State != x.state {
			t.Errorf("%.60q: %+v, %v; want state %s", x.data, files, err, x.state)
		}
	}
}

// Survey sees what the program wrote, and nothing else: foreign names, links and folders are left out, and a version
// that does not print counts as none.
func TestSurvey(t *testing.T) {
	dir := t.TempDir()
	c := &Cache{Folder: dir, Version: "numbers 1"}
	missing := &Cache{Folder: filepath.Join(dir, "none")}
	if files, err := missing.Survey(context.Background(), nil); err != nil || files != nil {
		t.Errorf("a missing folder: %v, %v", files, err)
	}
	if err := c.Put(key("a0"), []byte("content")); err != nil {
		t.Fatal(err)
	}
	a := filepath.Join(dir, "a0")
	os.WriteFile(filepath.Join(a, key("a01")), []byte(magic+"a\x1b[2J\n"), 0o644)
	os.Mkdir(filepath.Join(dir, "d0"), 0o755) // not a0, which Put has swept: a process sweeps a folder once
	os.WriteFile(filepath.Join(dir, "d0", ".x.1.counterpoise-part"), []byte("12345"), 0o644)
	os.WriteFile(filepath.Join(a, "note\x1b[2J\n"), nil, 0o644)
	os.WriteFile(filepath.Join(a, key("b0")), nil, 0o644)
	os.Symlink(filepath.Join(a, key("a0")), filepath.Join(a, key("a02")))
	os.Mkdir(filepath.Join(a, key("a03")), 0o755)
	os.Symlink(a, filepath.Join(dir, "b0"))
	os.WriteFile(filepath.Join(dir, "c0"), nil, 0o644)
	files, err := c.Survey(context.Background(), nil)
	if err != nil || len(files) != 3 {
		t.Fatalf("%+v, %v", files, err)
	}
	for i, want := range []State{Fits, OtherVersion, Leftover} {
		f := files[i]
		if f.State != want || want == OtherVersion && f.Version != "" || want == Leftover && f.Bytes != 5 {
			t.Errorf("%+v, want state %q", f, want)
		}
	}
	gone, err := Remove(context.Background(), files[1:])
	if left, _ := os.ReadDir(a); err != nil || len(gone) != 2 || len(left) != 5 {
		t.Errorf("%d of 2 files removed, %d left, %v", len(gone), len(left), err)
	}
	if _, err := (&Cache{Folder: filepath.Join(dir, "c0")}).Survey(context.Background(), nil); err == nil ||
		!strings.Contains(err.Error(), "COUNTERPOISE_CACHE") {
		t.Errorf("a file in the place of the folder: %v", err)
	}
}

// A temporary file that a process holds stays.
func TestRemoveLeavesFilesInUse(t *testing.T) {
	c := &Cache{Folder: t.TempDir(), Version: "numbers 1"}
	staging, err := durable.NewStaging(filepath.Join(c.Folder, "a0", key("a0")))
	if err != nil {
		t.Fatal(err)
	}
	defer staging.Abort()
	files, err := c.Survey(context.Background(), nil)
	if err != nil || len(files) != 2 {
		t.Fatalf("%+v, %v", files, err)
	}
	if gone, err := Remove(context.Background(), files); err != nil || len(gone) != 0 {
		t.Errorf("removed %+v, %v", gone, err)
	}
}

// Beyond the limit the oldest files go, and the newest stays.
func TestLimit(t *testing.T) {
	for text, want := range map[string]int64{"": defaultLimit * 1e9, "0": 0, "1.5": 15e8} {
		t.Setenv(limitVariable, text)
		if got, err := Limit(); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	c := &Cache{Folder: t.TempDir(), Version: "numbers 1"}
	for _, text := range []string{"much", "-1", "NaN", "1e300"} {
		t.Setenv(limitVariable, text)
		if err := c.Put(key("a0"), nil); err == nil || !strings.Contains(err.Error(), limitVariable) {
			t.Errorf("%q: %v", text, err)
		}
	}
	t.Setenv(limitVariable, "0.00001") // 10 kB
	start := time.Now().Add(-time.Hour)
	for i := range 50 {
		k := key(fmt.Sprintf("%02x", 255-i)) // names run against time
		if err := c.Put(k, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		os.Chtimes(c.path(k), start, start.Add(time.Duration(i)*time.Second))
		files, err := list(context.Background(), c.Folder)
		if err != nil || len(files) > 9 || len(files) != i+1 && len(files) < 8 {
			t.Fatalf("%d files after %d, %v", len(files), i+1, err)
		}
		for n := range files {
			if _, err := c.Get(key(fmt.Sprintf("%02x", 255-i+n))); err != nil {
				t.Fatalf("of %d files, number %d from the newest is gone: %v", len(files), n, err)
			}
		}
	}
}

// A cache beyond its limit is emptied to nine tenths of it, so that it is not listed at each of the next writes.
// Temporary files, which other processes hold, neither count nor go.
func TestTrimLeavesRoom(t *testing.T) {
	t.Setenv(limitVariable, "0.0001") // 100 kB
	dir := t.TempDir()
	held := filepath.Join(dir, "ff", ".x.1.counterpoise-part")
	err := errors.Join(os.Mkdir(filepath.Dir(held), 0o755), os.WriteFile(held, make([]byte, 90e3), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	c := &Cache{Folder: dir, Version: "numbers 1"}
	most, before := 0, 0
	for i := range 40 {
		if err := c.Put(key(fmt.Sprintf("%02x", i)), make([]byte, 4900)); err != nil {
			t.Fatal(err)
		}
		files, err := list(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		n := len(files) - 1
		if n <= before && n != 18 { // 18 of 4,962 bytes are 90 kB, 20 are 100 kB
			t.Errorf("%d files stay after trimming", n)
		}
		most, before = max(most, n), n
	}
	if most != 20 {
		t.Errorf("%d files at most, of which 20 fit", most)
	}
	if _, err := os.Stat(held); err != nil {
		t.Error(err)
	}
}

// Files are whole or not there, whatever fails while they are written, trimmed or removed.
func TestCacheUnderFaults(t *testing.T) {
	old := func(dir string) error {
		return (&Cache{Folder: dir, Version: "numbers 1"}).Put(key("a0"), []byte("content"))
	}
	t.Run("put", func(t *testing.T) { faults.Check(t, faults.Writer{Write: old}) })
	t.Run("remove", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: old, Write: func(dir string) error {
			files, err := (&Cache{Folder: dir, Version: "numbers 2"}).Survey(context.Background(), nil)
			if err == nil {
				_, err = Remove(context.Background(), files)
			}
			return err
		}})
	})
}
