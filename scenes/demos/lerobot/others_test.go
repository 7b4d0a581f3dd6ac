package lerobot

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Features are found by the names of LeRobot, of openpi and of datasets with one feature a sensor.
func TestRoles(t *testing.T) {
	vector, picture := unnamed(3), imageFeature(8)
	video := picture
	video.Type = "video"
	index, truth := feature{Type: "int64", Shape: []int{1}}, feature{Type: "bool", Shape: []int{1}}
	planes, depth := feature{Type: "image", Shape: []int{3, 8, 9}}, feature{Type: "image", Shape: []int{8, 9, 1}}
	for _, c := range []struct {
		features map[string]feature
		want     roles
	}{
		{
			map[string]feature{
				action: vector, state: vector, environmentState: vector, imagePrefix + "top": picture,
				"timestamp": vector, "index": index, "next.reward": vector,
			},
			roles{[]string{action}, []string{state}, environmentState, []string{imagePrefix + "top"}, nil, nil},
		},
		{
			map[string]feature{"actions": vector, "state": vector, "image": picture, "wrist_image": video},
			roles{[]string{"actions"}, []string{"state"}, "", []string{"image"}, []string{"wrist_image"}, nil},
		},
		{
			map[string]feature{
				"action.arm": vector, "action.hand": vector, "observation.joints": vector, "observation.force": vector,
				"timestamp": vector, scene: vector,
			},
			roles{
				actions: []string{"action.arm", "action.hand"},
				state:   []string{"observation.force", "observation.joints"}, scene: scene,
			},
		},
		{
			map[string]feature{
				"actions": vector, "joint_position": vector, "gripper_position": vector, "reward": vector,
			},
			roles{[]string{"actions"}, []string{"gripper_position", "joint_position"}, "", nil, nil, nil},
		},
		{ // no depth pictures, sentences or times beside what a robot senses
			map[string]feature{
				action: vector, "observation.joints": vector, "observation.language_embedding": vector,
				"observation.depth": {Type: "float32", Shape: []int{8, 9}}, "observation.timestamp": vector,
			},
			roles{[]string{action}, []string{"observation.joints"}, "", nil, nil, nil},
		},
		{ // whole numbers and truth values where nothing else could be meant
			map[string]feature{action: index, "observation.open": truth, "observation.mode": index, "mode": index},
			roles{[]string{action}, []string{"observation.mode", "observation.open"}, "", nil, nil, []string{"mode"}},
		},
		{ // a gripper that opens and closes beside the numbers of the arm
			map[string]feature{
				"action.arm": vector, "action.grip": truth, "action.mode": index, "action.is_pad": truth,
				"action.index": index, "action_mask": truth, state: vector,
			},
			roles{[]string{"action.arm", "action.grip", "action.mode"}, []string{state}, "", nil, nil, nil},
		},
		{ // what a robot senses in whole numbers and truth values beside decimals; no masks, counts of frames or maps
			map[string]feature{
				action: vector, "observation.joints": vector, "observation.contact": truth, "observation.mode": index,
				"observation.frame_index": index, "observation.is_pad": truth, "observation.depth_level": index,
				"observation.segments": {Type: "uint8", Shape: []int{8, 9}}, "mode": index,
			},
			roles{
				actions: []string{action},
				state:   []string{"observation.contact", "observation.joints", "observation.mode"},
				labels:  []string{"mode"},
			},
		},
		{ // a simulator's state is the only one; pictures with the channels first
			map[string]feature{
				"action.delta": vector, "action_is_pad": truth, environmentState: vector, "first": planes,
				"depth": depth,
			},
			roles{[]string{"action.delta"}, []string{environmentState}, "", []string{"first"}, nil, nil},
		},
	} {
		if got := rolesOf(c.features); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v\nare %+v, want %+v", c.features, got, c.want)
		}
	}
}

// Several features of state or action are read side by side, in alphabetical order.
func TestReadsFeaturesSideBySide(t *testing.T) {
	dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
		delete(i.Features, state)
		delete(row, state)
		i.Features["joints"], i.Features["grip"] = unnamed(2), unnamed(1)
		row["joints"], row["grip"] = []float32{5, 6}, float32(7)
	})
	raw := readEpisode(t, dir, 1)
	if raw.State.Width != 3 || fmt.Sprint(raw.State.Row(2)) != "[7 5 6]" {
		t.Errorf("the state is %+v", raw.State)
	}
}

