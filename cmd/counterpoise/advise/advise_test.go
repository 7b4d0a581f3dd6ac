package advise

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
)

// advised advises on a dataset that no simulator made, and returns what was printed.
func advised(ctx context.Context, r demos.Reader, o adviseFlags) (stdout string, err error) {
	var out, errs bytes.Buffer
	d := datasets.Of("made", "made", r, o.by...)
	p := of(cli.Program{Name: "counterpoise", Out: &out, Err: &errs})
	o.full = o.full || len(o.methods) > 0
	a, err := p.adviceOn(ctx, d, []string{"made"}, o)
	if err == nil {
		err = p.showAdvice(a, []string{"made"}, o)
	}
	return out.String(), err
}

// The same demonstrations get the same advice whatever format they are kept in; what is printed is this, in every form.
func TestAdviseReadsEveryFormat(t *testing.T) {
	dir := t.TempDir()
	for _, format := range demos.Formats.Names() {
		path := filepath.Join(dir, format)
		if format == "robomimic" {
			path += ".hdf5"
		}
		clitest.SmallDataset(t, format, path)
		code, stdout, stderr, _ := clitest.Invoke("advise", path, "--by", "behaviour,style", "--seeds", "2",
			"--method", "natural")
		if code != 0 || stderr != "" {
			t.Fatalf("%s: exit code %d: %s", format, code, stderr)
		}
		answer, next, _ := strings.Cut(stdout, "next: ")
		command, rest, _ := strings.Cut(next, "\n")
		if !strings.HasPrefix(command, "counterpoise demos filter "+path) ||
			!strings.HasSuffix(command, " --drop style=biased") {
			t.Errorf("%s: the next command is %q", format, command)
		}
		answer, unused, _ := strings.Cut(answer, "Labels that are not used: ") // formats have labels of their own
		if !strings.Contains(unused, "task (one value).") {
			t.Errorf("%s: not used: %q", format, unused)
		}
		golden.Check(t, "advise.txt", answer+rest)
	}
	path := filepath.Join(dir, "counterpoise")
	for _, form := range cli.Formats() {
		code, stdout, stderr, _ := clitest.Invoke("advise", path, "--by", "style", "--seeds", "2", "--suboptimal",
			"biased", "--method", "", "--format", form)
		if code != 0 || stderr != "" {
			t.Fatalf("%s: exit code %d: %s", form, code, stderr)
		}
		golden.Check(t, "advise-word."+form, strings.ReplaceAll(stdout, dir, "DIR"))
	}
}

// The weights are written in the forms that weigh writes, and are those of the advice: what is left out weighs nothing.
func TestAdviseWritesWeights(t *testing.T) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "set"), filepath.Join(dir, "out")
	clitest.SmallDataset(t, "counterpoise", path)
	code, _, stderr, _ := clitest.Invoke("advise", path, "--by", "style", "--seeds", "1", "--suboptimal", "biased",
		"--method", "natural", "--out", out)
	if code != 0 || !strings.Contains(stderr, "kept in "+out) {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	weights := sampling(t, filepath.Join(out, "sampling-advice.json"))
	if len(weights) != 6 {
		t.Fatalf("%v", weights)
	}
	sum := 0.0
	for i, w := range weights {
		sum += w
		if (w == 0) != (i%2 == 1) { // every other demonstration is biased
			t.Errorf("demonstration %d weighs %v", i, w)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("weights sum to %v", sum)
	}
	for _, name := range []string{"sampling-advice.csv", "run-advice.json", "advice.json"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(out, "advice.json")); err != nil || !json.Valid(text) {
		t.Errorf("advice.json: %v", err)
	}
}

// With --pictures videos are learned from as pictures are, up to what compression took from them. Without ffmpeg one
// line says so.
func TestAdviseFromVideos(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	set, video := filepath.Join(dir, "set"), filepath.Join(dir, "video")
	run := func(args ...string) string {
		t.Helper()
		code, stdout, stderr, _ := clitest.Invoke(args...)
		if code != 0 {
			t.Fatalf("%s: %s", args, stderr)
		}
		return stdout
	}
	run("demos", "generate", "picking left=2,right=2", "--pictures", "--out", set)
	run("demos", "convert", set, video, "--format", "lerobot", "--video", "h264")
	loss := func(path string, pictures bool) float64 {
		t.Helper()
		var r struct {
			Measurement struct {
				Groups []struct {
					Loss struct{ Value float64 } `json:"held_out_loss"`
				}
			}
		}
		text := run("advise", path, "--by", "behaviour", "--seeds", "1", "--method", "", "--format", "json",
			fmt.Sprintf("--pictures=%t", pictures))
		if err := json.Unmarshal([]byte(text), &r); err != nil || len(r.Measurement.Groups) != 2 {
			t.Fatalf("%v %s", err, text)
		}
		return r.Measurement.Groups[0].Loss.Value
	}
	a, b, c := loss(set, true), loss(video, true), loss(video, false)
	if !(math.Abs(b-a) < a/2) || b == c {
		t.Errorf("the loss is %.4f from pictures, %.4f from videos and %.4f from neither", a, b, c)
	}
	t.Setenv("PATH", dir)
	code, _, stderr, _ := clitest.Invoke("advise", video, "--pictures", "--by", "behaviour", "--seeds", "1")
	if code != 1 || !strings.Contains(stderr, "which ffmpeg decodes, and that is not installed") {
		t.Errorf("without ffmpeg: exit code %d: %s", code, stderr)
	}
}

// With --pictures groups are fitted from pictures, and the advice says so; a dataset without pictures is refused.
func TestAdviseFromPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=2,right=2", "--pictures", "--out", path,
		"--format", "counterpoise"); code != 0 {
		t.Fatal(stderr)
	}
	losses := map[bool]float64{}
	for _, pictures := range []bool{false, true} {
		code, stdout, stderr, _ := clitest.Invoke("advise", path, "--by", "behaviour", "--seeds", "1", "--method", "",
			"--format", "json", fmt.Sprintf("--pictures=%t", pictures))
		if code != 0 || stderr != "" {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		var r struct {
			Pictures    bool
			Measurement struct {
				Groups []struct {
					Loss struct{ Value float64 } `json:"held_out_loss"`
				}
			}
		}
		err := json.Unmarshal([]byte(stdout), &r)
		if groups := r.Measurement.Groups; err != nil || r.Pictures != pictures || len(groups) != 2 {
			t.Fatalf("%v %s", err, stdout)
		}
		losses[pictures] = r.Measurement.Groups[0].Loss.Value
	}
	if losses[true] == losses[false] || losses[true] <= 0 {
		t.Errorf("losses with pictures and without: %v", losses)
	}
	r := reader{episodes: 6, frames: 6, states: 3, actions: 2, groups: 2}
	o := adviseFlags{weighFlags: quickly(t, "natural"), format: "text"}
	o.pictures = true
	if _, err := advised(t.Context(), r, o); err == nil || !strings.Contains(err.Error(), "has no pictures; weigh") {
		t.Error(err)
	}
}

