package clitest

import (
	"errors"
	"path/filepath"
	"testing"

	"counterpoise/scenes/demos"
)

// ToyDemonstrations writes demonstrations in the toy environment: a step of a tenth of the place, away from it for the
// style "bad".
func ToyDemonstrations(t *testing.T, styles ...string) string {
	t.Helper()
	var all []*demos.Raw
	for i := range 12 * len(styles) {
		style := styles[i%len(styles)]
		raw := &demos.Raw{Labels: map[string]string{"task": "go to 0", "style": style},
			State: demos.Matrix{Width: 2}, Actions: demos.Matrix{Width: 1}}
		for at := float32(i*7%24)/12 - .95; raw.Frames() == 0 || at*at > .05*.05 && raw.Frames() < 12; {
			a := min(1, max(-1, -5*at))
			if style == "bad" {
				a = -a
			}
			raw.State.Values = append(raw.State.Values, at, 1)
			raw.Actions.Values = append(raw.Actions.Values, a)
			at += a / 10
		}
		all = append(all, raw)
	}
	path := filepath.Join(t.TempDir(), "toy.hdf5")
	WriteRaw(t, path, "toy", all)
	return path
}

// Ran is what a command prints, and its error as it prints it.
func Ran(args ...string) (out, said string, err error) {
	code, out, said, _ := Invoke(args...)
	if code != 0 {
		err = errors.New(said)
	}
	return out, said, err
}
