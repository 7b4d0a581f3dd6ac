package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/record"
	"counterpoise/internal/durable"
)

// files returns the names in a folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func put(t *testing.T, s *Store, n int) {
	t.Helper()
	if err := s.Put(recordOf(cellOf(n), n%10, 1, 1)); err != nil {
		t.Fatal(err)
	}
}

// A process that opens a folder in use gets a part file of its own; after the last process closes, one file is left.
func TestLastToCloseLeavesOneFile(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}} {
		dir := t.TempDir()
		stores := []*Store{opened(t, dir), opened(t, dir), opened(t, dir)}
		for i, s := range stores {
			put(t, s, i)
		}
		if got := files(t, dir); !slices.Equal(got, []string{"records.2.jsonl", "records.3.jsonl", "records.jsonl"}) {
			t.Errorf("three stores write to %v", got)
		}
		if s, err := Read(dir); err != nil || len(s.Records()) != 3 {
			t.Errorf("while they write, %v (%v) can be read, want 3 records", s, err)
		}
		for _, i := range order {
			closed(t, stores[i])
		}
		if got := files(t, dir); !slices.Equal(got, []string{"records.jsonl"}) {
			t.Errorf("closed in the order %v: %v", order, got)
		}
		if s := opened(t, dir); len(s.Records()) != 3 || len(s.Damage) > 0 {
			t.Errorf("closed in the order %v: %d records, damage %q", order, len(s.Records()), s.Damage)
		}
	}
}

// A part file that ends within a line, because its process was killed, is merged, and the line is set aside.
func TestFilesOfTheDeadAreFolded(t *testing.T) {
	dir, path := filled(t, 2)
	text, _ := os.ReadFile(path)
	first := len(text) / 2
	os.WriteFile(filepath.Join(dir, "records.7.jsonl"), text[first:len(text)-9], 0o644)
	os.WriteFile(path, text[:len(text)/2+1], 0o644)
	s := opened(t, dir)
	if len(s.Damage) == 0 || s.Has(cellOf(1)) || !s.Has(cellOf(0)) {
		t.Errorf("damage %q, records %v", s.Damage, len(s.Records()))
	}
	put(t, s, 1)
	if got := files(t, dir); !slices.Equal(got, []string{"records.jsonl", "records.jsonl.damaged"}) {
		t.Errorf("files %v", got)
	}
	closed(t, s)
	if again := opened(t, dir); len(again.Records()) != 2 || len(again.Damage) > 0 {
		t.Errorf("%d records, damage %q", len(again.Records()), again.Damage)
	}
}

// A cell that is claimed cannot be claimed by others until it is released; a cell with a record cannot be claimed at
// all.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	a, b := opened(t, dir), opened(t, dir)
	claim := func(s *Store, n int) (func(), bool) {
		t.Helper()
		release, ok, err := s.Claim(cellOf(n))
		if err != nil {
			t.Fatal(err)
		}
		return release, ok
	}
	release, ok := claim(a, 1)
	if _, other := claim(b, 1); !ok || other {
		t.Errorf("claimed by the first %v and by the second %v", ok, other)
	}
	if free, ok := claim(b, 2); !ok {
		t.Error("a claim on one cell keeps others from another")
	} else {
		free()
	}
	release()
	if release, ok = claim(b, 1); !ok {
		t.Error("a claim that was given back can't be had")
	}
	put(t, b, 1)
	release()
	if _, ok := claim(a, 1); ok || !a.Has(cellOf(1)) {
		t.Errorf("claimed a cell that another process has made (%v), or does not know of its record", ok)
	}
	closed(t, a)
	closed(t, b)
	if got := files(t, dir); !slices.Equal(got, []string{"records.jsonl"}) {
		t.Errorf("files %v", got)
	}
}