// Any number of workers gives the same bytes.
func TestAdviseIsReproducible(t *testing.T) {
	r := reader{episodes: 18, groups: 3, frames: 12, states: 4, actions: 2}
	run := func(workers int) string {
		o := adviseFlags{weighFlags: quickly(t, "equal", "remix-paper"), format: "json"}
		o.workers = workers
		out, err := advised(t.Context(), r, o)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if a, b := run(1), run(3); a != b {
		t.Errorf("with 1 worker\n%s\nwith 3\n%s", a, b)
	}
}

// Labels may hold anything, and reach no terminal or page as they are.
func TestAdviseWithHostileLabels(t *testing.T) {
	hostile := "\x1b[31m<b>|\nno"
	r := reader{episodes: 12, groups: 1, frames: 8, states: 3, actions: 2, spoil: func(i int, raw *demos.Raw) {
		raw.Labels["mask"] = []string{"good", hostile}[i%2]
	}}
	for _, form := range cli.Formats() {
		o := adviseFlags{weighFlags: quickly(t, "natural"), format: form}
		o.by, o.suboptimal = []string{"mask"}, []string{hostile}
		out, err := advised(t.Context(), r, o)
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if strings.Contains(out, "\x1b") || form == "html" && strings.Contains(out, "<b>") {
			t.Errorf("%s: %q", form, out)
		}
	}
}

// What no advice can be given on is one line.
func TestAdviseRefuses(t *testing.T) {
	for _, c := range []struct {
		want   string
		r      reader
		change func(*adviseFlags)
	}{
		{`--suboptimal names "worse", which is no group; there is task 0, task 1`, reader{},
			func(o *adviseFlags) { o.suboptimal = []string{"worse"} }},
		{`--quality names "typo", which no demonstration has as a label; there is`, reader{},
			func(o *adviseFlags) { o.quality = []string{"typo"} }},
		{"--suboptimal names every demonstration of task 1", reader{},
			func(o *adviseFlags) { o.suboptimal = []string{"task 1"} }},
		{"has no state", reader{spoil: func(_ int, r *demos.Raw) { r.State = demos.Matrix{} }}, nil},
		{"component 1 of the action is NaN", reader{spoil: func(i int, r *demos.Raw) {
			if i == 3 {
				r.Actions.Values[1] = float32(math.NaN())
			}
		}}, nil},
		{"has 2 weights, the dataset 3 groups", reader{groups: 3},
			func(o *adviseFlags) { o.methods = []string{"fixed:.5,.5"} }},
	} {
		c.r.episodes, c.r.frames, c.r.states, c.r.actions = 6, 6, 3, 2
		if c.r.groups == 0 {
			c.r.groups = 2
		}
		o := adviseFlags{weighFlags: quickly(t, "natural"), format: "text"}
		if c.change != nil {
			c.change(&o)
		}
		out, err := advised(t.Context(), c.r, o)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || out != "" {
			t.Errorf("want an error with %q, got %v and %q", c.want, err, out)
		}
	}
}

func TestAdviseMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"":                   "advise needs the folder or file of one dataset",
		"d --seeds 0":        "--seeds must be 1 or more, not 0",
		"d --format markdwn": `--format does not take "markdwn"; did you mean "markdown"? there is`,
		"d --method remx":    `--method does not take "remx"; did you mean "remix"? there is`,
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"advise"}, strings.Fields(args)...)...)
		if code != 2 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d: %s%s want %s", args, code, stdout, stderr, want)
		}
	}
	for name, args := range map[string][]string{"help-advise.txt": {"help", "advise"},
		"help-advise-short.txt": {"advise", "--help"}} {
		code, stdout, _, _ := clitest.Invoke(args...)
		if code != 0 {
			t.Errorf("exit code %d", code)
		}
		golden.Check(t, name, clitest.Machineless(stdout))
	}
}
