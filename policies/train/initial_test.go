package train

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Initial is the model before the first step: training at a rate near 0 ends where it starts. Its inputs are
// standardised as the trained model's are, and other settings than the rate and the steps are those of training.
func TestInitialIsWhereTrainingStarts(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	c := small()
	c.Steps, c.Rate = 1, 1e-30
	key := seed.Of("train")
	trained, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, key)
	c.Steps = 0
	initial, err := Initial(d, g, c, key)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range bits(trained) { // Adam moves a weight by the rate at most
		if d := math.Abs(float64(w - bits(initial)[i])); d > 1e-29 {
			t.Fatalf("weight %d is %g from the initial one", i, d)
		}
	}
	if !slices.Equal(initial.Standardizer.Mean, trained.Standardizer.Mean) ||
		!slices.Equal(initial.Standardizer.Gain, trained.Standardizer.Gain) {
		t.Error("the inputs of the trained model are standardised otherwise")
	}
	if other, err := Initial(d, g, c, seed.Of("other")); err != nil || slices.Equal(bits(other), bits(initial)) {
		t.Errorf("another key gives the same weights (%v)", err)
	}
}

func TestInitialErrors(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	c := small()
	c.Hidden = 0
	if _, err := Initial(d, g, c, seed.Of("train")); err == nil || !strings.Contains(err.Error(), "0 hidden units") {
		t.Errorf("error %v", err)
	}
}
