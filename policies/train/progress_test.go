package train

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

// Progress is called once for each step of each run, with the log so far, also after a training was resumed.
func TestProgress(t *testing.T) {
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
	progress := func(p Progress) {
		if p.Steps != c.Steps || len(p.Log.Loss) != p.Done {
			t.Errorf("after step %d: %d steps in all and a log of %d", p.Done, p.Steps, len(p.Log.Loss))
		}
		if got = append(got, step{p.Before, p.Done, p.Main}); p.Main && p.Done == 3 {
			stop()
		}
	}
	for _, ctx := range []context.Context{ctx, context.Background()} {
		m := &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
			Runs: []mixture.Mixture{&half}}
		if _, _, err := Train(ctx, d, g, m, c, seed.Of("watch"),
			Options{Checkpoint: file, Progress: progress}); (err != nil) != (ctx.Err() != nil) {
			t.Fatal(err)
		}
	}
	var want []step
	for done := range 12 {
		want = append(want, step{done / 6, done%6 + 1, done >= 6})
	}
	if !slices.Equal(got, want) {
		t.Errorf("progress was %v, want %v", got, want)
	}
}
