package train

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/internal/toymodels"
)

// A mixture observes the mean loss over the frames of each group in the batch. With all frames in one batch that is the
// mean over the group: the result of Losses for the untrained policy, and that of plain Go.
func TestObservedLossesEqualPlainGo(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 2)
	c := small()
	c.Steps, c.Batch = 1, g.Frames[0]+g.Frames[1]
	key := seed.Of("train")
	m := &toydata.FixedMixture{Weights: []float64{.5, .5}}
	mustTrain(t, d, g, m, c, key)

	tr, err := testTrainer(d, g, m, c, key) // the same untrained policy
	if err != nil {
		t.Fatal(err)
	}
	losses, err := Losses(tr.model, c, d, g)
	if err != nil {
		t.Fatal(err)
	}
	plain := make([]float64, 2)
	for row, group := range tr.set.Group {
		y := toymodels.Perceptron(tr.model, tr.set.X[row*tr.model.Sizes.In:])
		for i, v := range y {
			e := float64(v - tr.set.Y[row*tr.model.Sizes.Slots+i])
			plain[group] += e * e / float64(len(y)) / float64(g.Frames[group])
		}
	}
	for i, want := range plain {
		if got := m.Losses[0][i]; math.Abs(got-want) > 1e-5*want {
			t.Errorf("group %d: the mixture observed %v, plain Go gives %v", i, got, want)
		}
		if got := losses[i]; math.Abs(got-want) > 1e-5*want {
			t.Errorf("group %d: Losses is %v, plain Go gives %v", i, got, want)
		}
	}
}

// Losses of a policy that was trained with shifted pictures need the pictures as drawn alone: their features will do.
func TestLossesWithoutShifts(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	c := withPictures(2)
	c.Steps = 2
	m, _ := mustTrain(t, d, g, halves(), c, seed.Of("train"))
	want, err := Losses(m, c, d, g)
	if err != nil {
		t.Fatal(err)
	}
	plain := withPictures(0)
	for i := range d.Episodes {
		if err := plain.Extractor().EncodeEpisode(&d.Episodes[i], seed.Of("features")); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := Losses(m, c, d, g); err != nil || !slices.Equal(got, want) {
		t.Errorf("of features %v, of pictures %v: %v", got, want, err)
	}
}
