package film

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"

	"counterpoise/scenes/render"
)

// Delays of GIFs, 1/100 s. Most programs show no picture for less than 2/100 s, so a GIF shows every second moment, and
// the last one: 7/100 s for two moments of 1/30 s each is real time to within 5 %.
const (
	gifStride = 2
	gifDelay  = 7
	gifLast   = 100 // a second on the last picture, to see the result before the film starts over
)

// maxGIF bounds the pictures of a GIF in memory, all of which are needed for its palette, in bytes: 4 a pixel. A
// rollout to the tasks' horizon takes 3 GB in the largest size of a view, and 445 MB in that of the free camera.
const maxGIF = 4 << 30

// GIF returns a film as an animated GIF, in about real time, repeated for ever. One palette serves the whole film, so
// colours do not flicker. The size is the view's. The film must not be empty. A film whose pictures take more memory
// than maxGIF is an error, before one is drawn.
func GIF(f *Film, v *View) ([]byte, error) {
	n := (len(f.Moments)+gifStride-2)/gifStride + 1
	if int64(n) > maxGIF/int64(4*v.Width*v.Height) {
		return nil, fmt.Errorf("film: a GIF of %d pictures of %dx%d takes more than %d GB of memory; write an .mp4, "+
			"or smaller or fewer pictures", n, v.Width, v.Height, maxGIF>>30)
	}
	pictures, err := v.DrawAll(f, gifStride)
	if err != nil {
		return nil, err
	}
	if err := v.stopped(); err != nil {
		return nil, err
	}
	return animate(pictures, NewPalette(pictures), gifDelay, gifLast, v.stopped)
}

// animate encodes pictures of one size as a GIF. Each is shown for delay hundredths of a second, the last one
// for last hundredths. A pixel that has not changed since the picture before is transparent, which compresses
// well. There must be a picture. stopped is asked for each picture and while they are compressed; its error is
// returned.
func animate(pictures []render.Frame, colours *Palette, delay, last int, stopped func() error) ([]byte, error) {
	var all gif.GIF
	var before *image.Paletted
	for _, p := range pictures {
		if err := stopped(); err != nil {
			return nil, err
		}
		m := paletted(p, colours)
		// m holds the whole picture for the next comparison, d only what changed.
		d := image.NewPaletted(m.Rect, m.Palette)
		for i, c := range m.Pix {
			if d.Pix[i] = c; before != nil && c == before.Pix[i] {
				d.Pix[i] = transparent
			}
		}
		all.Image, all.Delay = append(all.Image, d), append(all.Delay, delay)
		before = m
	}
	all.Delay[len(all.Delay)-1] = last
	out := stoppable{stopped: stopped}
	err := gif.EncodeAll(&out, &all)
	return out.Bytes(), err
}

// stoppable is a buffer whose writes fail once stopped does. The compression of a long film takes seconds.
type stoppable struct {
	bytes.Buffer
	stopped func() error
}

func (b *stoppable) Write(p []byte) (int, error) {
	if err := b.stopped(); err != nil {
		return 0, err
	}
	return b.Buffer.Write(p)
}

// paletted returns a picture in the colours of a palette. There is no dithering, which would keep pixels from
// staying the same between pictures.
func paletted(p render.Frame, colours *Palette) *image.Paletted {
	m := image.NewPaletted(image.Rect(0, 0, p.Width, p.Height), colours.Colours)
	for i := range m.Pix {
		m.Pix[i] = colours.Index(p.RGB[3*i:])
	}
	return m
}
