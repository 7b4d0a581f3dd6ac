package lerobot

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/parts"
)

// Recognises implements demos.FileFormat. It looks for meta/info.json.
func (format) Recognises(path string) bool {
	info, err := os.Stat(filepath.Join(path, filepath.FromSlash(infoName)))
	return err == nil && info.Mode().IsRegular()
}

// reader reads a folder.
type reader struct {
	dir      string
	info     info
	card     demos.Card
	episodes []episode
	rows     map[dataFile]int // frames of the episodes in each data file; version 3 alone
	labels   map[string]*labelColumn
	places   map[string][]place   // feature -> episode -> its pictures; version 3 alone
	drifted  map[string][]float64 // feature -> episode -> see drifts
	tasks    map[int64]string     // task_index -> text; empty without a table of tasks
	leftOut  []string             // files that are not read, and why
	ownTask  bool                 // the table of episodes has a column "task" besides "tasks"
	roles    roles
	choice   parts.Choice   // nothing where the user has chosen
	sources  []*parquetFile // the data files of the episode that was read last
	found    *foundRows     // where the data files have the episodes; nil where the table of episodes is right so far
	room     *budget.Budget

	checked map[string]checkedVideo // of each feature of videos
}

// episode is a row of the table of episodes.
type episode struct {
	from, to    int64 // global numbers of its frames, without to
	chunk, file int64 // number of the data file
	row         int   // row of its first frame in the data file
	tasks       int32 // number of its tasks, where the table of episodes says it and has no column "task"
}

// length returns the number of frames.
func (e episode) length() int { return int(e.to - e.from) }

// dataFile is the number of a data file of version 3.
type dataFile struct{ chunk, file int64 }

// dataFileBytes is the memory of a data file in a map that grows by doubling.
const dataFileBytes = 96

// episodeBytes is the memory of an episode without labels, in a list that grows by doubling.
const episodeBytes = 3 * 48

// Open implements demos.FileFormat.
func (format) Open(path string, room *budget.Budget) (demos.Reader, error) {
	r := &reader{dir: path, room: room, labels: map[string]*labelColumn{}, places: map[string][]place{},
		checked: map[string]checkedVideo{}}
	if err := r.open(); err != nil {
		return nil, fmt.Errorf("lerobot: %w", err)
	}
	return r, nil
}

// open reads info.json, the card if there is one, and the table of episodes.
func (r *reader) open() error {
	var err error
	if r.info, err = readInfo(r.dir, r.room); err != nil {
		return err
	}
	r.roles = rolesOf(r.info.Features)
	r.choice = r.roles.choice(r.info.Features)
	path := filepath.Join(r.dir, filepath.FromSlash(cardName))
	if err = r.room.ReadJSON(path, &r.card); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if r.info.isVersion2() {
		err = r.readEpisodeLines()
	} else {
		err = r.readEpisodes()
	}
	if err == nil {
		r.checkTotals()
		err = r.readTasksIfAny()
	}
	r.room.KeepIndex()
	return err
}

// readEpisodes reads the table of episodes, which may consist of several files.
func (r *reader) readEpisodes() error {
	files := bounded.Glob(r.dir, "meta/episodes/*/*.parquet")
	if len(files) == 0 {
		first, err := expandPath(episodesPath, 0, 0)
		if err != nil {
			return err
		}
		return fmt.Errorf("%s is missing, the table of episodes: the dataset was not written to its end; record or "+
			"copy it again", filepath.Join(r.dir, first))
	}
	for i, path := range files {
		if err := checkFollows(files[:i], path); err != nil {
			return err
		}
		s, err := openParquetFile(path, r.room, r.room.Grow)
		if err != nil {
			return err
		}
		if err = s.hold(); err == nil {
			err = r.table(s)
		}
		s.close()
		if err != nil {
			return fmt.Errorf("%s %w", path, err)
		}
	}
	return r.assignRows()
}

