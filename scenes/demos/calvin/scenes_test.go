package calvin

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos/npy"
)

// writeScenes writes a list of scenes as CALVIN does, by np.save of a dictionary.
func writeScenes(t *testing.T, dir string, scenes ...sceneFrames) {
	t.Helper()
	var p pickler
	npy.Write(&p, npy.Array{Type: "|O"})
	p.WriteString(objectArrayPrefix + "}(")
	for _, s := range scenes {
		p.text(s.name)
		p.list(2, func(i int) { p.int([]int64{s.first, s.last}[i]) })
	}
	p.text("other")
	p.text("no frames")
	p.WriteString("u" + objectArraySuffix)
	if err := os.WriteFile(filepath.Join(dir, scenesName), p.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Episodes have the scene that has all of their frames, as a label beside those of the language annotations.
func TestScenes(t *testing.T) {
	scenes := []sceneFrames{{"calvin_scene_A", 0, 1}, {"calvin_scene_B", 2, 3}}
	for want, annotated := range map[string][]window{
		"map[scene:calvin_scene_A] map[] map[scene:calvin_scene_B]": nil,
		"map[annotation:open it scene:calvin_scene_B task:open]":    {{"open it", "open", 2, 3}},
	} {
		dir := folder(t, func(int, map[string]npy.Array) {}, 0, 1, 1, 2, 3, 3)
		writeScenes(t, dir, scenes...)
		if annotated != nil {
			path := filepath.Join(dir, filepath.FromSlash(languageName))
			os.MkdirAll(filepath.Dir(path), 0o755)
			os.WriteFile(path, writeWindows(annotated), 0o644)
		}
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(raw.Labels))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("labels are %s, want %s", got, want)
		}
	}
}

// A list of scenes that is none is an error that names the file.
func TestDamagedScenes(t *testing.T) {
	dir := folder(t, func(int, map[string]npy.Array) {})
	var b bytes.Buffer
	npy.Write(&b, npy.Int64s([]int64{1}, 1))
	os.WriteFile(filepath.Join(dir, scenesName), b.Bytes(), 0o644)
	want := scenesName + " has element type <i8, expected a pickled dictionary"
	if _, err := (format{}).Open(dir, budget.New(0)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}