// A column of pictures may have them alone in place of structures with a path.
func TestReadsBarePictures(t *testing.T) {
	dir := writeOtherDataset(t, func(_ *info, row, _ map[string]any) {
		row[imagePrefix+"top"] = string(row[imagePrefix+"top"].(pngCell).png)
	})
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(1, true)
	if err != nil {
		t.Fatal(err)
	}
	if c := raw.Cameras; len(c) != 1 || c[0].Name != "top" || len(c[0].Data) != 4*192 {
		t.Errorf("cameras are %+v, want four pictures of top", c)
	}
}

// Pictures that are not of three channels are no cameras, which the description says.
func TestTellsWhatIsLeftOut(t *testing.T) {
	dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
		i.Features["observation.images.depth"] = feature{Type: "image", Shape: []int{8, 8, 1}}
		row["observation.images.depth"] = row[imagePrefix+"top"]
	})
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	d := r.(demos.Describer).Describe()
	want := []string{
		"pictures observation.images.depth are left out: they have shape [8 8 1], and three channels are read",
	}
	if len(d.Cameras) != 1 || !slices.Equal(d.LeftOut, want) {
		t.Errorf("%d cameras, left out %q, want %q", len(d.Cameras), d.LeftOut, want)
	}
}

// A dataset that was not written to its end is refused by the name of the file that is missing.
func TestWithoutTableOfEpisodes(t *testing.T) {
	dir := writeOtherDataset(t, func(*info, map[string]any, map[string]any) {})
	if err := os.RemoveAll(filepath.Join(dir, "meta", "episodes")); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "meta", "episodes", "chunk-000", "file-000.parquet")
	if _, err := (format{}).Open(dir, budget.New(0)); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("a dataset without its table gives %v, want the name %s", err, missing)
	}
}

// readEpisode reads one episode without pictures.
func readEpisode(t *testing.T, dir string, i int) *demos.Raw {
	t.Helper()
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(i, false)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// An episode succeeded if any of its frames has next.success. Behaviour and style are those of the frames where the
// table of episodes has lost them.
func TestLabelsOfFrames(t *testing.T) {
	for _, c := range []struct {
		successAt int64
		want      string
	}{{5, "true"}, {7, "true"}, {9, "false"}} {
		dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
			i.Features[nextSuccess] = feature{Type: "bool", Shape: []int{1}}
			names := labelNames{[]string{"a", "b", "c"}}
			i.Features[behaviourIndex] = feature{Type: "int64", Shape: []int{1}, Names: names}
			row[nextSuccess], row[behaviourIndex] = row["index"] == c.successAt, row["index"].(int64)/4
		})
		if l := readEpisode(t, dir, 1).Labels; l["success"] != c.want || l["behaviour"] != "b" {
			t.Errorf("success in frame %d: labels are %v", c.successAt, l)
		}
	}
	dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
		i.Features[behaviourIndex] = feature{Type: "int64", Shape: []int{1}, Names: labelNames{[]string{"a"}}}
		row[behaviourIndex] = int64(1)
	})
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Read(0, false); err == nil || !strings.Contains(err.Error(), "info.json has 1 names") {
		t.Errorf("an index outside the names gives %v", err)
	}
}

// Frames may call success is_success. Where the table of episodes contradicts them it counts, and that is told.
func TestSuccessOfFrames(t *testing.T) {
	for _, c := range []struct {
		name, table, want string
		odd               bool
	}{{"is_success", "", "true", false}, {nextSuccess, "true", "true", false}, {nextSuccess, "false", "false", true}} {
		dir := writeOtherDataset(t, func(i *info, row, episode map[string]any) {
			i.Features[c.name] = feature{Type: "bool", Shape: []int{1}}
			row[c.name] = row["index"] == int64(5)
			if c.table != "" {
				episode["success"] = c.table == "true"
			}
		})
		e := readEpisode(t, dir, 1)
		if _, raw := e.Labels[c.name]; e.Labels["success"] != c.want || raw || (len(e.Odd) > 0) != c.odd {
			t.Errorf("%s, %q: labels are %v, odd %v", c.name, c.table, e.Labels, e.Odd)
		}
	}
}

// The greatest reward of the frames is a label, where nothing says whether the episode succeeded, or the opposite.
func TestMaxReward(t *testing.T) {
	for _, told := range []bool{false, true} {
		dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
			i.Features[nextReward] = feature{Type: "float32", Shape: []int{1}}
			row[nextReward] = float32(0)
			if row["index"] == int64(5) {
				row[nextReward] = float32(1)
			}
			if told {
				i.Features[nextSuccess] = feature{Type: "bool", Shape: []int{1}}
				row[nextSuccess] = false
			}
		})
		for n, want := range []string{"0", "1"} {
			got, has := readEpisode(t, dir, n).Labels[demos.MaxReward]
			if has != (!told || n == 1) || has && got != want {
				t.Errorf("episode %d: the greatest reward is %q, want %q unless told: %v", n, got, want, told)
			}
		}
	}
}