// checkTotals takes note of totals of info.json that contradict the table of episodes, which counts. A total of 0 is
// not compared: programs leave it so.
func (r *reader) checkTotals() {
	episodes, frames := len(r.episodes), int(r.episodes[len(r.episodes)-1].to)
	if (r.info.Episodes == 0 || r.info.Episodes == episodes) && (r.info.Frames == 0 || r.info.Frames == frames) {
		return
	}
	text := fmt.Sprintf("%s counts %s with %d frames, and the table of episodes lists %d with %d, which are read",
		infoName, wording.Plural(r.info.Episodes, "episode"), r.info.Frames, episodes, frames)
	if r.info.Episodes > episodes {
		text += "; if the last are missing, finish the recording (LeRobot's finalize) or copy the dataset again"
	}
	r.leftOut = append(r.leftOut, text)
}

// checkFollows returns an error if a file of the table of episodes is missing between the last of those before and a
// path: they are numbered from chunk-000/file-000 on. Names of another form are not checked.
func checkFollows(before []string, path string) error {
	last := [2]int{0, -1} // chunk and file
	if len(before) > 0 {
		last = tableNumbers(before[len(before)-1])
	}
	at := tableNumbers(path)
	if at[0] < 0 || last[0] < 0 || at == [2]int{last[0], last[1] + 1} || at == [2]int{last[0] + 1, 0} {
		return nil
	}
	next, err := expandPath(episodesPath, last[0], last[1]+1)
	if err != nil {
		return err
	}
	dir := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(path))))
	return fmt.Errorf("%s is missing: the table of episodes goes on in %s; copy the dataset again",
		filepath.Join(dir, next), path)
}

// tableNumbers returns the numbers in a path that ends in chunk-NNN/file-NNN.parquet, and -1 for another.
func tableNumbers(path string) (n [2]int) {
	name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
	if _, err := fmt.Sscanf(name, "chunk-%d/file-%d.parquet", &n[0], &n[1]); err != nil {
		return [2]int{-1, -1}
	}
	return n
}

// table reads one file of the table of episodes.
func (r *reader) table(s *parquetFile) error {
	n, first := int(s.parquet.NumRows()), len(r.episodes)
	var length []int64
	for _, c := range []struct {
		name string
		set  func(e *episode, v int64)
	}{
		{"dataset_from_index", func(e *episode, v int64) { e.from = v }},
		{"dataset_to_index", func(e *episode, v int64) { e.to = v }},
		{"data/chunk_index", func(e *episode, v int64) { e.chunk = v }},
		{"data/file_index", func(e *episode, v int64) { e.file = v }},
		{"length", func(e *episode, v int64) { length = append(length, v) }},
	} {
		err := s.each(c.name, "", 0, n, func(row int, v parquet.Value) error {
			x, err := integer(v)
			for len(r.episodes) <= first+row {
				if err := r.room.Spend("the table of episodes", episodeBytes); err != nil {
					return err
				}
				r.episodes = append(r.episodes, episode{})
			}
			c.set(&r.episodes[first+row], x)
			return err
		})
		s.release(c.name, "")
		if err != nil {
			return err
		}
	}
	for i, e := range r.episodes[first:] {
		if i >= len(length) {
			return fmt.Errorf("episode %d has no length", first+i)
		}
		if length[i] < 1 || length[i] > demos.MaxFrames {
			return fmt.Errorf("episode %d has the length %d, expected 1 to %d frames", first+i, length[i],
				demos.MaxFrames)
		}
		if e.from < 0 || e.to-e.from != length[i] {
			return fmt.Errorf("episode %d has the length %d, and dataset_from_index %d to dataset_to_index %d are %d "+
				"frames: LeRobot's conversion from version 2.1 scrambled these of datasets with pictures before it "+
				"was "+
				"mended in LeRobot 0.4.0; convert the dataset again with a newer one", first+i, length[i], e.from, e.to,
				e.to-e.from)
		}
	}
	if err := r.checkOrder(s, first, n); err != nil {
		return err
	}
	if err := r.readPlaces(s, n); err != nil {
		return err
	}
	return r.readLabels(s, first, n)
}

// checkOrder returns an error unless the n rows of a table, where they have a column episode_index, are those of the
// episodes from first on: LeRobot takes the rows in their order.
func (r *reader) checkOrder(s *parquetFile, first, n int) error {
	const name = "episode_index"
	if s.leaf(name, "") < 0 {
		return nil
	}
	defer s.release(name, "")
	return s.each(name, "", 0, n, func(row int, v parquet.Value) error {
		if x, err := integer(v); err == nil && x != int64(first+row) {
			return fmt.Errorf("is %d, expected %d: LeRobot takes the rows of the table of episodes in their order; "+
				"sort them by %s, and number episodes without gaps", x, first+row, name)
		}
		return nil
	})
}

