package lerobot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
)

// finish completes the data file and writes the files of meta. info.json is written last, because Recognises
// looks for it. Where pictures are left out or changed, the card describes the dataset that they come from, and has a
// name by which it is not taken for this one's.
func (w *writer) finish(card demos.Card) error {
	err := cmp.Or(w.data.close(), w.list.close(), w.closeVideos())
	if w.data, w.list = nil, nil; err != nil {
		return err
	}
	w.chunk, w.file = 0, 0
	kinds := map[string]string{"task_index": "int64", indexColumn: "string"}
	if err := w.rows(tasksName, kinds, w.taskRows(), "pandas", pandasMetadata); err != nil {
		return err
	}
	w.info.Episodes, w.info.Frames, w.info.Tasks = w.staging.Episodes(), w.first, len(w.tasks.Names)
	w.info.Splits = map[string]string{"train": fmt.Sprintf("0:%d", w.info.Episodes)}
	for name, l := range map[string]*labelNames{behaviourIndex: w.behaviours, styleIndex: w.styles} {
		f := w.info.Features[name]
		f.Names = l
		w.info.Features[name] = f
	}
	statistics, err := w.statistics()
	if err != nil {
		return err
	}
	cardName := cardName
	if !w.options.Lossless() {
		cardName = sourceName
	}
	for _, f := range []struct {
		name  string
		value any
	}{{statsName, statistics}, {cardName, card}, {infoName, w.info}} {
		path, err := w.path(f.name)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(f.value, "", "    ")
		if err != nil {
			return err
		}
		if err := durable.WriteNew(path, append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// addEpisode writes a row of the table of episodes. All rows have the same columns, whose kinds are the Go types of the
// first row (see columns). The table has one file, of number 0.
func (w *writer) addEpisode(row map[string]any) error {
	if w.list == nil {
		kinds := map[string]string{}
		for name, v := range row {
			kinds[name] = fmt.Sprintf("%T", v)
		}
		name, err := expandPath(episodesPath, 0, 0)
		if err != nil {
			return err
		}
		path := filepath.Join(w.staging.Path(), name)
		if err := durable.MkdirAll(filepath.Dir(path)); err != nil {
			return err
		}
		if w.list, err = newTable(path, kinds); err != nil {
			return err
		}
	}
	return w.list.add(row)
}

// addStatistics adds the statistics of a feature in an episode to its row of the table of episodes.
func addStatistics(row map[string]any, name string, s *summary) {
	s.each(func(statistic string, v []float64) { row["stats/"+name+"/"+statistic] = shaped(name, v) })
	row["stats/"+name+"/count"] = []int64{int64(s.frames)}
}

// shaped returns statistics in LeRobot's shape: those of pictures are per colour, of shape (3, 1, 1).
func shaped(name string, v []float64) any {
	if !strings.HasPrefix(name, imagePrefix) {
		return v
	}
	colours := make([][][]float64, len(v))
	for i, x := range v {
		colours[i] = [][]float64{{x}}
	}
	return colours
}

// rows writes a whole table.
func (w *writer) rows(name string, kinds map[string]string, rows []map[string]any, metadata ...string) error {
	path, err := w.path(name)
	if err != nil {
		return err
	}
	t, err := newTable(path, kinds, metadata...)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := t.add(r); err != nil {
			t.close()
			return err
		}
	}
	return t.close()
}

// LeRobot finds the index of a task by its text, which is the index of a pandas DataFrame. pandas stores an unnamed
// index as a column of the name indexColumn and describes it in the metadata entry "pandas".
const (
	indexColumn    = "__index_level_0__"
	pandasMetadata = `{"index_columns": ["__index_level_0__"], ` +
		`"column_indexes": [{"name": null, "field_name": null, "pandas_type": "unicode", ` +
		`"numpy_type": "object", "metadata": {"encoding": "UTF-8"}}], ` +
		`"columns": [{"name": "task_index", "field_name": "task_index", ` +
		`"pandas_type": "int64", "numpy_type": "int64", "metadata": null}, ` +
		`{"name": null, "field_name": "__index_level_0__", ` +
		`"pandas_type": "unicode", "numpy_type": "object", "metadata": null}], ` +
		`"creator": {"library": "counterpoise", "version": "1"}, ` +
		`"pandas_version": "2.2.3"}`
)

// taskRows returns the rows of meta/tasks.parquet.
func (w *writer) taskRows() []map[string]any {
	var rows []map[string]any
	for i, text := range w.tasks.Names {
		rows = append(rows, map[string]any{"task_index": int64(i), indexColumn: text})
	}
	return rows
}

// statistics returns the content of meta/stats.json.
func (w *writer) statistics() (map[string]any, error) {
	all := map[string]any{}
	add := func(name string, s *summary) {
		of := map[string]any{"count": []int{s.frames}}
		s.each(func(statistic string, v []float64) { of[statistic] = shaped(name, v) })
		all[name] = of
	}
	for name, v := range w.vectors {
		s, err := v.total()
		if err != nil {
			return nil, err
		}
		add(name, s)
	}
	for name, p := range w.pixels {
		add(name, p.summary())
	}
	return all, nil
}
