package policies

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

// Who watches is told of every step of every run once, with the log up to it, also of a training that was taken up again.
func TestWatched(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Steps = 6
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	file := filepath.Join(t.TempDir(), "checkpoint")
	type step struct {
		before, done int
		main         bool
	}
	var got []step
	ctx, stop := context.WithCancel(context.Background())
	see := func(p Progress) {
		if p.Steps != c.Steps || len(p.Log.Loss) != p.Done {
			t.Errorf("after step %d: %d steps in all and a log of %d", p.Done, p.Steps, len(p.Log.Loss))
		}
		if got = append(got, step{p.Before, p.Done, p.Main}); p.Main && p.Done == 3 {
			stop()
		}
	}
	for _, ctx := range []context.Context{ctx, context.Background()} {
		m := &prepared{watching: watching{FixedMixture: half}, runs: []mixture.Mixture{&half}}
		if _, _, err := TrainKept(Watched(ctx, see), file, d, g, m, c, seed.Of("watch")); (err != nil) != (ctx.Err() != nil) {
			t.Fatal(err)
		}
	}
	var want []step
	for done := range 12 {
		want = append(want, step{done / 6, done%6 + 1, done >= 6})
	}
	if !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}
