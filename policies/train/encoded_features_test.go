package train

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Training gives the same model from pictures and from their cached features, which also serve its losses.
// EncodeEpisode drops the pictures, and does nothing for an episode that is encoded already.
func TestEncodedFeaturesEqualPictures(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{0, 0}, {2, 0}, {0, 2}, {1, 1}} {
		cfg, mix := withPictures(c[0]), &toydata.FixedMixture{Weights: []float64{.5, .5}}
		cfg.Looks = c[1]
		d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
		toydata.WithPictures(d)
		p, _ := mustTrain(t, d, g, mix, cfg, seed.Of("train"))
		for i := range d.Episodes {
			e := &d.Episodes[i]
			if err := cfg.Extractor().EncodeEpisode(e, seed.Of("train").With("pictures").With(i)); err != nil {
				t.Fatal(err)
			}
			if o := e.Observations[0]; o.Static != nil || o.Gripper != nil || e.Features.Encoder == "" ||
				!strings.Contains(cfg.Extractor().Key(), e.Features.Encoder) {
				t.Fatalf("pictures of %d and %d bytes remain, with features of encoder %q",
					len(o.Static), len(o.Gripper), e.Features.Encoder)
			}
			if err := cfg.Extractor().EncodeEpisode(e, seed.Of("again")); err != nil {
				t.Fatal(err)
			}
		}
		q, _ := mustTrain(t, d, g, mix, cfg, seed.Of("train"))
		if !slices.Equal(bits(p), bits(q)) {
			t.Fatalf("%d shifts, %d looks: another model", cfg.Shifts, cfg.Looks)
		}
		if _, err := Losses(q, cfg, d, g); err != nil {
			t.Errorf("%d shifts, %d looks: %v", cfg.Shifts, cfg.Looks, err)
		}
	}
}
