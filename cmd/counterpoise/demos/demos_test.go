package demos

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// What generate keeps, inspect finds; the same order makes the same dataset for any number of workers.
func TestGenerateAndInspect(t *testing.T) {
	dir := t.TempDir()
	var first string
	for _, workers := range []string{"1", "3"} {
		out := filepath.Join(dir, workers)
		code, made, stderr, _ := clitest.Invoke("demos", "generate", "picking", "right=1,left=2", "--out", out,
			"--workers", workers)
		if code != 0 || stderr != "" {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		code, seen, _, _ := clitest.Invoke("demos", "inspect", out)
		card, _, _ := strings.Cut(made, "kept in")
		_, origin, _ := strings.Cut(card, "recipe ")
		if code != 0 || !strings.Contains(seen, "recipe "+origin) ||
			!strings.Contains(card, "recipe    picking left=2,right=1\n") {
			t.Errorf("exit code %d, inspected\n%s\ngenerated\n%s", code, seen, made)
		}
		if first == "" {
			first = card
		}
		if card != first {
			t.Errorf("%s workers made another dataset:\n%s", workers, card)
		}
	}
	_, trial, _, _ := clitest.Invoke("demos", "generate", "picking left=1", "--trial", "3", "--out", filepath.Join(dir,
		"t"))
	if strings.Contains(trial, "seed      1\n") {
		t.Errorf("the pool of a trial has the seed of the run:\n%s", trial)
	}
	code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=1", "--out", filepath.Join(dir, "1"))
	if code != 1 || !strings.Contains(stderr, "holds another dataset") {
		t.Errorf("a dataset was written over: exit code %d, %s", code, stderr)
	}
	damage(t, filepath.Join(dir, "1"))
}

// What h5py wrote with libver="latest", while others could read it, is inspected by its attributes.
func TestInspectOfALogger(t *testing.T) {
	const file = "../../../scenes/demos/robomimic/testdata/latest_logger.hdf5"
	code, text, errs, _ := clitest.Invoke("demos", "inspect", file, "--by", "quality")
	for _, want := range []string{"quality_0  1 ", "quality_1  1 ", "actions of width 3, state 2", "front 5x6"} {
		if code != 0 || !strings.Contains(text, want) {
			t.Errorf("exit code %d, inspected\n%s%s, want %q", code, text, errs, want)
		}
	}
}

// damage checks that damaged files are named in one line, exit code 1.
func damage(t *testing.T, dir string) {
	episode, card := filepath.Join(dir, "000001.npz"), filepath.Join(dir, "card.json")
	whole, err := os.ReadFile(episode)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(episode, whole[:len(whole)-1], 0o644)
	for _, path := range []string{episode, card} {
		code, stdout, stderr, _ := clitest.Invoke("demos", "inspect", dir)
		if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, path) {
			t.Errorf("exit code %d: %s%s; want one line that names %s", code, stdout, stderr, path)
		}
		os.WriteFile(card, []byte("{"), 0o644)
	}
}

func TestDemosMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"generate", 2, "needs a recipe"},
		{"generate picking left", 2, `"left" should read BEHAVIOUR=N`},
		{"generate picking up=3", 2, `no behaviour "up"`},
		{"generate juggling left=3", 2, `unknown task "juggling"`},
		{"generate picking left=3 nosy", 2, `unknown style "nosy"; did you mean "noisy"?`},
		{"generate picking left=3 --workers 0", 2, "--workers must be 1 or more"},
		{"generate picking left=3 --trial=-1", 2, "--trial must be 0 or more"},
		{"generate picking left=3 --format lerobots", 2, `no format "lerobots"; did you mean "lerobot"?`},
		{"inspect", 2, "needs the folder or file of one dataset"},
		{"inspect " + t.TempDir(), 1, "holds no dataset"},
		{"inspect " + file + ".none", 1, "does not exist"},
		{"convert a", 2, "needs a dataset to read and a place to write to"},
		{"convert a b", 2, "needs a --format: " + strings.Join(demos.Formats.Names(), ", ")},
		{"convert " + file + " b --format calvin", 1, "holds no dataset"},
		{"play", 2, "needs the folder or file of one dataset"},
		{"play x --every 0", 2, "--every must be 1 or more"},
		{"generate picking left=1 --out " + file, 1, "is a file that is no dataset; choose another name"},
		{"replay", 2, "needs the folder or file of one dataset"},
		{"replay " + file, 1, "holds no dataset"},
		{"replay x --actions relatve", 2, `no "relatve" actions; did you mean "relative"?`},
		{"replay x --task pickng", 2, `no task "pickng"; did you mean "picking"?`},
		{"replay x --task opening --behaviour draw", 2, `opening has no behaviour "draw"; did you mean "drawer"?`},
		{"replay x --workers 0", 2, "--workers must be 1 or more"},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"demos"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, want %d: %s%s want %s", c.args, code, c.code, stdout, stderr, c.want)
		}
	}
}

