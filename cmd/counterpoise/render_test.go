package main

import (
	"bytes"
	"image/gif"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/scenes/demos"
)

// Every kind of file, small, from a task's expert.
func TestRenderFiles(t *testing.T) {
	dir := t.TempDir()
	run := func(want string, args ...string) string {
		t.Helper()
		out := filepath.Join(dir, want)
		code, stdout, stderr, _ := invoke(append(args, "--out", out)...)
		if code != 0 || stderr != "" || stdout != "wrote  "+out+"\n" {
			t.Fatalf("%v: exit code %d, said %q and %q", args, code, stdout, stderr)
		}
		return out
	}
	strip := run("a.png", "render", "picking", "--behaviour", "left", "--size", "64x48")
	m, err := png.Decode(bytes.NewReader(read(t, strip)))
	if err != nil || m.Bounds().Dx() != 3*64+2*4 || m.Bounds().Dy() != 2*48+4 {
		t.Errorf("the strip is %v, %v", m.Bounds(), err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(read(t, run("a.gif", "render", "picking", "--camera", "gripper", "--size", "84x84", "--episode", "1"))))
	if err != nil || len(film.Image) < 10 || film.Image[0].Bounds().Dx() != 84 {
		t.Errorf("the GIF has %d pictures, %v", len(film.Image), err)
	}
	again := read(t, run("b.gif", "render", "picking", "--camera", "gripper", "--size", "84x84", "--episode", "1"))
	if !bytes.Equal(again, read(t, filepath.Join(dir, "a.gif"))) {
		t.Error("the same film twice gives two files")
	}
	if _, err := exec.LookPath("ffmpeg"); err == nil {
		if mp4 := read(t, run("a.mp4", "render", "picking", "--size", "64x48")); !bytes.Contains(mp4[:64], []byte("ftyp")) {
			t.Error("the MP4 is none")
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A dataset's episode shows what its demonstration showed.
func TestRenderDataset(t *testing.T) {
	dir := t.TempDir()
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := demos.Save(filepath.Join(dir, "d"), d); err != nil {
		t.Fatal(err)
	}
	show, err := (&cast{}).projector(filepath.Join(dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := show(0)
	if err != nil || len(f.moments) != d.Episodes[0].Frames() || !f.success || !strings.Contains(f.title, "picking left") {
		t.Errorf("%d moments, success %v, %q, %v", len(f.moments), f.success, f.title, err)
	}
}

// The contact sheet is drawn without a mistake and has a row for every behaviour of every task.
func TestSheet(t *testing.T) {
	f, err := contactSheet()
	if err != nil {
		t.Fatal(err)
	}
	if f.Width != 1236 || (f.Height-sheetGap)%(sheetLabel+sheetCell+sheetGap) != 0 {
		t.Errorf("the sheet has %d x %d pixels", f.Width, f.Height)
	}
}

func TestRenderMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"render", "render needs one thing to draw: a task (opening, picking), a dataset's path, or sheet"},
		{"render piking --out a.png", `"piking" is neither a task nor a dataset; did you mean "picking"?; tasks are opening, picking`},
		{"render picking", `--out must name a file that ends in .png, .gif or .mp4, not ""`},
		{"render picking --out a.jpg", `--out must name a file that ends in .png, .gif or .mp4, not "a.jpg"`},
		{"render picking --out a.png --camera front", `--camera is static, gripper or free, not "front"`},
		{"render picking --out a.png --size 9x9", `--size is such as 640x480, from 16 to 2048 each, not "9x9"`},
		{"render picking --out a.png --size 90", `--size is such as 640x480, from 16 to 2048 each, not "90"`},
		{"render picking --out a.png --episode=-1", `--episode must be 0 or more, not -1`},
		{"render picking --out a.png --behaviour top", `picking has no behaviour "top"; there is left, middle, right`},
		{"render picking --out a.png --style optimum", `there is no style "optimum"; did you mean "optimal"?; there is`},
		{"render sheet --out a.gif", `the sheet is a picture: --out must end in .png`},
	} {
		code, stdout, stderr, _ := invoke(strings.Fields(c.args)...)
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: "+c.want) {
			t.Errorf("%s: exit code %d, said %q and %q, want %q", c.args, code, stdout, stderr, c.want)
		}
	}
}

func TestRenderHelp(t *testing.T) {
	_, stdout, _, _ := invoke("render", "--help")
	golden.Check(t, "help-render.txt", stdout)
}

// A trained policy acts in the expert's place: untaught as this one is, it moves and fails.
func TestRenderPolicy(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	groups := d.Groups(demos.ByBehaviour)
	natural, err := balance.Methods.Get("natural")
	if err != nil {
		t.Fatal(err)
	}
	cfg := policies.DefaultConfig()
	cfg.Hidden, cfg.Steps, cfg.Batch = 8, 2, 8
	p, _, err := policies.Train(t.Context(), d, groups, natural.Start(groups), cfg, seed.Of("film"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "policy")
	if err := p.Save(file); err != nil {
		t.Fatal(err)
	}
	show, err := (&cast{style: "optimal", policy: file}).projector("picking")
	if err != nil {
		t.Fatal(err)
	}
	f, err := show(0)
	if err != nil {
		t.Fatal(err)
	}
	first, last := f.moments[0], f.moments[len(f.moments)-1]
	if len(f.moments) != 360 || f.success || first.seen.Robot == last.seen.Robot {
		t.Errorf("%d moments, success %v", len(f.moments), f.success)
	}
	if _, err := (&cast{style: "optimal", policy: file + "x"}).projector("picking"); err == nil {
		t.Error("a policy's file is missing, and no error")
	}
}
