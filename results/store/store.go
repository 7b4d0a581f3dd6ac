package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"counterpoise/bench/record"
	"counterpoise/internal/durable"
	"counterpoise/internal/recordfile"
)

// Store is the records of one folder, on disk and in memory. It is safe for concurrent use by goroutines, and several
// processes may have one folder open: each writes to a part file of its own and reads all of them (parts.go).
type Store struct {
	dir      string
	mu       sync.RWMutex
	records  map[string]record.Record // by the hash of the cell
	order    []string                 // hashes, in the order in which records were read or put
	own      *durable.File            // part file of this process; nil where it is only read or closed
	locks    bool                     // whether the file system has locks
	seen     map[string]position      // how far each part file has been read
	places   map[string]string        // file of each record, with its line where that is known, by the hash of the cell
	conflict error                    // the first pair of records that contradict each other
	pinned   *record.Device           // device of this process's records; nil: any
	revision func(string) string      // of a network's graph on that device, by the network's name
	declared *durable.File            // says it to other processes; nil: no device is pinned, or there are no locks

	// Damage has a sentence for each damaged line: its file and line number, what is wrong, and what became of it.
	Damage []string
}

// Open opens the store of a folder for writing, and makes the folder if it is missing. It merges the part files of
// exited processes into the first. It moves damaged lines to records.jsonl.damaged and reports them in Damage; the
// other lines stay. The caller must Close the store. It is an error where the folder cannot be written, and
// where two records of one cell contradict each other.
func Open(dir string) (*Store, error) {
	s := empty(dir)
	if err := durable.MkdirAll(dir); err != nil {
		return nil, writeError(dir, err)
	}
	durable.Sweep(dir)
	err := s.acquire()
	if err == nil && s.conflict == nil {
		return s, nil
	}
	if s.own != nil {
		s.own.Close()
	}
	if s.conflict != nil {
		return nil, s.conflict
	}
	return nil, writeError(dir, err)
}

// ErrNoRecords is the error of Read for a folder that does not exist or has no records, not even damaged ones.
var ErrNoRecords = errors.New("holds no records")

// Read reads the store of a folder and changes nothing on the disk: damaged lines are reported in Damage and stay
// where they are. For a folder without records the error wraps ErrNoRecords.
func Read(dir string) (*Store, error) {
	s := empty(dir)
	for _, path := range s.paths() {
		data, err := recordfile.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			if err = durable.Dangling(path); err == nil {
				return Read(dir) // merged into the first part file since it was listed
			}
		}
		if err != nil {
			return nil, fmt.Errorf("can't read the records: %w", err)
		}
		s.scan(path, data, "left out")
	}
	if len(s.records) == 0 && len(s.Damage) == 0 { // a run that was killed early leaves an empty file
		return nil, fmt.Errorf("%s %w (%s)", dir, ErrNoRecords, filepath.Base(s.Path()))
	}
	if s.conflict != nil {
		return nil, s.conflict
	}
	return s, nil
}

// empty returns a store of a folder before anything is read.
func empty(dir string) *Store {
	return &Store{
		dir: dir, records: map[string]record.Record{}, places: map[string]string{}, seen: map[string]position{},
	}
}

// writeError says that a folder cannot be written, without the path of the file at which that was noticed.
func writeError(dir string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("can't write to folder %s: %w; choose another with --out", dir, err)
}

// Path is the path of the first part file, which has all records but those of archives once no other process writes.
func (s *Store) Path() string { return s.partPath(1) }

// Get returns the record of a cell, if there is one.
func (s *Store) Get(c record.Cell) (record.Record, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r, ok := s.records[c.Hash()]
	return r, ok
}

// Records returns all records, in the order in which they were read or put.
func (s *Store) Records() []record.Record {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make([]record.Record, len(s.order))
	for i, h := range s.order {
		all[i] = s.records[h]
	}
	return all
}

// Has reports whether a cell has a record.
func (s *Store) Has(c record.Cell) bool {
	_, ok := s.Get(c)
	return ok
}

// Put appends a record and returns once it is synced to the disk. If the cell has a record already, Get and Records
// keep the first one; a record that contradicts it is not written, and an error. After PinDevice, a folder of another
// device is an error.
func (s *Store) Put(r record.Record) error {
	b, err := encode(r)
	if err != nil {
		return err
	}
	if err := s.checkCell(r.Cell); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.compare(r, "the record to keep"); err != nil {
		return err
	}
	if err := s.append(b); err != nil {
		return fmt.Errorf("can't keep the record of %v: %w", r.Cell, err)
	}
	s.add(r, s.own.Name())
	return nil
}

// append adds whole lines to the part file of this process and syncs it. It is an error where that file was removed or
// replaced, since records would be lost with it.
func (s *Store) append(lines []byte) error {
	if s.own == nil || !s.own.IsAt(s.own.Name()) {
		return fmt.Errorf("%s is closed, or was removed or replaced while this program wrote to it", s.dir)
	}
	if err := appendLines(s.own, lines); err != nil {
		return fmt.Errorf("%w; the records before it are safe, and the same command goes on from them", err)
	}
	return nil
}

// add adds a record to memory, and the place where it stands. The first record of a cell stays.
func (s *Store) add(r record.Record, place string) {
	h := r.Cell.Hash()
	if _, ok := s.records[h]; !ok {
		s.records[h], s.places[h] = r, place
		s.order = append(s.order, h)
	}
}

// appendLines adds whole lines to the end of a file and syncs it. If the file ends within a line, because a process
// was killed while it wrote, a line feed comes first, so that the new lines are not damaged. If writing fails, the
// file is truncated to its former length.
func appendLines(f *durable.File, b []byte) error {
	end, err := f.Seek(0, 2)
	if err != nil {
		return err
	}
	if endsInLine(f, end) {
		b = append([]byte{'\n'}, b...)
	}
	if _, err = f.Write(b); err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	return f.Sync()
}

// endsInLine reports whether a file of length end ends within a line.
func endsInLine(f *durable.File, end int64) bool {
	var last [1]byte
	n, _ := f.ReadAt(last[:], end-1)
	return n == 1 && last[0] != '\n'
}
