package policies

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// Training end to end fits a batch of four frames and changes the weights of the encoder. The deployed policy, which
// has the trained encoder in its observer, acts with the mean squared error that Losses computes by the training graph.
func TestEndToEndTrainingFitsABatch(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	e := &toydata.WithPictures(d).Episodes[0]
	const n = 4
	for i := range n {
		e.Observations[i], e.Actions[i] = e.Observations[5*i], e.Actions[5*i]
	}
	e.Observations, e.Actions, g.Frames[0] = e.Observations[:n], e.Actions[:n], n
	c := endToEnd()
	c.Steps, c.Rate, c.Hidden, c.Batch = 120, 1e-2, 64, n
	p, l := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
	if first, last := l.Loss[0][0], l.Last(1)[0]; last > 0.01*first {
		t.Errorf("loss went from %v to %v", first, last)
	}
	if slices.Equal(p.trained.Weights[6], encoder.Frozen().Static[0]) {
		t.Error("training did not change the encoder")
	}
	square := 0.0
	for i, chunk := range act(t, p, e.Observations) {
		for j, v := range chunk[0] {
			square += math.Pow(float64(v-e.Actions[i][j]), 2) / float64(network.ActionSize*len(e.Actions))
		}
	}
	losses, err := train.Losses(p.Model(), p.Config(), d, g)
	if err != nil || math.Abs(square-losses[0]) > 1e-4 {
		t.Errorf("acts with a mean squared error of %v, losses %v (%v)", square, losses, err)
	}
}

// The file of a policy that was trained end to end contains its encoder. Training works under a mixture that observes
// gradients. An observer without pictures and episodes without pictures are errors.
func TestEndToEndPolicyFiles(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	m := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, Beta: .1,
		Discard: true}
	p, _ := mustTrain(t, d, g, m, endToEnd(), seed.Of("train"))
	obs := d.Episodes[0].Observations
	reloaded(t, p, obs)
	c := endToEnd()
	c.Observer = "state"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "reads pictures") {
		t.Errorf("error %v", err)
	}
	if !endToEnd().Pictures() || endToEnd().Extractor().Key() != "" {
		t.Error("the extractor of end-to-end training drops the pictures")
	}
	for i := range d.Episodes[0].Observations {
		d.Episodes[0].Observations[i] = scenes.Observation{Scene: obs[i].Scene, Robot: obs[i].Robot}
	}
	if _, _, err := train.Train(t.Context(), d, g, m, endToEnd(), seed.Of("train"), train.Options{}); err == nil ||
		!strings.Contains(err.Error(), "pictures of 0") {
		t.Errorf("error %v", err)
	}
}

// The actions of a network that reads the pictures itself have the same bits whatever other observations the call has.
func TestEndToEndActIsIndependentOfTheBatch(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 8)
	obs := toydata.WithPictures(d).Episodes[0].Observations
	for _, e := range d.Episodes[1:] {
		obs = append(obs, e.Observations...)
	}
	for _, name := range []string{"cnn", "resnet18", "vit"} {
		c := endToEnd()
		c.Network, c.Steps = name, 1
		p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
		n := 3
		if p.card { // where a call is divided into blocks of 48
			n = min(100, len(obs))
		}
		want := act(t, p, obs[:n])
		for _, fewer := range []int{1, 2, n / 3, n / 2} {
			for i, chunk := range act(t, p, obs[n-fewer:n]) {
				if !slices.Equal(chunk, want[n-fewer+i]) {
					t.Errorf("%s: observation %d of %d gets other actions than in a call with %d", name, i, fewer, n)
				}
			}
		}
	}
}
