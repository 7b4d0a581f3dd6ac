package encoder

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder/looks"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// EncodeEpisode stores the features of every frame and variant, frees the pictures, and leaves an episode alone whose
// features it would compute again. Variant 0 is the picture as drawn; the others are shifted.
func TestEncodeEpisode(t *testing.T) {
	d, _ := toydata.Reaching(seed.Of("data"), 1)
	e := toydata.WithPictures(d).Episodes[0]
	e.Observations, e.Actions = e.Observations[:3], e.Actions[:3]
	want := make([]float32, Width)
	if err := Frozen().Encode(want, &e.Observations[1]); err != nil {
		t.Fatal(err)
	}
	x := Extractor{Encoder: Frozen(), Variants: 2}
	for range 2 { // the second time without pictures
		if err := x.EncodeEpisode(&e, seed.Of("shifts")); err != nil {
			t.Fatal(err)
		}
	}
	f := &e.Features
	if f.Encoder != Frozen().ID() || len(f.Rows) != 2*3*Width || !slices.Equal(f.Row(0, 1), want) {
		t.Errorf("%d features of encoder %s", len(f.Rows), f.Encoder)
	}
	if slices.Equal(f.Row(0, 1), f.Row(1, 1)) && slices.Equal(f.Row(0, 2), f.Row(1, 2)) {
		t.Error("the second variant is not shifted")
	}
	if e.Observations[1].Static != nil || e.Observations[1].Gripper != nil {
		t.Error("the pictures are still there")
	}
	x.Variants = 3
	if _, err := x.Features(&e, seed.Of("shifts")); err == nil || !strings.Contains(err.Error(), "EncodeEpisode") {
		t.Errorf("more variants than are cached, and no pictures: error %v", err)
	}
}

// The last variants are encodings of the scene in random looks, a look each for the whole episode. The variants before
// serve who wants no looks; looks never stand in for shifts, nor the reverse.
func TestEncodeEpisodeInLooks(t *testing.T) {
	d, _ := toydata.Reaching(seed.Of("data"), 1)
	e := toydata.WithPictures(d).Episodes[0]
	e.Observations, e.Actions = e.Observations[:3], e.Actions[:3]
	x := Extractor{Encoder: Frozen(), Variants: 4, Looks: 2} // as drawn, shifted, two looks
	f, err := x.Features(&e, seed.Of("pictures"))
	if err != nil {
		t.Fatal(err)
	}
	painter, want := looks.NewPainter(), make([]float32, Width)
	for look := range 2 {
		painter.Begin(seed.Of("pictures").With("look", look))
		for frame := range 3 {
			var o scenes.Observation
			s := scenes.SnapshotOf(&e.Observations[frame])
			if err := painter.Draw(&s, &o); err != nil {
				t.Fatal(err)
			}
			if err := Frozen().Encode(want, &o); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(f.Row(2+look, frame), want) {
				t.Errorf("look %d, frame %d has other features than its picture", look, frame)
			}
		}
	}
	shifted, err := Extractor{Encoder: Frozen(), Variants: 2}.Features(&e, seed.Of("pictures"))
	if err != nil || !slices.Equal(shifted.Rows, f.Rows[:2*3*Width]) {
		t.Errorf("the variants before are others than without looks (%v)", err)
	}
	e.Features = f
	for _, c := range []struct {
		Extractor
		served bool
	}{
		{Extractor{Encoder: Frozen(), Variants: 2}, true},
		{Extractor{Encoder: Frozen(), Variants: 3}, false},
		{Extractor{Encoder: Frozen(), Variants: 4}, false},
		{Extractor{Encoder: Frozen(), Variants: 4, Looks: 3}, false},
		{Extractor{Encoder: Frozen(), Variants: 3, Looks: 2}, false},
	} {
		if c.has(&f) != c.served || c.Key() == x.Key() {
			t.Errorf("features of %s serve %s: %v", x.Key(), c.Key(), !c.served)
		}
	}
}

// An extractor without an encoder, or for a policy that trains its encoder, caches nothing and has no key.
func TestExtractorWithoutCache(t *testing.T) {
	for _, x := range []Extractor{{}, {Encoder: Frozen(), Variants: 1, Raw: true}} {
		var e demos.Episode
		if err := x.EncodeEpisode(&e, seed.Of("shifts")); err != nil || x.Key() != "" || e.Features.Rows != nil {
			t.Errorf("%+v: key %q, error %v, %d features", x, x.Key(), err, len(e.Features.Rows))
		}
	}
}
