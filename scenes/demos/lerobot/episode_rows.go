package lerobot

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/bounded"
	"counterpoise/internal/wording"
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
// have rows of its number. LeRobot reads all data files one after the other and goes by these numbers, so datasets
// whose table names other files are trained with. What is odd in the place is told.
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

// foundRows is where the data files have the rows of each episode.
type foundRows struct {
	paths []string
	of    [][]foundStretch // for each episode, in the order of the files
	from  []int64          // number of the first frame of each episode by the lengths of those before it
	stray error            // rows of no episode
}

// foundStretch is n rows of a data file from one on; file is an index into foundRows.paths.
type foundStretch struct{ file, row, n int32 }

// foundBytes is the memory of a foundStretch in a list that grows by doubling, and episodeFound that of an episode.
const (
	foundBytes   = 3 * 12
	episodeFound = 24 + 8
)

// findRows looks for the rows of every episode in all data files, by their column episode_index, or by index where they
// lack it. It gives up at a file that cannot be read.
func (r *reader) findRows() *foundRows {
	f := &foundRows{paths: bounded.Glob(r.dir, "data/*/*.parquet")}
	mark := int64(episodeFound) * int64(len(r.episodes))
	r.Close()
	r.room.Episode(0)
	if r.room.Spend("the places of frames", mark) != nil {
		return f
	}
	f.of, f.from = make([][]foundStretch, len(r.episodes)), make([]int64, len(r.episodes))
	at := int64(0)
	for i, e := range r.episodes {
		f.from[i] = at
		at += int64(e.length())
	}
	for k := range f.paths {
		n, err := r.findIn(f, k)
		if mark += n; err != nil {
			f.of = nil
			break
		}
	}
	r.Close()
	r.room.Episode(0)
	if r.room.Hold("the places of frames", mark) != nil {
		f.of = nil
	}
	r.room.KeepIndex()
	return f
}

// findIn adds the rows of one data file. It returns the memory that they take.
func (r *reader) findIn(f *foundRows, k int) (taken int64, err error) {
	files, err := r.openFiles([]string{f.paths[k]})
	if err != nil {
		return 0, err
	}
	name, byIndex := "episode_index", files[0].leaf("episode_index", "") < 0
	if byIndex {
		name = "index"
	}
	last := -1 // episode of the row before
	err = files[0].each(name, "", 0, int(files[0].parquet.NumRows()), func(row int, v parquet.Value) error {
		x, err := integer(v)
		if err != nil {
			return err
		}
		n := int(min(max(-1, x), int64(len(r.episodes))))
		if byIndex {
			n = r.episodeAt(x)
		}
		if n < 0 || n >= len(r.episodes) {
			if last = -1; f.stray == nil {
				f.stray = fmt.Errorf("%s has rows that the table of episodes lacks: row %d has %s %d, and the table "+
					"lists "+
					"%d episodes with %d frames; copy the files of meta/episodes again that belong to it",
					f.paths[k], row,
					name, x, len(r.episodes), r.frames())
			}
			return nil
		}
		if n == last {
			of := f.of[n]
			of[len(of)-1].n++
			return nil
		}
		last = n
		f.of[n] = append(f.of[n], foundStretch{int32(k), int32(row), 1})
		taken += foundBytes
		return r.room.Spend("the places of frames", foundBytes)
	})
	return taken, err
}

// frames returns the number of frames of all episodes.
func (r *reader) frames() (n int) {
	for _, e := range r.episodes {
		n += e.length()
	}
	return n
}

// episodeAt returns the episode of a frame by its number in the dataset, and -1 for none. Episodes that do not follow
// one another are not found.
func (r *reader) episodeAt(index int64) int {
	n := sort.Search(len(r.episodes), func(i int) bool { return r.episodes[i].to > index })
	if n == len(r.episodes) || index < r.episodes[n].from {
		return -1
	}
	return n
}

// rowsByNumber returns the rows of episode n where findRows has found them, and what is odd about the place. It is not
// ok where they are not all of the episode, or numbered in another way than LeRobot numbers them: from the number in
// the table of episodes on, or from that which follows from the lengths of the episodes before.
func (r *reader) rowsByNumber(n int) (rows *episodeRows, odd []demos.Oddity, ok bool) {
	if r.found.of == nil {
		return nil, nil, false
	}
	e := r.episodes[n]
	var paths []string
	for _, s := range r.found.of[n] {
		if path := r.found.paths[s.file]; !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	files, err := r.openFiles(paths)
	if err != nil || len(files) == 0 {
		return nil, nil, false
	}
	rows = &episodeRows{from: e.from}
	for _, s := range r.found.of[n] {
		rows.stretches = append(rows.stretches, stretch{files[slices.Index(paths, r.found.paths[s.file])], int(s.row),
			int(s.n)})
		rows.n += int(s.n)
	}
	if rows.n != e.length() {
		return nil, nil, false
	}
	if err := r.checkNumbers(n, rows); err != nil {
		if rows.from = r.found.from[n]; r.checkNumbers(n, rows) != nil {
			return nil, nil, false
		}
		odd = append(odd, demos.Oddity{Kind: "another dataset_from_index in the table of episodes than in their frames",
			Text: fmt.Sprintf("it is %d, and the index of its frames goes from %d on, as the lengths of the episodes "+
				"before it have it; LeRobot's conversion from version 2.1 left tables so before LeRobot 0.4.0", e.from,
				rows.from)})
	}
	if path, err := r.dataPath(e); err != nil || len(paths) > 1 || path != paths[0] {
		var names []string
		for _, path := range paths {
			names = append(names, r.short(path))
		}
		odd = append(odd, demos.Oddity{Kind: "frames in another data file than the table of episodes says",
			Text: fmt.Sprintf("they are in %s by the column episode_index, and the table says %s; they are read where "+
				"they are, as LeRobot does, whose conversions and merges leave tables so", wording.List(names),
				r.short(path))})
	}
	return rows, odd, true
}

// short returns a path in the dataset without that of the dataset.
func (r *reader) short(path string) string {
	if name, err := filepath.Rel(r.dir, path); err == nil {
		return name
	}
	return path
}
