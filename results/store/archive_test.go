package store

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Records of an archive count, for those who write the folder and those who read it, and no process changes the file.
func TestArchive(t *testing.T) {
	dir, path := filled(t, 3)
	archive := filepath.Join(dir, "records-earlier.jsonl")
	if err := os.Rename(path, archive); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Read(dir); err != nil || len(s.Records()) != 3 {
		t.Fatalf("an archive alone: %v", err)
	}
	s := opened(t, dir)
	if _, ok, err := s.Claim(cellOf(1)); ok || err != nil || !s.Has(cellOf(1)) {
		t.Errorf("a cell of the archive was to be computed again: %v, %v", ok, err)
	}
	if err := s.Put(recordOf(cellOf(7), 1, 2, 3)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(archive); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the archive has changed (%v)", err)
	}
	if text, err := os.ReadFile(path); err != nil || bytes.Count(text, []byte{'\n'}) != 1 {
		t.Errorf("%d records in the part file, %v; want the new one", bytes.Count(text, []byte{'\n'}), err)
	}
	if again, err := Read(dir); err != nil || len(again.Records()) != 4 {
		t.Errorf("read again: %v", err)
	}
}

// A damaged line of an archive is reported and left where it is, and a record that contradicts one of a part file is an
// error that names both files.
func TestArchiveDamage(t *testing.T) {
	dir, path := filled(t, 2)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "records-a.jsonl")
	if err := os.WriteFile(archive, append([]byte("no record\n"), text...), 0o644); err != nil {
		t.Fatal(err)
	}
	s := opened(t, dir)
	if len(s.Damage) != 1 || !strings.Contains(s.Damage[0], archive+":1") {
		t.Errorf("damage %q", s.Damage)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if kept, _ := os.ReadFile(archive); !bytes.HasPrefix(kept, []byte("no record\n")) {
		t.Error("the damaged line was moved")
	}
	other, err := encode(recordOf(cellOf(0), 9, 9, 9))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(archive, other, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "records-a.jsonl") {
		t.Errorf("contradicting records: %v", err)
	}
}

// A whole record at the end of a file without a line feed counts, for those who read and those who write; a part of a
// record there is damage, in an archive too.
func TestLastLineWithoutLineFeed(t *testing.T) {
	for _, archived := range []bool{false, true} {
		dir, path := filled(t, 2)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if archived {
			os.Remove(path)
			path = filepath.Join(dir, "records-a.jsonl")
		}
		for cut, want := range map[int]int{1: 2, 20: 1} {
			if err := os.WriteFile(path, text[:len(text)-cut], 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := Read(dir)
			if err != nil || len(s.Records()) != want || len(s.Damage) != 2-want {
				t.Errorf("archive %v, cut by %d: read %d records, %q, %v", archived, cut, len(s.Records()), s.Damage,
					err)
			}
			s = opened(t, dir)
			if len(s.Records()) != want || len(s.Damage) != 2-want {
				t.Errorf("archive %v, cut by %d: opened %d records, %q", archived, cut, len(s.Records()), s.Damage)
			}
			if err := s.Put(recordOf(cellOf(9), 1, 1, 1)); err != nil {
				t.Error(err)
			}
			closed(t, s)
			if s, err = Read(dir); err != nil || len(s.Records()) != want+1 {
				t.Errorf("archive %v, cut by %d: in the end %d records, %v", archived, cut, len(s.Records()), err)
			}
			os.Remove(filepath.Join(dir, "records.jsonl"))
		}
	}
}

// A compressed folder has the records that it had, for those who read it and those who go on with it; what these add is
// compressed with the others later.
func TestCompressedFolder(t *testing.T) {
	dir, path := filled(t, 3)
	if err := os.WriteFile(filepath.Join(dir, "records-a.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	plain, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, after, err := opened(t, dir).Compress()
	if err != nil || before != int64(len(text)) || after >= before {
		t.Fatalf("%d bytes became %d, %v", before, after, err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 || names[0] != path+".zst" {
		t.Fatalf("the folder has %q", names)
	}
	packed, err := Read(dir)
	if err != nil || !reflect.DeepEqual(packed.Records(), plain.Records()) {
		t.Fatalf("read again: %v", err)
	}
	s := opened(t, dir)
	if _, ok, err := s.Claim(cellOf(1)); ok || err != nil {
		t.Errorf("a cell was to be computed again: %v, %v", ok, err)
	}
	if err := s.Put(recordOf(cellOf(7), 1, 2, 3)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Compress(); err != nil {
		t.Fatal(err)
	}
	if s, err := Read(dir); err != nil || len(s.Records()) != 4 {
		t.Errorf("after the second time: %v", err)
	}
}

// A folder to which another process writes is not compressed.
func TestCompressBusyFolder(t *testing.T) {
	dir, path := filled(t, 2)
	first, second := opened(t, dir), opened(t, dir)
	defer first.Close()
	if _, _, err := second.Compress(); err == nil || !strings.Contains(err.Error(), "another program writes to") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}