// A gripper command of 0 closes, as the simulator executes it.
func TestPlaySaysWhatTheGripperDoes(t *testing.T) {
	e := demos.Episode{Observations: make([]scenes.Observation, 3), Actions: make([]scenes.Action, 3)}
	e.Actions[1][scenes.ActionGripper], e.Actions[2][scenes.ActionGripper] = 0.5, -1
	var out strings.Builder
	of(cli.Program{Out: &out}).printSteps(&e, 1)
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{"close", "open", "close"} {
		if got := strings.Fields(lines[2+i])[8]; got != want {
			t.Errorf("command %v: %s, want %s", e.Actions[i][scenes.ActionGripper], got, want)
		}
	}
}

// A dataset goes through all formats and comes back as it was; each is inspected alike, and played.
func TestConvertInspectPlay(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=2,middle=1,right:biased=1", "--out",
		first); code != 0 {
		t.Fatal(stderr)
	}
	_, seen, _, _ := clitest.Invoke("demos", "inspect", first)
	_, played, _, _ := clitest.Invoke("demos", "play", first, "--episode", "2")
	at := first
	for _, name := range append(demos.Formats.Names(), "counterpoise") {
		to := filepath.Join(dir, filepath.Base(at)+"-"+name)
		if code, _, stderr, _ := clitest.Invoke("demos", "convert", at, to, "--format", name); code != 0 {
			t.Fatal(stderr)
		}
		_, again, _, _ := clitest.Invoke("demos", "inspect", to)
		if want := strings.Replace(seen, "format    counterpoise", "format    "+name, 1); again != want {
			t.Errorf("%s shows\n%s\nwant\n%s", name, again, want)
		}
		if code, trace, stderr, _ := clitest.Invoke("demos", "play", to, "--episode", "2"); code != 0 ||
			trace != played || !strings.HasPrefix(trace, "picking middle, optimal") {
			t.Errorf("%s plays %s%s", name, trace, stderr)
		}
		at = to
	}
	a, _ := os.ReadFile(filepath.Join(first, "card.json"))
	if b, err := os.ReadFile(filepath.Join(at, "card.json")); string(a) != string(b) {
		t.Errorf("the card is not what it was (%v)", err)
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "convert", at, at, "--format", "calvin"); code != 2 ||
		!strings.Contains(stderr, "onto itself") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if err := os.Symlink(at, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"convert", at, filepath.Join(at, "sub"), "--format", "calvin"},
		{"convert", at, filepath.Join(dir, "link", "deep", "sub"), "--format", "lerobot"},
		{"replay", at, "--films", filepath.Join(at, "films")},
	} {
		if code, _, stderr, _ := clitest.Invoke(append([]string{"demos"}, args...)...); code != 2 ||
			!strings.Contains(stderr, " lies in the dataset "+at+", which is only read; give another place") {
			t.Errorf("%q: exit code %d: %s", args, code, stderr)
		}
	}
	bare := filepath.Join(dir, "bare")
	if code, _, stderr, _ := clitest.Invoke("demos", "convert", at, bare, "--format", "lerobot", "--size",
		"0"); code != 2 || !strings.Contains(stderr, "pictures of 0 pixels; choose 16 to 1024") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "convert", at, bare, "--format", "lerobot", "--size",
		"96"); code != 2 || !strings.Contains(stderr, "are about pictures, and "+at+" has none") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if left, _ := filepath.Glob(bare + "*"); len(left) > 0 {
		t.Errorf("a conversion that is refused leaves %q", left)
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "convert", at, bare, "--format", "rlds", "--video",
		"h264"); code != 2 || !strings.Contains(stderr, "no videos") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "play", at, "--episode", "4"); code != 2 ||
		!strings.Contains(stderr, "0 to 3, not 4") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	var s demos.Summary
	code, text, _, _ := clitest.Invoke("demos", "inspect", at, "--json", "--by", "style")
	if err := json.Unmarshal([]byte(text), &s); code != 0 || err != nil || len(s.Groups) != 2 ||
		s.Groups[0].Episodes != 3 ||
		s.Card.Seed != 1 {
		t.Errorf("as JSON: %v\n%s", err, text)
	}
}

