package calvin

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
)

// writeEpisodes writes two episodes of 2 and 3 frames. Frame t of the dataset has the position t in x.
func writeEpisodes(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "training")
	w, err := format{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	at := float32(0)
	for i, frames := range []int{2, 3} {
		e := &demos.Episode{Task: "picking", Behaviour: []string{"left", "right"}[i], Style: "optimal",
			Observations: make([]scenes.Observation, frames), Actions: make([]scenes.Action, frames)}
		for k := range frames {
			e.Observations[k].Robot[0] = at
			e.Actions[k][scenes.ActionGripper] = 1
			at++
		}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// index reads an integer array of a folder.
func index(t *testing.T, dir, name string) ([]int64, []int) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := npy.Read(f, budget.New(0), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.Int64s()
	if err != nil {
		t.Fatal(err)
	}
	return v, a.Shape
}

// rel_actions are CALVIN's whoever wrote the folder, so demos.MeantActions refuses those that cannot be meant.
func TestActionsAreClaimed(t *testing.T) {
	dir := writeEpisodes(t)
	if err := os.Remove(filepath.Join(dir, sidecarName)); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if theirs, ok := r.(demos.CALVINActions); !ok || !theirs.CALVINActions() || r.Card().Format != 0 {
		t.Errorf("the reader %T with card %+v does not say whose its actions are", r, r.Card())
	}
}

// Frames are numbered through the dataset; spans include the last frame; annotations have the same spans.
func TestIndexFiles(t *testing.T) {
	dir := writeEpisodes(t)
	spans, shape := index(t, dir, spansName)
	if !reflect.DeepEqual(spans, []int64{1000, 1001, 1002, 1004}) || !reflect.DeepEqual(shape, []int{2, 2}) {
		t.Errorf("%s is %v of shape %v", spansName, spans, shape)
	}
	if v, shape := index(t, dir, "ep_lens.npy"); !reflect.DeepEqual(v, []int64{2, 3}) || len(shape) != 1 {
		t.Errorf("ep_lens.npy is %v of shape %v", v, shape)
	}
	raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(languageName)))
	if err != nil {
		t.Fatal(err)
	}
	want := []window{
		{"grasp and lift the red block", "lift_red_block_table", 1000, 1001},
		{"grasp and lift the red block", "lift_red_block_table", 1002, 1004},
	}
	if got, err := windowsOf(raw); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("annotations are %v, %v; want %v", got, err, want)
	}
}

// The absolute action is the pose that the next frame of the episode measures; the last frame has its own pose.
func TestAbsoluteActions(t *testing.T) {
	dir := writeEpisodes(t)
	for frame, want := range []float32{1, 1, 3, 4, 4} {
		f, err := os.Open(filepath.Join(dir, usualNames.of(firstFrame+int64(frame))))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		info, _ := f.Stat()
		z, err := npy.OpenArchive(f, info.Size(), budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		if a, _, err := z.Float32s("actions", 7); err != nil || a[0] != want || a[6] != 1 {
			t.Errorf("the absolute action of frame %d is %v, %v; want x = %v and gripper 1", frame, a, err, want)
		}
	}
}

// statistics.yaml has the moments of the positions 0 to 4 (mean 2, deviation sqrt 2) and the bounds of the
// absolute actions.
func TestStatisticsFile(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(writeEpisodes(t), statisticName))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"robot_obs:\n  - _target_: calvin_agent.utils.transforms.NormalizeVector\n    mean: [2.000000, 0.000000,",
		"std: [1.414214, 0.000000,",
		"act_min_bound: [1.000000, 0.000000,",
		"act_max_bound: [4.000000, 0.000000, 0.000000, 0.000000, 0.000000, 0.000000, 1.000000]\n",
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("statistics.yaml lacks %q:\n%s", want, raw)
		}
	}
}

// Damaged or contradictory index files are errors that name the file.
func TestRejectsDamagedIndex(t *testing.T) {
	for _, c := range []struct {
		name, content, want string
	}{
		{sidecarName, `{"card": `, sidecarName + " is damaged"},
		{sidecarName, `{"episodes": [{}]}`, "has 2 episodes, expected the 1 of " + sidecarName},
		{spansName, "\x93NUMPY", "is no NumPy array"},
		{spansName, "", "is no NumPy array"},
	} {
		dir := writeEpisodes(t)
		if err := os.WriteFile(filepath.Join(dir, c.name), []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := (format{}).Open(dir, budget.New(0)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %q: got %v, want an error with %q", c.name, c.content, err, c.want)
		}
	}
}

// A missing frame is an error of its episode alone.
func TestMissingFrame(t *testing.T) {
	dir := writeEpisodes(t)
	if err := os.Remove(filepath.Join(dir, usualNames.of(firstFrame+3))); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Read(0, true); err != nil {
		t.Errorf("the first episode: %v", err)
	}
	if _, err := r.Read(1, true); err == nil || !strings.Contains(err.Error(), "episode 1: ") ||
		!strings.Contains(err.Error(), usualNames.of(firstFrame+3)) {
		t.Errorf("the second episode: %v", err)
	}
}

// Frames may have another prefix and another number of digits, which the first one that is found shows.
func TestOtherNames(t *testing.T) {
	dir := folder(t, func(int, map[string]npy.Array) {})
	for i := range int64(4) {
		from, to := usualNames.of(i), frameNames{"frame-", 4}.of(i)
		if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if raw, err := r.Read(1, true); err != nil || raw.Frames() != 2 {
		t.Errorf("%v, want 2 frames", err)
	}
	if err := os.Remove(filepath.Join(dir, "frame-0002.npz")); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(1, true); err == nil || !strings.Contains(err.Error(), "frame-0002.npz is missing") {
		t.Errorf("a missing frame: %v", err)
	}
}
