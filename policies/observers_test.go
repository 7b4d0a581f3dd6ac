package policies

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

// watching observes examples and held-out losses.
type watching struct {
	toydata.FixedMixture
	share    float64
	examples []float64 // mean loss of each group in the last batch
	ref      []float32
	rows     int
	heldOut  [][]float64
}

func (w *watching) HoldOut() float64              { return w.share }
func (w *watching) ObserveHeldOut(loss []float64) { w.heldOut = append(w.heldOut, loss) }
func (w *watching) ObserveExamples(group []int32, loss, ref []float32) {
	w.ref, w.rows = slices.Clone(ref), len(group)
	w.examples = make([]float64, len(w.Weights))
	n := make([]float64, len(w.Weights))
	for r, g := range group {
		w.examples[g] += float64(loss[r])
		n[g]++
	}
	for g := range n {
		w.examples[g] /= n[g]
	}
}

// A share of each group's episodes is held out: at least one, never all, whole ones, the same in every run of a key.
func TestHoldOut(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 2, 10)
	c, err := newCourse(d, g, small(), seed.Of("train"))
	if err != nil {
		t.Fatal(err)
	}
	s := c.s.holdOut(0.25, seed.Of("split"))
	held := map[int32]bool{}
	for of, want := range []int{0, 1, 3} { // of 1, 2, 10: round(.25), round(.5), round(2.5), but at least one
		episodes := 0
		for e := range d.Episodes {
			rows := c.s.rowsOf(e)
			if int(g.Of[e]) != of || !slices.Contains(s.held[of], rows[0]) {
				continue
			}
			episodes++
			for _, r := range rows {
				held[r] = true
				if !slices.Contains(s.held[of], r) {
					t.Errorf("episode %d is held out in part", e)
				}
			}
		}
		if of == 0 { // its only episode is on both sides
			if want = 1; !slices.Equal(s.held[0], s.frames[0]) {
				t.Error("a group of one episode: held-out frames are not its training frames")
			}
		}
		if episodes != want {
			t.Errorf("group %d: %d episodes held out, want %d", of, episodes, want)
		}
	}
	for _, r := range s.train {
		if held[r] && s.group[r] != 0 {
			t.Fatalf("row %d is trained on and held out", r)
		}
	}
	if again := c.s.holdOut(0.25, seed.Of("split")); !slices.Equal(again.train, s.train) {
		t.Error("the same key held out other episodes")
	}
	if other := c.s.holdOut(0.25, seed.Of("other")); slices.Equal(other.train, s.train) {
		t.Error("another key held out the same episodes")
	}
}

// Held-out losses reach the mixture and the log at every step, and differ from training losses.
func TestHeldOutLossesAreReported(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 4, 6)
	c := small()
	c.Steps = 60
	m := &watching{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, share: .3}
	_, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	if len(m.heldOut) != c.Steps || len(l.HeldOut) != c.Steps {
		t.Fatalf("%d and %d reports in %d steps", len(m.heldOut), len(l.HeldOut), c.Steps)
	}
	if last := l.HeldOut[c.Steps-1]; !slices.Equal(last, m.heldOut[c.Steps-1]) || last[0] == l.Loss[c.Steps-1][0] || last[0] > l.HeldOut[0][0]/2 {
		t.Errorf("held-out losses went from %v to %v, training losses to %v", l.HeldOut[0], last, l.Last(1))
	}
	if _, _, err := Train(context.Background(), d, g, &watching{FixedMixture: m.FixedMixture, share: 1}, c, seed.Of("")); err == nil || !strings.Contains(err.Error(), "held-out share of 1") {
		t.Errorf("error %v", err)
	}
}

// prepared wants two runs before its own: one shorter with another head, then one that observes examples.
type prepared struct {
	watching
	runs []mixture.Mixture
	told [][]float64
}

func (p *prepared) Reference() mixture.Mixture {
	if len(p.told) == len(p.runs) {
		return nil
	}
	return p.runs[len(p.told)]
}
func (p *prepared) Refer(loss []float64) { p.told = append(p.told, loss) }

type short struct {
	toydata.FixedMixture
	head string
}

func (short) Steps(main int) int { return main / 5 }
func (s short) Head() string     { return s.head }

func TestReferenceRunsComeFirst(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	c := small()
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	second := &watching{FixedMixture: half, share: .3}
	m := &prepared{watching: watching{FixedMixture: half}, runs: []mixture.Mixture{&short{half, "bins"}, second}}
	p, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	if len(l.References) != 2 || len(l.References[0].Loss) != c.Steps/5 || len(l.References[1].Loss) != c.Steps {
		t.Fatalf("reference runs of other lengths: %d", len(l.References))
	}
	for r, told := range m.told {
		if !slices.Equal(told, l.References[r].Reached) {
			t.Errorf("run %d: the mixture was told %v, the log %v", r, told, l.References[r].Reached)
		}
	}
	// 17 values a component: 7 ln 17 = 19.8 nats before anything is learned.
	if first := l.References[0].Loss[0][0]; math.Abs(first-7*math.Log(17)) > 1 {
		t.Errorf("the first run started at a loss of %v nats", first)
	}
	if second.rows != c.Batch || len(second.ref) != c.Batch || len(m.ref) != c.Batch {
		t.Errorf("%d examples with %d and %d reference losses", second.rows, len(second.ref), len(m.ref))
	}
	for i, v := range m.examples {
		if math.Abs(v-l.Last(1)[i]) > 1e-6 {
			t.Errorf("group %d: examples average %v, the observed loss is %v", i, v, l.Last(1)[i])
		}
	}
	// A run that is prepared starts and is dealt as one that is not.
	q, _ := mustTrain(t, d, g, &half, c, seed.Of("train"))
	if a, b := flat(t, p, 2), flat(t, q, 2); !slices.Equal(a, b) {
		t.Error("reference runs changed the run itself")
	}
}

// What Refer is told is what Losses says of that policy: here the main run is the reference run over again.
func TestReferIsToldThePolicysLosses(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	m := &prepared{watching: watching{FixedMixture: half}, runs: []mixture.Mixture{&half}}
	mustTrain(t, d, g, m, small(), seed.Of("train"))
	p, _ := mustTrain(t, d, g, &half, small(), seed.Of("train").With("reference", 0))
	want, err := p.Losses(d, g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(m.told[0][i]-want[i]) > 1e-6*want[i] {
			t.Errorf("group %d: told %v, Losses says %v", i, m.told[0][i], want[i])
		}
	}
}
