package train

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Training fits a batch of all frames of two demonstrations to a small loss. The mixture and the log get one report a
// step.
func TestTrainingFitsABatch(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	c := small()
	c.Batch, c.Steps, c.Rate = g.Frames[0]+g.Frames[1], 2000, 5e-3
	m := &toydata.FixedMixture{Weights: []float64{.5, .5}}
	_, l := mustTrain(t, d, g, m, c, seed.Of("train"))
	for g, loss := range l.Last(1) {
		if first := l.Loss[0][g]; loss > 2e-3 || first < 0.05 {
			t.Errorf("group %d: loss went from %v to %v", g, first, loss)
		}
	}
	if len(m.Losses) != c.Steps || len(l.Loss) != c.Steps || len(l.Alpha) != c.Steps {
		t.Errorf("%d steps, %d reports to the mixture, log of %d losses and %d weights", c.Steps, len(m.Losses),
			len(l.Loss), len(l.Alpha))
	}
}

// A group of weight 0 is not learned, by weighting of losses or by resampling.
func TestGroupOfWeightZeroIsNotLearned(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 4, 4)
	c := small()
	c.Steps = 150
	for _, resample := range []bool{false, true} {
		_, l := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1, 0}, Resampling: resample}, c,
			seed.Of("train"))
		_, m := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{0, 1}, Resampling: resample}, c,
			seed.Of("train"))
		if resample { // a group that is never drawn keeps its first loss
			if l.Last(1)[1] != l.Loss[0][1] || l.Last(1)[0] > l.Loss[0][0]/4 {
				t.Errorf("resampling (1, 0): losses went from %v to %v", l.Loss[0], l.Last(1))
			}
		} else if a, b := l.Last(30), m.Last(30); a[0] > b[0]/2 || b[1] > a[1]/2 {
			t.Errorf("by loss: (1, 0) gave %v, (0, 1) gave %v", a, b)
		}
	}
}

// The same key gives the same weights, bit by bit, also beside three other trainings. Another key gives other weights.
func TestTrainingIsReproducible(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	c := small()
	c.Hidden, c.Batch, c.Steps = 256, 256, 6 // sizes that reach the fast kernels
	one := func(k seed.Key, resample bool) []float32 {
		mix := &toydata.FixedMixture{Weights: []float64{.5, .5}, Resampling: resample}
		m, _, err := Train(context.Background(), d, g, mix, c, k, Options{})
		if err != nil {
			t.Error(err)
			return nil
		}
		return bits(m)
	}
	for _, resample := range []bool{false, true} {
		want := one(seed.Of("a"), resample)
		var beside sync.WaitGroup
		for range 4 {
			beside.Go(func() {
				if !slices.Equal(one(seed.Of("a"), resample), want) {
					t.Error("a training in parallel with others gave other weights")
				}
			})
		}
		beside.Wait()
		if slices.Equal(one(seed.Of("b"), resample), want) {
			t.Error("another key gave the same weights")
		}
	}
}

// Train returns the cause of a context that has ended, and refuses settings and weights out of range. A loss that is
// not finite ends the training, with a hint at the learning rate.
func TestTrainErrors(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	half := []float64{.5, .5}
	ended, end := context.WithCancel(context.Background())
	end()
	_, _, err := Train(ended, d, g, &toydata.FixedMixture{Weights: half}, small(), seed.Of(""), Options{})
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "0 of 50 steps") {
		t.Errorf("error of a cancelled training: %v", err)
	}
	for word, c := range map[string]struct {
		change func(*Config)
		alpha  []float64
	}{
		"step 0: the mixture gave weights [0.5 0.6]: their sum": {nil, []float64{.5, .6}},
		"step 0: the mixture gave 1 weights for 2 groups":       {nil, []float64{1}},
		"training diverged; lower the learning rate (1e+30)":    {func(c *Config) { c.Rate = 1e30 }, half},
		"diverged; lower the learning rate (1e+39)":             {func(c *Config) { c.Rate, c.Steps = 1e39, 1 }, half},
		`unknown network "sonar"; known:`:                       {func(c *Config) { c.Network = "sonar" }, half},
		"use at least one a group":                              {func(c *Config) { c.Batch = 1 }, half},
		"learning rate":                                         {func(c *Config) { c.Rate = 0 }, half},
	} {
		cfg := small()
		if c.change != nil {
			c.change(&cfg)
		}
		if _, _, err := Train(context.Background(), d, g, &toydata.FixedMixture{Weights: c.alpha}, cfg, seed.Of(""),
			Options{}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
}

// On the rows that a policy of the tabletop learns, chunks of actions, without their spare slots, Weigh makes the
// training of that policy: the same losses and weights in every step, under a search that holds episodes out, to the
// last bit.
func TestWeighIsATrainingOnRows(t *testing.T) {
	t.Parallel()
	for _, chunk := range []int{1, DefaultConfig().Chunk} {
		c := small()
		c.Chunk, c.Execute = chunk, 1
		checkWeighIsTrain(t, c)
	}
}

func checkWeighIsTrain(t *testing.T, c Config) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), 4, 3)
	key := seed.Of("weigh")
	search := func() *balanceSearch { return &balanceSearch{first: .5} }
	_, want := mustTrain(t, d, g, search(), c, key)
	r, err := newRun(d, g, c, key, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	s := *r.set
	s.In, s.Slots = m.Sizes.Features, m.Sizes.Actions
	s.X, s.Y = narrowed(s.X, m.Sizes.In, s.In), narrowed(s.Y, m.Sizes.Slots, s.Slots)
	got, err := Weigh(t.Context(), &s, search(), c, key)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Loss, want.Loss) || !reflect.DeepEqual(got.Alpha, want.Alpha) {
		t.Errorf("losses end at %v, want %v; weights at %v, want %v", got.Last(1), want.Last(1),
			got.Alpha[len(got.Alpha)-1], want.Alpha[len(want.Alpha)-1])
	}
	if want.Alpha[len(want.Alpha)-1][0] == .5 {
		t.Error("the search did not move")
	}
	c.Batch = 1
	if _, err := Weigh(t.Context(), &s, search(), c, key); err == nil || !strings.Contains(err.Error(), "2 groups") {
		t.Errorf("a batch of one frame: %v", err)
	}
}

// narrowed copies the first numbers of rows.
func narrowed(v []float32, n, fewer int) (out []float32) {
	for row := range len(v) / n {
		out = append(out, v[row*n:row*n+fewer]...)
	}
	return out
}

// balanceSearch is a search over two weights for the lowest held-out loss of the first group.
type balanceSearch struct{ first float64 }

func (s *balanceSearch) Alpha() []float64   { return []float64{s.first, 1 - s.first} }
func (s *balanceSearch) Observe([]float64)  {}
func (s *balanceSearch) LookAhead() float64 { return .1 }
func (s *balanceSearch) HoldOut() float64   { return .3 }

func (s *balanceSearch) ObserveGradients(gram [][]float64) {
	s.first = min(1, max(0, s.first+gram[0][0]-gram[0][1]))
}
