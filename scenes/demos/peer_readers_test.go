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

// Each format is opened by a reader that is not ours: NumPy, h5py, hyparquet. It prints what it found; we print what we
// wrote. ./counterpoise setup installs the readers; a test whose reader is missing is skipped by name.

// pythonHas is the system's Python with a module, or skips the test.
func pythonHas(t *testing.T, module string) string {
	t.Helper()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import "+module).Run(); err != nil {
		t.Skipf("%s is not installed; ./counterpoise setup installs it", module)
	}
	return python
}

// script runs a script of testdata and returns what it prints.
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

// fingerprint is what the scripts print: a line an episode, with sums that any reader can form exactly. Numbers are
// multiples of 1/8, so that sums do not depend on their order.
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

// exact is a dataset of numbers that are multiples of 1/8.
func exact() []*demos.Episode {
	r := rand.New(rand.NewPCG(9, 0))
	var all []*demos.Episode
	for i := range 3 {
		e := random(r, 4+3*i, true, true)
		e.Behaviour, e.Style = []string{"left", "middle", "left"}[i], "optimal"
		for t := range e.Actions {
			for _, v := range [][]float32{e.Observations[t].Robot[:], e.Observations[t].Scene[:], e.Actions[t][:]} {
				for k := range v {
					v[k] = float32(r.IntN(64)-32) / 8
				}
			}
		}
		all = append(all, e)
	}
	return all
}

func TestForeignReaders(t *testing.T) {
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
			episodes := exact()
			store(t, c.format, path, demos.Card{}, episodes)
			got, want := script(t, command, filepath.Join("testdata", c.script), path), fingerprint(episodes)
			if got != want {
				t.Errorf("%s reads\n%swhat was written is\n%s", c.reader, got, want)
			}
		})
	}
}

// hyparquet finds npm's package, or skips the test. Node looks for it in the folders above testdata, or in NODE_PATH,
// which its modules do not heed; so the place is handed over.
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

// LeRobot's own loader is not here; this holds what it asks of meta, by its documentation.
func TestLeRobotMeta(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set")
	store(t, "lerobot", path, demos.Card{}, exact())
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
	if info.Version != "v3.0" || info.Episodes != 3 || info.Frames != 4+7+10 || info.Tasks != 2 || info.FPS != 30 ||
		info.Splits["train"] != "0:3" {
		t.Errorf("info.json says %s", raw)
	}
	if f := info.Features["observation.images.ego"]; f.Type != "image" || fmt.Sprint(f.Shape) != "[84 84 3]" {
		t.Errorf("the ego camera is %v", f)
	}
}
