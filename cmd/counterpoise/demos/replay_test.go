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
	"counterpoise/scenes/demos/replay"
)

// Demonstrations of every format replay to the same results, whatever the number of workers; only CALVIN's folders
// carry absolute actions.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	first, theirs := filepath.Join(dir, "first"), filepath.Join(dir, "calvin")
	for _, args := range [][]string{
		{"demos", "generate", "picking left=2,right=1,middle:biased=1", "--out", first},
		{"demos", "convert", first, theirs, "--format", "calvin"},
	} {
		if code, _, stderr, _ := clitest.Invoke(args...); code != 0 {
			t.Fatal(stderr)
		}
	}
	_, one, _, _ := clitest.Invoke("demos", "replay", first, "--workers", "1")
	code, many, stderr, _ := clitest.Invoke("demos", "replay", theirs, "--workers", "3")
	if code != 0 || stderr != "" || one != many ||
		!strings.Contains(one, "success   3 of 4 earned by the gripper, 3 of 4 by CALVIN's oracle; relative") ||
		!strings.Contains(one, "agree     4 of 4 end as the dataset says\n") {
		t.Errorf("exit code %d: %s\none worker\n%s\nthree, converted\n%s", code, stderr, one, many)
	}
	var all struct {
		Actions  string
		Episodes []replay.Result
		Summary  replay.Summary
	}
	code, text, _, _ := clitest.Invoke("demos", "replay", theirs, "--actions", "absolute", "--json", "--episodes",
		"3,0-1")
	if err := json.Unmarshal([]byte(text), &all); code != 0 || err != nil || all.Actions != "absolute" ||
		all.Summary.Episodes != 3 || all.Episodes[0].Episode != 3 || all.Episodes[2].Episode != 1 {
		t.Errorf("exit code %d, %v:\n%s", code, err, text)
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{first + " --actions absolute", "carries relative ones alone", 1},
		{first + " --episodes 1-4", "--episodes 1-4: there is no 4, the last is 3", 2},
		{first + " --episodes 2-1", "2-1: want numbers from 0 on and ranges, such as 0-9,12, not \"2-1\"", 2},
		{first + " --episodes 1,x", "ranges, such as 0-9,12, not \"x\"", 2},
		{first + " --episodes 1,3,1", "--episodes 1,3,1: 1 is in the list twice; name it once", 2},
		{first + " --episodes 0-2,2", ": 2 is in the list twice", 2},
		{first + " --behaviour up", `picking has no behaviour "up"`, 2},
		{first + " --behaviour drawer", `picking has no behaviour "drawer"; there is left, middle, right`, 2},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"demos", "replay"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, want %d: %s%s want %s", c.args, code, c.code, stdout, stderr, c.want)
		}
	}
	films := filepath.Join(dir, "films")
	if code, _, stderr, _ := clitest.Invoke("demos", "replay", first, "--episodes", "2", "--films", films); code != 0 {
		t.Error(stderr)
	}
	if gif, err := os.ReadFile(filepath.Join(films, "episode_000002.gif")); err != nil ||
		!bytes.HasPrefix(gif, []byte("GIF89a")) {
		t.Errorf("no film: %v", err)
	}
}

