package page

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/play"
	"counterpoise/scenes"
)

// mostGallery bounds both files of the gallery (bytes).
const mostGallery = 1_500_000

// The actions of the gallery, executed again from each start, give the recorded success, here and in the WebAssembly.
func TestGalleryIsReplayed(t *testing.T) {
	g, file := gallery(t)
	var want [][2]int
	for _, m := range g.Policies {
		all, err := play.DecodeRollouts(file[m.At:][:m.Bytes])
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		for _, row := range m.Rows {
			for start, success := range row.Steps {
				if len(all) == 0 || all[0].Start != (play.Start{Task: m.Task, Behaviour: row.Behaviour, Start: start,
					Seed: g.Seed}) || all[0].Success != success {
					t.Fatalf("%s: start %d of %s is another one in the file", m.Name, start, row.Behaviour)
				}
				e, err := all[0].Replay() // an error where the success is another one
				if err != nil {
					t.Fatalf("%s: %v", m.Name, err)
				}
				want = append(want, [2]int{len(e.Moments) - 1, e.Success})
				all = all[1:]
			}
		}
		if len(all) > 0 {
			t.Errorf("%s: %d rollouts in the file are not listed", m.Name, len(all))
		}
	}
	node, err := exec.LookPath("node")
	if err != nil || testing.Short() {
		t.Skip("without Node the WebAssembly's rollouts are not compared")
	}
	built, err := Build(t.Context(), filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range built {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got [][2]int
	answer(t, &got, node, filepath.Join("testdata", "gallery.js"), filepath.Join(dir, Runtime),
		filepath.Join(dir, Program), filepath.Join("assets", "gallery.json"), filepath.Join("assets", "gallery.bin"))
	if !slices.Equal(got, want) {
		t.Errorf("steps and success in the WebAssembly\n%v, in Go\n%v", got, want)
	}
}

// Every policy of the gallery says what it is, how it is made again, by which commit, and how often it succeeds from
// ten starts of each behaviour; the files are small.
func TestGalleryIsWhole(t *testing.T) {
	g, file := gallery(t)
	if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(g.Commit) || g.Device == "" ||
		g.Command != "counterpoise dev gallery internal/play/page/assets" {
		t.Errorf("made by %q at commit %q on %q", g.Command, g.Commit, g.Device)
	}
	names, at := map[string]bool{}, 0
	for _, m := range g.Policies {
		if names[m.Name] || !strings.HasPrefix(m.Name, m.Task+"-") || m.About == "" || len(m.Commands) < 2 {
			t.Errorf("%+v is not complete", m)
		}
		names[m.Name] = true
		last := len(m.Commands) - 1
		if !strings.HasPrefix(m.Commands[last-1], "counterpoise train ") ||
			!strings.HasPrefix(m.Commands[last], "counterpoise eval out/"+m.Name+" ") {
			t.Errorf("%s: made by %q", m.Name, m.Commands)
		}
		if m.At != at || m.Bytes == 0 {
			t.Errorf("%s: %d bytes at %d, after %d", m.Name, m.Bytes, m.At, at)
		}
		at += m.Bytes
		task, err := scenes.Tasks.Get(m.Task)
		if err != nil {
			t.Fatal(err)
		}
		var behaviours []string
		for _, r := range m.Rows {
			behaviours = append(behaviours, r.Behaviour)
			right := 0
			for _, step := range r.Steps {
				if step > 0 {
					right++
				}
			}
			if r.Rollouts != 10 || len(r.Steps) != 10 || r.Right != right {
				t.Errorf("%s %s: %+v", m.Name, r.Behaviour, r)
			}
		}
		if !slices.Equal(behaviours, task.Behaviours()) {
			t.Errorf("%s: behaviours %v", m.Name, behaviours)
		}
	}
	text, _ := assets.ReadFile("assets/gallery.json")
	if at != len(file) || len(file)+len(text) > mostGallery {
		t.Errorf("%d bytes are listed of %d, with %d of the list", at, len(file), len(text))
	}
	for _, name := range []string{"picking-balanced", "picking-left-rare", "picking-half-bad",
		"picking-half-bad-left-out", "picking-half-bad-named", "picking-left-rare-upsampled", "opening-balanced",
		"opening-half-bad-named"} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// gallery reads the page's gallery.
func gallery(t *testing.T) (g play.Gallery, file []byte) {
	t.Helper()
	text, err := assets.ReadFile("assets/gallery.json")
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	if err == nil {
		file, err = assets.ReadFile("assets/gallery.bin")
	}
	if err != nil {
		t.Fatal(err)
	}
	return g, file
}
