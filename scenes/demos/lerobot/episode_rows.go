package lerobot

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"

	"counterpoise/scenes/demos"
)

// episodeRows are the rows of an episode: in one data file, or in several one after the other.
type episodeRows struct {
	stretches []stretch
	n         int   // number of all rows
	from      int64 // number of the first one in the dataset
}

// stretch is n rows of a data file from one on.
type stretch struct {
	file   *parquetFile
	row, n int
}

// path names the data file of an episode, the first of several.
func (e *episodeRows) path() string { return e.stretches[0].file.path }

// has reports whether there is a column, see parquetFile.leaf.
func (e *episodeRows) has(name, part string) bool {
	for _, s := range e.stretches {
		if s.file.leaf(name, part) < 0 {
			return false
		}
	}
	return true
}

// each is parquetFile.each over the rows of the episode.
func (e *episodeRows) each(name, part string, yield func(row int, v parquet.Value) error) error {
	before := 0
	for _, s := range e.stretches {
		err := s.file.each(name, part, s.row, s.row+s.n, func(row int, v parquet.Value) error {
			return yield(before+row, v)
		})
		if err != nil {
			return err
		}
		before += s.n
	}
	return nil
}

// first is each over the first row.
func (e *episodeRows) first(name string, yield func(row int, v parquet.Value) error) error {
	s := e.stretches[0]
	return s.file.each(name, "", s.row, s.row+1, yield)
}

// misplacedError says that the frames of an episode are not where the table of episodes has them.
type misplacedError struct{ error }

// Unwrap returns what is wrong.
func (e misplacedError) Unwrap() error { return e.error }

// rowsOf returns the rows of episode n: where the table of episodes has them, or, in version 3, where the data files
// have rows of its number. LeRobot reads all data files one after the other and goes by these numbers, so datasets whose
// table names other files are trained with. What is odd in the place is told.
func (r *reader) rowsOf(n int) (*episodeRows, []demos.Oddity, error) {
	var misplaced misplacedError
	rows, err := r.rowsByTable(n)
	if err == nil || r.info.isVersion2() || !errors.As(err, &misplaced) {
		return rows, nil, err
	}
	if r.found == nil {
		r.found = r.findRows()
	}
	if r.found.stray != nil {
		return nil, nil, r.found.stray
	}
	rows, odd, ok := r.rowsByNumber(n)
	if !ok {
		return nil, nil, err
	}
	return rows, odd, nil
}

// rowsByTable returns the rows of episode n where the table of episodes has them. They must be numbered as the table
// numbers them, and their file must have no rows besides those of its episodes.
func (r *reader) rowsByTable(n int) (*episodeRows, error) {
	e := r.episodes[n]
	path, err := r.dataPath(e)
	if err != nil {
		return nil, err
	}
	files, err := r.openFiles([]string{path})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, misplacedError{
			fmt.Errorf("%s is missing, its data file; copy the dataset again, with all files of data", path)}
	}
	if err != nil {
		return nil, err
	}
	if err := r.checkRows(e, files[0]); err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	rows := &episodeRows{[]stretch{{files[0], e.row, e.length()}}, e.length(), e.from}
	if err := r.checkNumbers(n, rows); err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return rows, nil
}

// dataPath returns the path of the data file of an episode by the table of episodes.
func (r *reader) dataPath(e episode) (string, error) {
	expand := expandPath
	if r.info.isVersion2() {
		expand = expandEpisodePath
	}
	name, err := expand(r.info.DataPath, int(e.chunk), int(e.file))
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Join(r.dir, infoName), err)
	}
	return filepath.Join(r.dir, name), nil
}

// openFiles opens data files, of which it keeps those that are open, and closes all others. The files of an episode are
// what the budget counts for it.
func (r *reader) openFiles(paths []string) ([]*parquetFile, error) {
	files := make([]*parquetFile, len(paths))
	var kept []*parquetFile
	for _, f := range r.sources {
		k := slices.Index(paths, f.path)
		if k < 0 {
			f.close()
			continue
		}
		files[k], kept = f, append(kept, f)
	}
	r.sources = kept
	onDisk := int64(0)
	for _, f := range r.sources {
		onDisk += f.size
	}
	r.room.Episode(onDisk)
	for i, path := range paths {
		if files[i] != nil {
			continue
		}
		f, err := openParquetFile(path, r.room, func(size int64) {
			onDisk += size
			r.room.Episode(onDisk)
		})
		if err != nil {
			return nil, err
		}
		files[i], r.sources = f, append(r.sources, f)
	}
	r.room.Episode(onDisk)
	for _, f := range r.sources {
		if err := f.hold(); err != nil {
			return nil, fmt.Errorf("%s %w", f.path, err)
		}
	}
	return files, nil
}
