package policies

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder"
	"counterpoise/policies/ridge"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

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
	_, err = decodeNeural(other)
	if err == nil || !strings.Contains(err.Error(), `"0123456789abcdef"`) ||
		!strings.Contains(err.Error(), encoder.Frozen().ID()) {
		t.Errorf("a policy of another encoder: %v", err)
	}
}

func TestVisionIsRefused(t *testing.T) {
	fails := func(d *demos.Dataset, g demos.Groups, c train.Config) error {
		_, _, err := train.Train(t.Context(), d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"),
			train.Options{})
		return err
	}
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	blindShifts := small()
	blindShifts.Shifts = 2
	for name, c := range map[string]struct {
		err  error
		word string
	}{
		"blind":  {fails(d, g, seeing(0)), "have both cameras drawn"},
		"shifts": {fails(d, g, blindShifts), "sees none"},
		"few": {func() error {
			d, g := toydata.Reaching(seed.Of("toy"), 1)
			e := &toydata.WithPictures(d).Episodes[0]
			if err := seeing(0).Extractor().EncodeEpisode(e, seed.Of("see")); err != nil {
				return err
			}
			return fails(d, g, seeing(3))
		}(), "Extractor.EncodeEpisode"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.word) {
			t.Errorf("%s: error %v", name, c.err)
		}
	}
	p, _ := mustTrain(t, toydata.WithPictures(d), g, &toydata.FixedMixture{Weights: []float64{1}}, seeing(0),
		seed.Of("train"))
	o := d.Episodes[0].Observations[:1]
	o[0].Gripper = o[0].Gripper[:100]
	if err := p.Act(make([][]scenes.Action, 1), o); err == nil || !strings.Contains(err.Error(), "100 bytes") {
		t.Errorf("half a picture: %v", err)
	}
	if train.DefaultConfig().Pictures() || !seeing(0).Pictures() || train.DefaultConfig().Extractor().Key() != "" ||
		seeing(0).Extractor().Key() == seeing(1).Extractor().Key() {
		t.Error("configurations do not know whether they see pictures")
	}
}

// A ridge sees pictures as a neural policy does, and loads from its file.
func TestRidgeSeesPictures(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	c := ridge.DefaultConfig()
	c.Observer = "vision"
	r, err := ridge.New(d, g, c, 0, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "v.ridge")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations[:3]
	var answers [2][][]scenes.Action
	for i, p := range []Policy{r, q} {
		answers[i] = [][]scenes.Action{make([]scenes.Action, 2), make([]scenes.Action, 2), make([]scenes.Action, 2)}
		if err := p.Act(answers[i], obs); err != nil {
			t.Fatal(err)
		}
	}
	for i := range obs {
		if !slices.Equal(answers[0][i], answers[1][i]) {
			t.Errorf("observation %d is answered differently after loading", i)
		}
	}
}
