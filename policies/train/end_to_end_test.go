package train

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder"
)

// Before its first step, network "spatial" has the losses of "mlp" behind the frozen encoder, with the gains of
// features bounded.
func TestEndToEndStartsFromTheFrozenEncoder(t *testing.T) {
	t.Parallel()
	const maxGain = 20 // of package network
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	toydata.WithPictures(d)
	c := endToEnd()
	run, err := testTrainer(d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.evaluator.rows(run.set)
	if err != nil {
		t.Fatal(err)
	}
	c.Network = "mlp"
	key := seed.Of("train")
	frozen, err := newRun(d, g, c, key, Options{})
	if err == nil {
		err = frozen.place()
	}
	if err != nil {
		t.Fatal(err)
	}
	if run, err = frozen.newTrainer(&toydata.FixedMixture{Weights: []float64{1}}, frozen.cfg, key); err != nil {
		t.Fatal(err)
	}
	for i, gain := range run.model.Standardizer.Gain[:encoder.Width] {
		if gain > maxGain { // apply the bound to the inputs of the perceptron
			for at := i; at < len(run.set.X); at += run.model.Sizes.In {
				run.set.X[at] *= maxGain / gain
			}
		}
	}
	if err := frozen.place(); err != nil { // the set has changed
		t.Fatal(err)
	}
	run.evaluator.data = frozen.data
	want, err := run.evaluator.rows(run.set)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-3*float64(want[i]) {
			t.Fatalf("row %d: loss %v, with the frozen encoder %v", i, got[i], want[i])
		}
	}
}
