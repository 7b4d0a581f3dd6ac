package look

import (
	"bytes"
	"context"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render/film"
)

// Every kind of file, small, from a task's expert.
func TestRenderFiles(t *testing.T) {
	dir := t.TempDir()
	run := func(want string, args ...string) string {
		t.Helper()
		out := filepath.Join(dir, want)
		code, stdout, stderr, _ := clitest.Invoke(append(args, "--out", out)...)
		if code != 0 || stderr != "" || stdout != "wrote  "+out+"\n" {
			t.Fatalf("%v: exit code %d, said %q and %q", args, code, stdout, stderr)
		}
		return out
	}
	strip := run("a.png", "render", "picking", "--behaviour", "left", "--size", "64x48")
	m, err := png.Decode(bytes.NewReader(clitest.Read(t, strip)))
	if err != nil || m.Bounds().Dx() != 3*64+2*4 || m.Bounds().Dy() != 2*48+4 {
		t.Errorf("the strip is %v, %v", m.Bounds(), err)
	}
	moving := run("a.gif", "render", "picking", "--camera", "gripper", "--size", "84x84", "--episode", "1")
	film, err := gif.DecodeAll(bytes.NewReader(clitest.Read(t, moving)))
	if err != nil || len(film.Image) < 10 || film.Image[0].Bounds().Dx() != 84 {
		t.Errorf("the GIF has %d pictures, %v", len(film.Image), err)
	}
	again := clitest.Read(t, run("b.gif", "render", "picking", "--camera", "gripper", "--size", "84x84", "--episode",
		"1"))
	if !bytes.Equal(again, clitest.Read(t, filepath.Join(dir, "a.gif"))) {
		t.Error("the same film twice gives two files")
	}
	if _, err := exec.LookPath("ffmpeg"); err == nil {
		if mp4 := clitest.Read(t, run("a.mp4", "render", "picking", "--size", "64x48")); !bytes.Contains(mp4[:64],
			[]byte("ftyp")) {
			t.Error("the MP4 is none")
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A place that cannot be written is an error before an episode is played, and a folder that is missing is made.
func TestRenderPreparesItsFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder.png")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		out, want string
		code      int
	}{
		{filepath.Join(file, "a.png"), "can't write to folder " + file + "; choose another file with --out", 1},
		{folder, "--out names a file, and " + folder + " is a folder", 2},
	} {
		for _, args := range [][]string{{"render", "picking", "--size", "64x48"}, {"render", "sheet"}} {
			code, stdout, stderr, _ := clitest.Invoke(append(args, "--out", c.out)...)
			if code != c.code || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: "+c.want) {
				t.Errorf("%v: exit code %d, said %q and %q, want %q", args, code, stdout, stderr, c.want)
			}
		}
	}
	out := filepath.Join(dir, "new", "folder", "a.png")
	code, stdout, stderr, _ := clitest.Invoke("render", "picking", "--size", "64x48", "--out", out)
	if code != 0 || stderr != "" || stdout != "wrote  "+out+"\n" {
		t.Errorf("in a new folder: exit code %d, said %q and %q", code, stdout, stderr)
	}
	data := filepath.Join(dir, "data")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking", "left=1", "--out", data); code != 0 {
		t.Fatal(stderr)
	}
	none := filepath.Join(dir, "none", "below", "a.png")
	if code, _, stderr, _ := clitest.Invoke("render", data, "--episode", "9", "--out", none); code == 0 {
		t.Errorf("a dataset of one episode has a tenth: %s", stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("a film that cannot be played leaves its empty folders")
	}
}

func TestRenderMistakes(t *testing.T) {
	tasks := strings.Join(scenes.Tasks.Names(), ", ")
	for _, c := range []struct{ args, want string }{
		{"render", "render needs one thing to draw: a task (" + tasks + "), a dataset's path, or sheet"},
		{"render piking --out a.png",
			`"piking" is neither a task nor a dataset; did you mean "picking"? tasks are ` + tasks},
		{"render picking", `--out must name a file that ends in .png, .gif or .mp4, not ""`},
		{"render picking --out a.jpg", `--out must name a file that ends in .png, .gif or .mp4, not "a.jpg"`},
		{"render picking --out a.png --camera front", `--camera is static, gripper or free, not "front"`},
		{"render picking --out a.png --size 9x9", `--size is such as 640x480, from 16 to 2048 each, not "9x9"`},
		{"render picking --out a.png --size 90", `--size is such as 640x480, from 16 to 2048 each, not "90"`},
		{"render picking --out a.png --episode=-1", `--episode must be 0 to 1000000000, not -1`},
		{"render picking --out a.png --behaviour top", `picking has no behaviour "top"; there is left, middle, right`},
		{"render picking --out a.png --style optimum",
			`there is no style "optimum"; did you mean "optimal"? there is`},
		{"render sheet --out a.gif", `the sheet is a picture: --out must end in .png`},
		{"render sheet --out a.png --size 64x64",
			`--size changes nothing here: the sheet is one picture, of all tasks and behaviours; leave it out`},
		{"render sheet --out a.png --style miss", `--style changes nothing here: the sheet is one picture`},
	} {
		code, stdout, stderr, _ := clitest.Invoke(strings.Fields(c.args)...)
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: "+c.want) {
			t.Errorf("%s: exit code %d, said %q and %q, want %q", c.args, code, stdout, stderr, c.want)
		}
	}
}

