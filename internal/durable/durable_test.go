package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	for _, text := range []string{"first", "second, and longer", ""} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); string(got) != text || err != nil {
			t.Errorf("read %q, %v; want %q", got, err, text)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("permissions %v, %v; want 0644", info.Mode(), err)
	}
}

// A writer that fails half-way must leave the old content and no temporary file.
func TestFailedWriteKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.json")
	if err := WriteFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	err := Write(path, func(f *File) error {
		f.Write([]byte("half of the new con"))
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("content after a failed write: %q, want the old", got)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files left in the folder, want 1", len(entries))
	}
}

func TestMissingFolderIsAnError(t *testing.T) {
	err := WriteFile(filepath.Join(t.TempDir(), "missing", "report.json"), nil)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one that says the folder does not exist", err)
	}
}

// A file that is a link to what does not exist can be neither opened nor made: an error that says so, at once.
func TestOpenLockedOfDanglingLink(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.jsonl")
	if err := os.Symlink("missing", path); err != nil {
		t.Skip(err)
	}
	_, _, err := OpenLocked(path)
	if !errors.Is(err, errDangling) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that of a link to nothing", err)
	}
}
