package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An archive is a file records-NAME.jsonl beside the part files. Its records count as theirs do; no process appends to
// it, and it is merged into nothing. The repository keeps the records of a large folder in several, because those who
// host git repositories take no file of more than 100 MB.

// archivePaths lists the archives of the folder, by name.
func (s *Store) archivePaths() (paths []string) {
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		if isArchive(e.Name()) {
			paths = append(paths, filepath.Join(s.dir, e.Name()))
		}
	}
	return paths
}

// isArchive reports whether a file name is that of an archive.
func isArchive(name string) bool {
	return strings.HasPrefix(name, "records-") && strings.HasSuffix(name, ".jsonl")
}

// paths lists all files of records: the part files, then the archives.
func (s *Store) paths() []string { return slices.Concat(s.partPaths(), s.archivePaths()) }