// Help texts range over the catalogue of formats.
func TestDemosHelp(t *testing.T) {
	for _, name := range []string{"convert", "play", "replay"} {
		code, stdout, stderr, _ := clitest.Invoke("demos", name, "--help")
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
		}
		golden.Check(t, "help-"+name+".txt", clitest.Machineless(stdout))
	}
}

func TestGeneratePictures(t *testing.T) {
	out := filepath.Join(t.TempDir(), "set")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=1", "--pictures", "--out", out,
		"--format", "calvin"); code != 0 {
		t.Fatal(stderr)
	}
	r, err := demos.OpenAny(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, true)
	if err != nil || len(raw.Cameras) != 2 || len(raw.Cameras[0].Data) != raw.Frames()*200*200*3 {
		t.Errorf("%d cameras, %v", len(raw.Cameras), err)
	}
}

// What inspect prints, word for word, of a survey that no simulator had a hand in.
func TestInspectShows(t *testing.T) {
	var out bytes.Buffer
	all := 27
	s := demos.Summary{
		Format: "robomimic", Episodes: 40, Frames: 2000, Action: 7, State: 19, Scene: 24, By: []string{"task", "mask"},
		Length: demos.LengthRange{Min: 20, Median: 48.5, Max: 99},
		Groups: []demos.GroupSummary{
			{
				Labels:   []string{"Lift", "better"},
				Episodes: 27,
				Frames:   1100,
				Length:   demos.LengthRange{Min: 20, Median: 40, Max: 60},
				Success:  &all,
			},
			{
				Labels:   []string{"Lift", "worse"},
				Episodes: 13,
				Frames:   900,
				Length:   demos.LengthRange{Min: 48, Median: 70, Max: 99},
			},
		},
	}
	for i := range 40 {
		g := &s.Groups[min(i/27, 1)]
		x := 0.05 + 0.005*float64(i)
		g.Start.At, s.Start.At = append(g.Start.At, x), append(s.Start.At, x)
	}
	s.Start.X, s.Start.Y = [2]float64{0.05, 0.245}, [2]float64{-0.13, -0.11}
	s.LeftOut, s.Rate, s.Robot = 3, 20, "Panda"
	s.Cameras = []demos.CameraDescription{
		{Name: "agentview", Height: 84, Width: 96}, {Name: "wrist", Height: 48, Width: 48, Video: true},
	}
	of(cli.Program{Out: &out}).printSummary(&s)
	golden.Check(t, "inspect.txt", out.String())
}

// describedReader is a dataset of which only the description is read.
type describedReader struct {
	demos.Reader
	d demos.Description
}

func (r describedReader) Card() demos.Card            { return demos.Card{} }
func (r describedReader) Describe() demos.Description { return r.d }

// Cameras that are stored as videos are named, and others are not.
func TestWarnOfVideos(t *testing.T) {
	var text strings.Builder
	of(cli.Program{Err: &text}).WarnOfVideos("some/data", describedReader{d: demos.Description{
		Cameras: []demos.CameraDescription{{Name: "top"}, {Name: "wrist", Video: true}},
	}})
	const want = "warning: some/data: camera wrist is stored as videos, which are not converted\n"
	if text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
}
