package look

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render/opengl"
)

// A person's attempts are in the file as soon as each ends, with behaviours in turn, and what is discarded is not.
func TestRecordingByHand(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.hdf5")
	r := &recording{task: "picking", behaviours: []string{"left", "right"}, path: path, seed: 1, start: -1}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	stored := func() (behaviours string, frames []int) {
		if _, err := os.Stat(path); err != nil {
			return "", nil
		}
		reader, err := demos.OpenAny(t.Context(), path)
		check(err)
		defer reader.Close()
		for i := range reader.Episodes() {
			raw, err := reader.Read(i, false)
			check(err)
			if raw.Labels["style"] != "person" || raw.Labels["success"] != "false" {
				t.Errorf("labels %v", raw.Labels)
			}
			behaviours += raw.Labels["behaviour"] + " "
			frames = append(frames, raw.Frames())
		}
		return behaviours, frames
	}
	check(r.next())
	check(r.Press(opengl.KeyShift))
	if r.Running() {
		t.Error("shift alone starts the clock")
	}
	before := r.now.Offset()
	check(r.Press('w'))
	for range 30 {
		check(r.Step(map[rune]bool{'w': true}))
	}
	if moved := before[1] - r.now.Offset()[1]; !r.Running() || moved < .2 || moved > .31 {
		t.Errorf("a second of w moves %.3f m", moved)
	}
	check(r.Press(' '))
	check(r.Step(map[rune]bool{' ': true, opengl.KeyShift: true}))
	if h := r.now.Attempt.Held[30]; h != 3<<12 {
		t.Errorf("space and shift are %#x", h)
	}
	check(r.Press(opengl.KeyEnter))
	if b, n := stored(); b != "left " || n[0] != 31 {
		t.Errorf("%s %v", b, n)
	}
	check(r.Press('w')) // nothing, as the attempt has ended
	check(r.Press(opengl.KeyEnter))
	check(r.Press('a'))
	check(r.Step(map[rune]bool{'a': true}))
	check(r.Press(opengl.KeyEnter))
	if b, n := stored(); b != "left right " || n[1] != 1 || r.solved() != 0 {
		t.Errorf("%s %v", b, n)
	}
	check(r.Press('x'))
	if b, _ := stored(); b != "left " || r.now.Attempt.Start.Start != 1 {
		t.Errorf("after x %s, at %+v", b, r.now.Attempt.Start)
	}
	check(r.Press('w'))
	check(r.end()) // the window is closed before a control step
	if b, n := stored(); b != "left " || n[0] != 31 {
		t.Errorf("%s %v", b, n)
	}
	r.kept = nil
	check(r.write())
	if b, _ := stored(); b != "" {
		t.Errorf("without attempts the file has %s", b)
	}
}

// Mistakes are told before a window is opened.
func TestRecordRefuses(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old.hdf5")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--record is for a task":        {"view", filepath.Dir(old), "--record", old + "2"},
		"exists; choose another":        {"view", "picking", "--record", old},
		"--style changes nothing here":  {"view", "picking", "--record", old + "2", "--style", "retry"},
		"--behaviour does not take":     {"view", "picking", "--record", old + "2", "--behaviour", "up"},
		"play lets you drive in a brow": {"view", "picking", "--record", old + "2"},
	} {
		if _, _, stderr, _ := clitest.Invoke(args...); !strings.Contains(stderr, want) {
			t.Errorf("%v: no %q in %s", args, want, stderr)
		}
	}
}
