package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/scenes"
)

// cellOf returns a cell that differs for each n.
func cellOf(n int) record.Cell {
	return record.Cell{Task: "picking", Trial: n, Rollouts: 10, Version: bench.Version}
}

// filled makes a folder with a store of n records and returns its path and that of the first part file.
func filled(t testing.TB, n int) (dir, path string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "made", "by", "open")
	s := opened(t, dir)
	for i := range n {
		if err := s.Put(recordOf(cellOf(i), i%10, 5, 5)); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, s)
	return dir, s.Path()
}

func opened(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func closed(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRecordsComeBack(t *testing.T) {
	dir, _ := filled(t, 5)
	s := opened(t, dir)
	for i := range 5 {
		if got, ok := s.Get(cellOf(i)); !ok || !reflect.DeepEqual(got, recordOf(cellOf(i), i, 5, 5)) {
			t.Errorf("record %d came back as %+v, %v", i, got, ok)
		}
	}
	if s.Has(cellOf(5)) || len(s.Damage) > 0 {
		t.Errorf("the store has a cell that was never put, or damage: %q", s.Damage)
	}
}

// A cell keeps its first record, in memory and after reading again, since two processes may both have made one.
func TestFirstRecordStays(t *testing.T) {
	dir, _ := filled(t, 0)
	s := opened(t, dir)
	for _, duration := range []float64{3, 7} {
		r := recordOf(cellOf(0), 3, 0, 0)
		r.Duration.Training = duration
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Put(recordOf(cellOf(0), 7, 0, 0)); err == nil || !strings.Contains(err.Error(), "different results") {
		t.Errorf("error %v of a record that contradicts the first", err)
	}
	for _, s := range []*Store{s, opened(t, dir)} {
		r, _ := s.Get(cellOf(0))
		if n, _ := r.Rollouts[0].Successes(scenes.CALVIN); n != 3 || r.Duration.Training != 3 {
			t.Errorf("the second record replaced the first: %+v", r.Rollouts[0])
		}
	}
}

// If one line is damaged, the other lines survive, and Damage names the file and the line.
func TestDamage(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(lines [][]byte) [][]byte
		lost   []int  // records that have to run again
		says   string // of the first damaged line
	}{
		{"a digit flipped", func(l [][]byte) [][]byte {
			l[1] = bytes.Replace(l[1], []byte(`"horizon":360`), []byte(`"horizon":361`), 1)
			return l
		}, []int{1}, ":2: damaged line (its checksum does not fit)"},
		{"cut in the middle of the file", func(l [][]byte) [][]byte {
			l[2] = append(l[2][:40:40], '\n')
			return l
		}, []int{2}, ":3: damaged line (not a line of JSON with a record)"},
		{"killed while writing", func(l [][]byte) [][]byte {
			l[3] = l[3][:len(l[3])/2]
			return l
		}, []int{3}, ":4: damaged line (it ends in the middle, a run was killed while writing it)"},
		{"killed before the line feed", func(l [][]byte) [][]byte {
			l[3] = l[3][:len(l[3])-1]
			return l
		}, []int{3}, ":4: damaged line (it ends in the middle, a run was killed while writing it)"},
		{"noise", func(l [][]byte) [][]byte {
			return append([][]byte{[]byte("\x00\xff\n"), []byte("{}\n"), []byte("[1]\n")}, l...)
		}, nil, ":1: damaged line (not a line of JSON with a record)"},
		{"another program's record", func(l [][]byte) [][]byte {
			raw := []byte(`{"cell":"x"}`)
			return append([][]byte{fmt.Appendf(nil, `{"sha256":%q,"record":%s}`+"\n", checksum(raw), raw)}, l...)
		}, nil, ":1: damaged line (no record of this program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, path := filled(t, 4)
			before, _ := os.ReadFile(path)
			damaged := bytes.Join(c.damage(bytes.SplitAfter(bytes.TrimSuffix(before, []byte("\n")), []byte("\n"))), nil)
			if !strings.HasPrefix(c.name, "killed") {
				damaged = append(bytes.TrimSuffix(damaged, []byte("\n")), '\n')
			}
			os.WriteFile(path, damaged, 0o644)

			s := opened(t, dir)
			if len(s.Damage) == 0 || !strings.HasPrefix(s.Damage[0], path+c.says) {
				t.Errorf("damage %q, want it to begin with %s", s.Damage, path+c.says)
			}
			for i := range 4 {
				if lost := len(c.lost) > 0 && c.lost[0] == i; s.Has(cellOf(i)) == lost {
					t.Errorf("record %d: there %v, want %v", i, !lost, lost)
				}
			}
			nothingLost(t, damaged, path)
			for _, i := range c.lost {
				if err := s.Put(recordOf(cellOf(i), 1, 1, 1)); err != nil {
					t.Fatal(err)
				}
			}
			closed(t, s)
			if again := opened(t, dir); len(again.Damage) > 0 || !again.Has(cellOf(3)) {
				t.Errorf("after the repair: damage %q", again.Damage)
			}
		})
	}
}

// nothingLost checks that every line of a damaged file is in the store or in the file for damaged lines.
func nothingLost(t *testing.T, damaged []byte, path string) {
	t.Helper()
	good, _ := os.ReadFile(path)
	bad, _ := os.ReadFile(path + ".damaged")
	for _, l := range bytes.Split(damaged, []byte("\n")) {
		if !bytes.Contains(append(good, bad...), l) {
			t.Errorf("line %.60q is nowhere any more", l)
		}
	}
}

// A record that is appended after an incomplete line is not damaged by it.
func TestPutAfterATornLine(t *testing.T) {
	dir, path := filled(t, 1)
	s := opened(t, dir)
	f, _ := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString(`{"sha256":"12`)
	f.Close()
	if err := s.Put(recordOf(cellOf(1), 1, 1, 1)); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	again := opened(t, dir)
	if !again.Has(cellOf(0)) || !again.Has(cellOf(1)) || len(again.Damage) != 1 {
		t.Errorf("records or damage lost: %q", again.Damage)
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	_, err := Open(filepath.Join(file, "out"))
	if err == nil || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "choose another with --out") {
		t.Errorf("error %v, want one line that says what to do", err)
	}
}

// FuzzDecode checks that any record whose checksum fits is refused or can be encoded and decoded again.
func FuzzDecode(f *testing.F) {
	for _, r := range []record.Record{recordOf(cellOf(1), 1, 2, 3), checked(f, 2)} {
		b, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var raw bytes.Buffer
		if json.Compact(&raw, text) != nil {
			return
		}
		b, err := json.Marshal(line{Sum: checksum(raw.Bytes()), Record: raw.Bytes()})
		if err != nil {
			t.Fatal(err)
		}
		r, err := decode(b)
		if err != nil {
			return
		}
		if again, err := encode(r); err != nil {
			t.Errorf("a record that was read can't be written: %v", err)
		} else if _, err := decode(bytes.TrimSuffix(again, []byte("\n"))); err != nil {
			t.Errorf("a record that was written can't be read: %v", err)
		}
	})
}

func BenchmarkPut(b *testing.B) {
	dir, _ := filled(b, 0)
	s := opened(b, dir)
	b.ReportAllocs()
	for i := range b.N {
		if err := s.Put(recordOf(cellOf(i), 1, 2, 3)); err != nil {
			b.Fatal(err)
		}
	}
}

// Read changes nothing on the disk and finds the records that Open finds.
func TestReadLeavesThingsAlone(t *testing.T) {
	dir, _ := filled(t, 3)
	s, err := Read(dir)
	if err != nil || len(s.Records()) != 3 || s.Records()[2].Cell.Trial != 2 {
		t.Errorf("%v, %d records", err, len(s.Records()))
	}
	empty, _ := filled(t, 0)
	if _, err := Read(empty); !errors.Is(err, ErrNoRecords) {
		t.Errorf("a folder with an empty file of records: %v", err)
	}
	if _, err := Read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no records") {
		t.Errorf("a folder without records: %v", err)
	}
}

// A run keeps its records in a Store.
var _ runner.Store = (*Store)(nil)
