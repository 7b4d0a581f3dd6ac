package demos

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/scenes/demos/npy"
)

func TestSaveAndLoadLoseNothing(t *testing.T) {
	d := generate(t, "picking left=1,middle=2", 3, 2)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Save(dir, d); err != nil {
		t.Fatal(err)
	}
	back, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(d, back) {
		t.Error("the loaded dataset is not the saved one")
	}
	if err := Save(dir, generate(t, "picking left=1", 3, 1)); err == nil ||
		!strings.Contains(err.Error(), "holds another dataset") {
		t.Errorf("saving over another dataset gives %v", err)
	}
}

// A dataset of two tasks is refused, and nothing is left of it: the card has one task for all.
func TestFoldersHaveOneTask(t *testing.T) {
	d := generate(t, "picking left=2", 3, 1)
	d.Episodes[1].Task, d.Card = "grasp and lift the red block", Card{}
	dir := filepath.Join(t.TempDir(), "merged")
	want := `episode 1 is of the task "grasp and lift the red block", those before it of "picking"`
	if err := Save(dir, d); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("two tasks give %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

func TestDamageIsNamed(t *testing.T) {
	d := generate(t, "picking left=2", 3, 2)
	for name, c := range map[string]struct {
		damage func(dir string) error
		want   string
	}{
		"no card": {func(dir string) error {
			return os.Remove(filepath.Join(dir, "card.json"))
		}, "holds no dataset"},
		"torn card": {func(dir string) error {
			return os.Truncate(filepath.Join(dir, "card.json"), 40)
		}, "card.json is damaged"},
		"no episode": {func(dir string) error { return os.Remove(filepath.Join(dir, "000001.npz")) }, "000001.npz"},
		"torn episode": {func(dir string) error {
			return os.Truncate(filepath.Join(dir, "000001.npz"), 400)
		}, "000001.npz is damaged"},
		"other format": {edit(`"format": 1`, `"format": 9`), "format 9; this program reads format 1"},
		"empty card": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "card.json"), []byte(`{"format": 1}`), 0o644)
		}, "card.json has no episodes"},
		"way out": {edit(`"file": "000001.npz"`, `"file": "../000001.npz"`), "leads out of the folder"},
		"swapped": {edit(`"index": 1`, `"index": 7`), "not those of the card"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := Save(dir, d); err != nil {
				t.Fatal(err)
			}
			if err := c.damage(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Load gives %v, want an error with %q", err, c.want)
			}
		})
	}
}

// edit returns a function that replaces text in the card.
func edit(old, new string) func(string) error {
	return func(dir string) error {
		path := filepath.Join(dir, "card.json")
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.Replace(string(raw), old, new, 1)), 0o644)
	}
}

// FuzzEpisode decodes damaged archives: decodeEpisode must not panic, must not allocate more than the size of
// the file justifies, and must accept only archives of the given number of frames.
func FuzzEpisode(f *testing.F) {
	d := generate(f, "picking left=1", 3, 1)
	e := &d.Episodes[0]
	e.Observations, e.Actions = e.Observations[:2], e.Actions[:2]
	e.Observations[0].Gripper, e.Observations[1].Gripper = make([]byte, egoBytes), make([]byte, egoBytes)
	var b bytes.Buffer
	if err := npy.WriteArchive(&b, e.arrays()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes(), 2)
	f.Add(b.Bytes()[:b.Len()/2], 2)
	f.Fuzz(func(t *testing.T, raw []byte, frames int) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := decodeEpisode(bytes.NewReader(raw), int64(len(raw)), frames, true, budget.New(int64(len(raw))))
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 10*uint64(bounded.Expansion(int64(len(raw)))) {
			t.Errorf("%d bytes take %d", len(raw), n)
		}
		if err == nil && (r.Frames() != frames || r.State.Rows() != frames || r.Scene.Rows() != frames) {
			t.Errorf("accepted %d actions, %d states for %d frames", r.Frames(), r.State.Rows(), frames)
		}
	})
}
