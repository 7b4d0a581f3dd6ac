package lerobot

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"counterpoise/scenes/demos"
)

// finish completes the data file and writes the files of meta. info.json is written last, because Recognises
// looks for it.
func (w *writer) finish(card demos.Card) error {
	err := w.data.close()
	if w.data = nil; err != nil {
		return err
	}
	w.chunk, w.file = 0, 0 // the table of episodes has one file
	kinds := map[string]string{"task_index": "int64", indexColumn: "string"}
	if err := w.rows(tasksName, kinds, w.taskRows(), "pandas", pandasMetadata); err != nil {
		return err
	}
	// All rows have the same columns, whose kinds are the Go types of the first row (see columns).
	kinds = map[string]string{}
	for name, v := range w.episodes[0] {
		kinds[name] = fmt.Sprintf("%T", v)
	}
	if err := w.rows(episodesPath, kinds, w.episodes); err != nil {
		return err
	}
	w.info.Episodes, w.info.Frames, w.info.Tasks = len(w.episodes), w.first, len(w.tasks)
	w.info.Splits = map[string]string{"train": fmt.Sprintf("0:%d", len(w.episodes))}
	for _, f := range []struct {
		name  string
		value any
	}{{statsName, w.statistics()}, {cardName, card}, {infoName, w.info}} {
		path, err := w.path(f.name)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(f.value, "", "    ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
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
	for i, text := range w.tasks {
		rows = append(rows, map[string]any{"task_index": int64(i), indexColumn: text})
	}
	return rows
}

// statistics returns the content of meta/stats.json. Statistics of pictures are per channel, in shape (3, 1,
// 1).
func (w *writer) statistics() map[string]any {
	all := map[string]any{}
	for name, m := range w.stats {
		shaped := func(v []float64) any {
			if !strings.HasPrefix(name, imagePrefix) {
				return v
			}
			var channels [][][]float64
			for _, x := range v {
				channels = append(channels, [][]float64{{x}})
			}
			return channels
		}
		all[name] = map[string]any{
			"mean":  shaped(m.Mean),
			"std":   shaped(m.Std()),
			"min":   shaped(m.Min),
			"max":   shaped(m.Max),
			"count": []int{m.N},
		}
	}
	return all
}
