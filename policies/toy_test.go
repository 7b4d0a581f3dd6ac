package policies

import (
	"context"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

func small() Config {
	c := DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 64, 50, 64
	return c
}

func mustTrain(t testing.TB, d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (*Policy, *mixture.Log) {
	t.Helper()
	p, l, err := Train(context.Background(), d, g, m, c, k)
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

// trained is a policy of default size after a few steps, and the data it saw.
func trained(t testing.TB) (*Policy, *demos.Dataset) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27)
	c := DefaultConfig()
	c.Steps = 5
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{0.5, 0.5}}, c, seed.Of("train"))
	return p, d
}

// newRun is a training run before its first step.
func newRun(d *demos.Dataset, g demos.Groups, m mixture.Mixture, c Config, k seed.Key) (*trainer, error) {
	course, err := newCourse(d, g, c, k)
	if err != nil {
		return nil, err
	}
	return course.newTrainer(m, course.cfg, k)
}
