package demos

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"counterpoise/internal/num"
	"counterpoise/scenes"
)

// checkedReader checks what another reader reads: what datasets of all formats must be. It stops when its context ends.
type checkedReader struct {
	Reader
	ctx  context.Context
	path string
	seen *meaning // of the episodes that were read so far
	// actions is whether relative actions must be such as can be meant (scenes.Action.Check).
	actions bool
}

// CALVINActions is implemented by readers of formats whose actions may be CALVIN's relative actions by definition, and
// says whether they are.
type CALVINActions interface{ CALVINActions() bool }

// MeantActions returns a reader of OpenAny that refuses actions which cannot be meant, where the dataset says that its
// actions are those of the tabletop: it has a card of ours, or it is of CALVIN's format and robot. Actions of other
// datasets may be of any width and unit. Replays and films, which may not need the relative actions, do without it.
// Readers that select, relabel, number or join datasets of OpenAny refuse the same actions.
func MeantActions(r Reader) Reader {
	switch r := r.(type) {
	case checkedReader:
		theirs, ok := r.Reader.(CALVINActions)
		r.actions = ok && theirs.CALVINActions() || r.Card().Format > 0
		return r
	case *Selection:
		of := *r
		of.Reader = MeantActions(r.Reader)
		return &of
	case Relabelled:
		r.Reader = MeantActions(r.Reader)
		return r
	case Numbered:
		r.Reader = MeantActions(r.Reader)
		return r
	case *Joined:
		of := *r
		of.parts = nil
		for _, part := range r.parts {
			of.parts = append(of.parts, MeantActions(part))
		}
		return &of
	}
	return r
}

// Read implements Reader.
func (c checkedReader) Read(i int, pictures bool) (*Raw, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	r, err := c.Reader.Read(i, pictures)
	if err != nil {
		return nil, err
	}
	if err = r.check(); err == nil && c.actions {
		err = r.checkActions()
	}
	if err == nil {
		err = c.seen.add(i, NumberOf(c, i), r)
	}
	if err != nil {
		return nil, fmt.Errorf("demos: %s: episode %d: %w", c.path, NumberOf(c, i), err)
	}
	return r, nil
}

// checkActions returns an error if a relative action of an episode of the tabletop or of CALVIN cannot be meant.
func (r *Raw) checkActions() error {
	if r.Actions.Width != scenes.ActionSize || r.State.Width != scenes.RobotSize {
		return nil
	}
	for t := range r.Frames() {
		if err := (*scenes.Action)(r.Actions.Row(t)).Check(); err != nil {
			return fmt.Errorf("frame %d: %w", t, err)
		}
	}
	return nil
}

// Warnings says what a dataset of OpenAny has that its reader leaves out, and what is odd in the episodes that were
// read so far, and in which: a sentence for each kind of oddity. They are kept, because their numbers can be used.
func Warnings(r Reader) []string {
	if c, ok := r.(checkedReader); ok {
		return slices.Concat(stated(r).LeftOut, c.seen.warnings())
	}
	return nil
}

// ActionsDigest returns the SHA-256 of the actions of a dataset of OpenAny, in hexadecimal: of all frames in order,
// each number as a little-endian float32. It tells datasets apart that have no card, in whatever format, and other
// programs can compute it. It is empty until every episode has been read, in ascending order.
func ActionsDigest(r Reader) string {
	c, ok := r.(checkedReader)
	if !ok || c.seen.hashed < c.Episodes() || c.seen.hashed == 0 {
		return ""
	}
	return hex.EncodeToString(c.seen.actions.Sum(nil))
}

// check returns an error if an episode of any robot is not whole: it must have 1 to MaxFrames frames, as many rows in
// all of its matrices and pictures, and finite numbers. A NaN would otherwise spread through statistics and training
// without a word.
func (r *Raw) check() error {
	const advice = "leave the episode out, or mend it in the program that made it"
	t := r.Frames()
	if t < 1 || t > MaxFrames {
		return fmt.Errorf("%d frames, expected 1 to %d; %s", t, MaxFrames, advice)
	}
	for _, m := range []struct {
		name string
		Matrix
	}{{"actions", r.Actions}, {"state", r.State}, {"scene", r.Scene}, {"absolute actions", r.Absolute}} {
		if m.Width == 0 && len(m.Values) == 0 {
			continue
		}
		if m.Width < 1 || len(m.Values) != t*m.Width {
			return fmt.Errorf("%d numbers in %s of width %d, expected %d frames; %s", len(m.Values), m.name, m.Width, t,
				advice)
		}
		if k := num.FirstNonFinite(m.Values); k >= 0 {
			// Numbers of the tabletop have names, and the error its own advice.
			if _, err := r.Episode(); err != nil && r.isOfTabletop() {
				return err
			}
			return fmt.Errorf("frame %d: %s[%d] is %v, not finite; %s", k/m.Width, m.name, k%m.Width, m.Values[k],
				advice)
		}
	}
	for _, c := range r.Cameras {
		if len(c.Data) != t*c.Height*c.Width*3 {
			return fmt.Errorf("%d bytes of %dx%d pictures of camera %s, expected %d pictures; %s", len(c.Data), c.Width,
				c.Height, c.Name, t, advice)
		}
	}
	return nil
}

// isOfTabletop reports whether the episode has the widths of the tabletop.
func (r *Raw) isOfTabletop() bool {
	return r.Actions.Width == scenes.ActionSize && r.State.Width == scenes.RobotSize &&
		r.Scene.Width == scenes.SceneSize
}
