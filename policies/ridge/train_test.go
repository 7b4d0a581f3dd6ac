package ridge

import (
	"bytes"
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
)

// Train logs the run of a mixture and of its reference run, and reports the exact hypergradient to the latter. The
// squared error of the policy's actions is the loss in the log. The policy acts the same after loading.
func TestTrainActSaveLoad(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 3, 6)
	before := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}, Beta: .5}
	m := &toydata.ReferencedMixture{
		ObservingMixture: toydata.ObservingMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.3, .7}}},
		Runs:             []mixture.Mixture{before},
	}
	c := smallRidge()
	r, l, err := Train(context.Background(), d, g, m, c, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Loss) != c.Steps || len(m.Losses) != c.Steps || len(l.References) != 1 ||
		len(m.Ref) != g.Frames[0]+g.Frames[1] {
		t.Errorf("%d steps logged, %d observed, %d references, %d examples", len(l.Loss), len(m.Losses),
			len(l.References),
			len(m.Ref))
	}
	h, err := r.Hypergradient([]float64{.5, .5})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Runs[0].(*toydata.GradientMixture).Grams[0][1][0]; math.Abs(-.5*got-h[1][0]) > 1e-12 {
		t.Errorf("reported gradient %v, hypergradient %v", -.5*got, h[1][0])
	}
	path := filepath.Join(t.TempDir(), "r.policy")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	q := load(t, path)
	want := 0.0
	for e, episode := range d.Episodes {
		for i := range episode.Observations {
			a, b := [][]scenes.Action{make([]scenes.Action, 2)}, [][]scenes.Action{make([]scenes.Action, 2)}
			if err := r.Act(a, episode.Observations[i:i+1]); err != nil {
				t.Fatal(err)
			}
			if err := q.Act(b, episode.Observations[i:i+1]); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(a[0], b[0]) {
				t.Fatal("acts differently after loading")
			}
			if g.Of[e] == 1 {
				for s := range 2 {
					for j, v := range a[0][s] {
						err := float64(v - episode.Actions[min(i+s, episode.Frames()-1)][j])
						want += err * err / 14 / float64(g.Frames[1])
					}
				}
			}
		}
	}
	if got := l.Last(1)[1]; math.Abs(got-want) > 1e-6*want {
		t.Errorf("loss %v, squared error of the actions %v", got, want)
	}
}

// The same data and key give the same bytes.
func TestReproducible(t *testing.T) {
	a, _ := newTestRidge(t, .3, 3, 6)
	b, _ := newTestRidge(t, .3, 3, 6)
	x, err := a.Encode()
	y, _ := b.Encode()
	if err != nil || !bytes.Equal(x, y) {
		t.Errorf("the same data and key gave other bytes (%v)", err)
	}
}

// frameWeigher is a mixture that weighs frames.
type frameWeigher struct{ toydata.FixedMixture }

func (*frameWeigher) FrameWeights() ([][]float64, error) { return [][]float64{{1}, {2}}, nil }

// A mixture that weighs the frames within a group is refused, before any step and for any run: a ridge would give each
// frame of a group the same weight.
func TestFrameWeightsAreRefused(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 1)
	m := &frameWeigher{toydata.FixedMixture{Weights: []float64{.5, .5}}}
	_, _, err := Train(t.Context(), d, g, m, smallRidge(), seed.Of("ridge"))
	if err == nil || !strings.Contains(err.Error(), "weighs the frames within a group") {
		t.Errorf("got %v", err)
	}
}
