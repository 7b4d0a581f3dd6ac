package clitest

import (
	"path/filepath"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/robomimic"
)

// SmallDataset writes a dataset of two behaviours in a format; its numbers come from no simulator.
func SmallDataset(t testing.TB, format, path string) {
	t.Helper()
	SmallDatasetOf(t, format, path, "left", "right", "right")
}

// SmallDatasetOf writes a dataset of six demonstrations, whose behaviours are these in turn.
func SmallDatasetOf(t testing.TB, format, path string, behaviours ...string) {
	t.Helper()
	f, err := demos.Formats.Get(format)
	if err != nil {
		t.Fatal(err)
	}
	w, err := f.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := range 6 {
		draw := seed.Of("small", i).Rand()
		e := &demos.Episode{
			Task:      "picking",
			Behaviour: behaviours[i%len(behaviours)],
			Style:     []string{"optimal", "biased"}[i%2],
			Index:     i,
			Success:   true,
		}
		for range 60 + i {
			var o scenes.Observation
			var a scenes.Action
			for k := range o.Robot {
				o.Robot[k] = float32(draw.NormFloat64())
			}
			for k := range o.Scene {
				o.Scene[k] = float32(draw.NormFloat64())
			}
			for k := range a {
				a[k] = o.Robot[k]/4 + float32(i%2)*float32(draw.NormFloat64())/4 // the biased are noisy
			}
			e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
		}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
}

// HalfBadDataset makes a dataset with good and bad demonstrations of each behaviour and returns its folder.
func HalfBadDataset(t *testing.T, seed string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "half")
	recipe := "left=2,middle=2,right=2,left:erratic=2,middle:erratic=2,right:erratic=2"
	if code, _, stderr, _ := Invoke("demos", "generate", "picking", recipe, "--seed", seed, "--out", out); code != 0 {
		t.Fatal(stderr)
	}
	return out
}

// WriteRaw writes demonstrations of any robot to a file.
func WriteRaw(t *testing.T, path, environment string, all []*demos.Raw) {
	t.Helper()
	err := robomimic.WriteRaw(path, func(add func(*demos.Raw) error) (string, error) {
		for _, r := range all {
			if err := add(r); err != nil {
				return "", err
			}
		}
		return environment, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