// assignRows computes the first row of every episode in its data file, and the rows of each file. Files hold whole
// episodes, in the order of the table.
func (r *reader) assignRows() error {
	if len(r.episodes) == 0 {
		return fmt.Errorf("%s has no episodes", r.dir)
	}
	r.rows = map[dataFile]int{}
	for i := range r.episodes {
		e := &r.episodes[i]
		k := dataFile{e.chunk, e.file}
		if _, known := r.rows[k]; !known {
			if err := r.room.Spend("the list of data files", dataFileBytes); err != nil {
				return err
			}
		}
		e.row = r.rows[k]
		r.rows[k] += int(e.to - e.from)
	}
	return nil
}

// checkRows returns an error unless the data file of an episode has as many rows as the episodes in it have frames, in
// version 2 this one alone. LeRobot's tools, which delete and split, leave no others.
func (r *reader) checkRows(e episode, f *parquetFile) error {
	expected := e.length()
	if !r.info.isVersion2() {
		expected = r.rows[dataFile{e.chunk, e.file}]
	}
	switch n := int(f.parquet.NumRows()); {
	case n > expected:
		return misplacedError{fmt.Errorf("has %d rows, expected the %d frames of its episodes: there are more rows "+
			"than "+
			"the list of episodes has; copy the dataset again, with its list of episodes", n, expected)}
	case n < expected:
		return misplacedError{fmt.Errorf("has %d rows, expected the %d frames of its episodes: the last frames are "+
			"missing; copy the dataset again", n, expected)}
	}
	return nil
}

func (r *reader) Card() demos.Card { return r.card }
func (r *reader) Episodes() int    { return len(r.episodes) }

// Describe implements demos.Describer.
func (r *reader) Describe() demos.Description {
	d := demos.Description{Robot: r.info.Robot, Rate: r.info.Rate, Actions: r.roles.actions}
	for _, list := range [][]string{r.roles.cameras, r.roles.films} {
		for _, name := range list {
			c := demos.CameraDescription{Name: cameraName(name), Video: r.info.Features[name].Type == "video"}
			if f := r.info.Features[name]; len(f.Shape) == 3 {
				c.Height, c.Width = f.pictureSize()
			}
			d.Cameras = append(d.Cameras, c)
		}
	}
	d.Decided, d.LeftOut = r.choice.Decided(), slices.Clone(r.leftOut)
	for _, name := range slices.Sorted(maps.Keys(r.info.Features)) {
		if f := r.info.Features[name]; f.Type == "image" && !f.isColour() {
			d.LeftOut = append(d.LeftOut, fmt.Sprintf("pictures %.60s are left out: they have shape %.40s, and three "+
				"channels are read", name, fmt.Sprint(f.Shape)))
		}
	}
	return d
}

// Close implements demos.Reader.
func (r *reader) Close() error {
	for _, f := range r.sources {
		f.close()
	}
	r.sources = nil
	return nil
}

// Read implements demos.Reader.
func (r *reader) Read(i int, pictures bool) (*demos.Raw, error) {
	rows, odd, err := r.rowsOf(i)
	if err != nil {
		return nil, fmt.Errorf("lerobot: episode %d: %w", i, err)
	}
	raw := &demos.Raw{Labels: r.labelsOf(i), Odd: odd}
	if err := r.read(raw, i, rows, pictures); err != nil {
		return nil, fmt.Errorf("lerobot: episode %d: %s %w", i, rows.path(), err)
	}
	return raw, nil
}

// numbers returns the names of the features of numbers.
func (r *reader) numbers() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(r.info.Features)) {
		if r.info.Features[name].isNumbers() {
			all = append(all, name)
		}
	}
	return all
}

// TakeActions implements demos.ActionTaker. Names are those of info.json.
func (r *reader) TakeActions(names []string) error {
	all := r.numbers()
	for _, name := range names {
		if !slices.Contains(all, name) {
			return parts.NoActions(name, all)
		}
	}
	r.roles.actions, r.choice = slices.Clone(names), parts.Choice{}
	return nil
}