// Who acts in a task says nothing about a dataset: a policy that is named does not act in it.
func TestDatasetsHaveNoCast(t *testing.T) {
	dir := t.TempDir()
	set := filepath.Join(dir, "set")
	clitest.SmallDataset(t, "counterpoise", set)
	for _, flag := range []string{"--policy=p.bin", "--style=miss", "--behaviour=left", "--seed=2"} {
		for _, args := range [][]string{{"render", set, "--out", filepath.Join(dir, "a.png")}, {"view", set}} {
			code, stdout, stderr, _ := clitest.Invoke(append(args, flag)...)
			name, _, _ := strings.Cut(flag, "=")
			want := "counterpoise: " + name + " changes nothing here: the episodes of a dataset are played as they were"
			if code != 2 || stdout != "" || !strings.HasPrefix(stderr, want) {
				t.Errorf("%v %s: exit code %d, said %q and %q, want %q", args, flag, code, stdout, stderr, want)
			}
		}
	}
}

// An episode that a dataset does not have is a mistake, and no other one is drawn in its place.
func TestNoSuchEpisode(t *testing.T) {
	dir := t.TempDir()
	set, picture := filepath.Join(dir, "set"), filepath.Join(dir, "a.png")
	clitest.SmallDataset(t, "counterpoise", set)
	for _, args := range [][]string{{"render", set, "--out", picture}, {"view", set}} {
		code, stdout, stderr, _ := clitest.Invoke(append(args, "--episode", "6")...)
		want := "counterpoise: " + set + " has 6 episodes, and --episode counts from 0: the last is 5, not 6"
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, want) {
			t.Errorf("%v: exit code %d, said %q and %q, want %q", args, code, stdout, stderr, want)
		}
	}
	if _, err := os.Stat(picture); err == nil {
		t.Error("a picture was written")
	}
}

// The error of an episode of another robot names the episode and the dataset.
func TestEpisodeOfAnotherRobot(t *testing.T) {
	set := filepath.Join("..", "..", "..", "scenes", "demos", "lerobot", "testdata", "mixed")
	for _, args := range [][]string{
		{"render", set, "--out", filepath.Join(t.TempDir(), "a.png")}, {"view", set}, {"demos", "play", set},
	} {
		code, _, stderr, _ := clitest.Invoke(append(args, "--episode", "1")...)
		if code != 1 || !strings.HasPrefix(stderr, "counterpoise: episode 1 of "+set+": actions have shape") {
			t.Errorf("%v: exit code %d, said %q", args, code, stderr)
		}
	}
}

func TestRenderHelp(t *testing.T) {
	_, stdout, _, _ := clitest.Invoke("render", "--help")
	golden.Check(t, "help-render.txt", stdout)
}

// A policy that does not exist is an error, and so is one without a name: the expert does not act in its place.
func TestNoSuchPolicy(t *testing.T) {
	dir := t.TempDir()
	file, picture := filepath.Join(dir, "policy"), filepath.Join(dir, "a.png")
	for _, args := range [][]string{
		{"render", "picking", "--size", "64x48", "--out", picture}, {"view", "picking"}, {"trace", "picking", "left"},
	} {
		for policy, want := range map[string]struct {
			code int
			text string
		}{file: {1, file}, "": {2, "--policy is empty; it wants the name of a file"}} {
			code, stdout, stderr, _ := clitest.Invoke(append(args, "--policy", policy)...)
			if code != want.code || stdout != "" || !strings.Contains(stderr, want.text) {
				t.Errorf("%v --policy %q: exit code %d, said %q and %q", args, policy, code, stdout, stderr)
			}
		}
	}
	if _, err := os.Stat(picture); err == nil {
		t.Error("a picture was written")
	}
}

// An MP4 where ffmpeg is not installed is an error before its folder is made.
func TestRenderWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	folder := filepath.Join(t.TempDir(), "new")
	code, stdout, stderr, _ := clitest.Invoke("render", "picking", "--size", "64x48", "--out", filepath.Join(folder,
		"a.mp4"))
	if code != 1 || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: MP4 needs ffmpeg, which is not") {
		t.Errorf("exit code %d, said %q and %q", code, stdout, stderr)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder was made for nothing")
	}
}

// A command that is stopped draws no picture, writes no file and ends as stopped.
func TestRenderStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, extension := range film.Extensions {
		out := filepath.Join(t.TempDir(), "a"+extension)
		if film.CheckFormat(out) != nil {
			continue // MP4, without ffmpeg
		}
		o := renderFlags{
			castFlags: &castFlags{style: expert.Optimal, given: func(string) bool { return false }},
			camera:    "free", size: "64x48", out: out,
		}
		p := of(cli.Program{Out: io.Discard})
		if err := p.renderEpisode(ctx, "picking", o); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want that of a stopped command", extension, err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a file was written", extension)
		}
	}
	out := filepath.Join(t.TempDir(), "sheet.png")
	o := renderFlags{castFlags: &castFlags{given: func(string) bool { return false }}, out: out}
	if err := (of(cli.Program{Out: io.Discard})).renderSheet(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("the sheet: error %v, want that of a stopped command", err)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a sheet was written")
	}
}
