package train

import (
	"context"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// The mixture and the log get held-out losses at every step, other than the training losses. A share of 1 is an error.
func TestHeldOutLosses(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 4, 6)
	c := small()
	c.Steps = 60
	m := &toydata.ObservingMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, Share: .3}
	_, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	if len(m.HeldOutLosses) != c.Steps || len(l.HeldOut) != c.Steps {
		t.Fatalf("%d and %d reports in %d steps", len(m.HeldOutLosses), len(l.HeldOut), c.Steps)
	}
	if last := l.HeldOut[c.Steps-1]; !slices.Equal(last, m.HeldOutLosses[c.Steps-1]) ||
		last[0] == l.Loss[c.Steps-1][0] || last[0] > l.HeldOut[0][0]/2 {
		t.Errorf("held-out losses went from %v to %v, training losses to %v", l.HeldOut[0], last, l.Last(1))
	}
	if _, _, err := Train(context.Background(), d, g, &toydata.ObservingMixture{FixedMixture: m.FixedMixture, Share: 1},
		c, seed.Of(""), Options{}); err == nil || !strings.Contains(err.Error(), "held-out share of 1") {
		t.Errorf("error %v", err)
	}
}

// All runs of a training hold out the same episodes, whatever the key of each: an excess loss compares losses on the
// same frames.
func TestRunsHoldOutTheSameEpisodes(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 8, 8)
	r, err := newRun(d, g, small(), seed.Of("train"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.place(); err != nil {
		t.Fatal(err)
	}
	held := func(key seed.Key) [][]int32 {
		run, err := r.newTrainer(&toydata.ObservingMixture{FixedMixture: *halves(), Share: .5}, r.cfg, key)
		if err != nil {
			t.Fatal(err)
		}
		return run.set.HeldOut
	}
	main, reference := held(r.key), held(r.key.With("reference", 0))
	if !slices.EqualFunc(main, reference, slices.Equal[[]int32]) {
		t.Errorf("the main run holds out the rows %v, a reference run %v", main, reference)
	}
}
