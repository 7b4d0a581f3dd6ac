package train

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// small returns a configuration that trains in a fraction of a second.
func small() Config {
	c := DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 64, 50, 64
	return c
}

// withPictures returns a small configuration whose observer uses pictures.
func withPictures(shifts int) Config {
	c := small()
	c.Observer, c.Shifts, c.Steps = "vision", shifts, 8
	return c
}

// endToEnd returns a configuration that trains the picture encoder too, small enough for a CPU.
func endToEnd() Config {
	c := withPictures(0)
	c.Network, c.Batch, c.Hidden, c.Chunk, c.Execute, c.Steps = "spatial", 8, 32, 1, 1, 4
	return c
}

// mustTrain trains a model and returns it with the log of the training.
func mustTrain(t testing.TB, d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (
	*network.Model, *mixture.Log) {
	t.Helper()
	model, log, err := Train(t.Context(), d, g, m, c, k, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return model, log
}

// testTrainer returns a main run before its first step.
func testTrainer(d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (*trainer, error) {
	r, err := newRun(d, g, c, k, Options{})
	if err != nil {
		return nil, err
	}
	if err := r.place(); err != nil {
		return nil, err
	}
	return r.newTrainer(m, r.cfg, k)
}

// bits returns the parameters and the standardizer of a model as one slice, for comparisons bit by bit.
func bits(m *network.Model) (out []float32) {
	for _, w := range m.Weights {
		out = append(out, w...)
	}
	return append(append(out, m.Standardizer.Mean...), m.Standardizer.Gain...)
}
