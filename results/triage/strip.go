package triage

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Sizes of a strip: five moments side by side, pixels.
const (
	stripMoments = 5
	stripHeight  = 112
	stripLeast   = 72 // width of a moment, at least and at most
	stripMost    = 168
	stripGap     = 3
)

// stripBytes bounds a strip, so that a page of 500 demonstrations stays below MaxBytes whatever the pictures show: a
// strip takes 4/3 of this in base64, and the numbers and words of a demonstration take at most 2 kB.
const stripBytes = 35_000

// wristWords are words of names of cameras that move with the hand. A strip shows another camera, where there is one.
var wristWords = []string{"wrist", "hand", "ego", "gripper", "endeffector", "ee"}

// stripper makes the strips of the demonstrations of a dataset. It is for one goroutine.
type stripper struct {
	renderer *soft.Renderer
	source   string // what the strips show; empty: there is none yet
	missing  string // why the first demonstration without a strip has none; empty: all have one
	without  int    // demonstrations without a strip
}

// strip returns the strip of a demonstration that was read with its pictures, as JPEG; nil where it has no pictures, or
// in videos that cannot be decoded, and is not of the tabletop.
func (s *stripper) strip(ctx context.Context, raw *demos.Raw) ([]byte, error) {
	cells, source, err := s.cells(ctx, raw)
	if stopped := context.Cause(ctx); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		if s.without++; s.missing == "" {
			s.missing = err.Error()
		}
		return nil, nil
	}
	if s.source == "" {
		s.source = source
	}
	return encode(cells)
}

// cells returns the moments of a demonstration and what they are.
func (s *stripper) cells(ctx context.Context, raw *demos.Raw) (cells []render.Frame, source string, err error) {
	at := moments(raw.Frames())
	missing := errors.New("it has no pictures, and its states are not those of the tabletop")
	names := func(n int, name func(int) string) (all []string) {
		for i := range n {
			all = append(all, name(i))
		}
		return all
	}
	if len(raw.Cameras) > 0 {
		c := &raw.Cameras[chosenCamera(names(len(raw.Cameras), func(i int) string { return raw.Cameras[i].Name }))]
		for _, t := range at {
			cells = append(cells, cell(c.Frame(t), c.Height, c.Width))
		}
		return cells, "pictures of camera " + c.Name, nil
	}
	if len(raw.Films) > 0 {
		f := raw.Films[chosenCamera(names(len(raw.Films), func(i int) string { return raw.Films[i].Name }))]
		err := f.Each(at[len(at)-1]+1, func(t int, rgb []byte) error {
			for _, m := range at {
				if m == t {
					cells = append(cells, cell(rgb, f.Height, f.Width))
				}
			}
			return context.Cause(ctx)
		})
		if err == nil {
			return cells, "pictures of camera " + f.Name, nil
		}
		missing = err
	}
	e, err := raw.Episode()
	if err != nil {
		return nil, "", missing
	}
	cells, err = s.draw(e, at)
	return cells, "drawn from the states", err
}

// draw draws moments of an episode of the tabletop, as the static camera sees them.
func (s *stripper) draw(e *demos.Episode, at []int) (cells []render.Frame, err error) {
	if s.renderer == nil {
		s.renderer = soft.New()
	}
	for _, t := range at {
		moment := scenes.SnapshotOf(&e.Observations[t])
		f := render.NewFrame(stripHeight, stripHeight)
		if err := render.DrawAntialiased(s.renderer, &moment, render.StaticCamera(), f); err != nil {
			return nil, err
		}
		cells = append(cells, f)
	}
	return cells, nil
}

// moments returns the frames of a strip of an episode of n frames: first, last, and three evenly between.
func moments(n int) (at []int) {
	for i := range stripMoments {
		at = append(at, int(math.Round(float64(i*(n-1))/(stripMoments-1))))
	}
	return at
}

// chosenCamera returns the place of the first camera that does not move with the hand, or 0.
func chosenCamera(names []string) int {
	return max(0, slices.IndexFunc(names, func(name string) bool {
		return !slices.ContainsFunc(wording.NameWords(name), func(w string) bool {
			return slices.Contains(wristWords, w)
		})
	}))
}

// cell scales a picture to the height of a strip. Its proportions stay, within the bounds of a cell's width.
func cell(rgb []byte, height, width int) render.Frame {
	w := max(stripLeast, min(stripMost, (stripHeight*width+height/2)/max(1, height)))
	return render.Frame{Width: w, Height: stripHeight, RGB: demos.Scaled(rgb, height, width, stripHeight, w)}
}

// encode puts moments side by side and returns them as JPEG of at most stripBytes: of the greatest quality that fits.
func encode(cells []render.Frame) ([]byte, error) {
	width := -stripGap
	for i := range cells {
		width += cells[i].Width + stripGap
	}
	m := image.NewRGBA(image.Rect(0, 0, width, stripHeight))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	x := 0
	for i := range cells {
		c := &cells[i]
		for y := range c.Height {
			for k := range c.Width {
				copy(m.Pix[m.PixOffset(x+k, y):], c.RGB[3*(y*c.Width+k):][:3])
			}
		}
		x += c.Width + stripGap
	}
	var out bytes.Buffer
	for _, quality := range []int{80, 60, 40, 20, 5} {
		out.Reset()
		if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		if out.Len() <= stripBytes {
			break
		}
	}
	return out.Bytes(), nil
}
