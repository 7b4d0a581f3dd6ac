package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
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
	path := filepath.Join(t.TempDir(), "missing", "report.json")
	err := WriteFile(path, nil)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one that says the folder does not exist", err)
	}
	if !strings.Contains(err.Error(), path+":") {
		t.Errorf("error %v, want one that names %s and no temporary file", err, path)
	}
}

// What a link names is written at the end of the link, be it a file, an empty folder or a dataset: the link may lead to
// a larger disk. A link to what does not exist stays, and is an error.
func TestLinksAreFollowed(t *testing.T) {
	dir := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	for _, name := range []string{at("disk"), at("disk", "empty"), at("disk", "full")} {
		if err := Mkdir(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{at("disk", "report.json"), at("disk", "full", "old")} {
		if err := WriteNew(name, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"report.json", "empty", "full", "missing"} {
		if err := os.Symlink(filepath.Join("disk", name), at(name)); err != nil {
			t.Skip(err)
		}
	}
	make := func(path string) error {
		s, err := NewStaging(path)
		if err != nil {
			return err
		}
		defer s.Abort()
		if err := Mkdir(s.Path()); err != nil {
			return err
		}
		if err := WriteNew(filepath.Join(s.Path(), "new"), nil); err != nil {
			return err
		}
		return s.Commit()
	}
	for _, err := range []error{WriteFile(at("report.json"), []byte("text")), make(at("empty")), make(at("full"))} {
		if err != nil {
			t.Error(err)
		}
	}
	if got, err := os.ReadFile(at("disk", "report.json")); string(got) != "text" {
		t.Errorf("the file has %q, %v", got, err)
	}
	for _, name := range []string{"empty", "full"} {
		if entries, err := os.ReadDir(at("disk", name)); len(entries) != 1 || entries[0].Name() != "new" {
			t.Errorf("folder %s has %v, %v", name, entries, err)
		}
	}
	for _, err := range []error{WriteFile(at("missing"), nil), make(at("missing")), MkdirAll(at("missing", "in"))} {
		if !errors.Is(err, errDangling) {
			t.Errorf("a link to what is missing: %v", err)
		}
	}
	for _, name := range []string{"report.json", "empty", "full", "missing"} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is a link no more: %v, %v", name, info, err)
		}
	}
	if entries, err := os.ReadDir(at("disk")); len(entries) != 3 {
		t.Errorf("left behind: %v, %v", entries, err)
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

// A staging folder that is given up, or cannot be made, takes the folders with it that were made for it. Folders that
// were there before stay, and so do those that hold something.
func TestAbortTakesFoldersBack(t *testing.T) {
	dir := t.TempDir()
	left := func() (names []string) {
		filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
			if path != dir {
				name, _ := filepath.Rel(dir, path)
				names = append(names, filepath.ToSlash(name))
			}
			return nil
		})
		return names
	}
	final := filepath.Join(dir, "a", "b", "c")
	s, err := NewStaging(final)
	if err != nil {
		t.Fatal(err)
	}
	s.Abort()
	s.Abort()
	if names := left(); names != nil {
		t.Errorf("after Abort: %v", names)
	}
	restore := Inject(func(c Call) (int, error) {
		if c.Name == "create" {
			return 0, errors.New("too many open files")
		}
		return 0, nil
	})
	_, err = NewStaging(final)
	restore()
	if names := left(); err == nil || names != nil {
		t.Errorf("after a lock that cannot be made: %v, %v", names, err)
	}
	if err := MkdirAll(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if s, err = NewStaging(final); err != nil {
		t.Fatal(err)
	}
	s.Abort()
	if names := left(); !slices.Equal(names, []string{"a"}) {
		t.Errorf("in a folder that was there: %v", names)
	}
	if s, err = NewStaging(final); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(WriteNew(s.Path(), []byte("new")), s.Commit()); err != nil {
		t.Fatal(err)
	}
	s.Abort()
	if names := left(); !slices.Equal(names, []string{"a", "a/b", "a/b/c"}) {
		t.Errorf("after Commit: %v", names)
	}
}

// A file that another process removes or replaces before it is locked is not the one that others find: it is left, and
// what is at the path is locked.
func TestLocksAreOfWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "records.jsonl")
	replaced := 0
	// replace replaces the file at the first two locks, as a process does that sweeps or writes there.
	replace := func(c Call) (int, error) {
		if c.Name == "lock" && replaced < 2 {
			replaced++
			if err := os.Remove(c.Path); err != nil {
				t.Error(err)
			}
			if replaced == 2 {
				os.WriteFile(c.Path, []byte("of another process"), 0o644)
			}
		}
		return 0, nil
	}
	restore := Inject(replace)
	f, locked, err := OpenLocked(path)
	restore()
	if err != nil || !locked || replaced != 2 {
		t.Fatalf("locked %v, %v, after %d replacements", locked, err, replaced)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); string(text) != "of another process" || !f.IsAt(path) {
		t.Errorf("locked a file that is not there any more: %q, %v", text, err)
	}
	replaced = 1 // once more
	restore = Inject(replace)
	part := filepath.Join(dir, ".a.1"+partSuffix)
	if err := os.WriteFile(part, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	sweepFile(part)
	restore()
	if text, err := os.ReadFile(part); string(text) != "of another process" {
		t.Errorf("swept what another process has made meanwhile: %q, %v", text, err)
	}
}

// A file with the longest name that a system takes can be written; its temporary name is shorter, and whole characters.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	name := strings.Repeat("a", 252) + "é" // 254 bytes
	if err := WriteFile(filepath.Join(dir, name), []byte("text")); err != nil {
		t.Error(err)
	}
	f, err := createLocked(dir, strings.Repeat("a", 99)+"é", partSuffix)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if base := filepath.Base(f.Name()); !utf8.ValidString(base) || !Temporary(base) {
		t.Errorf("the temporary file is called %q", base)
	}
}

// Errors of writing name the file that its reader knows, and no temporary one.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	for _, call := range []string{"create", "write", "chmod", "sync", "rename"} {
		restore := Inject(func(c Call) (int, error) {
			if c.Name == call {
				return 0, syscall.ENOSPC
			}
			return 0, nil
		})
		err := WriteFile(path, []byte("text"))
		restore()
		if !errors.Is(err, syscall.ENOSPC) || err.Error() != "write "+path+": no space left on device" {
			t.Errorf("%s: %v", call, err)
		}
	}
	if err := WriteFile(dir, nil); err == nil || !strings.HasPrefix(err.Error(), "write "+dir+": ") {
		t.Errorf("a folder in the place of the file: %v", err)
	}
	told := errors.New("a telling error")
	if err := Write(path, func(*File) error { return told }); err != told {
		t.Errorf("the error of what fills the file is %v", err)
	}
}
