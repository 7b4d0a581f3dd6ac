package lerobot

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// writeEpisodes writes episodes of 2 frames with the given behaviours. The first action component is 1 in the
// first frame and 3 in the second; the static picture is red in the first frame and black in the second.
func writeEpisodes(t *testing.T, behaviours ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set")
	w, err := format{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	red := make([]byte, 200*200*3)
	for i := 0; i < len(red); i += 3 {
		red[i] = 255
	}
	for i, b := range behaviours {
		e := &demos.Episode{Task: "picking", Behaviour: b, Style: "optimal", Index: i, Success: true,
			Observations: make([]scenes.Observation, 2), Actions: make([]scenes.Action, 2)}
		e.Actions[0][0], e.Actions[1][0] = 0.5, 1.5
		e.Observations[0].Static, e.Observations[1].Static = red, make([]byte, len(red))
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// column returns the values of a column of a table as strings.
func column(t *testing.T, path, name, part string) (values []string) {
	t.Helper()
	f, err := openParquetFile(path, budget.New(0), func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	err = f.each(name, part, 0, int(f.parquet.NumRows()), func(_ int, v parquet.Value) error {
		values = append(values, labelText(v))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// meta/stats.json has the mean, the standard deviation (divisor N), the range and the count of every feature.
// For 0.5 and 1.5 they are 1, 0.5, 0.5, 1.5. Statistics of pictures are per channel, in [0, 1] and of shape (3, 1, 1).
func TestStatistics(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(writeEpisodes(t, "left", "right"), statsName))
	if err != nil {
		t.Fatal(err)
	}
	var stats map[string]struct{ Mean, Std, Min, Max, Count any }
	if err := json.Unmarshal(raw, &stats); err != nil {
		t.Fatal(err)
	}
	a := stats[action]
	for name, c := range map[string]struct {
		got  any
		want float64
	}{"mean": {a.Mean, 1}, "std": {a.Std, 0.5}, "min": {a.Min, 0.5}, "max": {a.Max, 1.5}, "count": {a.Count, 4}} {
		if got := c.got.([]any)[0].(float64); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s of the first action component is %v, want %v", name, got, c.want)
		}
	}
	for name, width := range map[string]int{action: 7, state: 15, scene: 24} {
		if got := len(stats[name].Mean.([]any)); got != width {
			t.Errorf("the mean of %s has %d components, want %d", name, got, width)
		}
	}
	for name, c := range map[string]struct {
		got  any
		want []any
	}{
		"min": {stats[imagePrefix+"static"].Min, []any{[]any{[]any{0.0}}, []any{[]any{0.0}}, []any{[]any{0.0}}}},
		"max": {stats[imagePrefix+"static"].Max, []any{[]any{[]any{1.0}}, []any{[]any{0.0}}, []any{[]any{0.0}}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s of the pictures is %v, want %v", name, c.got, c.want)
		}
	}
}

// Tasks are the distinct texts in order of first appearance. Episodes and frames refer to them, and episodes to
// their frames.
func TestTablesAgree(t *testing.T) {
	dir := writeEpisodes(t, "left", "right", "left")
	episodes := filepath.Join(dir, "meta/episodes/chunk-000/file-000.parquet")
	data := filepath.Join(dir, "data/chunk-000/file-000.parquet")
	for _, c := range []struct {
		path, name, part string
		want             string
	}{
		{filepath.Join(dir, tasksName), "task_index", "", "0"},
		{filepath.Join(dir, tasksName), indexColumn, "", "grasp and lift the red block"},
		{episodes, "tasks", "", strings.TrimSpace(strings.Repeat("grasp and lift the red block ", 3))},
		{episodes, "length", "", "2 2 2"},
		{episodes, "dataset_from_index", "", "0 2 4"},
		{episodes, "dataset_to_index", "", "2 4 6"},
		{data, "index", "", "0 1 2 3 4 5"},
		{data, "episode_index", "", "0 0 1 1 2 2"},
		{data, "frame_index", "", "0 1 0 1 0 1"},
		{data, "task_index", "", "0 0 0 0 0 0"},
		{data, behaviourIndex, "", indices("left left right right left left")},
		{data, nextSuccess, "", "false true false true false true"},
	} {
		if got := strings.Join(column(t, c.path, c.name, c.part), " "); got != c.want {
			t.Errorf("column %s is %q, want %q", c.name, got, c.want)
		}
	}
	if d := column(t, data, "timestamp", ""); d[1] != "0.033333335" {
		t.Errorf("the second frame has time %s, want 1/30 s", d[1])
	}
	if err := json.Unmarshal([]byte(pandasMetadata), new(map[string]any)); err != nil {
		t.Errorf("the metadata of the index is not JSON: %v", err)
	}
}

// indices returns the indices of behaviours in the names that every dataset has.
func indices(behaviours string) string {
	var words []string
	for b := range strings.FieldsSeq(behaviours) {
		words = append(words, strconv.Itoa(allBehaviours().index(b)))
	}
	return strings.Join(words, " ")
}

// All episodes of a folder have the same cameras, because the features are the same for all rows.
func TestRejectsOtherCameras(t *testing.T) {
	w, err := format{}.Create(filepath.Join(t.TempDir(), "set"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	e := &demos.Episode{Observations: make([]scenes.Observation, 1), Actions: make([]scenes.Action, 1)}
	if err := w.Add(e); err != nil {
		t.Fatal(err)
	}
	e.Observations[0].Gripper = make([]byte, 84*84*3)
	if err := w.Add(e); err == nil || !strings.Contains(err.Error(), "other cameras than the first") {
		t.Errorf("got %v", err)
	}
}

func TestExpandPath(t *testing.T) {
	for template, want := range map[string]string{
		dataPath:                               "data/chunk-002/file-015.parquet",
		"d/{chunk_index}/{file_index}.parquet": "d/2/15.parquet",
		"../{file_index}":                      "",
		"/data/{file_index}":                   "",
		"data/{video_key}/{file_index}":        "",
		"data/\x00":                            "",
	} {
		got, err := expandPath(template, 2, 15)
		if filepath.ToSlash(got) != want || (err != nil) != (want == "") {
			t.Errorf("expandPath(%q) = %q, %v; want %q", template, got, err, want)
		}
	}
}

// Every truncation of a table is an error, not a panic and not a shorter table.
func TestTruncatedParquet(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(writeEpisodes(t, "left"), "meta/episodes/chunk-000/file-000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if err := readAll(raw); err != nil {
		t.Fatal(err)
	}
	for n := range len(raw) {
		if err := readAll(raw[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read as a table", n, len(raw))
		} else if n > 100 && !strings.Contains(err.Error(), "LeRobot's finalize") {
			t.Errorf("the first %d bytes: %v, which does not say what to do about an unfinished recording", n, err)
		}
	}
}

// Thrift structures with the defects that the compact protocol allows.
func TestThriftReader(t *testing.T) {
	for _, c := range []struct {
		name, data, want string
	}{
		{"an integer field and the end", "\x15\x02\x00", ""},
		{"a field with its number spelt out", "\x05\x04\x02\x00", ""},
		{"no end", "\x15\x02", "ends early"},
		{"a string longer than the data", "\x18\x05ab\x00", "ends early"},
		{"a list longer than the data", "\x19\xf5\xff\x01\x00", "claims a list of 255 elements"},
		{"an unknown type", "\x1d\x00", "a value of kind 13"},
		{"nesting without end", strings.Repeat("\x1c", 100), "nested deeper than 24"},
	} {
		w := thriftReader{b: []byte(c.data)}
		err := w.structure(0, nil)
		if c.want == "" && (err != nil || len(w.b) > 0) {
			t.Errorf("%s: %v, %d bytes left", c.name, err, len(w.b))
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
	for v, want := range map[uint64]int64{0: 0, 1: -1, 2: 1, 3: -2, math.MaxUint64: math.MinInt64} {
		if got := zigzag(v); got != want {
			t.Errorf("zigzag(%d) = %d, want %d", v, got, want)
		}
	}
}

// A table without row groups, which a writer that got no row leaves, has no rows.
func TestTableWithoutRowGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.parquet")
	var b bytes.Buffer
	if err := parquet.NewGenericWriter[struct{ A int64 }](&b).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := openParquetFile(path, budget.New(0), func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	if n := len(f.parquet.RowGroups()); n != 0 {
		t.Fatalf("%d row groups", n)
	}
	if err := f.each("A", "", 0, 0, func(int, parquet.Value) error { return errors.New("a value") }); err != nil {
		t.Errorf("no row: %v", err)
	}
	err = f.each("A", "", 0, 1, func(int, parquet.Value) error { return nil })
	if err == nil || err.Error() != "column A has 0 rows, expected 1 or more" {
		t.Errorf("a row: %v", err)
	}
}