// What is called as the folder of claims is, or lies in it, and is no claim, stays.
func TestForeignFilesAmongClaims(t *testing.T) {
	for _, name := range []string{"claims", "claims/notes.txt", "claims/0123"} {
		dir, stale := t.TempDir(), "claims/"+cellOf(1).Hash()
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		os.WriteFile(path, []byte("mine"), 0o644)
		os.WriteFile(filepath.Join(dir, stale), nil, 0o644) // fails where claims is a file
		closed(t, opened(t, dir))
		if text, err := os.ReadFile(path); string(text) != "mine" {
			t.Errorf("%s was removed: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, stale)); err == nil {
			t.Errorf("beside %s the claim of a killed process stays", name)
		}
	}
}

// Without locks no record is lost: each process makes a new part file, and all of them are read.
func TestWithoutLocks(t *testing.T) {
	t.Cleanup(durable.Inject(func(c durable.Call) (int, error) {
		if c.Name == "lock" {
			return 0, durable.ErrNoLocks
		}
		return 0, nil
	}))
	dir := t.TempDir()
	a, b := opened(t, dir), opened(t, dir)
	put(t, a, 1)
	put(t, b, 2)
	if _, ok, err := a.Claim(cellOf(2)); ok || err != nil {
		t.Errorf("a record that the other has made is claimed: %v, %v", ok, err)
	}
	if _, ok, err := a.Claim(cellOf(3)); !ok || err != nil {
		t.Errorf("claim %v, %v", ok, err)
	}
	closed(t, a)
	closed(t, b)
	c := opened(t, dir)
	put(t, c, 3)
	closed(t, c)
	if got := files(t, dir); !slices.Equal(got, []string{"records.2.jsonl", "records.3.jsonl", "records.jsonl"}) {
		t.Errorf("files %v", got)
	}
	if s, err := Read(dir); err != nil || len(s.Records()) != 3 || len(s.Damage) > 0 {
		t.Errorf("%v, %v", s, err)
	}
}

// Put fails on a store that is closed or whose part file was removed.
func TestRecordsNeedTheirFile(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	os.Remove(s.Path())
	if err := s.Put(recordOf(cellOf(1), 1, 1, 1)); err == nil || !strings.Contains(err.Error(), "removed") {
		t.Errorf("error %v after the file was removed", err)
	}
	closed(t, s)
	if err := s.Put(recordOf(cellOf(1), 1, 1, 1)); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("error %v after the store was closed", err)
	}
}

// Several processes share a store while some of them are killed repeatedly. In the end every record is there and
// whole, and no two processes made the same one.
func TestProcessesShareAStore(t *testing.T) {
	const processes, cells, kills = 4, 120, 12
	if dir, ok := os.LookupEnv("COUNTERPOISE_TEST_SHARE"); ok {
		shareOut(t, dir, cells)
		return
	}
	dir := t.TempDir()
	start := func() *exec.Cmd {
		c := exec.Command(os.Args[0], "-test.run=^TestProcessesShareAStore$")
		c.Env = append(os.Environ(), "COUNTERPOISE_TEST_SHARE="+dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	running := make([]*exec.Cmd, processes)
	for i := range running {
		running[i] = start()
	}
	for i := range kills {
		time.Sleep(30 * time.Millisecond)
		running[i%processes].Process.Kill()
		running[i%processes].Wait()
		running[i%processes] = start()
	}
	for _, c := range running {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	made, _ := os.ReadFile(filepath.Join(dir, "records.jsonl"))
	if lines := strings.Count(string(made), "\n"); lines != cells {
		t.Errorf("%d lines for %d cells: some were made twice or are damaged", lines, cells)
	}
	if got := files(t, dir); !slices.Equal(slices.DeleteFunc(got,
		func(n string) bool { return n == "records.jsonl.damaged" }), []string{"records.jsonl"}) {
		t.Errorf("files %v", got)
	}
	s := opened(t, dir)
	for i := range cells {
		if !s.Has(cellOf(i)) {
			t.Errorf("record %d is missing", i)
		}
	}
}

// shareOut is the work of each process: it claims and makes records until all are there.
func shareOut(t *testing.T, dir string, cells int) {
	s := opened(t, dir)
	for missing := cells; missing > 0; time.Sleep(time.Millisecond) {
		missing = 0
		for i := range cells {
			release, ok, err := s.Claim(cellOf(i))
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				time.Sleep(5 * time.Millisecond)
				put(t, s, i)
				release()
			}
			if !s.Has(cellOf(i)) {
				missing++
			}
		}
	}
	closed(t, s)
}

// A lock ends with its process.
func TestHoldIsExclusive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	f, locked, err := durable.OpenLocked(path)
	if err != nil || !locked {
		t.Skipf("no locks here: %v, %v", locked, err)
	}
	if _, _, err := durable.OpenLocked(path); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("held twice: %v", err)
	}
	removeLocked(f)
	g, _, err := durable.OpenLocked(path)
	if err != nil {
		t.Fatalf("given back, and can't be held: %v", err)
	}
	if fmt.Sprint(g.IsAt(path), f.IsAt(path)) != "true false" {
		t.Error("the file that was removed is taken for the one that stands there now")
	}
	removeLocked(g)
}

func BenchmarkClaim(b *testing.B) {
	dir, _ := filled(b, 0)
	s := opened(b, dir)
	b.ReportAllocs()
	for i := range b.N {
		release, ok, err := s.Claim(record.Cell{Trial: i})
		if err != nil || !ok {
			b.Fatal(ok, err)
		}
		release()
	}
}
