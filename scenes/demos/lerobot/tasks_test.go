package lerobot

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// writeTasks writes a table of tasks, whose texts stand in a column of LeRobot's before or after 0.5.
func writeTasks(t *testing.T, dir, text string, tasks ...string) {
	t.Helper()
	w, err := newTable(filepath.Join(dir, tasksName), map[string]string{taskIndex: "int64", text: "string"})
	if err != nil {
		t.Fatal(err)
	}
	for i, task := range tasks {
		if err := w.add(map[string]any{taskIndex: int64(i), text: task}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

// Frames say the task where the table of episodes has no column "tasks", as after LeRobot's conversion to videos, and
// where it has several. Else the table decides, and is held against the frames, with which LeRobot trains.
func TestTasksOfFrames(t *testing.T) {
	for _, c := range []struct {
		tasks   any                     // the column in the table of episodes; nil for none
		of      func(frame int64) int64 // task_index
		column  string                  // of the texts; "" for no table of tasks
		want    string                  // of episode 1, whose frames are 4 to 7
		warning string
	}{
		{nil, func(f int64) int64 { return f / 4 }, indexColumn, "wipe", ""},
		{nil, func(f int64) int64 { return f / 4 }, "task", "wipe", ""},
		{nil, func(f int64) int64 { return f / 4 }, "", "task_index 1", ""},
		{nil, func(f int64) int64 { return f / 5 }, "task", "wipe", `2 tasks and counts`},
		{nil, func(f int64) int64 { return f / 6 }, "task", "fold", `"fold" (2 of 4)`},
		{[]string{"wipe", "fold"}, func(f int64) int64 { return f / 7 }, "task", "fold", "2 tasks"},
		// The table of episodes says it, and frames contradict it or are of a task that no table has.
		{[]string{"wipe"}, func(f int64) int64 { return f / 4 }, "task", "wipe", ""},
		{[]string{"wipe"}, func(f int64) int64 { return f / 7 }, "task", "wipe",
			`3 of its 4 frames have task_index 0, "fold"`},
		{[]string{"wipe"}, func(f int64) int64 { return 0 }, "task", "wipe", "LeRobot trains with; --by task_index"},
		{[]string{"wipe"}, func(f int64) int64 { return (f + 1) / 5 }, "task", "wipe", ""},
		{[]string{"wipe"}, func(f int64) int64 { return f / 5 }, "task", "wipe", `"wipe" (3 of 4)`},
		{[]string{"wipe"}, func(f int64) int64 { return 3 }, "task", "wipe",
			`4 of its 4 frames have task_index 3, and`},
		{[]string{"wipe"}, func(f int64) int64 { return -1 }, "task", "wipe", `4 of its 4 frames have task_index -1`},
		{[]string{"wipe"}, func(f int64) int64 { return f/4 + f/7*2 }, "task", "wipe",
			`1 of its 4 frames have task_index 3`},
		{[]string{"wipe"}, func(f int64) int64 { return 0 }, "", "wipe", ""},
		{nil, func(f int64) int64 { return 3 }, "task", "task_index 3", "4 of its 4 frames have task_index 3, and " +
			"it counts"},
	} {
		dir := writeOtherDataset(t, func(_ *info, row, episode map[string]any) {
			row[taskIndex] = c.of(row["index"].(int64))
			if delete(episode, "tasks"); c.tasks != nil {
				episode["tasks"] = c.tasks
			}
		})
		if c.column != "" {
			writeTasks(t, dir, c.column, "fold", "wipe", "pour")
		}
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := r.Read(1, false)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		if raw.Labels["task"] != c.want || (c.warning == "") != (warningOf(raw) == "") ||
			!strings.Contains(warningOf(raw), c.warning) {
			t.Errorf("task %q, warning %q; want %q, %q", raw.Labels["task"], warningOf(raw), c.want, c.warning)
		}
		if k, has := raw.Labels[taskIndex]; !has || k == "" {
			t.Errorf("no label task_index among %v", raw.Labels)
		}
	}
}

// The same in version 2, whose table of tasks is lines of JSON.
func TestTasksOfVersion2(t *testing.T) {
	dir := writeVersion2(t, `{"episode_index": 0, "length": 3}`+"\n"+`{"episode_index": 1, "length": 2}`)
	lines := `{"task_index": 0, "task": "fold"}` + "\n" + `{"task_index": 1, "task": "wipe"}`
	os.WriteFile(filepath.Join(dir, tasksLines), []byte(lines), 0o644)
	if l := readEpisode(t, dir, 1).Labels; l["task"] != "wipe" {
		t.Errorf("labels %v", l)
	}
	os.WriteFile(filepath.Join(dir, tasksLines), []byte(lines+"\n{"), 0o644)
	if _, err := (format{}).Open(dir, budget.New(0)); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a damaged line: %v", err)
	}
}

// A file of the table of episodes that is missing is named. Totals of info.json that contradict the table are told, and
// the table counts.
func TestMissingTables(t *testing.T) {
	name := func(file int) string { return fmt.Sprintf("meta/episodes/chunk-000/file-%03d.parquet", file) }
	for _, c := range []struct {
		from, to, count int    // the one file there is moves from one number to the other; episodes in info.json
		want            string // an error, or a warning where the count is positive
	}{
		{0, 0, 3, ""}, {0, 0, 0, ""},
		{0, 0, 2, "counts 2 episodes with 0 frames, and the table of episodes lists 3 with 12"},
		{0, 1, 3, name(0) + " is missing"},
		{0, 0, 4, "counts 4 episodes with 0 frames, and the table of episodes lists 3"},
		{0, 0, 5, "finish the recording (LeRobot's finalize)"},
	} {
		dir := writeOtherDataset(t, func(i *info, _, _ map[string]any) { i.Episodes = c.count })
		if err := os.Rename(filepath.Join(dir, name(c.from)), filepath.Join(dir, name(c.to))); err != nil {
			t.Fatal(err)
		}
		r, err := format{}.Open(dir, budget.New(0))
		said := fmt.Sprint(err)
		if err == nil {
			said = strings.Join(demos.StatedBy(r).LeftOut, " ")
			r.Close()
		}
		if (c.want == "") != (said == "") || !strings.Contains(said, c.want) {
			t.Errorf("%+v: %s", c, said)
		}
	}
	between := []string{"a/meta/episodes/chunk-000/file-000.parquet", "a/meta/episodes/chunk-000/file-002.parquet"}
	if err := checkFollows(between[:1], between[1]); err == nil || !strings.Contains(err.Error(), "a/"+name(1)) {
		t.Errorf("a file between two: %v", err)
	}
	for _, next := range []string{"chunk-000/file-001.parquet", "chunk-001/file-000.parquet", "x/y.parquet"} {
		if err := checkFollows(between[:1], "a/meta/episodes/"+next); err != nil {
			t.Errorf("%s after the first: %v", next, err)
		}
	}
}

// A data file that is missing is an error of its episodes, which says what to do.
func TestWithoutDataFile(t *testing.T) {
	dir := writeOtherDataset(t, func(*info, map[string]any, map[string]any) {})
	name, err := expandPath(dataPath, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	failed := 0
	for i := range r.Episodes() {
		if _, err := r.Read(i, false); err != nil {
			failed++
			want := name + " is missing, its data file; copy the dataset again"
			if !strings.Contains(err.Error(), want) {
				t.Errorf("episode %d: error %v, want one with %q", i, err, want)
			}
		}
	}
	if failed == 0 || failed == r.Episodes() {
		t.Errorf("%d of %d episodes fail, want some", failed, r.Episodes())
	}
}
