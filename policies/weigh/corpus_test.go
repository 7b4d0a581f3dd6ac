package weigh

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/ridge"
	"counterpoise/scenes/demos"
)

// recorded returns episode e of a dataset of another robot: states of width 9, and actions of width 3 that are linear
// in them, with noise of standard deviation group.
func recorded(e int, group int32, frames int) *demos.Raw {
	r := seed.Of("recorded", e).Rand()
	raw := &demos.Raw{Actions: demos.Matrix{Width: 3}, State: demos.Matrix{Width: 9}}
	for range frames {
		x := make([]float32, 9)
		for i := range x {
			x[i] = float32(r.NormFloat64())
		}
		raw.State.Values = append(raw.State.Values, x...)
		for a := range 3 {
			raw.Actions.Values = append(raw.Actions.Values, x[a]-x[a+1]+float32(group)*float32(r.NormFloat64()))
		}
	}
	return raw
}

// grouped returns groups of episodes that are in k groups in turn, each episode of the given number of frames.
func grouped(episodes, k, frames int) demos.Groups {
	g := demos.Groups{N: make([]int, k), Frames: make([]int, k)}
	for i := range k {
		g.Names = append(g.Names, string(rune('a'+i)))
	}
	for e := range episodes {
		g.Of = append(g.Of, int32(e%k))
		g.N[e%k]++
		g.Frames[e%k] += frames
	}
	return g
}

// gathered returns a closed corpus of at most most frames.
func gathered(t testing.TB, g demos.Groups, frames, most int) *Corpus {
	t.Helper()
	c, err := NewCorpus(g, most, CorpusOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for e, of := range g.Of {
		if err := c.Add(0, recorded(e, of, frames)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}

// A corpus takes its quota of frames of every group, evenly over the episodes, and all frames of a group with fewer.
func TestCorpusQuota(t *testing.T) {
	g := grouped(40, 4, 25)
	for _, c := range []struct{ most, each int }{{400, 100}, {4000, 250}, {4, 1}} {
		corpus := gathered(t, g, 25, c.most)
		for i, rows := range corpus.set.ByGroup {
			if len(rows) != c.each {
				t.Errorf("%d frames at most: group %d gave %d, want %d", c.most, i, len(rows), c.each)
			}
		}
		for e := range g.Of {
			if n := len(corpus.set.RowsOf(e)); c.each >= 10 && n != c.each/10 {
				t.Errorf("episode %d gave %d frames of %d", e, n, c.each)
			}
		}
	}
}

// The losses of the groups are the variances of their noise, which the mixture observes: 0 and 1 in squared units of
// the actions. The same key gives the same losses.
func TestCorpusWeigh(t *testing.T) {
	corpus := gathered(t, grouped(40, 2, 50), 50, 4000)
	cfg := smallRidge()
	cfg.Features = 128
	observer := &toydata.ObservingMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}}
	log, err := corpus.Weigh(context.Background(), observer, cfg, seed.Of("weigh"))
	if err != nil {
		t.Fatal(err)
	}
	// Var(x_a - x_b) = 2, so the actions' variance is 2 + 1/2, and noise of variance 1 is 1/2.5 of it.
	if l := log.Last(1); math.Abs(l[1]-l[0]-.4) > .06 {
		t.Errorf("losses %v, want .4 more for the noisy group", l)
	}
	again, err := corpus.Weigh(context.Background(),
		&toydata.ObservingMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}}, cfg,
		seed.Of("weigh"))
	if err != nil || !slices.Equal(again.Last(1), log.Last(1)) {
		t.Errorf("the same key gave %v and %v (%v)", log.Last(1), again.Last(1), err)
	}
}

// Add refuses numbers that are not finite, missing states or actions, and other widths than the first episode's. Close
// refuses a corpus that lacks an episode.
func TestCorpusErrors(t *testing.T) {
	for want, spoil := range map[string]func(*demos.Raw){
		"component 1 of the action is NaN": func(r *demos.Raw) { r.Actions.Values[4] = float32(math.NaN()) },
		"component 2 of the state is +Inf": func(r *demos.Raw) { r.State.Values[11] = float32(math.Inf(1)) },
		"weigh by these with --pictures":   func(r *demos.Raw) { r.State = demos.Matrix{} },
		"has no actions":                   func(r *demos.Raw) { r.Actions = demos.Matrix{Width: 3} },
		"states for":                       func(r *demos.Raw) { r.State.Values = r.State.Values[9:] },
		"the first has 9 and 3": func(r *demos.Raw) {
			r.Actions.Width, r.Actions.Values = 1,
				r.Actions.Values[:5]
		},
	} {
		c, err := NewCorpus(grouped(2, 2, 5), 100, CorpusOptions{})
		if err != nil {
			t.Fatal(err)
		}
		raw := recorded(1, 1, 5)
		spoil(raw)
		if err = c.Add(0, recorded(0, 0, 5)); err == nil {
			err = c.Add(0, raw)
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "episode 1") {
			t.Errorf("want an error with %q, got %v", want, err)
		}
		if err := c.Close(); err == nil {
			t.Error("a corpus that lacks an episode was closed")
		}
	}
	if _, err := NewCorpus(grouped(4, 4, 5), 3, CorpusOptions{}); err == nil {
		t.Error("3 frames for 4 groups")
	}
}

// A corpus of 2,000 episodes in 24 groups takes at most 2 MiB of memory: 4,800 frames of 12 numbers, of 200,000 frames
// (9.6 MB) in the dataset.
func TestCorpusMemoryIsBounded(t *testing.T) {
	g := grouped(2000, 24, 100)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	corpus := gathered(t, g, 100, 4800)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if n := len(corpus.set.Group); n != 4800 {
		t.Errorf("%d frames", n)
	}
}

// BenchmarkCorpusWeigh measures a whole call of Weigh with one step, on 4,000 frames with 128 features. Most of it is
// the features and the moments of the groups: N D² = 66 million multiplications.
func BenchmarkCorpusWeigh(b *testing.B) {
	corpus := gathered(b, grouped(40, 2, 100), 100, 4000)
	cfg := smallRidge()
	cfg.Features, cfg.Steps = 128, 1
	b.ReportAllocs()
	for b.Loop() {
		if _, err := corpus.Weigh(context.Background(), &toydata.FixedMixture{Weights: []float64{.5, .5}}, cfg,
			seed.Of("weigh")); err != nil {
			b.Fatal(err)
		}
	}
}

// smallRidge returns settings with which a ridge trains in milliseconds.
func smallRidge() ridge.Config {
	c := ridge.DefaultConfig()
	c.Features, c.Chunk, c.Execute, c.Lambda, c.Steps = 40, 2, 2, 1e-3, 30
	return c
}

// E|a|² is the mean over all frames of a group, those that the corpus does not take included.
func TestEnergies(t *testing.T) {
	r := newToyReader()
	g := groupsOf(t, r)
	c, err := ReadCorpus(t.Context(), r, g, CorpusOptions{}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	squares, frames := make([]float64, len(g.Names)), make([]float64, len(g.Names))
	for i, group := range g.Of {
		raw, err := r.Read(i, false)
		if err != nil {
			t.Fatal(err)
		}
		for row := range raw.Frames() {
			for _, a := range raw.Actions.Row(row) {
				squares[group] += float64(a) * float64(a)
			}
			frames[group]++
		}
	}
	for i, e := range c.Energies() {
		if want := squares[i] / frames[i]; math.Abs(e-want) > 1e-9*want {
			t.Errorf("%s: E|a|² %v, want %v", g.Names[i], e, want)
		}
	}
}
