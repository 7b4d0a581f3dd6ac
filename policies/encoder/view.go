package encoder

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// View says how the pictures of demonstrations become the first features of a policy. The zero View is that of a policy
// that sees no pictures.
type Extractor struct {
	Encoder  *Encoder // computes the features; nil for a policy that sees no pictures
	Variants int      // encodings of each picture: as drawn, and Variants-1 times shifted at random; at least 1
	Raw      bool     // training needs the pictures themselves as well, since it changes the encoder
}

// ID returns the digest of the encoder. It is empty without an encoder, and where training changes the encoder.
func (v Extractor) ID() string {
	if v.Encoder == nil || v.Raw {
		return ""
	}
	return v.Encoder.id
}

// Key names everything besides the episode and its random shifts that decides the bits of its features: the key of a
// cache. It is empty where EncodeEpisode does nothing.
func (v Extractor) Key() string {
	if v.ID() == "" {
		return ""
	}
	return fmt.Sprintf("encoder %s, %d variants, %s", v.Encoder.id, v.Variants, kernels())
}

// EncodeEpisode computes the features of an episode's pictures, stores them in e.Features and drops the pictures, which
// training no longer needs. The key seeds the random shifts. An episode that has these features already stays as it is,
// and so does any episode where Key is empty.
func (v Extractor) EncodeEpisode(e *demos.Episode, key seed.Key) error {
	if v.ID() == "" || v.has(&e.Features) {
		return nil
	}
	f, err := v.encode(e, key)
	if err != nil {
		return fmt.Errorf("encoder: %w", err)
	}
	e.Features = f
	for t := range e.Observations {
		e.Observations[t].Static, e.Observations[t].Gripper = nil, nil
	}
	return nil
}

// Features returns the features of an episode: those that it has, or else those of its pictures. It does not change the
// episode. A frame without pictures is an error.
func (v Extractor) Features(e *demos.Episode, key seed.Key) (demos.PictureFeatures, error) {
	if n := v.Variants * Width * len(e.Observations); v.has(&e.Features) && len(e.Features.Rows) >= n {
		return e.Features, nil
	}
	return v.encode(e, key)
}

// has reports whether cached features come from this encoder, with at least as many variants.
func (v Extractor) has(f *demos.PictureFeatures) bool {
	return f.Encoder == v.Encoder.id && f.Variants >= v.Variants && f.Width == Width
}

// encode computes the features of all frames in all variants.
func (v Extractor) encode(e *demos.Episode, key seed.Key) (demos.PictureFeatures, error) {
	n := len(e.Observations)
	out := demos.PictureFeatures{
		Encoder: v.Encoder.id, Variants: v.Variants, Width: Width,
		Rows: make([]float32, v.Variants*n*Width),
	}
	r := key.With("shifts").Rand()
	var moved scenes.Observation
	for t := range n {
		o := &e.Observations[t]
		if err := v.Encoder.Encode(out.Row(0, t), o); err != nil {
			return out, fmt.Errorf("frame %d: %w, or have the features computed (View.EncodeEpisode) by encoder %s",
				t, err, v.Encoder.id)
		}
		for i := 1; i < v.Variants; i++ {
			shiftBoth(&moved, o, r)
			if err := v.Encoder.Encode(out.Row(i, t), &moved); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}