// Texts, whole numbers and truth values of frames that agree over an episode are its labels, unless the table of
// episodes has them; values that change, positions, marks of last frames and parts of the state are none.
func TestConstantLabels(t *testing.T) {
	one := func(kind string) feature { return feature{Type: kind, Shape: []int{1}} }
	dir := writeOtherDataset(t, func(i *info, row, _ map[string]any) {
		for name, kind := range map[string]string{
			"collector": "string", "rating": "int64", "corrected": "bool", "operator": "string", "is_last": "bool",
			"subtask_index": "int64", "next.done": "bool", "note": "string", "state.open": "bool",
			"score": "float32", "success": "float64", "discount": "float32", "speed": "float32",
		} {
			i.Features[name] = one(kind)
		}
		e := row["index"].(int64) / 4
		row["collector"], row["rating"], row["corrected"] = fmt.Sprint("c", e), e, row["index"] == int64(1)
		row["operator"], row["is_last"], row["subtask_index"], row["next.done"] = "of the frames", false, e, false
		row["note"], row["state.open"] = strings.Repeat("x", maxLabel+1), e == 2
		row["score"], row["success"], row["discount"] = 0.1+float32(e), float64(e%2), float32(1)
		row["speed"] = float32(row["index"].(int64))
	})
	want := map[string]string{
		"task": "fold the towel", "operator": "p0", "fast": "true", "collector": "c0", "rating": "0",
		"state.open": "false", "score": "0.1", "success": "0",
	}
	if got := readEpisode(t, dir, 0).Labels; !reflect.DeepEqual(got, want) {
		t.Errorf("labels of episode 0 are %v, want %v", got, want)
	}
	want = map[string]string{
		"task": "fold the towel", "operator": "p0", "fast": "false", "collector": "c2", "rating": "2",
		"corrected": "false", "state.open": "true", "score": "2.1", "success": "0",
	}
	if got := readEpisode(t, dir, 2).Labels; !reflect.DeepEqual(got, want) {
		t.Errorf("labels of episode 2 are %v, want %v", got, want)
	}
}

// writeVersion2 writes a dataset of version 2.1 with two episodes of 3 and 2 frames; lines are its list of episodes.
func writeVersion2(t *testing.T, lines string) string {
	t.Helper()
	dir := t.TempDir()
	i := info{Version: "v2.1", Robot: "so100", Rate: 50, ChunkSize: 1,
		DataPath: "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet",
		Features: map[string]feature{action: unnamed(2), state: unnamed(3)}}
	at := int64(0)
	for e, frames := range []int{3, 2} {
		path := filepath.Join(dir, fmt.Sprintf("data/chunk-%03d/episode_%06d.parquet", e, e))
		os.MkdirAll(filepath.Dir(path), 0o755)
		w, err := newTable(path, map[string]string{action: "[]float32", state: "[]float32", "index": "int64",
			taskIndex: "int64"})
		if err != nil {
			t.Fatal(err)
		}
		for range frames {
			row := map[string]any{action: []float32{float32(at), 0}, state: []float32{0, 0, 1}, "index": at,
				taskIndex: int64(e)}
			if err := w.add(row); err != nil {
				t.Fatal(err)
			}
			at++
		}
		if err := w.close(); err != nil {
			t.Fatal(err)
		}
	}
	text, _ := json.Marshal(i)
	os.MkdirAll(filepath.Join(dir, "meta"), 0o755)
	os.WriteFile(filepath.Join(dir, infoName), text, 0o644)
	os.WriteFile(filepath.Join(dir, episodesLines), []byte(lines), 0o644)
	return dir
}

// Datasets of version 2.1 have a file an episode and a list of episodes in JSON.
func TestReadsVersion2(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 0, "tasks": ["fold the towel"], "length": 3}
{"episode_index": 1, "tasks": ["wipe"], "length": 2, "more": {}}
`)
	if raw := readEpisode(t, dir, 1); raw.Frames() != 2 || raw.Actions.Row(0)[0] != 3 || raw.Labels["task"] != "wipe" {
		t.Errorf("the second episode is %+v", raw)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if d := demos.Describe(r); r.Episodes() != 2 || d.Robot != "so100" || d.Rate != 50 || d.Cameras != nil {
		t.Errorf("%d episodes, %+v", r.Episodes(), d)
	}
}

// Lines of the list of episodes may be in any order.
func TestOrderOfVersion2(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 1, "tasks": ["wipe"], "length": 2, "operator": "b"}
{"operator": "a", "episode_index": 0, "tasks": ["fold the towel"], "length": 3}
`)
	for i, want := range []string{"3 map[operator:a task:fold the towel task_index:0]",
		"2 map[operator:b task:wipe task_index:1]"} {
		if raw := readEpisode(t, dir, i); fmt.Sprint(raw.Frames(), " ", raw.Labels) != want {
			t.Errorf("episode %d has %d frames and the labels %v, want %s", i, raw.Frames(), raw.Labels, want)
		}
	}
}

