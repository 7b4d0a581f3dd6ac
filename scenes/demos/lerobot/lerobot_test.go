package lerobot

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/picture"
)

// writeOtherDataset writes a folder of another robot: actions of width 2, no scene, three episodes of 4 frames
// in two data files, and no card. spoil may change info.json and the rows.
func writeOtherDataset(t testing.TB, spoil func(i *info, data, episode map[string]any)) string {
	t.Helper()
	dir := t.TempDir()
	i := info{
		Version:  version,
		DataPath: dataPath,
		Features: map[string]feature{
			action:              unnamed(2),
			state:               unnamed(3),
			imagePrefix + "top": imageFeature(8),
		},
	}
	black, _ := picture.EncodePNG(make([]byte, 192), 8)
	var tables [2]*tableWriter
	var list *tableWriter
	for e := range 3 {
		for f := range 4 {
			row := map[string]any{
				action:              []float32{float32(e), float32(f)},
				state:               []float32{1, 2, 3},
				imagePrefix + "top": pngCell{black},
				"index":             int64(4*e + f),
			}
			episode := map[string]any{
				"episode_index": int64(e), "tasks": []string{"fold the towel"}, "length": int64(4),
				"dataset_from_index": int64(4 * e), "dataset_to_index": int64(4*e + 4),
				"data/chunk_index": int64(0), "data/file_index": int64(e / 2),
				"operator": fmt.Sprint("p", e%2), "fast": e == 0,
			}
			spoil(&i, row, episode)
			tables[e/2] = openTable(t, tables[e/2], dir, dataPath, e/2, row)
			if err := tables[e/2].add(row); err != nil {
				t.Fatal(err)
			}
			if f == 0 {
				list = openTable(t, list, dir, episodesPath, 0, episode)
				if err := list.add(episode); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, t := range []*tableWriter{tables[0], tables[1], list} {
		t.close()
	}
	text, _ := json.Marshal(i)
	os.WriteFile(filepath.Join(dir, infoName), text, 0o644)
	return dir
}

// unnamed describes a column of vectors of n float32 without names.
func unnamed(n int) feature { return feature{Type: "float32", Shape: []int{n}} }

// openTable returns old or, if that is nil, a new table with the columns of row.
func openTable(t testing.TB, old *tableWriter, dir, template string, file int, row map[string]any) *tableWriter {
	t.Helper()
	if old != nil {
		return old
	}
	kinds := map[string]string{}
	for name, v := range row {
		if kinds[name] = fmt.Sprintf("%T", v); kinds[name] == "lerobot.pngCell" {
			kinds[name] = "picture"
		}
	}
	name, _ := expandPath(template, 0, file)
	path := filepath.Join(dir, name)
	os.MkdirAll(filepath.Dir(path), 0o755)
	made, err := newTable(path, kinds)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A folder's name is a name, whatever it means in a pattern.
func TestReadsFoldersWithBrackets(t *testing.T) {
	made := writeOtherDataset(t, func(*info, map[string]any, map[string]any) {})
	dir := filepath.Join(t.TempDir(), "pick[1]*")
	if err := os.Rename(made, dir); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Episodes() != 3 {
		t.Errorf("%d episodes, want 3", r.Episodes())
	}
}

func TestReadsOtherDatasets(t *testing.T) {
	r, err := format{}.Open(writeOtherDataset(t, func(*info, map[string]any, map[string]any) {}), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, i := range []int{2, 1, 0, 0} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		if raw.Frames() != 4 || raw.Actions.Width != 2 || raw.Actions.Row(3)[0] != float32(i) ||
			raw.Actions.Row(3)[1] != 3 ||
			raw.State.Width != 3 ||
			raw.Scene.Width != 0 {
			t.Errorf("episode %d is %+v", i, raw)
		}
		if l := raw.Labels; l["task"] != "fold the towel" || l["operator"] != fmt.Sprint("p", i%2) ||
			l["fast"] != fmt.Sprint(i == 0) ||
			len(l) != 3 {
			t.Errorf("labels are %v", raw.Labels)
		}
		if c := raw.Cameras[0]; c.Name != "top" || len(c.Data) != 4*192 {
			t.Errorf("camera %s has %d bytes", c.Name, len(c.Data))
		}
	}
	s, err := demos.Summarize(r, []string{"operator"})
	if err != nil || len(s.Groups) != 2 || s.Groups[0].Episodes != 2 || s.Frames != 12 {
		t.Errorf("survey is %+v, %v", s, err)
	}
}

// Episodes of the tabletop's widths whose numbers cannot be meant are refused with episode, frame and component.
func TestRefusesActions(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		column string
		at     int
		value  float32
		want   string
	}{
		{action, 4, nan, "episode 1: frame 2: component 4 (rotation about y) of the relative action is NaN"},
		{action, 0, 57.3, "episode 1: frame 2: component 0 (x) of the relative action is 57.3, outside [-2, 2]"},
		{state, 9, nan, "episode 1: frame 2: robot_obs[9] is NaN, not finite"},
		{scene, 20, float32(math.Inf(1)), "episode 1: frame 2: scene_obs[20] is +Inf, not finite"},
	} {
		dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
			for name, width := range map[string]int{
				action: scenes.ActionSize, state: scenes.RobotSize, scene: scenes.SceneSize,
			} {
				i.Features[name], row[name] = unnamed(width), make([]float32, width)
			}
			if row["index"] == int64(6) { // of four frames an episode
				row[c.column].([]float32)[c.at] = c.value
			}
		})
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		read := 0
		err = demos.Strict(r).Each(func(int, *demos.Episode) error { read++; return nil })
		if err == nil || !strings.Contains(err.Error(), c.want) || read != 1 {
			t.Errorf("%d episodes were read, then %v; want one, then %q", read, err, c.want)
		}
	}
}

// A gap in the times of an episode is kept with a warning that says where; a rate that nobody states makes none.
func TestWarnsOfGaps(t *testing.T) {
	for rate, want := range map[float64]string{
		10: "0.5 s are between frames 1 and 2, where the rate is 10 frames a second", 2: "", 0: "",
	} {
		dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
			i.Rate = rate
			if n, ok := row["index"].(int64); ok { // four frames an episode
				row["timestamp"] = float32(n%4) / 10
				if n >= 6 && n < 8 {
					row["timestamp"] = 0.4 + float32(n%4)/10
				}
			}
		})
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			if i != 1 && (err != nil || warningOf(raw) != "") || i == 1 && (err != nil || warningOf(raw) != want) {
				t.Errorf("rate %v, episode %d: warning %q, %v; want %q", rate, i, warningOf(raw), err, want)
			}
		}
	}
}

