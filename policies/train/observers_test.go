package train

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

// A share of each group's episodes is held out: at least one, never all, whole ones, the same in every run of a key.
func TestHoldOut(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 2, 10)
	c, err := newRun(d, g, small(), seed.Of("train"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := c.set.HoldOut(0.25, seed.Of("split"))
	held := map[int32]bool{}
	for of, want := range []int{0, 1, 3} { // of 1, 2, 10: round(.25), round(.5), round(2.5), but at least one
		episodes := 0
		for e := range d.Episodes {
			rows := c.set.RowsOf(e)
			if int(g.Of[e]) != of || !slices.Contains(s.HeldOut[of], rows[0]) {
				continue
			}
			episodes++
			for _, r := range rows {
				held[r] = true
				if !slices.Contains(s.HeldOut[of], r) {
					t.Errorf("episode %d is held out in part", e)
				}
			}
		}
		if of == 0 { // its only episode is on both sides
			if want = 1; !slices.Equal(s.HeldOut[0], s.ByGroup[0]) {
				t.Error("a group of one episode: held-out frames are not its training frames")
			}
		}
		if episodes != want {
			t.Errorf("group %d: %d episodes held out, want %d", of, episodes, want)
		}
	}
	for _, r := range s.Train {
		if held[r] && s.Group[r] != 0 {
			t.Fatalf("row %d is trained on and held out", r)
		}
	}
	if again := c.set.HoldOut(0.25, seed.Of("split")); !slices.Equal(again.Train, s.Train) {
		t.Error("the same key held out other episodes")
	}
	if other := c.set.HoldOut(0.25, seed.Of("other")); slices.Equal(other.Train, s.Train) {
		t.Error("another key held out the same episodes")
	}
}

// Held-out losses reach the mixture and the log at every step, and differ from training losses.
func TestHeldOutLossesAreReported(t *testing.T) {
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