// Scalars of a line are labels, written as those of tables; lists, structures, nulls and positions are none.
func TestLabelsOfVersion2(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 0, "tasks": ["fold"], "length": 3, "operator": "ann", "success": true, `+
		`"score": 0.5, "day": 20230001.0, "id": 9007199254740993, "scene": {"a": 1}, "tags": ["x"], "note": null, `+
		`"data/file_index": 0, "dataset_from_index": 0}
{"episode_index": 1, "tasks": ["wipe", "fold"], "length": 2, "task": "clean", "late": -0, "empty": ""}
`)
	for i, want := range []map[string]string{
		{"task": "fold", "operator": "ann", "success": "true", "score": "0.5", "day": "20230001",
			"id": "9007199254740993", "task_index": "0"},
		{"task": "clean", "late": "0", "task_index": "1"},
	} {
		if got := readEpisode(t, dir, i).Labels; !reflect.DeepEqual(got, want) {
			t.Errorf("labels of episode %d are %v, want %v", i, got, want)
		}
	}
}

// Python writes numbers that are not finite as literals that JSON does not have, and whole numbers as floats where they
// went through pandas; some programs write one task in place of a list.
func TestReadsVersion2OfPython(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 0.0, "tasks": "fold NaN 1.0", "length": 3.00, "score": NaN, `+
		`"most": -Infinity, "time": 1.0e3, "note": "\"NaN, 2.0", "list": [NaN, {"a": Infinity}]}
{"episode_index": 1, "tasks": null, "length": 2.0, "task": "wipe"}
`)
	for i, want := range []map[string]string{
		{"task": "fold NaN 1.0", "score": "NaN", "most": "-Inf", "time": "1000", "note": `"NaN, 2.0`,
			"task_index": "0"}, {"task": "wipe", "task_index": "1"},
	} {
		if got := readEpisode(t, dir, i).Labels; !reflect.DeepEqual(got, want) {
			t.Errorf("labels of episode %d are %v, want %v", i, got, want)
		}
	}
	path := filepath.Join(dir, infoName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	shape := strings.Replace(string(text), `"shape":[2]`, `"shape":[2.0]`, 1)
	if shape == string(text) {
		t.Fatal("info.json has no shape that can be changed")
	}
	os.WriteFile(path, []byte(strings.Replace(shape, `"total_frames":0`, `"total_frames":5.0,"x":NaN`, 1)), 0o644)
	if raw := readEpisode(t, dir, 1); raw.Actions.Width != 2 {
		t.Errorf("by an info.json of Python: %+v", raw)
	}
}

// plainJSON changes neither texts nor numbers that are not whole, and ends with texts that do not.
func TestPlainJSON(t *testing.T) {
	for from, want := range map[string]string{
		`[1.0, -2.00, 0.5, 1.05, 1.0e3]`: `[1, -2, 0.5, 1.05, 1.0e3]`,
		`{"NaN": NaN, "a\"1.0": 1.0}`:    `{"NaN": "NaN", "a\"1.0": 1}`,
		`"1.0`:                           `"1.0`,
		`"1.0\`:                          `"1.0\`,
		`1.`:                             `1.`,
		`-`:                              `-`,
		`[-Infinity,Infinity]`:           `["-Inf","+Inf"]`,
	} {
		if got := string(plainJSON([]byte(from))); got != want {
			t.Errorf("%s becomes %s, want %s", from, got, want)
		}
	}
}

