package policies

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/internal/toymodels"
	"counterpoise/policies/network"
	"counterpoise/scenes"
)

// Act agrees with a plain Go implementation of the network, which sums in float64, to 1e-4.
func TestActEqualsPlainGo(t *testing.T) {
	p, d := trained(t)
	obs := d.Episodes[0].Observations
	chunks := act(t, p, obs)
	for i := range obs {
		x := make([]float32, p.model.Sizes.In)
		if err := network.Observe(x[:p.model.Sizes.Features], p.model.Observer, &obs[i]); err != nil {
			t.Fatal(err)
		}
		p.model.Standardizer.Apply(x[:p.model.Sizes.Features], x)
		for j, want := range toymodels.Perceptron(p.model, x) {
			if got := chunks[i][j/7][j%7]; math.Abs(float64(got-want)) > 1e-4 {
				t.Fatalf("observation %d, action %d, component %d: %v, by plain Go %v", i, j/7, j%7, got, want)
			}
		}
	}
}

// A Reader answers what it has read with the bits of Act, from observations that share their memory. It refuses another
// number of features.
func TestReaderAnswersAsAct(t *testing.T) {
	p, d := trained(t)
	obs := d.Episodes[0].Observations
	n := p.Reads()
	if n == 0 {
		t.Fatal("a policy that observes the state reads nothing")
	}
	read, got := make([]float32, n*len(obs)), make([][]scenes.Action, len(obs))
	var seen scenes.Observation
	for i := range obs {
		seen = obs[i]
		if err := p.Read(read[i*n:][:n], &seen); err != nil {
			t.Fatal(err)
		}
		got[i] = make([]scenes.Action, p.Chunk())
	}
	if err := p.ActOn(got, read); err != nil {
		t.Fatal(err)
	}
	for i, want := range act(t, p, obs) {
		if !slices.Equal(got[i], want) {
			t.Fatalf("observation %d: actions %v, by Act %v", i, got[i], want)
		}
	}
	if err := p.ActOn(got, read[1:]); err == nil || !strings.Contains(err.Error(), "features") {
		t.Errorf("error %v", err)
	}
}

// The actions for an observation have the same bits whatever other observations the call has, in blocks of every size.
// Otherwise a rollout would depend on the rollouts beside it.
func TestActIsIndependentOfTheBatch(t *testing.T) {
	t.Parallel()
	for _, hidden := range []int{64, 256, 512} {
		c := small()
		c.Hidden, c.Steps = hidden, 3
		d, g := toydata.Reaching(seed.Of("toy"), 3, 7)
		p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, seed.Of("train"))
		var obs []scenes.Observation
		for _, e := range d.Episodes {
			obs = append(obs, e.Observations...)
		}
		want := act(t, p, obs[:130])
		for _, n := range []int{1, 2, 4, 11, 12, 13, 37, 48, 49, 100, 128} {
			for i, chunk := range act(t, p, obs[130-n:130]) {
				for a := range chunk {
					if chunk[a] != want[130-n+i][a] {
						t.Fatalf("%d hidden units: observation %d of %d gets other actions than in a call with 130",
							hidden, i, n)
					}
				}
			}
		}
	}
}

// Act may be called by several goroutines at once.
func TestActConcurrently(t *testing.T) {
	t.Parallel()
	p, d := trained(t)
	obs := d.Episodes[0].Observations
	want := act(t, p, obs)
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			for n := 1; n <= len(obs); n += 5 {
				for i, chunk := range act(t, p, obs[:n]) {
					if !slices.Equal(chunk, want[i]) {
						t.Errorf("observation %d of %d gets other actions than in a single call", i, n)
					}
				}
			}
		})
	}
	calls.Wait()
}

// A policy may be used by several goroutines from its first call on.
func TestFirstActConcurrently(t *testing.T) {
	p, d := trained(t)
	obs := d.Episodes[0].Observations[:3]
	want := act(t, p, obs)
	for range 10 {
		fresh, err := NewNeural(p.Config(), p.Model())
		if err != nil {
			t.Fatal(err)
		}
		var calls sync.WaitGroup
		for range 4 {
			calls.Go(func() {
				dst := [][]scenes.Action{make([]scenes.Action, 8), make([]scenes.Action, 8), make([]scenes.Action, 8)}
				if err := fresh.Act(dst, obs); err != nil {
					t.Error(err)
				} else if !slices.EqualFunc(dst, want, slices.Equal) {
					t.Error("other actions in a first call beside others")
				}
			})
		}
		calls.Wait()
	}
}

// Act refuses slices of different lengths, chunks that are too long, and observations with numbers that are not finite.
func TestActErrors(t *testing.T) {
	p, d := trained(t)
	obs := append([]scenes.Observation(nil), d.Episodes[0].Observations[:2]...)
	if err := p.Act(make([][]scenes.Action, 1), obs); err == nil ||
		!strings.Contains(err.Error(), "1 chunks of actions for 2") {
		t.Errorf("error %v", err)
	}
	if err := p.Act([][]scenes.Action{nil, make([]scenes.Action, 9)}, obs); err == nil ||
		!strings.Contains(err.Error(), "9 actions requested") {
		t.Errorf("error %v", err)
	}
	obs[1].Scene[scenes.SceneBulb] = float32(math.Inf(-1))
	if err := p.Act(make([][]scenes.Action, 2), obs); err == nil ||
		!strings.Contains(err.Error(), `"bulb" of an observation is -Inf`) {
		t.Errorf("error %v", err)
	}
}