// An episode that cannot be played, here for a missing frame, is named and the others are played; the exit code is 1.
// Where none can be, the error is all that is printed, but for JSON.
func TestReplayLeavesOut(t *testing.T) {
	dir := t.TempDir()
	first, theirs := filepath.Join(dir, "first"), filepath.Join(dir, "calvin")
	for _, args := range [][]string{
		{"demos", "generate", "picking left=2", "--out", first},
		{"demos", "convert", first, theirs, "--format", "calvin"},
	} {
		if code, _, stderr, _ := clitest.Invoke(args...); code != 0 {
			t.Fatal(stderr)
		}
	}
	frames, err := filepath.Glob(filepath.Join(theirs, "episode_*.npz"))
	if err != nil || len(frames) < 50 {
		t.Fatalf("%d frames, %v", len(frames), err)
	}
	if err := os.Remove(frames[7]); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr, _ := clitest.Invoke("demos", "replay", theirs)
	for _, want := range []string{"\n0        -                     -       not played", "\n1        picking left ",
		"1 of 1 earned", "left out  1 of 2 episodes\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in what is printed:\n%s", want, stdout)
		}
	}
	if code != 1 || !strings.Contains(stderr, "1 of 2 episodes could not be played, the first: episode 0: ") ||
		strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	var all struct {
		Episodes []replay.Result
		Summary  replay.Summary
	}
	if code, stdout, _, _ = clitest.Invoke("demos", "replay", theirs, "--json"); code != 1 {
		t.Errorf("exit code %d of --json", code)
	}
	if err := json.Unmarshal([]byte(stdout), &all); err != nil || all.Summary.Unplayable != 1 ||
		!strings.Contains(all.Episodes[0].Unplayable, filepath.Base(frames[7])) || all.Episodes[1].Unplayable != "" {
		t.Errorf("%v in\n%s", err, stdout)
	}
	code, stdout, stderr, _ = clitest.Invoke("demos", "replay", theirs, "--episodes", "0")
	if code != 1 || stdout != "" || !strings.Contains(stderr, "1 of 1 episodes could not be played") {
		t.Errorf("none can be played: exit code %d: %s%s", code, stdout, stderr)
	}
}

// A dataset of another rate than the tabletop's is replayed, and the replay says so.
func TestReplayTellsTheRate(t *testing.T) {
	set := filepath.Join(t.TempDir(), "set")
	code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=1", "--format", "lerobot", "--out", set)
	if code != 0 {
		t.Fatal(stderr)
	}
	const line = "rate      10 frames/s in the dataset, but each action was played for 1/30 s"
	if _, stdout, _, _ := clitest.Invoke("demos", "replay", set); strings.Contains(stdout, "rate  ") {
		t.Errorf("a dataset of 30 frames/s:\n%s", stdout)
	}
	info := filepath.Join(set, "meta", "info.json")
	slower := bytes.ReplaceAll(clitest.Read(t, info), []byte(`"fps": 30`), []byte(`"fps": 10`))
	if err := os.WriteFile(info, slower, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, stdout, stderr, _ := clitest.Invoke("demos", "replay", set); code != 0 || !strings.Contains(stdout, line) {
		t.Errorf("exit code %d, %s:\n%s\nwant %s", code, stderr, stdout, line)
	}
	if _, stdout, _, _ := clitest.Invoke("demos", "replay", set, "--json"); !strings.Contains(stdout, `"fps": 10,`) {
		t.Errorf("no rate in\n%s", stdout)
	}
}

// What replay prints, word for word, of results that no simulator had a hand in.
func TestReplayShows(t *testing.T) {
	var out bytes.Buffer
	yes, won := true, &replay.Verdict{Success: true, Step: 34}
	of(cli.Program{Out: &out}).printReplay(
		replayFlags{Options: replay.Options{Actions: replay.Absolute, Films: "films"}}, 0,
		[]*replay.Result{
			{Task: "picking", Behaviour: "left", Style: "optimal", Frames: 43, Earned: won, CALVIN: won,
				Recorded: &yes, EndDistance: 1.26, EndAngle: 0.1, MostDistance: 5.8},
			{Episode: 1, Task: "opening", Frames: 360, Earned: new(replay.Verdict), CALVIN: won, Recorded: &yes,
				EndDistance: 28, MostDistance: 45},
			{Episode: 10, Task: "push_pink_block_left", Frames: 64, EndDistance: 3, EndAngle: 20.66, MostDistance: 3,
				Moved: []scenes.Excess{{What: "opening of the gripper", Recorded: -0.0186, Unit: "m"},
					{What: "angle of joint 2", Recorded: 1.8346, Set: 1.7628, Unit: "rad"}}},
			{Episode: 11, Unplayable: "frame 5: component 0 (x) of the relative action is 2.5"},
		})
	golden.Check(t, "replay.txt", out.String())
}
