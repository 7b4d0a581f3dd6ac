package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A process appends to a file that it alone holds: records.jsonl, or where another process has that one records.2.jsonl,
// and so on. So no record ever waits for another process, and no two mix. Whoever holds the first file folds those into it that
// nobody holds any more; the last process to close does, so that in the end there is one file. Where the system has no locks,
// each process makes a new file, and all stay.

// mark is how far a file has been read.
type mark struct {
	file fs.FileInfo
	to   int64
}

// part is the path of the nth file, from 1.
func (s *Store) part(n int) string {
	if n == 1 {
		return filepath.Join(s.dir, "records.jsonl")
	}
	return filepath.Join(s.dir, fmt.Sprintf("records.%d.jsonl", n))
}

// parts are the paths of the files that are there, the first one first.
func (s *Store) parts() []string {
	entries, _ := os.ReadDir(s.dir)
	var numbers []int
	for _, e := range entries {
		n := 1
		if e.Name() != "records.jsonl" {
			if _, err := fmt.Sscanf(e.Name(), "records.%d.jsonl", &n); err != nil || filepath.Base(s.part(n)) != e.Name() {
				continue
			}
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	paths := make([]string, len(numbers))
	for i, n := range numbers {
		paths[i] = s.part(n)
	}
	return paths
}

// settle finds this process a file of its own, repairs it, and reads the others.
func (s *Store) settle() error {
	for n := 1; s.own == nil; {
		f, locked, err := hold(s.part(n))
		if errors.Is(err, errBusy) {
			n++
			continue
		}
		if err != nil {
			return err
		}
		s.locks = locked
		if s.own, err = s.repaired(f); err != nil {
			return err
		}
	}
	if err := s.fold(); err != nil {
		return err
	}
	return s.refresh()
}

// repaired reads a file that this process holds. Where lines are damaged, it sets them aside and gives the file back, nil: what
// stands in its place must be held anew.
func (s *Store) repaired(f *os.File) (*os.File, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	good, bad := s.scan(f.Name(), data, "set aside in "+s.damaged()+", its cell will run again")
	if len(bad) == 0 {
		return f, nil
	}
	defer f.Close()
	return nil, s.setAside(f.Name(), good, bad)
}

// refresh reads what other processes have added. A line that is being written is left for the next time.
func (s *Store) refresh() error {
	for {
		gone := false
		for _, path := range s.parts() {
			if s.own != nil && path == s.own.Name() {
				continue
			}
			err := s.readOn(path)
			if errors.Is(err, fs.ErrNotExist) {
				gone = true // folded into the first file in this moment: look there again
			} else if err != nil {
				return fmt.Errorf("can't read the records: %w", err)
			}
		}
		if !gone {
			return nil
		}
	}
}

// readOn takes in the whole lines of a file behind those that were read before.
func (s *Store) readOn(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	m := s.seen[path]
	if m.file == nil || !os.SameFile(m.file, info) || info.Size() < m.to {
		m = mark{} // another file by now
	}
	m.file = info
	if info.Size() == m.to {
		return nil
	}
	data, err := io.ReadAll(io.NewSectionReader(f, m.to, info.Size()-m.to))
	if err != nil {
		return err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	if m.to == 0 {
		s.scan(path, data, "left there, its cell will run again")
	} else {
		s.take(data)
	}
	m.to += int64(len(data))
	s.seen[path] = m
	return nil
}

// take keeps the records of lines, and passes over damaged ones: who reads them first says so.
func (s *Store) take(lines []byte) {
	for l := range bytes.Lines(lines) {
		if r, err := decode(bytes.TrimSuffix(l, []byte{'\n'})); err == nil {
			s.keep(r)
		}
	}
}

// Close gives this process's file back. The last process to close leaves all records in one file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own == nil {
		return nil
	}
	err := errors.Join(s.fold(), s.own.Close())
	// A process that finds the first file held leaves the folding to its holder, who therefore looks again when it is free.
	for err == nil && s.orphans() {
		s.own, _, err = hold(s.part(1))
		if errors.Is(err, errBusy) {
			err = nil
			break
		}
		if err == nil {
			err = errors.Join(s.fold(), s.own.Close())
		}
	}
	s.own = nil
	return err
}
