package advise

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/toyenvironment"
	"counterpoise/scenes/demos"
)

// A policy of two tasks is told which one it is in, and rolled out in both: in one actions move the other way.
func TestTryOfSeveralEnvironments(t *testing.T) {
	straight, flipped := (&toyenvironment.Toy{}).Serve(t), (&toyenvironment.Toy{Flipped: true}).Serve(t)
	data := filepath.Join(t.TempDir(), "both.hdf5")
	var all []*demos.Raw
	for i := range 48 {
		task, sign := straight, float32(-1)
		if i%2 == 1 {
			task, sign = flipped, 1
		}
		labels := map[string]string{"task": task, "style": "optimal"}
		bad := i%4 > 1
		if bad {
			labels["style"] = "bad"
		}
		raw := &demos.Raw{Labels: labels, State: demos.Matrix{Width: 2}, Actions: demos.Matrix{Width: 1}}
		for at := float32(i*7%24)/12 - .95; raw.Frames() == 0 || at*at > .05*.05 && raw.Frames() < 12; {
			move := min(1, max(-1, -5*at))
			if bad {
				move = -move
			}
			raw.State.Values = append(raw.State.Values, at, 1)
			raw.Actions.Values = append(raw.Actions.Values, -sign*move)
			at += move / 10
		}
		all = append(all, raw)
	}
	clitest.WriteRaw(t, data, "toy", all)
	dir := filepath.Join(t.TempDir(), "try")
	line := []string{"try", data, "--env", "ws://{task}", "--seeds", "3", "--rollouts", "8", "--steps", "150",
		"--methods", "drop", "--out", dir}
	out, said, err := clitest.Ran(append(line, "--workers", "2")...)
	if err != nil || !strings.Contains(out, "Take drop-bad") || !strings.Contains(out, "per policy and task") {
		t.Fatalf("%v\n%s%s", err, out, said)
	}
	for row := range strings.SplitSeq(out, "\n") { // success in both tasks
		if strings.HasPrefix(row, "drop-bad") && strings.Count(row, "100.0") < 3 {
			t.Error(row)
		}
	}
	if again, _, err := clitest.Ran(append(line, "--workers", "1")...); err != nil || again != out {
		t.Errorf("again: %v\n%s\nfirst:\n%s", err, again, out)
	}
	one := slices.Clone(line)
	one[3] = "ws://" + straight
	if _, _, err := clitest.Ran(one...); err == nil || !strings.Contains(err.Error(), "of 2 tasks: write {task}") {
		t.Error(err)
	}
}
