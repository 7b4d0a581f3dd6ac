package results

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
// have the same folder open: each sees what was there when it opened, and what it adds itself.
type Store struct {
	path    string
	mu      sync.RWMutex
	records map[string]bench.Record // by the cell's hash
	order   []string                // hashes in the order of the file

	// Damage says which lines were found damaged, one sentence each.
	Damage []string
}

var _ bench.Store = (*Store)(nil)

// Open opens the store of a folder and makes the folder where it is missing. Lines that are damaged are moved to a file
// beside the store and named in Damage; the rest survives.
func Open(dir string) (*Store, error) {
	s := &Store{path: filepath.Join(dir, "records.jsonl"), records: map[string]bench.Record{}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, unwritable(dir, err)
	}
	unlock, err := lock(s.path + ".lock")
	if err != nil {
		return nil, unwritable(dir, err)
	}
	defer unlock()
	data, err := os.ReadFile(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("can't read the records: %w", err)
	}
	return s, s.load(data)
}

// Read reads the store of a folder and changes nothing there: damaged lines are named and left where they are. A folder
// without records is an error.
func Read(dir string) (*Store, error) {
	s := &Store{path: filepath.Join(dir, "records.jsonl"), records: map[string]bench.Record{}}
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no records (%s): make some with counterpoise run quick --out %s", dir, filepath.Base(s.path), dir)
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the records: %w", err)
	}
	s.scan(data, "left out")
	return s, nil
}

func unwritable(dir string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("can't write to folder %s: %w; choose another with --out", dir, err)
}

// Path is the file that holds the records.
func (s *Store) Path() string { return s.path }

// Get is the record of a cell, if there is one.
func (s *Store) Get(c bench.Cell) (bench.Record, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.records[c.Hash()]
	return r, ok
}

// Records are all records, in the order in which they were made.
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
	unlock, err := lock(s.path + ".lock")
	if err != nil {
		return fmt.Errorf("can't keep the record of %v: %w", r.Cell, err)
	}
	defer unlock()
	if err := appendLine(s.path, b); err != nil {
		return fmt.Errorf("can't keep the record of %v: %w", r.Cell, err)
	}
	s.keep(r)
	return nil
}

func (s *Store) keep(r bench.Record) {
	h := r.Cell.Hash()
	if _, ok := s.records[h]; !ok {
		s.records[h] = r
		s.order = append(s.order, h)
	}
}

// appendLine adds a line to the file and syncs it; the caller holds the lock. A line that someone was killed in is
// closed first, so that it damages no other; a line that could not be written whole is taken back.
func appendLine(path string, b []byte) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
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
