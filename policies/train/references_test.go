package train

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

// Reference runs come before the main run, with their own numbers of steps and heads. The mixture gets the losses that
// each ends with, and the losses of single frames under the last one's policy. The main run itself is the same as
// without reference runs.
func TestReferenceRuns(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	c := small()
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	second := &toydata.ObservingMixture{FixedMixture: half, Share: .3}
	m := &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
		Runs: []mixture.Mixture{&toydata.ShortMixture{FixedMixture: half, HeadName: "bins"}, second}}
	p, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	if len(l.References) != 2 || len(l.References[0].Loss) != c.Steps/5 || len(l.References[1].Loss) != c.Steps {
		t.Fatalf("%d reference runs, or other numbers of steps", len(l.References))
	}
	for r, got := range m.Told {
		if !slices.Equal(got, l.References[r].Reached) {
			t.Errorf("run %d: the mixture got %v, the log has %v", r, got, l.References[r].Reached)
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
	// The main run has the same initial weights and batches without reference runs.
	q, _ := mustTrain(t, d, g, &half, c, seed.Of("train"))
	if !slices.Equal(p.Weights[2], q.Weights[2]) {
		t.Error("reference runs changed the run itself")
	}
}

// Refer receives the losses that Losses computes of the reference run's policy, which is trained once more here.
func TestReferReceivesTheReferenceLosses(t *testing.T) {
	t.Parallel()
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
			t.Errorf("group %d: Refer got %v, Losses is %v", i, m.Told[0][i], want[i])
		}
	}
}
