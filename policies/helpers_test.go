package policies

import (
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// small returns a configuration that trains in a fraction of a second.
func small() train.Config {
	c := train.DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 64, 50, 64
	return c
}

// withPictures returns a small configuration whose observer uses pictures.
func withPictures(shifts int) train.Config {
	c := small()
	c.Observer, c.Shifts, c.Steps = "vision", shifts, 8
	return c
}

// endToEnd returns a configuration that trains the picture encoder too, small enough for a CPU.
func endToEnd() train.Config {
	c := withPictures(0)
	c.Network, c.Batch, c.Hidden, c.Chunk, c.Execute, c.Steps = "spatial", 8, 32, 1, 1, 4
	return c
}

// mustTrain trains a policy and returns it with the log of the training.
func mustTrain(t testing.TB, d *demos.Dataset, g demos.Groups, m mixture.Mixture, c train.Config, k seed.Key) (
	*Neural, *mixture.Log) {
	t.Helper()
	model, log, err := train.Train(t.Context(), d, g, m, c, k, train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewNeural(c, model)
	if err != nil {
		t.Fatal(err)
	}
	return p, log
}

// trained returns a policy of default size after five steps, and its training data.
func trained(t testing.TB) (*Neural, *demos.Dataset) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27)
	c := train.DefaultConfig()
	c.Steps = 5
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{0.5, 0.5}}, c, seed.Of("train"))
	return p, d
}

// act returns the whole chunk of actions that a policy predicts for each observation, or for each history of them.
func act(t testing.TB, p Policy, obs []scenes.Observation) [][]scenes.Action {
	t.Helper()
	dst := make([][]scenes.Action, len(obs)/HistoryOf(p))
	for i := range dst {
		dst[i] = make([]scenes.Action, p.Chunk())
	}
	if err := p.Act(dst, obs); err != nil {
		t.Fatal(err)
	}
	return dst
}

// reloaded saves a policy, loads it, and checks that it acts on observations with the same bits. It returns the file.
func reloaded(t *testing.T, p Policy, obs []scenes.Observation) (path string, q Policy) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "p.policy")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want := act(t, p, obs)
	for i, got := range act(t, q, obs) {
		if !slices.Equal(got, want[i]) {
			t.Fatalf("observation %d gets another action after loading", i)
		}
	}
	return path, q
}
