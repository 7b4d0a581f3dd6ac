package store

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/internal/recordfile"
)

// An archive is a file records-NAME.jsonl beside the part files, or a compressed file of records (package recordfile).
// Its records count as theirs do; no process appends to it, and it is merged into nothing. The repository keeps the
// records of complete experiments compressed, and those of a large folder in several archives.

// archivePaths lists the archives of the folder, by name.
func (s *Store) archivePaths() []string { return recordfile.Archives(s.dir) }

// paths lists all files of records: the part files, then the archives.
func (s *Store) paths() []string { return slices.Concat(s.partPaths(), s.archivePaths()) }

// Compress replaces the plain files of records by compressed ones (recordfile.Compress): the first part file, into
// which those of exited processes have been merged, and the archives. It closes the store. A folder to which another
// process writes is an error. It returns the bytes of all lines and of the compressed files.
func (s *Store) Compress() (before, after int64, err error) {
	if parts := s.partPaths(); len(parts) != 1 || s.own == nil || s.own.Name() != s.partPath(1) || !s.locks {
		s.Close()
		return 0, 0, fmt.Errorf("another program writes to %s; try again when it has ended", s.dir)
	}
	defer s.Close()
	for _, path := range s.paths() {
		if strings.HasSuffix(path, ".zst") {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Size() == 0 { // made when the folder was opened
			err = durable.Remove(path)
			if err != nil {
				return before, after, err
			}
			continue
		}
		b, a, err := recordfile.Compress(path)
		if err != nil {
			return before, after, err
		}
		before, after = before+b, after+a
	}
	return before, after, nil
}
