package train

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

func TestReferenceRunsComeFirst(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	c := small()
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	second := &toydata.ObservingMixture{FixedMixture: half, Share: .3}
	m := &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
		Runs: []mixture.Mixture{&toydata.ShortMixture{FixedMixture: half, HeadName: "bins"}, second}}
	p, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	if len(l.References) != 2 || len(l.References[0].Loss) != c.Steps/5 || len(l.References[1].Loss) != c.Steps {
		t.Fatalf("reference runs of other lengths: %d", len(l.References))
	}
	for r, told := range m.Told {
		if !slices.Equal(told, l.References[r].Reached) {
			t.Errorf("run %d: the mixture was told %v, the log %v", r, told, l.References[r].Reached)
		}
	}
	// 17 values a component: 7 ln 17 = 19.8 nats before anything is learned.
	if first := l.References[0].Loss[0][0]; math.Abs(first-7*math.Log(17)) > 1 {
		t.Errorf("the first run started at a loss of %v nats", first)
	}
	if second.Rows != c.Batch || len(second.Ref) != c.Batch || len(m.Ref) != c.Batch {
		t.Errorf("%d examples with %d and %d reference losses", second.Rows, len(second.Ref), len(m.Ref))
	}
	for i, v := range m.Examples {
		if math.Abs(v-l.Last(1)[i]) > 1e-6 {
			t.Errorf("group %d: examples average %v, the observed loss is %v", i, v, l.Last(1)[i])
		}
	}
	// A run that is prepared starts and is dealt as one that is not.
	q, _ := mustTrain(t, d, g, &half, c, seed.Of("train"))
	if !slices.Equal(p.Weights[2], q.Weights[2]) {
		t.Error("reference runs changed the run itself")
	}
}

// What Refer is told is what Losses says of that policy: here the main run is the reference run over again.
func TestReferIsToldThePolicysLosses(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	m := &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
		Runs: []mixture.Mixture{&half}}
	mustTrain(t, d, g, m, small(), seed.Of("train"))
	p, _ := mustTrain(t, d, g, &half, small(), seed.Of("train").With("reference", 0))
	want, err := Losses(p, small(), d, g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(m.Told[0][i]-want[i]) > 1e-6*want[i] {
			t.Errorf("group %d: told %v, Losses says %v", i, m.Told[0][i], want[i])
		}
	}
}
