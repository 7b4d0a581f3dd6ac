package encoder

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder/looks"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Extractor computes and caches the picture features of demonstrations for a policy. The zero Extractor is that of a
// policy that does not observe pictures.
type Extractor struct {
	Encoder  *Encoder // computes the features; nil for a policy that does not observe pictures
	Variants int      // encodings of each picture: as drawn, then shifted at random, then in random looks; at least 1
	Looks    int      // how many of them are drawn in random looks, from the state of the scene; below Variants
	Raw      bool     // training needs the pictures themselves: it changes the encoder, or has a network of its own
}

// Pictures reports whether the policy observes pictures, through the encoder or by itself.
func (x Extractor) Pictures() bool { return x.Encoder != nil || x.Raw }

// ID returns the digest of the encoder. It is empty without an encoder, and where training changes the encoder.
func (x Extractor) ID() string {
	if x.Encoder == nil || x.Raw {
		return ""
	}
	return x.Encoder.id
}

// Key names everything besides the episode and its random shifts that decides the bits of its features: the key of a
// cache. It is empty where EncodeEpisode does nothing.
func (x Extractor) Key() string {
	if x.ID() == "" {
		return ""
	}
	looks := ""
	if x.Looks > 0 {
		looks = fmt.Sprintf(", %d of them looks", x.Looks)
	}
	return fmt.Sprintf("encoder %s, %d variants%s, %s", x.Encoder.id, x.Variants, looks, kernels())
}

// EncodeEpisode computes the features of an episode's pictures, stores them in e.Features and drops the pictures,
// which training no longer needs. The key seeds the random shifts and looks. An episode that has these features already
// stays as it is, and so does any episode where Key is empty.
func (x Extractor) EncodeEpisode(e *demos.Episode, key seed.Key) error {
	if x.ID() == "" || x.has(&e.Features) {
		return nil
	}
	f, err := x.encode(e, key)
	if err != nil {
		return fmt.Errorf("encoder: %w", err)
	}
	e.Features = f
	for t := range e.Observations {
		e.Observations[t].Static, e.Observations[t].Gripper = nil, nil
	}
	return nil
}

// Features returns the features of an episode: those that it has, or else those of its pictures. It does not change
// the episode. A frame without pictures is an error.
func (x Extractor) Features(e *demos.Episode, key seed.Key) (demos.PictureFeatures, error) {
	if n := x.Variants * Width * len(e.Observations); x.has(&e.Features) && len(e.Features.Rows) >= n {
		return e.Features, nil
	}
	return x.encode(e, key)
}

// has reports whether cached features come from this encoder and have these variants: with looks exactly these, without
// at least as many before the looks.
func (x Extractor) has(f *demos.PictureFeatures) bool {
	variants := f.Variants-f.Looks >= x.Variants
	if x.Looks > 0 {
		variants = f.Variants == x.Variants && f.Looks == x.Looks
	}
	return f.Encoder == x.Encoder.id && variants && f.Width == Width
}

// encode computes the features of all frames in all variants.
func (x Extractor) encode(e *demos.Episode, key seed.Key) (demos.PictureFeatures, error) {
	n := len(e.Observations)
	out := demos.PictureFeatures{
		Encoder: x.Encoder.id, Variants: x.Variants, Looks: x.Looks, Width: Width,
		Rows: make([]float32, x.Variants*n*Width),
	}
	r := ShiftKey(key).Rand()
	var moved scenes.Observation
	for t := range n {
		o := &e.Observations[t]
		if err := x.Encoder.Encode(out.Row(0, t), o); err != nil {
			return out, fmt.Errorf("frame %d: %w, or have the features computed (Extractor.EncodeEpisode) "+
				"by encoder %s", t, err, x.Encoder.id)
		}
		for i := 1; i < x.Variants-x.Looks; i++ {
			shiftBoth(&moved, o, r)
			if err := x.Encoder.Encode(out.Row(i, t), &moved); err != nil {
				return out, err
			}
		}
	}
	return out, x.encodeLooks(out, e, key)
}

// encodeLooks computes the features of all frames in the variants with random looks, one look after the other.
func (x Extractor) encodeLooks(out demos.PictureFeatures, e *demos.Episode, key seed.Key) error {
	if x.Looks == 0 {
		return nil
	}
	painter := looks.NewPainter()
	var painted scenes.Observation
	for i := x.Variants - x.Looks; i < x.Variants; i++ {
		painter.Begin(key.With("look", i-(x.Variants-x.Looks)))
		for t := range e.Observations {
			s := scenes.SnapshotOf(&e.Observations[t])
			if err := painter.Draw(&s, &painted); err != nil {
				return err
			}
			if err := x.Encoder.Encode(out.Row(i, t), &painted); err != nil {
				return err
			}
		}
	}
	return nil
}
