package policies

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// seeing is a small configuration that looks at pictures.
func seeing(shifts int) Config {
	c := small()
	c.Network, c.Shifts, c.Steps = "vision", shifts, 8
	return c
}

// It makes no difference whether training gets pictures, or what an encoder made of them.
func TestSeenIsAsGoodAsPictures(t *testing.T) {
	for _, shifts := range []int{0, 2} {
		cfg, mix := seeing(shifts), &toydata.FixedMixture{Weights: []float64{.5, .5}}
		d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
		toydata.WithPictures(d)
		p, _ := mustTrain(t, d, g, mix, cfg, seed.Of("train"))
		for i := range d.Episodes {
			e := &d.Episodes[i]
			if err := cfg.View().EncodeEpisode(e, seed.Of("train").With("pictures").With(i)); err != nil {
				t.Fatal(err)
			}
			if o := e.Observations[0]; o.Static != nil || o.Gripper != nil || e.Features.Encoder == "" || !strings.Contains(cfg.View().Key(), e.Features.Encoder) {
				t.Fatalf("pictures of %d and %d bytes were kept, seen by %q", len(o.Static), len(o.Gripper), e.Features.Encoder)
			}
			if err := cfg.View().EncodeEpisode(e, seed.Of("again")); err != nil {
				t.Fatal(err)
			}
		}
		q, _ := mustTrain(t, d, g, mix, cfg, seed.Of("train"))
		for i := range p.weights {
			if !slices.Equal(flat(t, p, i), flat(t, q, i)) {
				t.Fatalf("%d shifts: parameter %d differs", shifts, i)
			}
		}
	}
}

// What an observation is answered depends on nothing that it is asked with, pictures included.
func TestVisionDoesNotDependOnTheBatch(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, seeing(0), seed.Of("train"))
	var obs []scenes.Observation
	for _, e := range d.Episodes {
		obs = append(obs, e.Observations...)
	}
	want := act(t, p, obs[:60])
	for _, n := range []int{1, 2, 5, 13, 48, 49} {
		for i, chunk := range act(t, p, obs[60-n:60]) {
			if !slices.Equal(chunk, want[60-n+i]) {
				t.Fatalf("observation %d of %d was answered otherwise than among 60", i, n)
			}
		}
	}
}

func TestVisionFiles(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, seeing(1), seed.Of("train"))
	path := filepath.Join(t.TempDir(), "v.policy")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations
	got, want := act(t, q, obs), act(t, p, obs)
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Fatalf("observation %d is answered otherwise after loading", i)
		}
	}
	data, _ := os.ReadFile(path)
	head, payload, err := artifact.Decode(magic, data)
	if err != nil {
		t.Fatal(err)
	}
	other := forge(strings.Replace(string(head), encoder.Frozen().ID(), "0123456789abcdef", 1), payload)
	_, err = decodeFile(other)
	if err == nil || !strings.Contains(err.Error(), `"0123456789abcdef"`) || !strings.Contains(err.Error(), encoder.Frozen().ID()) {
		t.Errorf("a policy of another encoder: %v", err)
	}
}

func TestVisionIsRefused(t *testing.T) {
	train := func(d *demos.Dataset, g demos.Groups, c Config) error {
		_, _, err := Train(context.Background(), d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
		return err
	}
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	blindShifts := small()
	blindShifts.Shifts = 2
	for name, c := range map[string]struct {
		err  error
		word string
	}{
		"blind":  {train(d, g, seeing(0)), "have both cameras drawn"},
		"shifts": {train(d, g, blindShifts), "looks at none"},
		"few": {func() error {
			d, g := toydata.Reaching(seed.Of("toy"), 1)
			e := &toydata.WithPictures(d).Episodes[0]
			if err := seeing(0).View().EncodeEpisode(e, seed.Of("see")); err != nil {
				return err
			}
			return train(d, g, seeing(3))
		}(), "Extractor.EncodeEpisode"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.word) {
			t.Errorf("%s: error %v", name, c.err)
		}
	}
	p, _ := mustTrain(t, toydata.WithPictures(d), g, &toydata.FixedMixture{Weights: []float64{1}}, seeing(0), seed.Of("train"))
	o := d.Episodes[0].Observations[:1]
	o[0].Gripper = o[0].Gripper[:100]
	if err := p.Act(make([][]scenes.Action, 1), o); err == nil || !strings.Contains(err.Error(), "100 bytes") {
		t.Errorf("half a picture: %v", err)
	}
	if DefaultConfig().Pictures() || !seeing(0).Pictures() || DefaultConfig().View().Key() != "" || seeing(0).View().Key() == seeing(1).View().Key() {
		t.Error("networks do not know whether they look at pictures")
	}
}

// A ridge looks at pictures as a policy does, and comes back from its file.
func TestRidgeLooksAtPictures(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	c := DefaultRidge()
	c.Network = "vision"
	r, err := NewRidge(d, g, c, 0, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "v.ridge")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := LoadRidge(path)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations[:3]
	var answers [2][][]scenes.Action
	for i, p := range []*Ridge{r, q} {
		answers[i] = [][]scenes.Action{make([]scenes.Action, 2), make([]scenes.Action, 2), make([]scenes.Action, 2)}
		if err := p.Act(answers[i], obs); err != nil {
			t.Fatal(err)
		}
	}
	for i := range obs {
		if !slices.Equal(answers[0][i], answers[1][i]) {
			t.Errorf("observation %d is answered otherwise after loading", i)
		}
	}
}