// Times since 1970 in double precision rise, though not as single precision, and show gaps.
func TestTimesSince1970(t *testing.T) {
	dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
		i.Rate = 10
		n := row["index"].(int64)
		row["timestamp"] = 1.7e9 + float64(n)/10
		if n >= 6 {
			row["timestamp"] = 1.7e9 + float64(n+4)/10
		}
	})
	for i, want := range []string{"", "0.5 s are between frames 1 and 2, where the rate is 10 frames a second", ""} {
		if raw := readEpisode(t, dir, i); warningOf(raw) != want {
			t.Errorf("episode %d: warning %q, want %q", i, warningOf(raw), want)
		}
	}
}

// A row without a list has 0 numbers, whichever it is, and a null in a list is none.
func TestEmptyRows(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[any](&b, parquet.NewSchema("schema", parquet.Group{action: columns["[]float32"]}))
	two := parquet.Row{parquet.FloatValue(1).Level(0, 1, 0), parquet.FloatValue(2).Level(1, 1, 0)}
	none := parquet.Row{parquet.NullValue().Level(0, 0, 0)}
	if _, err := w.WriteRows([]parquet.Row{two, none, two}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := &reader{room: budget.New(0), info: info{Features: map[string]feature{action: unnamed(2)}}}
	file, err := newParquetFile(bytes.NewReader(b.Bytes()), int64(b.Len()), r.room)
	if err != nil {
		t.Fatal(err)
	}
	const want = "column action, frame 1: has 0 numbers, expected 2"
	if _, err := r.matrix(action, &episodeRows{[]stretch{{file, 0, 3}}, 3, 0}); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

func TestRejectsMalformedDatasets(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(i *info, row, episode map[string]any)
	}{
		{`"v1.6", expected v2.0, v2.1 or v3.0`, func(i *info, _, _ map[string]any) { i.Version = "v1.6" }},
		{"column timestamp, row 1: is 0.5 s after 0.5 s: times must rise", func(_ *info, row, _ map[string]any) {
			row["timestamp"] = float32(0.5)
		}},
		{"has no column action", func(_ *info, row, _ map[string]any) { delete(row, action) }},
		{"has no column dataset_from_index", func(_ *info, _, e map[string]any) { delete(e, "dataset_from_index") }},
		{"file-000.parquet column action, row 0: has more than 2 numbers", func(_ *info, row, _ map[string]any) {
			row[action] = make([]float32, 3)
		}},
		{"column action, frame 0: has 1 numbers, expected 2", func(_ *info, row, _ map[string]any) {
			row[action] = make([]float32, 1)
		}},
		{"column action, row 0: is of type BYTE_ARRAY, expected numbers", func(_ *info, row, _ map[string]any) {
			row[action] = []string{"a", "b"}
		}},
		{"column index, row 0: is 7, expected 0", func(_ *info, row, _ map[string]any) { row["index"] = int64(7) }},
		{"column index, row 0: is of type DOUBLE, expected whole", func(_ *info, row, _ map[string]any) {
			row["index"] = 0.0
		}},
		{"column frame_index, row 1: is 0, expected 1", func(_ *info, row, _ map[string]any) {
			row["frame_index"] = int64(0)
		}},
		{"column episode_index, row 0: is 1, expected 0", func(_ *info, row, _ map[string]any) {
			row["episode_index"] = int64(1)
		}},
		{"has 8x8 pixels, expected 9x9", func(i *info, _, _ map[string]any) {
			i.Features[imagePrefix+"top"] = imageFeature(9)
		}},
		{"longer than it may be", func(i *info, _, _ map[string]any) {
			i.Features[imagePrefix+"top"] = imageFeature(1 << 14)
		}},
		{`"action" has the absurd shape`, func(i *info, _, _ map[string]any) { // the first of two that have one
			i.Features[action], i.Features[state] = unnamed(1<<30), unnamed(1<<30)
		}},
		{"is no PNG and no JPEG", func(_ *info, row, _ map[string]any) {
			row[imagePrefix+"top"] = pngCell{[]byte("GIF89a")}
		}},
		{"leads out of the folder", func(i *info, _, _ map[string]any) {
			i.DataPath = "../../../etc/{file_index:03d}"
		}},
		{"leads out of the folder", func(i *info, _, _ map[string]any) { i.DataPath = "/etc/passwd" }},
		{"other fields than", func(i *info, _, _ map[string]any) { i.DataPath = "data/{episode_chunk:03d}" }},
		{"episode 0 has the length 5, and dataset_from_index 0 to dataset_to_index 4 are 4 frames: LeRobot's " +
			"conversion",
			func(_ *info, _, e map[string]any) { e["length"] = int64(5) }},
		{"column episode_index, row 0: is 2, expected 0: LeRobot takes the rows", func(_ *info, _, e map[string]any) {
			e["episode_index"] = 2 - e["episode_index"].(int64)
		}},
		{"no feature of numbers begins so in info.json; name one with --actions: there is observation.state",
			func(i *info, _, _ map[string]any) { delete(i.Features, action) }},
		{"episode 1 has the length 0, expected 1 to", func(_ *info, _, e map[string]any) {
			if e["episode_index"] == int64(1) {
				e["length"] = int64(0)
			}
		}},
	} {
		dir := writeOtherDataset(t, c.spoil)
		r, err := format{}.Open(dir, budget.New(0))
		if err == nil {
			_, err = r.Read(0, true)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

// Rows of a data file that no episode has are an error for every episode in the file, and for no other.
func TestRefusesSurplusRows(t *testing.T) {
	dir := writeOtherDataset(t, func(_ *info, _, e map[string]any) {
		if e["episode_index"] == int64(2) {
			e["length"], e["dataset_to_index"] = int64(3), int64(11)
		}
	})
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range []string{"", "", "file-001.parquet has rows that the table of episodes lacks: row 3 has " +
		"index 11", ""} {
		i %= 3 // the first episode again
		_, err := r.Read(i, false)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("episode %d: %v, want %q", i, err, want)
		}
	}
}

// A footer that claims a list of 2^31-1 elements is rejected without allocating memory for it.
func TestFooterClaimsAllocateNothing(t *testing.T) {
	footer := []byte{
		0x15,
		2,
		0x29,
		0xfc,
		0xff,
		0xff,
		0xff,
		0xff,
		7,
		0,
	} // field 1: version 1; field 3: a long list of structures
	raw := append([]byte("PAR1"), footer...)
	raw = append(binary.LittleEndian.AppendUint32(raw, uint32(len(footer))), "PAR1"...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := openValidated(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "claims a list of 2147483647 elements") {
		t.Errorf("got %v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("took %d bytes", n)
	}
}

// readAll reads every value of a table.
func readAll(raw []byte) error {
	s, err := newParquetFile(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
	if err != nil {
		return err
	}
	p := s.parquet
	for _, path := range p.Schema().Columns() {
		part := ""
		if len(path) == 2 {
			part = path[1]
		}
		err = s.each(path[0], part, 0, int(min(p.NumRows(), 1000)), func(int, parquet.Value) error { return nil })
	}
	return err
}

func FuzzTable(f *testing.F) {
	dir := writeOtherDataset(f, func(*info, map[string]any, map[string]any) {})
	for _, path := range []string{filepath.Join(dir, "data/chunk-000/file-001.parquet"),
		filepath.Join(dir, "meta/episodes/chunk-000/file-000.parquet"),
		"testdata/mixed/data/chunk-000/file-000.parquet",
		"testdata/language/data/chunk-000/file-000.parquet",
	} {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if err := readAll(raw); err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(raw)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 30*uint64(bounded.Expansion(int64(len(raw)))) {
			t.Errorf("%d bytes take %d", len(raw), n)
		}
	})
}

func FuzzInfo(f *testing.F) {
	f.Add(
		[]byte(
			`{"codebase_version":"v3.0","data_path":"data/{file_index:03d}",`+
				`"features":{"action":{"dtype":"float32","shape":[2]}}}`,
		),
		"data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet",
	)
	dir := f.TempDir()
	os.Mkdir(filepath.Join(dir, "meta"), 0o755)
	f.Fuzz(func(t *testing.T, raw []byte, template string) {
		os.WriteFile(filepath.Join(dir, infoName), raw, 0o644)
		readInfo(dir, budget.New(0))
		if p, err := expandPath(template, 1, 2); err == nil && !filepath.IsLocal(p) {
			t.Errorf("%q leads to %q", template, p)
		}
	})
}

// warningOf returns what is odd in an episode.
func warningOf(r *demos.Raw) string {
	var texts []string
	for _, o := range r.Odd {
		texts = append(texts, o.Text)
	}
	return strings.Join(texts, "\n")
}
