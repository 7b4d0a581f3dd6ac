package policies

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// sight is through which encoder a network looks at pictures, how often at each, and whether it needs the pictures afterwards.
type sight struct {
	encoder  *Encoder // nil: it doesn't look
	variants int      // as drawn, and shifted
	keep     bool
}

// sight is how the configured network looks at the pictures that it is trained on.
func (c Config) sight() sight {
	s := sight{variants: 1 + c.Shifts, keep: c.EndToEnd}
	if net, err := Networks.Get(c.Network); err == nil {
		if _, ok := net.(looker); ok {
			s.encoder = frozen()
		}
	}
	return s
}

// Pictures says whether the configured network looks at pictures: observations must have them, or episodes must have been Seen.
func (c Config) Pictures() bool { return c.sight().encoder != nil }

// Sight names what See makes of an episode under a configuration, to the bit, for the key of whoever keeps it. It is empty
// where See does nothing: for networks that look at no pictures, and for training end to end, which needs the pictures
// themselves.
func Sight(cfg Config) string {
	s := cfg.sight()
	if s.id() == "" {
		return ""
	}
	return fmt.Sprintf("encoder %s, %d variants, %s", s.encoder.id, s.variants, kernels())
}

// id is the digest of the encoder, empty without one or where it is trained.
func (s sight) id() string {
	if s.encoder == nil || s.keep {
		return ""
	}
	return s.encoder.id
}

// See looks at the pictures of an episode as the configured network does, keeps what was seen in the episode, and drops the pictures:
// training needs them no more. Frames are seen as drawn, and cfg.Shifts times shifted at random, by the key. An episode that was
// seen so already, and a configuration whose Sight is empty, leave it as it is.
func See(cfg Config, e *demos.Episode, key seed.Key) error {
	s := cfg.sight()
	if s.id() == "" || s.has(&e.Seen) {
		return nil
	}
	seen, err := s.see(e, key)
	if err != nil {
		return fmt.Errorf("policies: %w", err)
	}
	e.Seen = seen
	for t := range e.Observations {
		e.Observations[t].Static, e.Observations[t].Ego = nil, nil
	}
	return nil
}

// has is whether something was seen as this sight needs it.
func (s sight) has(e *demos.Seen) bool {
	return e.By == s.encoder.id && e.Variants >= s.variants && e.Width == encoderWidth
}

// see encodes an episode's pictures.
func (s sight) see(e *demos.Episode, key seed.Key) (demos.Seen, error) {
	n := len(e.Observations)
	out := demos.Seen{By: s.encoder.id, Variants: s.variants, Width: encoderWidth, Rows: make([]float32, s.variants*n*encoderWidth)}
	r := key.With("shifts").Rand()
	var moved scenes.Observation
	for t := range n {
		o := &e.Observations[t]
		if err := s.encoder.look(out.Row(0, t), o); err != nil {
			return out, fmt.Errorf("frame %d: %w, or have the episode seen (policies.See) by encoder %s", t, err, s.encoder.id)
		}
		for v := 1; v < s.variants; v++ {
			shiftBoth(&moved, o, r)
			if err := s.encoder.look(out.Row(v, t), &moved); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// seen is what a sight makes of an episode: what was kept, or what it sees now.
func (s sight) seen(e *demos.Episode, key seed.Key) (demos.Seen, error) {
	if n := s.variants * encoderWidth * len(e.Observations); s.has(&e.Seen) && len(e.Seen.Rows) >= n {
		return e.Seen, nil
	}
	return s.see(e, key)
}
