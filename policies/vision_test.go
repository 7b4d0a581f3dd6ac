package policies

import (
	"os"
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

// The actions for an observation with pictures have the same bits whatever other observations the call has.
func TestVisionIsIndependentOfTheBatch(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, withPictures(0), seed.Of("train"))
	var obs []scenes.Observation
	for _, e := range d.Episodes {
		obs = append(obs, e.Observations...)
	}
	want := act(t, p, obs[:60])
	for _, n := range []int{1, 2, 5, 13, 48, 49} {
		for i, chunk := range act(t, p, obs[60-n:60]) {
			if !slices.Equal(chunk, want[60-n+i]) {
				t.Fatalf("observation %d of %d gets other actions than in a call with 60", i, n)
			}
		}
	}
}

// A policy with observer "vision" acts the same after loading. A file whose encoder is not the embedded one is refused,
// with both digests in the error.
func TestVisionPolicyFiles(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	p, _ := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, withPictures(1), seed.Of("train"))
	path, _ := reloaded(t, p, d.Episodes[0].Observations)
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

// Training and acting refuse frames without pictures, shifts of an observer without pictures, features with too few
// shifts or without the looks, and a picture of the wrong size.
func TestVisionErrors(t *testing.T) {
	t.Parallel()
	fails := func(d *demos.Dataset, g demos.Groups, c train.Config) error {
		_, _, err := train.Train(t.Context(), d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"),
			train.Options{})
		return err
	}
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	stateWithShifts := small()
	stateWithShifts.Shifts = 2
	for name, c := range map[string]struct {
		err  error
		word string
	}{
		"no pictures":    {fails(d, g, withPictures(0)), "have both cameras drawn"},
		"shifts of none": {fails(d, g, stateWithShifts), "sees none"},
		"too few shifts": {func() error {
			d, g := toydata.Reaching(seed.Of("toy"), 1)
			e := &toydata.WithPictures(d).Episodes[0]
			if err := withPictures(0).Extractor().EncodeEpisode(e, seed.Of("see")); err != nil {
				return err
			}
			return fails(d, g, withPictures(3))
		}(), "Extractor.EncodeEpisode"},
		"other looks": {func() error {
			d, g := toydata.Reaching(seed.Of("toy"), 1)
			e := &toydata.WithPictures(d).Episodes[0]
			if err := withPictures(1).Extractor().EncodeEpisode(e, seed.Of("see")); err != nil {
				return err
			}
			inLooks := withPictures(0)
			inLooks.Looks = 1
			return fails(d, g, inLooks)
		}(), "Extractor.EncodeEpisode"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.word) {
			t.Errorf("%s: error %v", name, c.err)
		}
	}
	p, _ := mustTrain(t, toydata.WithPictures(d), g, &toydata.FixedMixture{Weights: []float64{1}}, withPictures(0),
		seed.Of("train"))
	o := d.Episodes[0].Observations[:1]
	o[0].Gripper = o[0].Gripper[:100]
	if err := p.Act(make([][]scenes.Action, 1), o); err == nil || !strings.Contains(err.Error(), "100 bytes") {
		t.Errorf("a truncated picture: %v", err)
	}
	if train.DefaultConfig().Pictures() || !withPictures(0).Pictures() ||
		train.DefaultConfig().Extractor().Key() != "" ||
		withPictures(0).Extractor().Key() == withPictures(1).Extractor().Key() {
		t.Error("Pictures or the extractor's key does not follow from the observer and the shifts")
	}
}

// A ridge works with observer "vision", and acts the same after Load.
func TestRidgeWithPictures(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	c := ridge.DefaultConfig()
	c.Observer = "vision"
	r, err := ridge.New(d, g, c, 0, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	reloaded(t, r, d.Episodes[0].Observations[:3])
}
