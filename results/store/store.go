package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"counterpoise/bench"
)

// Store is the records of one folder, on disk and in memory. It is safe for concurrent use, and several processes may
// have the same folder open: each writes to a file of its own (see store_parts.go) and reads all of them.
type Store struct {
	dir     string
	mu      sync.RWMutex
	records map[string]bench.Record // by the cell's hash
	order   []string                // hashes in the order of the files
	own     *os.File                // what this process appends to; nobody else does
	locks   bool                    // the file system has locks
	seen    map[string]mark         // how far each file has been read

	// Damage says which lines were found damaged, one sentence each.
	Damage []string
}

// Open opens the store of a folder to write to it, and makes the folder where it is missing. Files that other processes left are
// folded into one. Lines that are damaged are moved to a file beside the store and named in Damage; the rest survives.
func Open(dir string) (*Store, error) {
	s := blank(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, unwritable(dir, err)
	}
	if err := s.settle(); err != nil {
		return nil, unwritable(dir, err)
	}
	return s, nil
}

// Read reads the store of a folder and changes nothing there: damaged lines are named and left where they are. A folder
// without records is an error.
func Read(dir string) (*Store, error) {
	s := blank(dir)
	for _, path := range s.parts() {
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return Read(dir) // folded into the first file in this moment
		}
		if err != nil {
			return nil, fmt.Errorf("can't read the records: %w", err)
		}
		s.scan(path, data, "left out")
	}
	if len(s.parts()) == 0 {
		return nil, fmt.Errorf("%s holds no records (%s): make some with counterpoise run quick --out %s", dir, filepath.Base(s.Path()), dir)
	}
	return s, nil
}

func blank(dir string) *Store {
	return &Store{dir: dir, records: map[string]bench.Record{}, seen: map[string]mark{}}
}

func unwritable(dir string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("can't write to folder %s: %w; choose another with --out", dir, err)
}

// Path is the file that holds the records once nobody else writes.
func (s *Store) Path() string { return s.part(1) }

// Get is the record of a cell, if there is one.
func (s *Store) Get(c bench.Cell) (bench.Record, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.records[c.Hash()]
	return r, ok
}

// Records are all records, in the order in which they were made, or read where others made them.
func (s *Store) Records() []bench.Record {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]bench.Record, len(s.order))
	for i, h := range s.order {
		all[i] = s.records[h]
	}
	return all
}

// Has tells whether a cell has its record.
func (s *Store) Has(c bench.Cell) bool {
	_, ok := s.Get(c)
	return ok
}

// Put appends a record and returns when it is on the disk. A cell keeps its first record.
func (s *Store) Put(r bench.Record) error {
	b, err := encode(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.append(b); err != nil {
		return fmt.Errorf("can't keep the record of %v: %w", r.Cell, err)
	}
	s.keep(r)
	return nil
}

// append adds whole lines to this process's file and syncs it.
func (s *Store) append(lines []byte) error {
	if s.own == nil || !stands(s.own, s.own.Name()) {
		return fmt.Errorf("%s is closed, or was removed or replaced while this program wrote to it", s.dir)
	}
	return appendLines(s.own, lines)
}

func (s *Store) keep(r bench.Record) {
	h := r.Cell.Hash()
	if _, ok := s.records[h]; !ok {
		s.records[h] = r
		s.order = append(s.order, h)
	}
}

// appendLines adds lines to a file and syncs it. A line that someone was killed in is closed first, so that it damages no
// other; what could not be written whole is taken back.
func appendLines(f *os.File, b []byte) error {
	end, err := f.Seek(0, 2)
	if err != nil {
		return err
	}
	if torn(f, end) {
		b = append([]byte{'\n'}, b...)
	}
	if _, err = f.Write(b); err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	return f.Sync()
}

// torn tells whether the file ends within a line.
func torn(f *os.File, end int64) bool {
	var last [1]byte
	n, _ := f.ReadAt(last[:], end-1)
	return n == 1 && last[0] != '\n'
}
