package recordfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"counterpoise/internal/faults"
	"counterpoise/internal/hostile"
)

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func lines(from, n int) []byte {
	var b bytes.Buffer
	for i := from; i < from+n; i++ {
		fmt.Fprintf(&b, `{"sha256":"%016x","record":{"trial":%d}}`+"\n", i*2654435761, i)
	}
	return b.Bytes()
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"records.jsonl": false, "records.2.jsonl": false, "records.jsonl.zst": true, "records-a.jsonl": true,
		"records-a.jsonl.zst": true, "records.jsonl.damaged": false, "records.2.jsonl.zst": false, "records.zst": false,
		"claims.jsonl.zst": false,
	} {
		if IsArchive(name) != want {
			t.Errorf("%s is an archive: %v", name, !want)
		}
	}
}

// A compressed file has the lines of the plain one, whose place it takes, and lines that come later are added to it.
// The same lines give the same bytes.
func TestCompress(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, Plain)
	write(t, path, lines(0, 500))
	before, after, err := Compress(path)
	if err != nil || before != int64(len(lines(0, 500))) || after >= before {
		t.Fatalf("%d bytes become %d, %v", before, after, err)
	}
	if paths := Paths(dir); !slices.Equal(paths, []string{path + ".zst"}) {
		t.Fatalf("the folder has %q", paths)
	}
	write(t, path, lines(500, 100))
	if paths := Paths(dir); !slices.Equal(paths, []string{path, path + ".zst"}) {
		t.Fatalf("the folder has %q", paths)
	}
	if _, _, err := Compress(path); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(path + ".zst"); err != nil || !bytes.Equal(got, lines(0, 600)) {
		t.Errorf("%d bytes are read, %v", len(got), err)
	}
	write(t, filepath.Join(other, Plain), lines(0, 600))
	if _, _, err := Compress(filepath.Join(other, Plain)); err != nil {
		t.Fatal(err)
	}
	a, _ := os.ReadFile(path + ".zst")
	if b, _ := os.ReadFile(filepath.Join(other, Plain+".zst")); !bytes.Equal(a, b) {
		t.Error("the same lines are compressed to other bytes")
	}
}

// Compress that was stopped before it removed the plain file goes on, with what was appended meanwhile, and repeats
// nothing; a file that would not be read is not compressed.
func TestCompressGoesOn(t *testing.T) {
	for _, n := range []int{0, 7} {
		path := filepath.Join(t.TempDir(), Plain)
		write(t, path, lines(0, 50))
		if _, _, err := Compress(path); err != nil {
			t.Fatal(err)
		}
		write(t, path, lines(50, 20))
		if _, _, err := Compress(path); err != nil {
			t.Fatal(err)
		}
		write(t, path, lines(50, 20+n)) // as if it had been killed
		if _, _, err := Compress(path); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(path + ".zst"); err != nil || !bytes.Equal(got, lines(0, 70+n)) {
			t.Errorf("%d bytes are read, want %d; %v", len(got), len(lines(0, 70+n)), err)
		}
	}
	path := filepath.Join(t.TempDir(), Plain)
	zeros := make([]byte, 1<<28)
	write(t, path, zeros)
	if _, _, err := Compress(path); err == nil || !slices.Equal(Paths(filepath.Dir(path)), []string{path}) {
		t.Errorf("zeros: %v, %q", err, Paths(filepath.Dir(path)))
	}
}

// A small file that expands beyond all proportion, and one that is damaged, are errors that name it.
func TestReadRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.jsonl.zst")
	encoder, _ := zstd.NewWriter(nil)
	packed := encoder.EncodeAll(lines(0, 100), nil)
	for name, data := range map[string][]byte{
		"a bomb": encoder.EncodeAll(make([]byte, 1<<28), nil), "a part": packed[:len(packed)-3],
		"text": []byte("records"),
	} {
		write(t, path, data)
		if got, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

func TestHostileFiles(t *testing.T) {
	encoder, _ := zstd.NewWriter(nil)
	hostile.Check(t, func(path string) error {
		to := path + ".zst"
		if err := os.Rename(path, to); err != nil {
			return err
		}
		_, err := Read(to)
		return err
	}, hostile.Input{Name: "zeros", Data: func() []byte { return encoder.EncodeAll(make([]byte, 1<<28), nil) }})
}

// Whatever fails, the plain file or the compressed one is there, whole.
func TestCompressUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{
		Old: func(dir string) error { return os.WriteFile(filepath.Join(dir, Plain), lines(0, 50), 0o644) },
		Write: func(dir string) error {
			_, _, err := Compress(filepath.Join(dir, Plain))
			return err
		},
	})
}
