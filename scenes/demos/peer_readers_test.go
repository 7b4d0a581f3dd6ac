package demos_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

// Files of each format are read by an independent program with NumPy, h5py or hyparquet. The fingerprint that it prints
// must be the fingerprint of the episodes written. ./counterpoise setup installs the readers; a test whose reader is
// missing is skipped.

// pythonHas returns the system's Python if it has a module, and otherwise skips the test.
func pythonHas(t *testing.T, module string) string {
	t.Helper()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import "+module).Run(); err != nil {
		t.Skipf("%s is not installed; ./counterpoise setup installs it", module)
	}
	return python
}

// script runs a script of testdata and returns its output.
func script(t *testing.T, command string, args ...string) string {
	t.Helper()
	cmd := exec.Command(command, args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", command, args, err, errs.String())
	}
	return string(out)
}

// fingerprint returns the output of the scripts: one line per episode with its labels and weighted sums of its
// numbers and pixels. The numbers are multiples of 1/8, so the sums are exact in any order.
func fingerprint(episodes []*demos.Episode) string {
	var b strings.Builder
	for _, e := range episodes {
		r := e.Raw(true)
		fmt.Fprintf(&b, "%d %s %s %v", e.Frames(), e.Behaviour, e.Style, e.Success)
		for _, m := range []demos.Matrix{r.Actions, r.State, r.Scene} {
			sum := 0.0
			for i, x := range m.Values {
				sum += float64(x) * float64(i%13+1)
			}
			fmt.Fprintf(&b, " %.3f", sum)
		}
		for _, c := range r.Cameras {
			sum := 0
			for i, x := range c.Data {
				sum += int(x) * (i%101 + 1)
			}
			fmt.Fprintf(&b, " %d", sum)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// exactEpisodes returns episodes whose numbers are multiples of 1/8.
func exactEpisodes() []*demos.Episode {
	r := rand.New(rand.NewPCG(9, 0))
	var all []*demos.Episode
	for i := range 3 {
		e := randomEpisode(r, 4+3*i, true, true)
		e.Behaviour, e.Style = []string{"left", "middle", "left"}[i], "optimal"
		for t := range e.Actions {
			for _, v := range [][]float32{e.Observations[t].Robot[:], e.Observations[t].Scene[:], e.Actions[t][:]} {
				for k := range v {
					v[k] = float32(r.IntN(32)-16) / 8
				}
			}
		}
		all = append(all, e)
	}
	return all
}

func TestPeerReaders(t *testing.T) {
	for _, c := range []struct{ format, reader, script string }{
		{"counterpoise", "numpy", "read_counterpoise.py"},
		{"calvin", "numpy", "read_calvin.py"},
		{"robomimic", "h5py", "read_robomimic.py"},
		{"lerobot", "hyparquet", "read_lerobot.mjs"},
	} {
		t.Run(c.format+" by "+c.reader, func(t *testing.T) {
			command := "node"
			if c.reader == "hyparquet" {
				hyparquet(t)
			} else {
				command = pythonHas(t, c.reader)
			}
			path := filepath.Join(t.TempDir(), "set")
			episodes := exactEpisodes()
			writeDataset(t, c.format, path, demos.Card{}, episodes)
			got, want := script(t, command, filepath.Join("testdata", c.script), path), fingerprint(episodes)
			if got != want {
				t.Errorf("%s reads\n%swhat was written is\n%s", c.reader, got, want)
			}
		})
	}
}

// hyparquet passes the location of the npm package hyparquet to the script, or skips the test. Node's modules
// ignore NODE_PATH, so the script imports it by its path.
func hyparquet(t *testing.T) {
	t.Helper()
	root, err := exec.Command("npm", "root", "-g").Output()
	if err != nil {
		t.Skip("npm is not installed; ./counterpoise setup installs it")
	}
	entry := filepath.Join(strings.TrimSpace(string(root)), "hyparquet")
	if _, err := os.Stat(entry); err != nil {
		t.Skip("hyparquet is not installed; ./counterpoise setup installs it")
	}
	t.Setenv("HYPARQUET", entry)
}

// TestLeRobotMeta checks the fields of meta/info.json that LeRobot's documentation requires. LeRobot's own
// loader is not installed.
func TestLeRobotMeta(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set")
	writeDataset(t, "lerobot", path, demos.Card{}, exactEpisodes())
	raw, err := os.ReadFile(filepath.Join(path, "meta", "info.json"))
	if err != nil {
		t.Fatal(err)
	}
	var info struct {
		Version  string `json:"codebase_version"`
		Episodes int    `json:"total_episodes"`
		Frames   int    `json:"total_frames"`
		Tasks    int    `json:"total_tasks"`
		FPS      int    `json:"fps"`
		Splits   map[string]string
		Features map[string]struct {
			Type  string `json:"dtype"`
			Shape []int
		}
	}
	if err := json.Unmarshal(raw, &info); err != nil {
		t.Fatal(err)
	}
	if info.Version != "v3.0" || info.Episodes != 3 || info.Frames != 4+7+10 || info.Tasks != 1 || info.FPS != 30 ||
		info.Splits["train"] != "0:3" {
		t.Errorf("info.json says %s", raw)
	}
	if f := info.Features["observation.images.ego"]; f.Type != "image" || fmt.Sprint(f.Shape) != "[84 84 3]" {
		t.Errorf("the ego camera is %v", f)
	}
}
