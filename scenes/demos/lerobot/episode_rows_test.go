package lerobot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// told is an episode of a table of episodes: its length, its data file and dataset_from_index.
type told struct{ length, file, from int64 }

// framesOf are frames of an episode in a data file: their first number in the episode and in the dataset, and how many.
type framesOf struct{ episode, frame, index, n int64 }

// writePlaced writes a dataset with a table of episodes and data files, which need not agree. The action of a frame is
// its true number. numbered says whether there is a column episode_index.
func writePlaced(t *testing.T, numbered bool, table []told, files ...[]framesOf) string {
	t.Helper()
	dir := t.TempDir()
	i := info{Version: version, DataPath: dataPath, Rate: 10, Features: map[string]feature{
		action: unnamed(1), state: unnamed(1)}}
	text, _ := json.Marshal(i)
	os.MkdirAll(filepath.Join(dir, "meta"), 0o755)
	os.WriteFile(filepath.Join(dir, infoName), text, 0o644)
	var list *tableWriter
	for e, told := range table {
		row := map[string]any{"episode_index": int64(e), "tasks": []string{fmt.Sprint("task ", e%2)},
			"length": told.length, "dataset_from_index": told.from, "dataset_to_index": told.from + told.length,
			"data/chunk_index": int64(0), "data/file_index": told.file}
		list = openTable(t, list, dir, episodesPath, 0, row)
		list.add(row)
	}
	list.close()
	for k, stretches := range files {
		var data *tableWriter
		for _, s := range stretches {
			for f := range s.n {
				row := map[string]any{action: []float32{float32(s.index + f)}, state: []float32{1},
					"index": s.index + f, "frame_index": s.frame + f, "timestamp": float32(s.frame+f) / 10}
				if numbered {
					row["episode_index"] = s.episode
				}
				data = openTable(t, data, dir, dataPath, k, row)
				data.add(row)
			}
		}
		if data != nil {
			data.close()
		}
	}
	return dir
}

// Episodes are read where the data files have rows of their numbers, whatever file and first frame the table of
// episodes names, as LeRobot reads them; and it is told.
func TestReadsWhereFramesAre(t *testing.T) {
	three := []framesOf{{0, 0, 0, 2}, {1, 0, 2, 3}, {2, 0, 5, 4}}
	for name, c := range map[string]struct {
		table  []told
		files  [][]framesOf
		told   map[int]string // what is odd, by episode
		byLast bool           // also without the column episode_index
	}{
		"as the table says": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 5}}, [][]framesOf{three[:2], three[2:]}, nil, true},
		"the border episode in the file before": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 5}}, [][]framesOf{three[:1],
			three[1:]},
			map[int]string{1: "they are in data/chunk-000/file-001.parquet by the column episode_index, and the " +
				"table says " +
				"data/chunk-000/file-000.parquet"}, true},
		"and at each border": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 5}, {2, 2, 9}},
			[][]framesOf{three[:1], three[1:2], three[2:], {{3, 0, 9, 2}}},
			map[int]string{1: "file-001", 2: "file-002", 3: "file-003"}, true},
		"all in one file": {[]told{{2, 0, 0}, {3, 1, 2}, {4, 2, 5}}, [][]framesOf{three},
			map[int]string{1: "the table says data/chunk-000/file-001.parquet", 2: "file-002.parquet"}, true},
		"in the reverse files": {[]told{{2, 1, 0}, {3, 1, 2}, {4, 0, 5}}, [][]framesOf{three[:2], three[2:]},
			map[int]string{0: "file-000", 1: "file-000", 2: "file-001"}, true},
		"an episode in two files": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 5}},
			[][]framesOf{{three[0], {1, 0, 2, 1}}, {{1, 1, 3, 2}, three[2]}},
			map[int]string{1: "data/chunk-000/file-000.parquet and data/chunk-000/file-001.parquet"}, true},
		"a first frame counted anew in each file": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 3}},
			[][]framesOf{three[:2], three[2:]}, map[int]string{2: "it is 3, and the index of its frames goes from 5 " +
				"on"}, false},
		"both": {[]told{{2, 0, 0}, {3, 0, 2}, {4, 1, 3}}, [][]framesOf{three[:1], three[1:]},
			map[int]string{1: "file-001", 2: "it is 3, and the index"}, false},
	} {
		for _, numbered := range []bool{true, false} {
			if !numbered && !c.byLast {
				continue
			}
			dir := writePlaced(t, numbered, c.table, c.files...)
			r, err := format{}.Open(dir, budget.New(0))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			at := int64(0)
			var firsts []int64
			for _, e := range c.table {
				firsts = append(firsts, at)
				at += e.length
			}
			for _, e := range []int{len(firsts) - 1, 0, 1, 2, 1} { // in any order
				raw, err := r.Read(e, false)
				if err != nil {
					t.Errorf("%s (%v): episode %d: %v", name, numbered, e, err)
					continue
				}
				if raw.Frames() != int(c.table[e].length) || raw.Actions.Values[0] != float32(firsts[e]) {
					t.Errorf("%s (%v): episode %d has the actions %v", name, numbered, e, raw.Actions.Values)
				}
				if want, told := c.told[e]; told != (len(raw.Odd) == 1) || !strings.Contains(warningOf(raw), want) {
					t.Errorf("%s (%v): episode %d: told %+v, want %q", name, numbered, e, raw.Odd, want)
				}
			}
		}
	}
}

// What is not whole in the data files is an error, in whatever file the table of episodes says that it is.
func TestRefusesWhatIsNotWhole(t *testing.T) {
	two := []told{{2, 0, 0}, {3, 1, 2}}
	for name, c := range map[string]struct {
		table []told
		files [][]framesOf
		want  string // of episode 1
	}{
		"a file is missing":  {two, [][]framesOf{{{0, 0, 0, 2}}}, "file-001.parquet is missing, its data file; copy"},
		"frames are missing": {two, [][]framesOf{{{0, 0, 0, 2}}, {{1, 0, 2, 2}}}, "has 2 rows, expected the 3 frames"},
		"frames stand twice": {two, [][]framesOf{{{0, 0, 0, 2}, {1, 0, 2, 3}}, {{1, 0, 2, 3}, {1, 0, 2, 3}}}, "has " +
			"6 rows, expected"},
		"an episode is lost": {two, [][]framesOf{{{0, 0, 0, 2}}, {{1, 0, 2, 3}, {2, 0, 5, 2}}}, "row 3 has " +
			"episode_index 2, and the table lists 2"},
		"frames are numbered anew": {[]told{{2, 0, 0}, {3, 1, 2}}, [][]framesOf{{{0, 0, 0, 2}}, {{1, 0, 0, 3}}},
			"column index, row 0: is 0, expected 2"},
		"frames are out of order": {two, [][]framesOf{{{0, 0, 0, 2}, {1, 1, 3, 2}}, {{1, 0, 2, 1}}}, "has 1 rows, " +
			"expected the 3"},
	} {
		r, err := format{}.Open(writePlaced(t, true, c.table, c.files...), budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for range 2 {
			if _, err := r.Read(1, false); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		}
	}
}