func TestRefusesVersion2(t *testing.T) {
	first := `{"episode_index": 0, "tasks": ["fold"], "length": 3}` + "\n"
	for want, lines := range map[string]string{
		"has no episodes":                          "",
		"line 2 is damaged":                        first + `{"episode_index": `,
		"line 2 has the episode_index 0, which":    first + first,
		"line 1 has no episode_index":              `{"tasks": ["fold"], "length": 3}`,
		"has no episode_index 1 of 0 to 2: a":      first + `{"episode_index": 2, "length": 3}`,
		"expected at most 536870912":               `{"episode_index": 9223372036854775807, "length": 3}`,
		"the list of episodes needs 77.3 GB":       `{"episode_index": 536870911, "length": 3}`,
		"line 1: length: json: cannot unmarshal":   `{"episode_index": 0, "length": 2.5, "tasks": 3}`,
		"line 1: tasks: json: cannot unmarshal":    `{"episode_index": 0, "length": 3, "tasks": 3}`,
		"episode 0 has the length 0":               `{"episode_index": 0}`,
		"episode 0 has the length 1000001":         `{"episode_index": 0, "length": 1000001}`,
		"line 1 has more than 1048576 bytes":       strings.Repeat(" ", maxLine+1) + first,
		"3 rows, expected the 4 frames of its":     `{"episode_index": 0, "length": 4}`,
		"has 3 rows, expected the 2 frames of its": `{"episode_index": 0, "length": 2}`,
	} {
		r, err := format{}.Open(writeVersion2(t, lines), budget.New(0))
		if err == nil {
			_, err = r.Read(0, false)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q gives %v, want an error with %q", lines, err, want)
		}
	}
}

// A template of version 2 with a field that is not LeRobot's is named whole, with the fields that there are.
func TestFieldsOfVersion2(t *testing.T) {
	const want = `the path "data/{episode_index:04d}.parquet" leads out of the folder or has other fields ` +
		"than {episode_chunk:03d} and {episode_index:06d}"
	if _, err := expandEpisodePath("data/{episode_index:04d}.parquet", 0, 1); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A file whose frames are numbered as those of another episode is refused with what helps in version 2.
func TestNumbersOfVersion2(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 0, "length": 2}`)
	second, first := filepath.Join(dir, "data/chunk-001/episode_000001.parquet"),
		filepath.Join(dir, "data/chunk-000/episode_000000.parquet")
	if err := os.Rename(second, first); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const want = "column index, row 0: is 3, expected 0, by the table of episodes; programs that merge datasets"
	if _, err := r.Read(0, false); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

// Marks of frames are no components of actions, and of several versions one is taken; what is left out is told, and the
// user may name others.
func TestOneActionOfSeveral(t *testing.T) {
	wide := func(kind string, n int) feature { return feature{Type: kind, Shape: []int{n}} }
	for _, c := range []struct {
		features map[string]feature
		taken    string
		told     string
	}{
		{map[string]feature{action: wide("float32", 7)}, "action", ""},
		{map[string]feature{action: wide("float32", 7), "action.joint_position": wide("float32", 7)}, "action",
			"actions: action; left out: action.joint_position (--actions)"},
		{map[string]feature{"action.world_vector": wide("float32", 3), "action.terminate_episode": wide("float32", 1),
			"action.done_gripper": wide("float32", 1)}, "action.done_gripper action.world_vector",
			"left out: action.terminate_episode (--actions)"},
		{map[string]feature{"actions.joint.position": wide("float32", 14), "actions.end.position": wide("float32", 6),
			"actions.end.orientation": wide("float32", 8), "actions.effector.position": wide("float32", 2)},
			"actions.effector.position actions.end.orientation actions.end.position", "left out: " +
				"actions.joint.position"},
		{map[string]feature{"action_joint": wide("float32", 7), "action_eef": wide("float32", 7)}, "action_eef",
			"actions: action_eef; left out: action_joint (--actions)"},
	} {
		r := rolesOf(c.features)
		told := strings.Join(r.choice(c.features).Decided(), "\n")
		if got := strings.Join(r.actions, " "); got != c.taken || !strings.Contains(told, c.told) ||
			(c.told == "") != (told == "") {
			t.Errorf("%v: took %s and told %q, want %s and %q", c.features, got, told, c.taken, c.told)
		}
	}
	dir := writeOtherDataset(t, func(*info, map[string]any, map[string]any) {})
	for _, c := range []struct {
		names []string
		width int
		err   string
	}{
		{nil, 2, ""}, {[]string{state}, 3, ""}, {[]string{state, action}, 5, ""},
		{[]string{"actions"}, 0, `did you mean "action"?`}, {[]string{imagePrefix + "top"}, 0, "there is action, "},
	} {
		r, err := demos.OpenAny(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := demos.TakeActions(r, c.names); err != nil || c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v, want %q", c.names, err, c.err)
			}
			continue
		}
		if raw, err := r.Read(0, false); err != nil || raw.Actions.Width != c.width {
			t.Errorf("%v: %+v, %v", c.names, raw, err)
		}
	}
}
