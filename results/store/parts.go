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

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/recordfile"
)

// A process appends to a part file that it alone holds: records.jsonl or, if another process holds that,
// records.2.jsonl, and so on. So Put never waits for another process, and two processes never write into one line.
// The holder of the first part file merges the part files of exited processes into it when it opens and when it
// closes; after the last process has closed, one file is left. Without locks (durable.ErrNoLocks) each process makes a
// new part file, and all of them stay; two processes that run one plan may then make the same record twice, and none is
// lost.

// position is how far a part file has been read.
type position struct {
	file fs.FileInfo // identifies the file: another one may have taken its name
	to   int64       // bytes read so far; they end with a line feed
}

// partPath is the path of part file n, from 1.
func (s *Store) partPath(n int) string {
	if n == 1 {
		return filepath.Join(s.dir, "records.jsonl")
	}
	return filepath.Join(s.dir, fmt.Sprintf("records.%d.jsonl", n))
}

// partPaths lists the existing part files, in the order of their numbers.
func (s *Store) partPaths() []string {
	entries, _ := os.ReadDir(s.dir)
	var numbers []int
	for _, e := range entries {
		n := 1
		if e.Name() != "records.jsonl" {
			_, err := fmt.Sscanf(e.Name(), "records.%d.jsonl", &n)
			if err != nil || filepath.Base(s.partPath(n)) != e.Name() {
				continue
			}
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	paths := make([]string, len(numbers))
	for i, n := range numbers {
		paths[i] = s.partPath(n)
	}
	return paths
}

// acquire finds or makes a part file for this process, repairs it, merges what can be merged and reads the other part
// files and the archives.
func (s *Store) acquire() error {
	for n := 1; s.own == nil; {
		f, locked, err := durable.OpenLocked(s.partPath(n))
		if errors.Is(err, durable.ErrBusy) {
			n++
			continue
		}
		if err != nil {
			return err
		}
		s.locks = locked
		if s.own, err = s.repair(f); err != nil {
			return err
		}
	}
	if err := s.compact(); err != nil {
		return err
	}
	return s.refresh()
}

// repair reads a part file that this process holds and returns it. If lines are damaged, it moves them away, which
// replaces the file, closes the old file and returns nil: the caller must open and lock the new file.
func (s *Store) repair(f *durable.File) (*durable.File, error) {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, f.Close(), fmt.Errorf("%s: %w", f.Name(), bounded.ErrNotRegular))
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	good, bad := s.scan(f.Name(), data, "set aside in "+s.damagedPath()+", its cell will run again")
	if len(bad) == 0 {
		return f, nil
	}
	defer f.Close()
	return nil, s.setAside(f.Name(), good, bad)
}

// refresh reads the lines that other processes have added since the last call. A line without a line feed, which may
// be in the middle of being written, is left for the next call.
func (s *Store) refresh() error {
	for {
		gone := false
		for _, path := range s.paths() {
			if s.own != nil && path == s.own.Name() {
				continue
			}
			err := s.readNew(path)
			if errors.Is(err, fs.ErrNotExist) {
				gone = true // merged into the first part file meanwhile: read that again
				err = durable.Dangling(path)
			}
			if err != nil {
				return fmt.Errorf("can't read the records: %w", err)
			}
		}
		if !gone {
			return nil
		}
	}
}

// readNew reads the whole lines of a part file after its position, and advances the position. An archive, which no
// process is writing, is read as a whole unless it is the same as before.
func (s *Store) readNew(path string) error {
	f, _, err := bounded.Open(path)
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
		m = position{} // the name has another file now
	}
	m.file = info
	if info.Size() == m.to {
		return nil
	}
	if recordfile.IsArchive(filepath.Base(path)) {
		data, err := recordfile.Read(path)
		if err != nil {
			return err
		}
		s.scan(path, data, "left there, its cell will run again")
		s.seen[path] = position{file: info, to: info.Size()}
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
		s.addLines(path, data)
	}
	m.to += int64(len(data))
	s.seen[path] = m
	return nil
}

// addLines adds the records of new lines of a part file to memory. It ignores damaged lines, which the process that
// opens the file reports.
func (s *Store) addLines(path string, lines []byte) {
	for l := range bytes.Lines(lines) {
		if r, err := decode(bytes.TrimSuffix(l, []byte{'\n'})); err == nil {
			s.read(r, path)
		}
	}
}

// Close merges part files if this process holds the first one, and frees this process's part file. After the last
// process has closed, all records are in one file. Closing twice does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own == nil {
		return nil
	}
	s.undeclare()
	err := errors.Join(s.compact(), s.own.Close())
	// A process that closes while another holds the first part file leaves its records to that one. The holder must
	// therefore look again after it has freed the first part file.
	for err == nil && s.hasOrphans() {
		s.own, _, err = durable.OpenLocked(s.partPath(1))
		if errors.Is(err, durable.ErrBusy) {
			err = nil
			break
		}
		if err == nil {
			err = errors.Join(s.compact(), s.own.Close())
		}
	}
	s.own = nil
	return err
}
